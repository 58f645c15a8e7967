// Actions of the viewer on the room page. Each changes the state, may call the service, and draws.

/** @import {Field, Form, OptionSpec, Preset, Table} from "../shared/types.js" */
/** @import {CardRef} from "../shared/selection.js" */
/** @import {Settings} from "./settings.js" */
/** @import {State} from "./state.js" */

import { textIn } from "../shared/files.js";
import { takeSeat } from "./access.js";
import { act, joinRoom, getDebugView, replayFile, sendRemark } from "../shared/api.js";
import { cardName } from "../shared/faces.js";
import { narrowed } from "../shared/alternatives.js";
import { actionArgs, missingFields, withoutEmptyValues, isAnswered, isOneClick, onlyValues, shoutValues } from "../shared/forms.js";
import { updateHint } from "./hints.js";
import { refuseJoin } from "./join.js";
import { awaitedOf } from "./awaited.js";
import { inviteLink, returnLink } from "../shared/links.js";
import { acceptMove, toggleShout, arrange, isWhole, openDialog, showFields } from "./move.js";
import { dropDraft, parseOption, presetValues, setDraft } from "./options.js";
import { asRefusal } from "../shared/problems.js";
import { replayName, resultFile } from "./result_file.js";
import { storedColour, storeHints, storeMutes, storeName, seatFragment } from "../shared/seats.js";
import { storeSettings } from "./settings.js";
import { canPick, fillFields, formOfPile, isOnButton, isPicked, completedForm, togglePick } from "../shared/selection.js";
import { closeSheet, openPerson, openSheet } from "./sheet.js";
import { loseRoom, optionsSaved, toggleLog } from "./state.js";
import { setMuted } from "./talk.js";
import { addToast, dropErrors, dropToast } from "./toasts.js";
import { loseDebugView, takeDebugView } from "./trial.js";
import { say } from "../shared/words.js";

/** How long a toast stays: long enough to read one sentence twice. */
const TOAST_MS = 6_000;

/**
 * @typedef {object} Page  Functions of the page that intents call.
 * @property {() => void} draw
 * @property {() => void} skipAnimations  ends running animations, because the viewer acts
 * @property {() => void} onSeatTaken  stores the new seat and starts to poll
 * @property {() => void} onSeatLeft  stops polling and leaves the page
 * @property {(text: string) => Promise<boolean>} copy  to the clipboard
 * @property {(title: string, url: string) => Promise<boolean>} share  false if the device can't share
 * @property {(name: string, text: string) => void} save  as a file
 * @property {string} origin  of this site, for links
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
    const id = addToast(state.toasts, text, tone);
    page.draw();
    setTimeout(() => closeToast(id), TOAST_MS);
  }

  /** @param {number} id */
  function closeToast(id) {
    dropToast(state.toasts, id);
    page.draw();
  }

  /**
   * @param {Form} form
   * @param {Record<string, unknown>} values
   * @returns {Promise<boolean>} whether the service accepted
   */
  async function send(form, values) {
    if (!state.access.seat || state.move.sending.has(form.name)) return false;
    page.skipAnimations();
    const args = actionArgs(form, withoutEmptyValues(form.fields, values));
    state.move.sending.add(form.name);
    page.draw();
    try {
      const { version } = await act(state.code, state.access.seat.token, form.name, args, () =>
        toast(say("The server isn't answering. Trying again…"), "bad"));
      dropErrors(state.toasts);
      if (form.fields.some((field) => field.kind === "cards")) acceptMove(state.move, state.sync.version, version);
      if (form.name === "set_options") optionsSaved(state);
      if (form.name === "leave") page.onSeatLeft();
      return true;
    } catch (error) {
      const { detail } = asRefusal(error);
      if (form.name === "set_options") state.options.error = detail;
      toast(detail, "bad");
      return false;
    } finally {
      state.move.sending.delete(form.name);
      page.draw();
    }
  }

  /**
   * Handles a press on a move: sends it, or asks for missing values first.
   * @param {Form} pressed
   * @param {Record<string, unknown>} [fixedValues]  values that came with the press
   */
  async function press(pressed, fixedValues = {}) {
    const { table } = state.sync;
    if (!table) return;
    const areAllAsked = pressed.alternatives !== undefined || (pressed.scope !== "room" && pressed.fields[0]?.name in fixedValues);
    const given = { ...shoutValues(pressed, state.move.shouts), ...pickedFor(table, pressed, areAllAsked), ...optionValuesOf(pressed), ...fixedValues };
    const form = narrowed(table, pressed, given);
    const values = { ...onlyValues(form), ...given };
    const missing = missingFields(table, form, values, areAllAsked);
    const toSend = form.name === "leave" && !form.confirm ? { ...form, confirm: say("Leave this room?") } : form;
    if (missing.length || toSend.confirm) {
      openDialog(state.move, table, toSend, missing, { ...myName(form), ...values });
      page.draw();
    } else if (form.name !== "start" || (await saveDraft())) {
      await send(form, values);
    }
  }

  /**
   * Returns the picked cards by field.
   * @param {Table} table
   * @param {Form} form
   * @param {boolean} areAllAsked  whether a dialog asks for cards that are not picked
   */
  function pickedFor(table, form, areAllAsked) {
    const { values } = fillFields(table, form, state.move.picks);
    return areAllAsked ? Object.fromEntries(Object.entries(values).filter(([, faces]) => faces.length > 0)) : values;
  }

  /**
   * Selects or unselects a card.
   * @param {Table} table
   * @param {CardRef} card
   */
  function pick(table, card) {
    page.skipAnimations();
    const picks = togglePick(table, state.move.picks, card);
    if (picks === state.move.picks) toast(whyNotPicked(table, card), "good");
    state.move.picks = picks;
    page.draw();
  }

  /**
   * @param {Table} table
   * @param {CardRef} card  that can't be selected
   * @returns {string} the prompt, and for an awaited viewer also which card can't be played
   */
  function whyNotPicked(table, card) {
    const prompt = table.prompt ?? "";
    if (!awaitedOf(table) || canPick(table, [], card)) return prompt;
    const name = cardName(card.face, state.games.get(table.game)?.faces ?? {});
    if (isOnButton(table, card.face)) return say("Use a button below to play {card}.", { card: name });
    return `${say("You can't play {card} now.", { card: name })} ${prompt}`;
  }

  /**
   * Plays a card with the selected ones. If they don't determine a move, the card is only selected.
   * @param {CardRef} card
   */
  function play(card) {
    if (!state.sync.table) return;
    if (!isPicked(state.move.picks, card)) pick(state.sync.table, card);
    const form = completedForm(state.sync.table, state.move.picks);
    if (form && isPicked(state.move.picks, card)) press(form);
  }

  /** @param {Form} form */
  function optionValuesOf(form) {
    const field = form.fields.find((candidate) => candidate.kind === "options");
    return field ? { [field.name]: state.options.draft } : {};
  }

  /**
   * Returns the viewer's name as the initial value of a field `name`.
   * @param {Form} form
   */
  function myName(form) {
    const field = form.fields.find((candidate) => candidate.kind === "text" && candidate.name === "name");
    return field && state.sync.table?.you ? { [field.name]: state.sync.names.get(state.sync.table.you) } : {};
  }

  /** Saves changed options before a game starts. */
  async function saveDraft() {
    const form = state.sync.table?.moves.find((candidate) => candidate.name === "set_options");
    if (!form || !Object.keys(state.options.draft).length) return true;
    return send(form, optionValuesOf(form));
  }

  /** @returns {string} */
  const myLink = () => state.access.seat ? returnLink(page.origin, state.code, state.access.seat.token) : "";

  return {
    press,
    play,
    toast,
    closeToast,

    /**
     * Selects or unselects a card.
     * @param {CardRef} card
     */
    toggle(card) {
      if (state.sync.table) pick(state.sync.table, card);
    },

    /**
     * Handles a press on a pile, or a card dragged from it.
     * @param {string} zone
     */
    pressPile(zone) {
      const form = state.sync.table && formOfPile(state.sync.table, zone);
      if (form) press(form);
    },

    /** @param {string} field */
    toggleShout(field) {
      toggleShout(state.move, field);
      page.draw();
    },

    /**
     * Moves a card within the hand.
     * @param {{zone: string, key: string}} card
     * @param {string[]} keys  of all cards in their shown order
     * @param {number} to  new index among the others
     */
    arrange({ zone, key }, keys, to) {
      arrange(state.move, zone, keys, key, to);
      page.draw();
    },

    clearPicks() {
      state.move.picks = [];
      page.draw();
    },

    /**
     * @param {Field} field
     * @param {unknown} value
     */
    answer(field, value) {
      if (!state.move.dialog || !state.sync.table) return;
      state.move.dialog.values[field.name] = value;
      showFields(state.move.dialog, state.sync.table);
      const { fields, form, values } = state.move.dialog;
      if (isWhole(state.move.dialog) && isOneClick(fields) && isAnswered(fields, values) && !form.confirm) this.sendDialog();
      else page.draw();
    },

    async sendDialog() {
      const dialog = state.move.dialog;
      if (!dialog) return;
      state.move.dialog = null;
      page.draw();
      const isSent = await send(dialog.form, dialog.values);
      const name = dialog.values.name;
      if (isSent && dialog.form.name === "rename" && typeof name === "string") storeName(name.trim());
    },

    closeDialog() {
      state.move.dialog = null;
      page.draw();
    },

    /**
     * @param {OptionSpec} option
     * @param {string|boolean} raw
     */
    draftOption(option, raw) {
      setDraft(state.options, { ...state.options.draft, [option.name]: parseOption(option, raw) });
      page.draw();
    },

    /**
     * Sends all options of a preset.
     * @param {Form} form
     * @param {OptionSpec[]} spec
     * @param {Preset} preset
     */
    async usePreset(form, spec, preset) {
      setDraft(state.options, presetValues(spec, preset));
      await press(form);
    },

    /**
     * Sets a text option from a file.
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
      dropDraft(state.options);
      this.closeSheet();
    },

    saveResult() {
      if (!state.sync.table) return;
      const { name, text } = resultFile(state.sync.table, state.games.get(state.sync.table.game), state.sync.names);
      page.save(name, text);
    },

    /** Saves the replay file. */
    async saveReplay() {
      try {
        const file = await replayFile(state.code, state.access.seat?.token ?? null);
        page.save(replayName(file.game, state.code, file.start.now), JSON.stringify(file));
      } catch (error) {
        toast(asRefusal(error).detail, "bad");
      }
    },

    /** @param {OptionSpec[]} spec */
    standardOptions(spec) {
      setDraft(state.options, Object.fromEntries(spec.map((option) => [option.name, option.default])));
      page.draw();
    },

    /** @param {Partial<Settings>} change */
    set(change) {
      state.settings = { ...state.settings, ...change };
      if (change.order) state.move.orders = {};
      storeSettings(state.settings);
      page.draw();
    },

    /** @param {string} player */
    openPerson(player) {
      openPerson(state.sheet, player);
      page.draw();
    },

    /**
     * Makes a move about the player of the open sheet.
     * @param {Form} form
     * @param {Record<string, unknown>} fixedValues
     */
    async pressAbout(form, fixedValues) {
      closeSheet(state.sheet);
      await press(form, fixedValues);
      page.draw();
    },

    /**
     * @param {string} player
     * @param {boolean} isMuted
     */
    mutePlayer(player, isMuted) {
      setMuted(state.talk, player, isMuted);
      storeMutes(state.code, state.talk.mutes);
      page.draw();
    },

    /**
     * @param {import("../shared/api.js").Saying} remark
     * @returns {Promise<boolean>} whether the service accepted it
     */
    async sendRemark(remark) {
      try {
        await sendRemark(state.code, state.access.seat?.token ?? null, remark);
        return true;
      } catch (error) {
        toast(asRefusal(error).detail, "bad");
        return false;
      }
    },

    toggleDrawer() {
      toggleLog(state);
      page.draw();
    },

    /**
     * @param {string} text
     * @param {string} confirmation  the message after copying
     */
    async copy(text, confirmation) {
      const isCopied = await page.copy(text);
      toast(isCopied ? confirmation : say("Your browser doesn't allow copying here. Select the text and copy it."), isCopied ? "good" : "bad");
    },

    shareLink: () => inviteLink(page.origin, state.code),

    /** Shares the link with the device's own dialog, or copies it. */
    async share() {
      const link = inviteLink(page.origin, state.code);
      if (!(await page.share(say("Room {code}", { code: state.code.toUpperCase() }), link))) await this.copy(link, say("Link copied."));
    },

    /** @param {boolean} isWanted */
    async showDebugView(isWanted) {
      if (state.trial.isOpen === isWanted) return;
      state.trial.isOpen = isWanted;
      page.draw();
      await this.refreshDebugView();
    },

    /** Reloads the debug view after a change of the table. Late answers are ignored. */
    async refreshDebugView() {
      const { sync: { version }, access: { seat } } = state;
      if (!state.trial.isOpen || !seat || !state.sync.table?.trial) return;
      try {
        state.trial.draw ??= (await import("./debug_contents.js")).debugContents;
        takeDebugView(state.trial, await getDebugView(state.code, seat.token));
      } catch (error) {
        if (version === state.sync.version) loseDebugView(state.trial, asRefusal(error).detail);
      }
      page.draw();
    },

    /** @param {"return"|"invite"|"options"|"help"} sheet */
    async openSheet(sheet) {
      openSheet(state.sheet, sheet);
      page.draw();
      if (sheet === "return" || sheet === "invite") await this.showCode(this.sheetLink(), () => state.sheet.kind === sheet);
    },

    /**
     * @param {string} link
     * @param {() => boolean} isWanted  whether the code is still needed after loading
     */
    async showCode(link, isWanted) {
      // This large module is loaded on demand, because few players need it.
      const { qrCode } = await import("./qr.js");
      if (isWanted()) state.sheet.qr = qrCode(link);
      page.draw();
    },

    /** Returns the site address that players enter before the code. */
    siteAddress: () => page.origin.replace(/^https?:\/\//, ""),

    /** Returns the address of the replay page. */
    replayAddress: () => `/r/${state.code}/replay${seatFragment(state.code)}`,

    /** Returns the link of the open sheet. */
    sheetLink: () => state.sheet.kind === "return" ? myLink() : inviteLink(page.origin, state.code),

    async copySheetLink() {
      const isCopied = await page.copy(this.sheetLink());
      state.sheet.note = isCopied ? say("Link copied.") : say("Your browser doesn't allow copying here. Select the link and copy it.");
      page.draw();
    },

    async copyCode() {
      const code = state.code.toUpperCase();
      if (await page.copy(code)) toast(say("Code copied: {code}", { code }), "good");
      else toast(say("Your browser doesn't allow copying here. The code is {code}.", { code }), "bad");
    },

    closeSheet() {
      closeSheet(state.sheet);
      page.draw();
    },

    closeHint() {
      state.hints.hint = null;
      updateHint(state.hints, state.sync.table, state.games, []);
      storeHints(state.hints.seenKeys);
      page.draw();
    },

    watch() {
      state.access.isWatching = true;
      page.draw();
    },

    /** Opens the form to join, above the table. */
    openJoin() {
      state.sheet.kind = "join";
      state.join.error = "";
      page.draw();
    },

    /** @param {string} name */
    typeName(name) {
      state.join.name = name;
    },

    async join() {
      if (state.move.sending.has("join")) return;
      state.move.sending.add("join");
      Object.assign(state.join, { error: "", isNameWrong: false });
      page.draw();
      try {
        const isForNext = state.sync.table !== null && state.sync.table.phase !== "lobby";
        const seat = await joinRoom(state.code, { name: state.join.name, colour: storedColour() }, isForNext);
        takeSeat(state.access, { token: seat.token, player: seat.player });
        closeSheet(state.sheet);
        storeName(state.join.name.trim());
        page.onSeatTaken();
      } catch (error) {
        const refusal = asRefusal(error);
        if (refusal.code === "room_not_found") loseRoom(state);
        else refuseJoin(state.join, refusal);
      } finally {
        state.move.sending.delete("join");
        page.draw();
      }
    },
  };
}
