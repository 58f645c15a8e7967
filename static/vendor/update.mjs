// Copies what the client uses of other people's code out of node_modules (`npm run vendor`).
// The type declarations travel along, so that tsc needs nothing but the checkout and typescript itself.
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const LIT_MODULES = [
  "lit-html",
  "directive",
  "directive-helpers",
  "directives/if-defined",
  "directives/live",
  "directives/repeat",
];

/** What the editor is made of: packages, and what of them the client uses. */
const EDITOR = {
  "@codemirror/autocomplete": ["acceptCompletion", "autocompletion", "closeBrackets", "closeBracketsKeymap", "completionKeymap", "startCompletion"],
  "@codemirror/commands": ["defaultKeymap", "history", "historyKeymap", "redo", "undo"],
  "@codemirror/lang-json": ["json"],
  "@codemirror/language": ["HighlightStyle", "bracketMatching", "codeFolding", "foldGutter", "foldKeymap", "indentOnInput",
    "indentUnit", "syntaxHighlighting"],
  "@codemirror/lint": ["lintGutter", "lintKeymap", "setDiagnostics"],
  "@codemirror/search": ["search", "searchKeymap"],
  "@codemirror/state": ["Annotation", "EditorState", "Prec"],
  "@codemirror/view": ["EditorView", "drawSelection", "highlightActiveLine", "highlightActiveLineGutter", "keymap", "lineNumbers"],
  "@lezer/highlight": ["tags"],
};
/** Packages whose types those name. */
const EDITOR_TYPES = [...Object.keys(EDITOR), "@lezer/common"];

/** Fonts that the author of a game may choose, and the weight that each has here. */
const FONTS = { bangers: 400, cinzel: 700, fredoka: 700, "luckiest-guy": 400, "patrick-hand": 400 };

/** The terms that the head of `qrcode.js` names; the package brings no file with their text. */
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation
the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and
to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of
the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO
THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF
CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS
IN THE SOFTWARE.
`;

const UPDATE = "To update: change the version in `package.json`, run `npm install` and `npm run vendor`.\n";

const here = dirname(fileURLToPath(import.meta.url));

await vendorLit();
await vendorQrCode();
await vendorEditor();
await vendorFonts();

async function vendorLit() {
  const [source, target] = places("lit-html");
  await mkdir(join(target, "directives"), { recursive: true });
  for (const name of LIT_MODULES.flatMap((module) => [`${module}.js`, `${module}.d.ts`])) {
    const text = await readFile(join(source, name), "utf8");
    // The source maps stay behind; without this line browsers would ask for them and get 404.
    await writeFile(join(target, name), text.replace(/\n?\/\/# sourceMappingURL=.*\s*$/, "\n"));
  }
  await copyFile(join(source, "LICENSE"), join(target, "LICENSE"));
  await writeFile(
    join(target, "README.md"),
    `lit-html ${await version(source)}, the parts this client imports, unchanged but for the source map comments.\n${UPDATE}`,
  );
}

async function vendorQrCode() {
  const [source, target] = places("qrcode-generator");
  await mkdir(target, { recursive: true });
  const text = await readFile(join(source, "dist/qrcode.mjs"), "utf8");
  await writeFile(join(target, "qrcode.js"), text);
  const types = await readFile(join(source, "dist/qrcode.d.ts"), "utf8");
  // The package declares itself by its name; here it is imported by its path.
  await writeFile(join(target, "qrcode.d.ts"), types.replace(/declare module [\s\S]*$/, "export default qrcode;\n"));
  const owner = /Copyright \(c\).*/.exec(text)?.[0];
  if (!owner || !text.includes("MIT license")) throw new Error("qrcode-generator no longer states its licence");
  await writeFile(join(target, "LICENSE"), `The MIT License (MIT)\n\n${owner}\n\n${MIT}`);
  await writeFile(
    join(target, "README.md"),
    `qrcode-generator ${await version(source)}: \`dist/qrcode.mjs\` under the name \`qrcode.js\`, unchanged.\n${UPDATE}`,
  );
}

/** One script out of many packages, because each of them imports others by their names, which browsers cannot. */
async function vendorEditor() {
  const target = join(here, "codemirror");
  await mkdir(join(target, "types"), { recursive: true });
  const exports = Object.entries(EDITOR).map(([name, taken]) => `export { ${taken.join(", ")} } from "${name}";\n`).join("");
  const { metafile } = await build({
    stdin: { contents: exports, resolveDir: join(here, "../.."), sourcefile: "codemirror.js" },
    outfile: join(target, "codemirror.js"),
    bundle: true, format: "esm", target: "es2022", minify: true, legalComments: "none", metafile: true,
  });
  await writeFile(join(target, "codemirror.d.ts"), exports.replace(/"([^"]+)"/g, (_, name) => `"./types/${typesOf(name)}"`));
  for (const name of EDITOR_TYPES) await vendorTypes(name, join(target, "types"));
  const packages = [...new Set(Object.keys(metafile.inputs).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []))].sort();
  const licences = await Promise.all(packages.map(async (name) => `${name}\n\n${await readFile(join(places(name)[0], "LICENSE"), "utf8")}`));
  await writeFile(join(target, "LICENSE"), licences.join("\n\n"));
  const versions = await Promise.all(packages.map(async (name) => `- ${name} ${await version(places(name)[0])}\n`));
  await writeFile(join(target, "README.md"), `The editor of documents, one script made by esbuild ${await version(places("esbuild")[0])} of\n\n${versions.join("")}\n${UPDATE}`);
}

/** Letters of western Europe, in one weight. */
async function vendorFonts() {
  const target = join(here, "fonts");
  await mkdir(target, { recursive: true });
  const licences = [], versions = [];
  for (const [name, weight] of Object.entries(FONTS)) {
    const [source] = places(`@fontsource/${name}`);
    await copyFile(join(source, `files/${name}-latin-${weight}-normal.woff2`), join(target, `${name}.woff2`));
    licences.push(`${name}\n\n${await readFile(join(source, "LICENSE"), "utf8")}`);
    versions.push(`- @fontsource/${name} ${await version(source)}, weight ${weight}\n`);
  }
  await writeFile(join(target, "LICENSE"), licences.join("\n\n"));
  await writeFile(join(target, "README.md"), `Fonts that the author of a game may choose for its title and for what is going on: the files \`latin\` of\n\n${versions.join("")}\n${UPDATE}`);
}

/**
 * Type declarations import each other by the names of packages; here they lie beside each other.
 * @param {string} name  of a package
 * @param {string} target
 */
async function vendorTypes(name, target) {
  const text = await readFile(join(places(name)[0], "dist/index.d.ts"), "utf8");
  const lying = text.replace(/(from|import\()( ?)['"](@[^'"]+)['"]/g, (_, word, blank, other) => `${word}${blank}"./${typesOf(other)}"`);
  await writeFile(join(target, `${typesOf(name)}.d.ts`), lying);
}

/** @param {string} name  of a package */
function typesOf(name) {
  return name.replace("@", "").replace("/", "-");
}

/**
 * @param {string} name
 * @returns {[string, string]} where the package is, and where its copy goes
 */
function places(name) {
  return [join(here, "../../node_modules", name), join(here, name)];
}

/** @param {string} source */
async function version(source) {
  return JSON.parse(await readFile(join(source, "package.json"), "utf8")).version;
}
