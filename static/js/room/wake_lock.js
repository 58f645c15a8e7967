// Keeps the screen of a television on, if the browser allows it.

export function stayAwake() {
  const requestLock = () => {
    // Browsers release the lock when the page is hidden, and may refuse it when the battery is low.
    if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", requestLock);
  requestLock();
}
