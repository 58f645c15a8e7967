// Marks that the page's script runs, so that again.js does not load it again, and removes the notice that the
// page is loading.

export function markScriptRunning() {
  document.querySelector(".loading")?.remove();
  document.documentElement.dataset.script = "running";
}
