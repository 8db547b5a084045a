// Writes build.json beside the bundle: a hash of everything the bundle is made from.
// tests/studio/test_bundle.py computes the same hash and fails when the two differ.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const single = ["index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts"];

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

const names = [...single, ...filesBelow(join(web, "src")).map((f) => relative(web, f).split(sep).join("/"))];
const hash = createHash("sha256");
for (const name of names.sort()) {
  hash.update(name);
  hash.update("\0");
  hash.update(readFileSync(join(web, name)));
  hash.update("\0");
}
const target = join(web, "../src/footfall/studio/static/build.json");
writeFileSync(target, `${JSON.stringify({ sources: hash.digest("hex") })}\n`);
