// What the script of a page says first: that it is here, so that again.js does not ask for it.

export function tellRunning() {
  document.documentElement.dataset.script = "running";
}
