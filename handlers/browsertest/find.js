// Finds a field by its label, a button or link by its text, any other element by a selector. Returns the position to
// click, or the reason why it cannot be clicked.
(wanted, kind) => {
  const kinds = {
    field: "input:not([type=hidden]), textarea, select",
    any: "a[href], button, summary, input:not([type=hidden]), textarea, select, [role=option], [role^=menuitem]",
  };

  const words = (element) => {
    const copy = element.cloneNode(true);
    for (const aside of copy.querySelectorAll("kbd, .kbd, .count, .opt, [aria-hidden=true], svg, input, textarea, select, noscript")) aside.remove();
    return copy.textContent.replace(/\s+/g, " ").trim();
  };
  const named = (element) => element.getAttribute("aria-label") || (element.labels?.length ? words(element.labels[0]) : words(element));
  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;

  if (kind === "focus") return { name: named(document.activeElement), tag: document.activeElement.localName };

  const all = [...document.querySelectorAll(kinds[kind])].filter(shown);
  let found = all.filter((element) => named(element) === wanted || element.name === wanted);
  if (found.length === 0) found = all.filter((element) => named(element).startsWith(`${wanted} `));
  if (found.length === 0) {
    try {
      found = [...document.querySelectorAll(wanted)].filter(shown);
    } catch {
      // Not a valid selector: the name of an element that does not exist yet.
    }
  }
  // Under an open modal dialog only its own elements can be meant.
  const modal = [...document.querySelectorAll("dialog:modal")].at(-1);
  if (modal) found = found.filter((element) => modal.contains(element));
  if (found.length !== 1) return { problem: found.length === 0 ? "is not there" : `is there ${found.length} times` };

  const [element] = found;
  // A click on a moving element could miss it.
  const moves = document.getAnimations().some(({ playState, effect }) =>
    playState === "running" && [null, "::details-content"].includes(effect.pseudoElement) && effect.target.contains(element));
  if (moves) return { problem: "moves" };
  element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  const box = element.getClientRects()[0];
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  const hit = document.elementFromPoint(x, y);
  if (!element.contains(hit) && hit?.closest("label")?.control !== element) {
    return { problem: `is covered by ${hit?.outerHTML.slice(0, 120) ?? "nothing"}` };
  }
  return { x, y };
}
