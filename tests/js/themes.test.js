import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { contrast, luminance, tableColours } from "../../static/js/table/colours.js";
import { settingsIn, standardSettings, THEMES, volumeOf } from "../../static/js/table/settings.js";
import { skinOf } from "../../static/js/shared/skins.js";
import { lookOf } from "../../static/js/table/skins.js";

test("a game without a skin has a dark theme", () => {
  const applied = new Set(Array.from({ length: 60 }, (_, nth) => skinOf(`doc:${nth}`).theme));
  assert.deepEqual([...applied].sort(), ["forest", "night", "petrol", "plum"]);
});

const css = (name) => readFileSync(new URL(`../../static/css/${name}.css`, import.meta.url), "utf8");
const colours = (block) => Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]));
const blockOf = (text, selector) => text.slice(text.indexOf(`${selector} {`)).split("}")[0];

/** The colours of each theme, by its name. */
const standard = { ...colours(blockOf(css("base"), ":root")), ...colours(blockOf(css("themes"), ":root")) };
const themes = Object.fromEntries(Object.keys(THEMES).filter(Boolean).map((theme) => {
  const own = blockOf(css("themes"), `[data-theme="${theme}"]`);
  return [theme, { ...standard, ...(theme === "petrol" ? {} : colours(own)) }];
}));

/** Pairs of text and background. */
const PAIRS = [["on-cloth", "cloth"], ["on-cloth", "cloth-deep"], ["on-cloth-soft", "cloth"], ["on-cloth-soft", "cloth-deep"],
  ["chalk", "felt"], ["chalk", "felt-deep"], ["chalk-soft", "felt"], ["chalk-soft", "felt-deep"]];
const readable = (name, theme) => {
  for (const [text, ground] of PAIRS) {
    assert.ok(contrast(theme[text], theme[ground]) >= 4.5, `${name}: ${text} on ${ground} is ${contrast(theme[text], theme[ground]).toFixed(2)}`);
  }
};
const onAll = (name, theme) => {
  for (const ink of ["title-ink", "turn-ink"]) {
    for (const ground of ["cloth", "cloth-deep", "felt", "felt-deep"]) assert.ok(contrast(theme[ink], theme[ground]) >= 4.5, `${name}: ${ink} on ${ground}`);
  }
};
/** Colours from all parts of the colour space. */
const tones = ["00", "40", "80", "c0", "ff"];
const SAMPLES = tones.flatMap((red) => tones.flatMap((green) => tones.map((blue) => `#${red}${green}${blue}`)));

test("the last seconds of a countdown are readable in every theme", () => {
  const [, ground, ink] = /\.countdown\.short b \{[^}]*background: (#[0-9a-f]{6}); color: (#[0-9a-f]{6});/.exec(css("table"));
  assert.ok(contrast(ink, ground) >= 4.5);
});

test("contrast is computed as in WCAG", () => {
  assert.deepEqual([contrast("#000000", "#ffffff"), contrast("#777777", "#777777")], [21, 1]);
  assert.equal(contrast("#767676", "#ffffff").toFixed(2), "4.54");
});

test("all text has enough contrast in every theme, at both ends of a gradient", () => {
  for (const [name, theme] of Object.entries(themes)) readable(name, theme);
});

test("all text has enough contrast with any colours of an author", () => {
  SAMPLES.forEach((table, nth) => {
    const background = nth % 3 ? SAMPLES.at(7 * nth % SAMPLES.length) : undefined;
    const { theme, colours } = tableColours({ table, background, highlight: SAMPLES.at(-nth), card_front: table, title: SAMPLES.at(3 * nth % SAMPLES.length), turn: table });
    const applied = { ...themes[theme], ...Object.fromEntries(Object.entries(colours).map(([name, value]) => [name.slice(2), value])) };
    readable(`${table} ${background}`, applied);
    onAll(`${table} ${background}`, applied);
    assert.ok(contrast(applied.amber, "#2a1c00") >= 4.5 && luminance(applied["card-paper"]) >= luminance(applied.paper), table);
  });
  for (const background of SAMPLES) readable(background, { ...themes[tableColours({ background }).theme], ...Object.fromEntries(Object.entries(tableColours({ background }).colours).map(([name, value]) => [name.slice(2), value])) });
});

test("an author's text colours have enough contrast, also without a colour of the table", () => {
  for (const title of SAMPLES) {
    const { theme, colours } = tableColours({ title, turn: title, turn_shadow: title });
    assert.deepEqual([theme, Object.keys(colours), colours["--turn-shadow"]], ["petrol", ["--title-ink", "--turn-ink", "--turn-shadow"], title]);
    onAll(title, { ...themes.petrol, ...Object.fromEntries(Object.entries(colours).map(([name, value]) => [name.slice(2), value])) });
  }
});

test("the module for authors' looks is loaded for the first game that needs it", async () => {
  const look = { table: "#ffeecc", card_back: "paws" };
  assert.deepEqual(lookOf({ ...standardSettings(), theme: "sky" }, "doc:1", look, () => assert.fail("it is not applied")).colours, {});
  lookOf(standardSettings(), "doc:1", { card_back: "paws" }, () => assert.fail("it is loaded"));
  await new Promise((again) => {
    assert.deepEqual([lookOf(standardSettings(), "doc:1", look, () => again())].map(({ data, colours }) => [data.theme, data.back, colours]), [[skinOf("doc:1").theme, "paws", {}]]);
  });
  assert.equal(lookOf(standardSettings(), "doc:1", look, () => assert.fail("it is loaded")).data.theme, "linen");
});

test("only fonts of the site are used, and cards keep a minimum distance", () => {
  const applied = (look) => lookOf(standardSettings(), "doc:1", look).colours;
  assert.deepEqual(applied({ title_font: "luckiest-guy", turn_font: "cinzel" }), { "--title-font": '"Luckiest Guy"', "--turn-font": '"Cinzel"' });
  assert.deepEqual(applied({ title_font: "toString", turn_font: "Arial" }), {});
  const families = [...css("cards").matchAll(/@font-face \{ font-family: ("[^"]+"); src: url\("\.\.\/vendor\/fonts\/([\w-]+)\.woff2"\)/g)];
  assert.deepEqual(families.map(([, family, file]) => applied({ title_font: file })["--title-font"] === family), Array(5).fill(true));
  assert.deepEqual(["0", "60", "180"].map((apart) => applied({ card_separation: apart })), ["24px", "60px", "180px"].map((apart) => ({ "--card-apart": apart })));
});

test("an author's look is adjusted for contrast, and a theme that the player chose wins over it", () => {
  const look = { table: "#204060", card_back: "paws", card_front: "#ffffff" };
  const own = lookOf(standardSettings(), "doc:1", look);
  assert.deepEqual([own.data.theme, own.data.back, own.colours["--cloth"], own.colours["--card-paper"]], ["petrol", "paws", "#204060", "#ffffff"]);
  assert.equal(lookOf(standardSettings(), "doc:1", { table: "#ffeecc" }).data.theme, "linen");
  const chosen = lookOf({ ...standardSettings(), theme: "sky" }, "doc:1", look);
  assert.deepEqual([chosen.data.theme, chosen.data.back, chosen.colours], ["sky", "paws", {}]);
  const sizes = [{ card_width: "64" }, { card_height: "70" }, { card_width: "120", card_height: "140" }, { card_width: "40" }];
  assert.deepEqual(sizes.map((look) => lookOf(standardSettings(), "doc:1", look).colours), ["64px", "50px", "100px", "44px"].map((most) => ({ "--card-most": most })));
  assert.deepEqual(lookOf({ ...standardSettings(), theme: "sky" }, "doc:1", { card_width: "64" }).colours, {});
  assert.deepEqual(lookOf(standardSettings(), "uno"), { data: { theme: "night", back: "discs", score: "", seats: "", suits: "two", motion: "full" }, colours: {} });
});

test("a document's theme and card back need no other script, and a dark browser gets a dark theme", () => {
  const look = { theme: "sky", card_back: "tiles", card_back_colour: "#123456", emblem: "anchor", score: "chips", seats: "around", aside: "stock" };
  const own = lookOf(standardSettings(), "doc:1", look, () => assert.fail("it is loaded"));
  assert.deepEqual([own.data.theme, own.data.back, own.data.score, own.data.seats, own.colours], ["sky", "tiles", "chips", "around", { "--back-tone": "#123456" }]);
  globalThis.matchMedia = (query) => ({ matches: query === "(prefers-color-scheme: dark)" });
  assert.deepEqual(["sky", "linen", "plum"].map((theme) => lookOf(standardSettings(), "doc:1", { theme }).data.theme), ["night", "forest", "plum"]);
  assert.equal(lookOf({ ...standardSettings(), theme: "linen" }, "doc:1", look).data.theme, "linen");
  delete globalThis.matchMedia;
});

test("each theme has all colours, and there are dark and light ones", () => {
  const light = Object.entries(themes).filter(([, theme]) => luminance(theme.felt) > 0.5).map(([name]) => name);
  assert.deepEqual(light, ["linen", "sky"]);
  for (const theme of Object.values(themes)) assert.ok(["cloth", "rim", "felt-line"].every((name) => theme[name]));
});

test("every game has a skin, also games that are not listed", () => {
  assert.deepEqual(skinOf("uno"), { theme: "night", back: "discs" });
  assert.ok(skinOf("a-game-of-somebody").theme in THEMES);
  assert.deepEqual(skinOf("toString").theme in THEMES, true);
});

test("stored settings are read back, and invalid ones are ignored", () => {
  const own = { ...standardSettings(), volume: 0.25, isMuted: true, theme: "sky", suits: "four" };
  assert.deepEqual(settingsIn(JSON.stringify(own)), own);
  for (const nonsense of [null, "", "[", "7", '{"volume":"loud","theme":7}', '{"theme":"mud"}']) assert.deepEqual(settingsIn(nonsense), standardSettings());
  assert.deepEqual([settingsIn('{"volume":9}').volume, volumeOf(own), volumeOf({ ...own, isMuted: false })], [1, 0, 0.25]);
});
