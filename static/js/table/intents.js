// What people do on the room page, as functions: each changes the state, asks the service, and draws.

/** @import {Field, Form, OptionSpec, Preset, Table} from "../shared/types.js" */
/** @import {Picked} from "../shared/selection.js" */
/** @import {Settings} from "./settings.js" */
/** @import {State} from "./state.js" */

import { act, joinRoom, lookInside, replayFile, tell } from "../shared/api.js";
import { textIn } from "../shared/brought.js";
import { cardName } from "../shared/faces.js";
import { actionArgs, askedFields, givenValues, isAnswered, isOneClick, onlyValues } from "../shared/forms.js";
import { isMyTurn } from "./layout.js";
import { inviteLink, returnLink } from "../shared/links.js";
import { parsedOption, presetValues } from "./options.js";
import { asRefusal, isAboutName } from "../shared/problems.js";
import { replayName, resultFile } from "./result_file.js";
import { storedColour, storeHints, storeMutes, storeName, unstoredHash } from "../shared/seats.js";
import { storeSettings } from "./settings.js";
import { canPick, filled, isAlone, isPicked, madeForm, toggled } from "../shared/selection.js";
import { accepted, addToast, dropComplaints, dropDraft, dropToast, loseRoom, openDialog, optionsSaved, setMuted, teach } from "./state.js";
import { say } from "../shared/words.js";

/** A toast is one sentence; six seconds are enough to read it twice. */
const TOAST_MS = 6_000;

/**
 * @typedef {object} Page  What intents need of the page around them.
 * @property {() => void} draw
 * @property {() => void} hurry  who acts has seen enough of what was before
 * @property {() => void} seated  a seat was taken: keep it, and start listening
 * @property {() => void} left  the seat was given up: stop listening and go
 * @property {(text: string) => Promise<boolean>} copy  to the clipboard
 * @property {(title: string, url: string) => Promise<boolean>} share  false where nothing can be shared
 * @property {(name: string, text: string) => void} save  as a file
 * @property {string} origin  of this site, for links to pass on
 */

/** @typedef {ReturnType<typeof intentsOf>} Intents */

/**
 * @param {State} state
 * @param {Page} page
 */
export function intentsOf(state, page) {
  /**
   * @param {string} text
   * @param {"bad"|"good"} tone
   */
  function toast(text, tone) {
    const id = addToast(state, text, tone);
    page.draw();
    setTimeout(() => closeToast(id), TOAST_MS);
  }

  /** @param {number} id */
  function closeToast(id) {
    dropToast(state, id);
    page.draw();
  }

  /**
   * @param {Form} form
   * @param {Record<string, unknown>} values
   * @returns {Promise<boolean>} whether the service accepted
   */
  async function send(form, values) {
    if (!state.seat || state.sending.has(form.name)) return false;
    page.hurry();
    const args = actionArgs(form, givenValues(form.fields, values));
    state.sending.add(form.name);
    page.draw();
    try {
      const { version } = await act(state.code, state.seat.token, form.name, args, () =>
        toast(say("The server isn't answering. Trying again…"), "bad"));
      dropComplaints(state);
      if (form.fields.some((field) => field.kind === "cards")) accepted(state, version);
      if (form.name === "set_options") optionsSaved(state);
      if (form.name === "leave") page.left();
      return true;
    } catch (error) {
      const { detail } = asRefusal(error);
      if (form.name === "set_options") state.optionError = detail;
      toast(detail, "bad");
      return false;
    } finally {
      state.sending.delete(form.name);
      page.draw();
    }
  }

  /**
   * A press of a move's button: sends it, or asks first for what is missing.
   * @param {Form} form
   * @param {Record<string, unknown>} [known]  values that came with the press
   */
  async function press(form, known = {}) {
    if (!state.table) return;
    const values = { ...onlyValues(form), ...filled(state.table, form, state.picked).values, ...optionValuesOf(form), ...known };
    const asked = askedFields(state.table, form).filter((field) => !(field.name in values));
    const sure = form.name === "leave" && !form.confirm ? { ...form, confirm: say("Leave this room?") } : form;
    if (asked.length || sure.confirm) {
      openDialog(state, sure, asked, { ...myName(form), ...values });
      page.draw();
    } else if (form.name !== "start" || (await saveDraft())) {
      await send(form, values);
    }
  }

  /**
   * A card is lifted, or put down again.
   * @param {Table} table
   * @param {Picked} card
   */
  function pick(table, card) {
    const picked = toggled(table, state.picked, card);
    if (picked === state.picked) toast(whyNot(table, card), "good");
    state.picked = picked;
    page.draw();
  }

  /**
   * @param {Table} table
   * @param {Picked} card  that cannot be lifted
   * @returns {string} what the table waits for, and who is on turn is told which card it is that does not go
   */
  function whyNot(table, card) {
    const prompt = table.prompt ?? "";
    if (!isMyTurn(table) || canPick(table, [], card)) return prompt;
    const name = cardName(card.face, state.games.get(table.game)?.faces ?? {});
    return `${say("You can't play {card} now.", { card: name })} ${prompt}`;
  }

  /**
   * A card comes onto the table, with those that are lifted. Where that does not tell which move is meant, it is only lifted.
   * @param {Picked} card
   */
  function play(card) {
    if (!state.table) return;
    if (!isPicked(state.picked, card)) pick(state.table, card);
    const form = madeForm(state.table, state.picked);
    if (form && isPicked(state.picked, card)) press(form);
  }

  /** @param {Form} form */
  function optionValuesOf(form) {
    const field = form.fields.find((one) => one.kind === "options");
    return field ? { [field.name]: state.draft } : {};
  }

  /**
   * A text field called `name` starts with the name one has.
   * @param {Form} form
   */
  function myName(form) {
    const field = form.fields.find((one) => one.kind === "text" && one.name === "name");
    return field && state.table?.you ? { [field.name]: state.names.get(state.table.you) } : {};
  }

  /** Options changed but not saved are meant for the game that starts now. */
  async function saveDraft() {
    const form = state.table?.moves.find((one) => one.name === "set_options");
    if (!form || !Object.keys(state.draft).length) return true;
    return send(form, optionValuesOf(form));
  }

  /** @returns {string} */
  const myLink = () => state.seat ? returnLink(page.origin, state.code, state.seat.token) : "";

  return {
    press,
    play,
    toast,
    closeToast,

    /**
     * A card is lifted or put down again; one that can only be played alone is played at the second time.
     * @param {Picked} card
     */
    toggle(card) {
      if (!state.table) return;
      if (isPicked(state.picked, card) && isAlone(state.table, card)) return play(card);
      pick(state.table, card);
    },

    putDown() {
      state.picked = [];
      page.draw();
    },

    /**
     * @param {Field} field
     * @param {unknown} value
     */
    answer(field, value) {
      if (!state.dialog) return;
      state.dialog.values[field.name] = value;
      const { fields, form, values } = state.dialog;
      if (isOneClick(fields) && isAnswered(fields, values) && !form.confirm) this.sendDialog();
      else page.draw();
    },

    async sendDialog() {
      const dialog = state.dialog;
      if (!dialog) return;
      state.dialog = null;
      page.draw();
      const isSent = await send(dialog.form, dialog.values);
      const name = dialog.values.name;
      if (isSent && dialog.form.name === "rename" && typeof name === "string") storeName(name.trim());
    },

    closeDialog() {
      state.dialog = null;
      page.draw();
    },

    /**
     * @param {OptionSpec} option
     * @param {string|boolean} raw
     */
    draftOption(option, raw) {
      state.draft = { ...state.draft, [option.name]: parsedOption(option, raw) };
      state.optionError = "";
      page.draw();
    },

    /**
     * All options at once, sent without another click.
     * @param {Form} form
     * @param {OptionSpec[]} spec
     * @param {Preset} preset
     */
    async usePreset(form, spec, preset) {
      state.draft = presetValues(spec, preset);
      await press(form);
    },

    /**
     * A text that is too long for its field of the page comes as a file.
     * @param {Form} form
     * @param {OptionSpec} option
     * @param {File|undefined} file
     */
    async loadOption(form, option, file) {
      if (!file) return;
      try {
        this.draftOption(option, await textIn(file));
        await press(form);
      } catch (error) {
        toast(asRefusal(error).detail, "bad");
      }
    },

    cancelOptions() {
      dropDraft(state);
      this.closeSheet();
    },

    saveResult() {
      if (!state.table) return;
      const { name, text } = resultFile(state.table, state.games.get(state.table.game), state.names);
      page.save(name, text);
    },

    /** The game itself, to be watched again. */
    async saveReplay() {
      try {
        const file = await replayFile(state.code, state.seat?.token ?? null);
        page.save(replayName(file.game, state.code, file.start.now), JSON.stringify(file));
      } catch (error) {
        toast(asRefusal(error).detail, "bad");
      }
    },

    /** @param {OptionSpec[]} spec */
    standardOptions(spec) {
      state.draft = Object.fromEntries(spec.map((option) => [option.name, option.default]));
      state.optionError = "";
      page.draw();
    },

    /** @param {Partial<Settings>} change */
    set(change) {
      state.settings = { ...state.settings, ...change };
      storeSettings(state.settings);
      page.draw();
    },

    /** @param {string} player */
    openPerson(player) {
      Object.assign(state, { sheet: "person", person: player });
      page.draw();
    },

    /**
     * A move about the person whose sheet is open.
     * @param {Form} form
     * @param {Record<string, unknown>} known
     */
    async pressAbout(form, known) {
      state.sheet = "";
      await press(form, known);
      page.draw();
    },

    /**
     * @param {string} player
     * @param {boolean} isMuted
     */
    muteHere(player, isMuted) {
      setMuted(state, player, isMuted);
      storeMutes(state.code, state.mutes);
      page.draw();
    },

    /**
     * @param {import("../shared/api.js").Saying} what
     * @returns {Promise<boolean>} whether it was said
     */
    async tell(what) {
      try {
        await tell(state.code, state.seat?.token ?? null, what);
        return true;
      } catch (error) {
        toast(asRefusal(error).detail, "bad");
        return false;
      }
    },

    toggleDrawer() {
      state.drawer = !state.drawer;
      state.unread = 0;
      page.draw();
    },

    /**
     * @param {string} text
     * @param {string} done  what to say afterwards
     */
    async copy(text, done) {
      const isCopied = await page.copy(text);
      toast(isCopied ? done : say("Your browser doesn't allow copying here. Select the text and copy it."), isCopied ? "good" : "bad");
    },

    shareLink: () => inviteLink(page.origin, state.code),

    /** By whatever this device has for it; elsewhere the link is copied. */
    async share() {
      const link = inviteLink(page.origin, state.code);
      if (!(await page.share(say("Room {code}", { code: state.code.toUpperCase() }), link))) await this.copy(link, say("Link copied."));
    },

    /** @param {boolean} isWanted */
    async lookInside(isWanted) {
      if (state.isInside === isWanted) return;
      state.isInside = isWanted;
      page.draw();
      await this.refreshInside();
    },

    /** The table has changed. What comes too late is not shown. */
    async refreshInside() {
      const { seat, version } = state;
      if (!state.isInside || !seat || !state.table?.trial) return;
      try {
        state.insideDrawn ??= (await import("./inside.js")).contents;
        const inside = await lookInside(state.code, seat.token);
        if (inside.version >= (state.inside?.version ?? 0)) state.inside = inside;
        state.insideError = "";
      } catch (error) {
        if (version === state.version) Object.assign(state, { inside: null, insideError: asRefusal(error).detail });
      }
      page.draw();
    },

    /** @param {"return"|"invite"|"options"|"help"} sheet */
    async openSheet(sheet) {
      Object.assign(state, { sheet, sheetNote: "", qr: null });
      page.draw();
      if (sheet === "return" || sheet === "invite") await this.showCode(this.sheetLink(), () => state.sheet === sheet);
    },

    /**
     * @param {string} link
     * @param {() => boolean} isWanted  still, when it has come
     */
    async showCode(link, isWanted) {
      // A large module that few people need: it is loaded on demand.
      const { qrCode } = await import("./qr.js");
      if (isWanted()) state.qr = qrCode(link);
      page.draw();
    },

    /** Where to go with the code. */
    place: () => page.origin.replace(/^https?:\/\//, ""),

    /** The page on which the game is watched again. */
    replayAddress: () => `/r/${state.code}/replay${unstoredHash(state.code)}`,

    /** The link that the open sheet shows. */
    sheetLink: () => state.sheet === "return" ? myLink() : inviteLink(page.origin, state.code),

    async copySheetLink() {
      const isCopied = await page.copy(this.sheetLink());
      state.sheetNote = isCopied ? say("Link copied.") : say("Your browser doesn't allow copying here. Select the link and copy it.");
      page.draw();
    },

    closeSheet() {
      state.sheet = "";
      page.draw();
    },

    closeHint() {
      state.hint = null;
      teach(state, []);
      storeHints(state.told);
      page.draw();
    },

    watch() {
      state.isWatching = true;
      page.draw();
    },

    /** From the table of a spectator: asks for the name. */
    openJoin() {
      Object.assign(state, { sheet: "join", joinError: "" });
      page.draw();
    },

    /** @param {string} name */
    typeName(name) {
      state.name = name;
    },

    async join() {
      if (state.sending.has("join")) return;
      state.sending.add("join");
      Object.assign(state, { joinError: "", isNameWrong: false });
      page.draw();
      try {
        const isForNext = state.table !== null && state.table.phase !== "lobby";
        const joined = await joinRoom(state.code, { name: state.name, colour: storedColour() }, isForNext);
        state.seat = { token: joined.token, player: joined.player };
        Object.assign(state, { sheet: "", isWatching: false });
        storeName(state.name.trim());
        state.notice = "";
        page.seated();
      } catch (error) {
        const refusal = asRefusal(error);
        if (refusal.code === "room_not_found") loseRoom(state);
        else Object.assign(state, { joinError: refusal.detail, isNameWrong: isAboutName(refusal) });
      } finally {
        state.sending.delete("join");
        page.draw();
      }
    },
  };
}
