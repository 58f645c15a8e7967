// The service worker: keeps what pages are made of, so that they open without a line and say what is wrong. It never
// touches the API. The addresses of all files of this release are written in front of it by the server.

/** @typedef {Event & {waitUntil: (work: Promise<unknown>) => void}} Lasting */
/** @typedef {Lasting & {request: Request, respondWith: (answer: Promise<Response>) => void}} Asked */

/** @type {string[]} */
const SHELL = /** @type {any} */ (self).SHELL;
/** One cache for each release: its name is what is in it. */
const NAME = `cheat ${SHELL.join(" ")}`;
const HOME = "/";

addEventListener("install", (event) => /** @type {Lasting} */ (event).waitUntil(
  caches.open(NAME).then((cache) => cache.addAll([...SHELL, HOME])),
));

addEventListener("activate", (event) => /** @type {Lasting} */ (event).waitUntil(
  caches.keys().then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)))),
));

addEventListener("fetch", (event) => {
  const { request, respondWith } = bound(/** @type {Asked} */ (event));
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (SHELL.includes(pathname)) respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request)));
  else if (request.mode === "navigate") respondWith(fetch(request).catch(() => home(request)));
});

/** @param {Asked} event */
function bound(event) {
  return { request: event.request, respondWith: event.respondWith.bind(event) };
}

/**
 * Without a line every page is the start page, as it was last seen.
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function home(request) {
  return await caches.match(HOME) ?? fetch(request);
}
