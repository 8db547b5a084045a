/** How well a query fits a title: 0 when its letters do not occur in order, more for word starts and runs. */
export function fuzzy(query: string, title: string): number {
  const wanted = query.trim().toLowerCase();
  const text = title.toLowerCase();
  if (wanted === "") return 1;
  const whole = text.indexOf(wanted);
  if (whole >= 0) return 100 + (whole === 0 || text[whole - 1] === " " ? 50 : 0) - text.length / 100;
  let score = 0;
  let at = -1;
  for (const letter of wanted) {
    const next = text.indexOf(letter, at + 1);
    if (next < 0) return 0;
    score += next === at + 1 ? 3 : text[next - 1] === " " ? 2 : 0.5;
    at = next;
  }
  return score - text.length / 100;
}
