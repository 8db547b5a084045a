// A plugin of the build: writes THIRD_PARTY.md beside the bundle, with the licences of all libraries in it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const NOTICE = /^(licen[cs]e|copying|notice)/i;

/** The folder of the package that a module belongs to; null for our own. */
function packageOf(id) {
  const found = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id);
  return found ? found[1] : null;
}

function section(folder) {
  const about = JSON.parse(readFileSync(join(folder, "package.json")));
  const files = readdirSync(folder).filter((name) => NOTICE.test(name));
  if (files.length === 0) throw new Error(`${about.name} comes without the text of its licence`);
  const texts = files.map((name) => readFileSync(join(folder, name), "utf8").trim().replace(/\r/g, ""));
  const where =
    typeof about.repository === "string" ? about.repository : (about.repository?.url ?? about.homepage);
  const lines = [`## ${about.name} ${about.version}`, "", `${about.license}, ${where}`, ""];
  return { name: about.name, text: [...lines, "```text", ...texts, "```"].join("\n") };
}

/** @returns {import("vite").Plugin} */
export function thirdParty() {
  return {
    name: "third-party",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) => chunk.moduleIds ?? []);
      const folders = [...new Set(modules.map(packageOf))].filter((folder) => folder !== null);
      const sections = folders.map(section).sort((a, b) => (a.name < b.name ? -1 : 1));
      const head =
        "# Libraries in the studio's page\n\nMade by `make page`: `app.js` and `app.css` hold parts of these libraries.\n\n";
      const source = `${head}${sections.map((s) => s.text).join("\n\n")}\n`;
      this.emitFile({ type: "asset", fileName: "THIRD_PARTY.md", source });
    },
  };
}
