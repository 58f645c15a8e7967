// Draws any table on a page without a room. Tests put this into the page of a room that is gone.

async () => {
  const [{ render }, { pageView }, { receive, roomState }, { lookOf }, { applyLook }, { cardsOf, togglePick }] = await Promise.all([
    "shared/render", "room/views/page_view", "table/state", "table/skins", "table/screen", "shared/selection",
  ].map((name) => import(`/static/js/${name}.js`)));
  const old = document.getElementById("app");
  const app = old.cloneNode(false);
  old.replaceWith(app);
  const on = new Proxy({}, { get: () => () => "" });

  /** Picks this number of cards of the viewer's hand, from its middle, as far as moves take them. */
  const pick = (table, count) => {
    const hand = table.zones.filter(({ id }) => id === `hand:${table.you}`).flatMap(cardsOf);
    const middle = Math.floor(hand.length / 2);
    return [...hand.slice(middle), ...hand.slice(0, middle)]
      .reduce((picks, card) => (picks.length < count ? togglePick(table, picks, card) : picks), []);
  };

  /** Draws a table: `game` as in the catalogue, `events` that have just come, a `hint`, a `toast` that is said twice, and how many cards are `picked`. */
  window.stand = ({ game, table, events = [], hint = "", toast = "", picked = 0, theme = "", verdict = null }) => {
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
    state.move.picks = pick(table, picked);
    applyLook(lookOf({ ...state.settings, theme }, game.id, game.look ?? {}));
    render(pageView(state, on, now), app);
    app.querySelectorAll(".side, .calm, .actions").forEach((one) => (one.scrollTop = one.scrollLeft = 0));
  };
}
