// The service worker: caches the files of all pages, so that pages open without a connection, and say that
// there is none. It never touches the API. The server writes the addresses of this release's files in front
// of this code.

/** @typedef {Event & {waitUntil: (work: Promise<unknown>) => void}} ExtendableEvent */
/**
 * @typedef {ExtendableEvent & {request: Request, respondWith: (answer: Promise<Response>) => void}}
 *   FetchRequestEvent
 */

/** @type {string[]} */
const SHELL = /** @type {any} */ (self).SHELL;
/** Each release has a cache of its own, named by its files. */
const NAME = `cheat ${SHELL.join(" ")}`;
const HOME = "/";

addEventListener("install", (event) => /** @type {ExtendableEvent} */ (event).waitUntil(
  caches.open(NAME).then((cache) => cache.addAll([...SHELL, HOME])),
));

addEventListener("activate", (event) => /** @type {ExtendableEvent} */ (event).waitUntil(
  caches.keys().then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)))),
));

addEventListener("fetch", (event) => {
  const { request, respondWith } = bound(/** @type {FetchRequestEvent} */ (event));
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (SHELL.includes(pathname)) respondWith(caches.match(pathname).then((cached) => cached ?? fetch(request)));
  else if (request.mode === "navigate") respondWith(fetch(request).catch(() => home(request)));
});

/** @param {FetchRequestEvent} event */
function bound(event) {
  return { request: event.request, respondWith: event.respondWith.bind(event) };
}

/**
 * Returns the cached start page in place of any page that can't be loaded.
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function home(request) {
  return await caches.match(HOME) ?? fetch(request);
}
