// A screen that is only looked at stays on, where the browser lets pages ask for that.

export function stayAwake() {
  const ask = () => {
    // Browsers take it back while nobody sees the page, and may refuse it when the battery is low.
    if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}
