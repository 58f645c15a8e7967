// Measures the table that a page shows. Tests put this into the page.

() => {
  const SHADY = ".unseen, .side, .layer, svg, .card, dialog, select, textarea, .toasts";
  /** Pixels: of letters that are read, and of what a finger hits (WCAG 2.2, target size). */
  const LEAST_TEXT = 9, LEAST_TARGET = 24;
  /** Cards of which three rows of a phone 390 px wide show such a target each. */
  const MOST_FOR_FINGERS = 39;
  /** Pixels: a phone this low has no room for larger strips of twelve cards. */
  const LOW = 700;
  const hides = (how) => how === "hidden" || how === "clip";
  const scrolls = (how) => how === "auto" || how === "scroll";
  const isShown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const words = (text) => text.replace(/\s+/g, " ").trim();

  /** The texts that are seen, each with its element and the boxes of its lines. */
  function texts(within) {
    const found = [], walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!words(node.data) || element.closest(SHADY) || !isShown(element) || parseFloat(getComputedStyle(element).fontSize) < 2) continue;
      if ([...parents(element)].some((one) => getComputedStyle(one).clipPath !== "none")) continue;
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
      if (boxes.length) found.push({ element, text: words(node.data), boxes });
    }
    return found;
  }

  /** An element and what is around it and may hide it: nothing hides a part of what is fixed to the window. */
  function* parents(element) {
    for (let one = element; one && one !== document.documentElement; one = one.parentElement) {
      yield one;
      if (getComputedStyle(one).position === "fixed") return;
    }
  }

  /** The part of a text that is not shown, because something around it hides it; "" for none. */
  function cutBy({ element, boxes }) {
    for (const one of parents(element)) {
      const { overflowX, overflowY } = getComputedStyle(one);
      // Under a card of a trick stands as much of the name as there is room for: the seat has all of it.
      if (one.matches(".laid-name")) return "";
      const { left, top, right, bottom } = one.getBoundingClientRect();
      const across = !scrolls(overflowX) && boxes.some((box) => box.left < left - 1 || box.right > right + 1);
      const down = !scrolls(overflowY) && boxes.some((box) => box.top + box.height * 0.14 < top - 1 || box.bottom - box.height * 0.14 > bottom + 1);
      const isOut = boxes.every((box) => box.top >= bottom - 1);
      if (one.matches(".seat-badges") && isOut) return "";
      if ((hides(overflowX) && across) || (hides(overflowY) && down)) return one.className || one.tagName;
      if (scrolls(overflowX) || scrolls(overflowY)) return "";
    }
    return boxes.some((box) => box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) ? "the window" : "";
  }

  /** What of a box is seen, as far as what is around it lets it. */
  function seen(box, element) {
    let { left, top, right, bottom } = box;
    for (const one of parents(element)) {
      const { display, overflowX, overflowY } = getComputedStyle(one), around = one.getBoundingClientRect();
      if (display === "contents") continue;
      if (overflowX !== "visible") [left, right] = [Math.max(left, around.left), Math.min(right, around.right)];
      if (overflowY !== "visible") [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
    }
    return { left, top, right, bottom, width: right - left, height: bottom - top };
  }

  /** Whether a line ends within a word of an element. A longer word is a name, which may have no room. */
  function splitsWords(element) {
    const range = document.createRange();
    return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && [...node.data.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]{1,14}(?![\p{L}\p{N}])/gu)].some(({ 0: word, index }) => {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
    }));
  }

  const over = (a, b) => Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  /** Lines stand closer than their letters are high. */
  const inner = ({ left, top, right, bottom, height }) => ({ left, right, top: top + height * 0.2, bottom: bottom - height * 0.2 });

  /** A box without its edge, where it has only a rim or a shadow. */
  const inset = ({ left, top, right, bottom }) => ({ left: left + 2, right: right - 2, top: top + 2, bottom: bottom - 2 });

  /** The size of an element's text on the screen: what is around it may be scaled. */
  function sizeOf(element) {
    const scale = [...parents(element)].map((one) => one.offsetWidth ? one.getBoundingClientRect().width / one.offsetWidth : 1);
    return parseFloat(getComputedStyle(element).fontSize) * Math.min(1, ...scale.filter((one) => one < .98));
  }

  /** Cards of the hand whose index another card hides, or which have too little room for a finger although they are few enough. */
  function faultsOfHand(main) {
    const found = [], isPhone = matchMedia("(max-width: 37.5em)").matches;
    const picked = [...main.querySelectorAll(".hand [aria-pressed=true] .card")];
    // The page lets a finger through a picked card. Here it counts as seen.
    for (const one of picked) one.style.pointerEvents = "auto";
    const buttons = [...main.querySelectorAll(".hand .card-button")].filter(isShown);
    for (const button of buttons) {
      const card = button.querySelector(".card"), { left, top, width, height } = card.getBoundingClientRect();
      const { a, b } = new DOMMatrix(getComputedStyle(button).transform), turn = Math.atan2(b, a);
      /** Whether no other card lies above a point of this card, which may be turned about its middle. */
      const isFree = (x, y) => {
        const [right, down] = [x - card.offsetWidth / 2, y - card.offsetHeight / 2];
        const hit = document.elementFromPoint(left + width / 2 + right * Math.cos(turn) - down * Math.sin(turn), top + height / 2 + right * Math.sin(turn) + down * Math.cos(turn))?.closest(".card-button");
        return !hit || hit === button;
      };
      const free = (most, along) => { let step = 3; while (step < most && along(step)) step += 1; return step; };
      const across = free(card.offsetWidth, (step) => isFree(step, card.offsetHeight * .12)), down = free(card.offsetHeight, (step) => isFree(card.offsetWidth * .12, step));
      if (across < card.offsetWidth * .2 || down < card.offsetHeight * .2) found.push(`the index of “${button.ariaLabel ?? button.dataset.face}” is hidden: ${across} x ${down} px are seen`);
      else if (isPhone && innerHeight > LOW && buttons.length <= MOST_FOR_FINGERS && button.ariaPressed !== "true" && Math.min(across, down) < LEAST_TARGET) found.push(`“${button.ariaLabel ?? button.dataset.face}” is too small for a finger: ${across} x ${down} px`);
    }
    for (const one of picked) one.style.pointerEvents = "";
    return found;
  }

  /** What is wrong with the page as it stands: texts that are cut or covered, and things outside of what holds them. */
  window.wrong = () => {
    const main = document.querySelector("main"), found = [];
    // On the smallest phones a hint stands in place of the bar.
    const hasBar = [...main.querySelectorAll(".hint")].every((one) => getComputedStyle(one).position !== "fixed");
    const all = [main, ...(hasBar ? document.querySelectorAll(".topbar") : [])].flatMap(texts).map((one) => ({ ...one, shown: one.boxes.map((box) => seen(box, one.element)).filter((box) => box.width > 0 && box.height > 0) }));
    const name = (one) => `${one.className || one.parentElement.className || one.tagName}`.split(" ")[0];
    for (const one of all) {
      const by = cutBy(one);
      if (by) found.push(`${name(one.element)} “${one.text}” is cut by ${by}`);
    }
    const covers = [...main.querySelectorAll(".card, .bubble, .hint, .button, .avatar, .badge, .seat")].filter((one) => isShown(one) && !one.closest(".side, .toasts"));
    all.forEach((one, nth) => {
      const boxes = one.shown.map(inner);
      const hit = (box) => boxes.some((each) => over(each, box) > 2);
      for (const other of all.slice(nth + 1)) {
        if (other.element.closest(".bubble") !== one.element.closest(".bubble")) continue;
        if (other.shown.map(inner).some(hit)) found.push(`${name(one.element)} “${one.text}” lies on ${name(other.element)} “${other.text}”`);
      }
      const cover = covers.find((other) => !other.contains(one.element) && !one.element.closest(".bubble") && hit(seen(other.getBoundingClientRect(), other)));
      if (cover) found.push(`${name(one.element)} “${one.text}” is covered by ${name(cover)} “${words(cover.textContent).slice(0, 20)}”`);
    });
    // An error explains itself for six seconds, at the place of the prompt: it hides nothing else.
    const hideable = [...main.querySelectorAll(".hint, .seat-name, .seat-count, .felt .card, .hand .card, .actions .button")].filter(isShown);
    for (const one of main.querySelectorAll(".table > .toasts .toast")) {
      const box = isShown(one) && inset(one.getBoundingClientRect());
      const other = box && hideable.find((each) => over(box, seen(each.getBoundingClientRect(), each)) > 0);
      if (other) found.push(`a toast covers ${name(other)} “${words(other.textContent).slice(0, 20)}”`);
    }
    for (const { element, text } of all) {
      if (sizeOf(element) < LEAST_TEXT) found.push(`${name(element)} “${text}” is written in ${sizeOf(element).toFixed(1)} px`);
    }
    found.push(...faultsOfHand(main));
    const felt = main.querySelector(".felt")?.getBoundingClientRect();
    const RIM = 4;
    for (const one of felt ? main.querySelectorAll(".felt :is(.stack, .spread-cards, .fact, figcaption, .news, .laid-place)") : []) {
      const box = one.closest(".facts") ? seen(one.getBoundingClientRect(), one) : one.getBoundingClientRect();
      if (!isShown(one) || !box.width || !box.height || !one.childElementCount) continue;
      // In landscape the newest line stands beside the felt.
      if (getComputedStyle(one).position === "fixed") {
        if (over(box, felt) > 0 || box.right > innerWidth) found.push(`${name(one)} “${words(one.textContent).slice(0, 30)}” is not beside the felt`);
      } else if (box.left < felt.left + RIM || box.right > felt.right - RIM || box.top < felt.top + RIM || box.bottom > felt.bottom - RIM) {
        found.push(`${name(one)} “${words(one.textContent).slice(0, 30)}” leaves the felt`);
      }
    }
    // Chips lie on the table, apart from each other, from cards, and from the seats of other players.
    const chips = [...main.querySelectorAll(".chips, .board .fact[data-kind=chips]")].filter((one) => isShown(one) && !one.closest(".side"));
    const apart = [...main.querySelectorAll(".seat, .me, .prompt-box, .felt .card, .seats .card")].filter(isShown);
    chips.forEach((one, nth) => {
      const box = one.getBoundingClientRect();
      const other = [...chips.slice(nth + 1), ...apart.filter((each) => !each.contains(one))].find((each) => over(box, seen(each.getBoundingClientRect(), each)) > 1);
      if (other) found.push(`${name(one)} “${words(one.textContent)}” lies on ${name(other)} “${words(other.textContent).slice(0, 20)}”`);
    });
    for (const one of main.querySelectorAll(".seat, .prompt-box, .me, .hand .card, .actions")) {
      const box = one.getBoundingClientRect();
      if (isShown(one) && (box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.top < 0)) found.push(`${name(one)} leaves the window`);
    }
    const played = [...main.querySelectorAll(".felt .card")].filter(isShown);
    for (const one of main.querySelectorAll(".seat, .seats .card")) {
      const box = seen(one.getBoundingClientRect(), one), of = words(one.closest(".seat").querySelector(".seat-name").textContent);
      if (isShown(one) && played.some((each) => over(box, inset(seen(each.getBoundingClientRect(), each))) > 2)) found.push(`the ${name(one)} of ${of} lies on cards of the felt`);
    }
    // Buttons are whole, because nobody finds a button beyond an edge.
    for (const one of main.querySelectorAll(".actions .button")) {
      const box = one.getBoundingClientRect(), part = seen(box, one);
      if (isShown(one) && (part.height < box.height - 3 || part.width < box.width - 3)) found.push(`button “${words(one.textContent)}” is cut: ${Math.round(part.width)} x ${Math.round(part.height)} of ${Math.round(box.width)} x ${Math.round(box.height)} px are seen`);
    }
    for (const bubble of main.querySelectorAll(".bubble")) {
      const box = bubble.getBoundingClientRect();
      if (isShown(bubble) && [...main.querySelectorAll(".seats .card")].some((one) => isShown(one) && over(box, seen(one.getBoundingClientRect(), one)) > 2)) found.push("a bubble covers cards of a seat");
    }
    for (const { element, text } of all.filter((one) => one.element.closest(".fact"))) {
      if (words(element.textContent) === text && splitsWords(element)) found.push(`a word of “${text}” is split`);
    }
    // A picked card is lifted.
    const lines = [...main.querySelectorAll(".prompt-box, .me")].filter(isShown).map((one) => one.getBoundingClientRect());
    for (const one of main.querySelectorAll(".hand .card-button:not([aria-pressed=true]) .card")) {
      const raised = parseFloat(getComputedStyle(one).top) + parseFloat(getComputedStyle(main).getPropertyValue("--lift"));
      const { left, top, right } = one.getBoundingClientRect();
      if (lines.some((line) => right > line.left && left < line.right && top - raised < line.bottom - 1)) found.push("a picked card covers the line above the hand");
    }
    const bar = main.querySelector(".prompt-box")?.getBoundingClientRect();
    for (const { element, text, boxes } of bar ? all.filter((one) => one.element.closest(".prompt-box")) : []) {
      if (boxes.map(inner).some((box) => box.left < bar.left || box.right > bar.right || box.top < bar.top || box.bottom > bar.bottom)) found.push(`${name(element)} “${text}” leaves the prompt's bar`);
    }
    // The viewer's line holds all its texts. On a phone in landscape it is a box at the left of the hand.
    const line = main.querySelector(".me")?.getBoundingClientRect();
    for (const one of line ? main.querySelectorAll(".me > *") : []) {
      const box = one.getBoundingClientRect();
      if (isShown(one) && box.width > 1 && (box.right > line.right + 1 || box.left < line.left - 1)) found.push(`${name(one)} “${words(one.textContent)}” leaves the viewer's line`);
    }
    // In landscape the ends of the bar stand above the columns beside the felt.
    const below = [...main.querySelectorAll(".felt, .seat, .news p, .actions .button, .talk > summary, .standby")].filter(isShown);
    for (const part of [...document.querySelectorAll(".topbar > :not(.bar-space)")].filter(isShown)) {
      const box = part.getBoundingClientRect(), hit = below.find((one) => over(box, inset(one.getBoundingClientRect())) > 0);
      if (hit) found.push(`${name(part)} of the bar covers ${name(hit)} “${words(hit.textContent).slice(0, 20)}”`);
    }
    if (document.scrollingElement.scrollWidth > innerWidth || document.scrollingElement.scrollHeight > innerHeight) found.push("the page scrolls");
    return [...new Set(found)];
  };
}
