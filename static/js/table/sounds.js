// Sounds and vibration. Browsers allow both only after the first touch or key.

/** @import {Cue} from "./cues.js" */

/** @type {{audio: AudioContext, perform: typeof import("./synthesiser.js").perform}|null} */
let player = null;

/** Enables sound at the first gesture. */
export function awaitGesture() {
  const controller = new AbortController();
  const wake = () => {
    controller.abort();
    load();
  };
  for (const gesture of ["pointerdown", "keydown"]) document.addEventListener(gesture, wake, { signal: controller.signal });
}

/** Loads the synthesiser. After a failure, the next gesture tries it again. */
async function load() {
  if (!("AudioContext" in window)) return;
  const audio = new AudioContext();
  const module = await import("./synthesiser.js").catch(() => null);
  if (module) {
    player = { audio, perform: module.perform };
  } else {
    audio.close();
    awaitGesture();
  }
}

/**
 * @param {Cue} cue
 * @param {number} volume  0 to 1
 */
export function playSound(cue, volume) {
  if (!player || !volume || document.hidden) return;
  player.perform(player.audio, cue, volume);
}

/** Vibrates, if the device can and the viewer has touched the page. */
export function vibrate() {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
}
