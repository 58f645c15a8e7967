// Draws any table on a page without a room. Tests put this into the page of a room that is gone.

async () => {
  const [{ render }, { pageView }, { receive, roomState }, { lookOf }, { applyLook }] = await Promise.all([
    "shared/render", "room/views/page_view", "table/state", "table/skins", "table/screen",
  ].map((name) => import(`/static/js/${name}.js`)));
  const old = document.getElementById("app");
  const app = old.cloneNode(false);
  old.replaceWith(app);
  const on = new Proxy({}, { get: () => () => "" });

  /** Draws a table: `game` as in the catalogue, `events` that have just come, a `hint`, a `toast` that is said twice, cards that are `picked`. */
  window.stand = ({ game, table, events = [], hint = "", toast = "", picked = [], theme = "", verdict = null }) => {
    const state = roomState("nwxmk", table.you ? { token: "t", player: table.you } : null, "");
    const now = Date.now();
    state.access.isWatching = table.you === null;
    state.areMenusDrawn = true;
    state.games.set(game.id, game);
    receive(state, { version: table.version - 1, cursor: "a", table: { ...table, version: table.version - 1 }, events: [] }, now);
    receive(state, { version: table.version, cursor: "b", table, events }, now);
    if (verdict !== null) state.log.verdict = verdict ? state.log.lines.slice(-verdict) : [];
    if (hint) state.hints.hint = { key: "", text: hint, move: "", at: table.now, turn: "" };
    if (toast) state.toasts.list = [1, 2].map((id) => ({ id, text: toast, tone: "bad" }));
    state.move.picks = picked;
    applyLook(lookOf({ ...state.settings, theme }, game.id, game.look ?? {}));
    render(pageView(state, on, now), app);
    app.querySelectorAll(".side, .calm, .actions").forEach((one) => (one.scrollTop = one.scrollLeft = 0));
  };
}
