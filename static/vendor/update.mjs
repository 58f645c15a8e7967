// Copies the few modules of lit-html that the client uses out of node_modules (`npm run vendor`).
// The type declarations travel along, so that tsc needs nothing but the checkout and typescript itself.
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const MODULES = [
  "lit-html",
  "directive",
  "directive-helpers",
  "directives/if-defined",
  "directives/live",
  "directives/repeat",
];

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, "../../node_modules/lit-html");
const target = join(here, "lit-html");

await mkdir(join(target, "directives"), { recursive: true });
for (const name of MODULES.flatMap((module) => [`${module}.js`, `${module}.d.ts`])) {
  const text = await readFile(join(source, name), "utf8");
  // The source maps stay behind; without this line browsers would ask for them and get 404.
  await writeFile(join(target, name), text.replace(/\n?\/\/# sourceMappingURL=.*\s*$/, "\n"));
}
await copyFile(join(source, "LICENSE"), join(target, "LICENSE"));
const { version } = JSON.parse(await readFile(join(source, "package.json"), "utf8"));
await writeFile(
  join(target, "README.md"),
  `lit-html ${version}, the parts this client imports, unchanged but for the source map comments.\n` +
    "To update: change the version in `package.json`, run `npm install` and `npm run vendor`.\n",
);
