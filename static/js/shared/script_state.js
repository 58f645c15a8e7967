// The first thing that the script of a page does: tell again.js that it runs, and take away the sentence that it is late.

export function markScriptRunning() {
  document.querySelector(".loading")?.remove();
  document.documentElement.dataset.script = "running";
}
