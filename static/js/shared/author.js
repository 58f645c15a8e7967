// The look of authors, once it is loaded.

/**
 * Applies an author's look, and draws pictures of an author on faces. Few games need it, so it is loaded on demand.
 * @type {Partial<typeof import("../table/author_look.js")>}
 */
export const author = {};
