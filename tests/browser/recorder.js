// Notes what goes wrong on a page, in the storage of the browser, since WebKit's driver does not tell. It runs before all else.
// It also counts the answers of polls. With `recorder.old`, the browser is one that can't inflate.
{
  const note = (/** @type {string} */ what) => {
    const noted = JSON.parse(localStorage.getItem("recorder.noted") ?? "[]");
    localStorage.setItem("recorder.noted", JSON.stringify([...noted, `${location.pathname}: ${what}`]));
  };
  let isLeaving = false;
  for (const kind of ["beforeunload", "pagehide"]) addEventListener(kind, () => { isLeaving = true; });
  addEventListener("error", (event) => {
    const target = /** @type {any} */ (event.target);
    note(event.message ? `${event.message} (${event.filename}:${event.lineno})` : `not loaded: ${target.src || target.href}`);
  }, { capture: true });
  addEventListener("unhandledrejection", (event) => note(`rejected: ${event.reason}`));
  addEventListener("securitypolicyviolation", (event) => note(`${event.violatedDirective} forbids ${event.blockedURI}`));
  for (const kind of /** @type {const} */ (["error", "warn"])) {
    const say = console[kind];
    console[kind] = (...words) => {
      note(`console.${kind}: ${words.join(" ")}`);
      say(...words);
    };
  }
  const polls = window.polls = { deflated: 0, plain: 0, known: 0 };
  const ask = window.fetch;
  window.fetch = async (what, how) => {
    const url = what instanceof Request ? what.url : String(what);
    try {
      const answer = await ask(what, how);
      if (!answer.ok) note(`${url}: ${answer.status}`);
      if (url.includes("/events")) {
        polls[answer.headers.has("Deflated") ? "deflated" : "plain"] += 1;
        if (url.includes("known=")) polls.known += 1;
      }
      return answer;
    } catch (error) {
      if (!isLeaving && error.name !== "AbortError") note(`${url}: ${error}`);
      throw error;
    }
  };
  if (localStorage.getItem("recorder.old")) delete window.DecompressionStream;
}
