import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { settingsIn, standardSettings, THEMES, volumeOf } from "../../static/js/settings.js";
import { skinOf } from "../../static/js/skins.js";

const css = (name) => readFileSync(new URL(`../../static/css/${name}.css`, import.meta.url), "utf8");
const colours = (block) => Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]));
const blockOf = (text, selector) => text.slice(text.indexOf(`${selector} {`)).split("}")[0];

/** The colours of each theme, by its name. */
const standard = { ...colours(blockOf(css("base"), ":root")), ...colours(blockOf(css("themes"), ":root")) };
const themes = Object.fromEntries(Object.keys(THEMES).filter(Boolean).map((theme) => {
  const own = blockOf(css("themes"), `[data-theme="${theme}"]`);
  return [theme, { ...standard, ...(theme === "petrol" ? {} : colours(own)) }];
}));

/** Relative luminance and contrast as WCAG defines them. */
const luminance = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
  .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  .reduce((sum, part, nth) => sum + part * [0.2126, 0.7152, 0.0722][nth], 0);
const contrast = (a, b) => {
  const [dark, light] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
};

test("all text stands out from its ground in every theme, at both ends of a gradient", () => {
  for (const [name, theme] of Object.entries(themes)) {
    for (const [text, grounds] of [["on-cloth", ["cloth", "cloth-deep"]], ["on-cloth-soft", ["cloth", "cloth-deep"]],
      ["chalk", ["felt", "felt-deep"]], ["chalk-soft", ["felt", "felt-deep"]]]) {
      for (const ground of grounds) {
        assert.ok(contrast(theme[text], theme[ground]) >= 4.5, `${name}: ${text} on ${ground} is ${contrast(theme[text], theme[ground]).toFixed(2)}`);
      }
    }
  }
});

test("there are dark and light themes, and each says all its colours", () => {
  const light = Object.entries(themes).filter(([, theme]) => luminance(theme.felt) > 0.5).map(([name]) => name);
  assert.deepEqual(light, ["linen", "sky"]);
  for (const theme of Object.values(themes)) assert.ok(["cloth", "rim", "felt-line"].every((name) => theme[name]));
});

test("every game has a skin, those that nobody has drawn one for, too", () => {
  assert.deepEqual(skinOf("uno"), { theme: "night", back: "discs" });
  assert.ok(skinOf("a-game-of-somebody").theme in THEMES);
  assert.deepEqual(skinOf("toString").theme in THEMES, true);
});

test("settings are read back, and nonsense is not", () => {
  const own = { ...standardSettings(), volume: 0.25, isMuted: true, theme: "sky", suits: "four" };
  assert.deepEqual(settingsIn(JSON.stringify(own)), own);
  for (const nonsense of [null, "", "[", "7", '{"volume":"loud","theme":7}', '{"theme":"mud"}']) assert.deepEqual(settingsIn(nonsense), standardSettings());
  assert.deepEqual([settingsIn('{"volume":9}').volume, volumeOf(own), volumeOf({ ...own, isMuted: false })], [1, 0, 0.25]);
});
