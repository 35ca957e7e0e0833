// The board of the reception: it reads itself again after every change that the server announces, moves tickets by keys
// and by dragging, sends the acts on its items without loading the page, and says when it is not up to date.
import { focusClosed } from "./closed.js";
import { restoreNote, showDock } from "./dock.js";
import { resubmit, sendable } from "./forms.js";
import { asPart } from "./rows.js";
import { sound } from "./tone.js";

const minute = 60_000;
const reconnectAfter = 2000;
// While notes are typed the server is told at most this often; it shows the writer for 10 seconds.
const writingEvery = 4000;
const writingShown = 10_000;
const single = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

// The address to which a form is sent, which its button may name.
const actionOf = (form, submitter) => (submitter?.hasAttribute("formaction") ? submitter.formAction : form.action);

customElements.define("x-fila", class extends HTMLElement {
  connectedCallback() {
    this.title = document.title;
    this.latest = this.dataset.latest;
    this.follow();
    this.clock = setInterval(() => this.refresh(), minute);
    document.addEventListener("keydown", this.pressed);
    document.addEventListener("submit", this.sent, true);
    document.addEventListener("input", this.typed);
    window.addEventListener("popstate", this.went);
    this.addEventListener("click", this.clicked);
    for (const type of ["dragstart", "dragover", "dragleave", "drop", "dragend"]) this.addEventListener(type, (event) => this.dragged(event));
    this.prepare();
    restoreNote();
    focusClosed(this.tickets);
  }

  disconnectedCallback() {
    this.events?.close();
    clearInterval(this.clock);
    clearTimeout(this.reconnecting);
    clearTimeout(this.quiet);
    document.removeEventListener("keydown", this.pressed);
    document.removeEventListener("submit", this.sent, true);
    document.removeEventListener("input", this.typed);
    window.removeEventListener("popstate", this.went);
  }

  // The server sends an event at the start of every connection, after which the board is read again: what changed
  // before the connection, or while there was none, is not missed. The browser connects again by itself unless the
  // answer was an error, such as that of a server that starts.
  follow() {
    this.events = new EventSource(this.dataset.live);
    this.events.addEventListener("mudou", () => {
      this.say(true);
      this.refresh();
    });
    this.events.addEventListener("error", () => {
      this.say(false);
      if (this.events.readyState === EventSource.CLOSED) this.reconnecting = setTimeout(() => this.follow(), reconnectAfter);
    });
  }

  say(current) {
    const state = document.querySelector("[data-live-state]");
    const text = current ? "Ao vivo" : "Reconectando…";
    if (!state || state.textContent === text) return;
    state.textContent = text;
    state.toggleAttribute("data-lost", !current);
  }

  // A ticket is dragged, or the menu of one is open: its lane must stay.
  get isHeld() {
    return this.dragging || this.querySelector(":popover-open");
  }

  // Lanes that are the same stay, so that nothing moves under the pointer; the focus and scrolling are kept.
  async refresh() {
    if (this.isHeld) return this.later();
    const address = location.href;
    const { answer, page, isOld } = await this.request(address, { headers: { ...asPart, ...this.known } });
    if (!answer || answer.status >= 500 || this.isHeld) return this.later();
    if (address !== location.href) return this.refresh(); // meanwhile another item was opened, or closed
    if (!answer.ok || isOld || !this.show(page) || document.querySelector(".dock")) return;
    // The open item was removed.
    if (location.pathname !== this.dataset.path) history.replaceState(null, "", this.dataset.path + location.search);
  }

  // Requests the board. isOld reports whether a later request was answered before.
  async request(address, options) {
    this.requests = (this.requests ?? 0) + 1;
    const turn = this.requests;
    const answer = await fetch(address, options).catch(() => null);
    const text = await answer?.text().catch(() => null);
    if (text == null) return {};
    const isOld = turn < this.answered;
    if (!isOld) this.answered = turn;
    return { answer, isOld, page: new DOMParser().parseFromString(text, "text/html") };
  }

  // The states of the lanes that are shown: the answer leaves out what is in them. It announces contacts after the latest.
  get known() {
    return { "X-Known-Lanes": [...this.querySelectorAll(".lane")].map((lane) => lane.dataset.state).join(), "X-Known-Contact": this.latest };
  }

  // The address of a link to this board: more tickets, or the new ones, which get the focus.
  clicked = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target.closest(".ticket-menu, [data-more], [data-news]");
    if (!link) return;
    event.preventDefault();
    if (link.matches(".ticket-menu")) return this.openMenu(link);
    this.extend(link);
  };

  async extend(link) {
    const lane = link.closest(".lane").id;
    const isMore = "more" in link.dataset;
    const shown = link.closest(".lane").querySelectorAll("[data-ticket]").length;
    if (!isMore) this.latest = this.dataset.latest;
    const { page, isOld } = await this.request(link.href, { headers: { ...asPart, ...this.known } });
    if (!page?.querySelector("x-fila")) return location.assign(link.href);
    if (isOld) return this.refresh();
    history.replaceState(history.state, "", link.href);
    this.show(page);
    document.getElementById(lane)?.querySelectorAll("[data-ticket]")[isMore ? shown : 0]?.focus();
  }

  // The one menu of all tickets acts on the ticket of its button, and leaves out the lane in which that is.
  openMenu(link) {
    const menu = document.getElementById("menu-fila");
    const row = link.closest(".ticket").querySelector("[data-ticket]").pathname.split("/").at(-1);
    const lane = link.closest(".lane").dataset.lane;
    for (const item of menu.querySelectorAll("[action], [href]")) {
      const name = item.matches("form") ? "action" : "href";
      item.setAttribute(name, item.getAttribute(name).replace(/\/\d+\//, `/${row}/`));
      item.hidden = name === "action" && new URL(item.action).searchParams.get("status") === lane;
    }
    menu.setAttribute("aria-label", link.getAttribute("aria-label"));
    menu.opener = link;
    menu.showPopover({ source: link });
    menu.querySelector("[role=menuitem]:not([hidden] *)")?.focus();
  }

  show(page, sent) {
    const fresh = page.querySelector("x-fila");
    if (!fresh || this.dragging) return false;
    const focused = this.focused;
    for (const lane of fresh.querySelectorAll(".lane")) this.replace(document.getElementById(lane.id), lane);
    this.ring(Number(this.dataset.count), Number(fresh.dataset.count));
    for (const name of ["count", "latest", "waiting"]) this.dataset[name] = fresh.dataset[name];
    this.countInMenu();
    for (const place of ["#fila-abas nav", ".lane-tabs", ".queue-empty", ".trail"]) {
      const [old, now] = [document.querySelector(place), page.querySelector(place)];
      if (old && now && old.outerHTML !== now.outerHTML) old.replaceWith(now);
    }
    this.title = page.title;
    showDock(page, sent);
    this.focusTicket(focused);
    this.prepare();
    return true;
  }

  // The address of the ticket with the focus.
  get focused() {
    return document.activeElement.closest?.(".ticket")?.querySelector("[data-ticket]").getAttribute("href");
  }

  // A ticket that moved to another lane keeps the focus.
  focusTicket(href) {
    if (href && document.activeElement === document.body) this.querySelector(`[data-ticket][href="${CSS.escape(href)}"]`)?.focus();
  }

  later() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.refresh(), 1000);
  }

  // The number beside the entry of the menu.
  countInMenu() {
    const entry = document.querySelector(`.nav a[href="${this.dataset.path}"]`);
    if (!entry) return;
    let count = entry.querySelector(".count");
    if (!count) {
      count = Object.assign(document.createElement("span"), { className: "count" });
      count.append("");
      entry.append(count);
    }
    count.firstChild.data = this.dataset.waiting;
    count.hidden = !this.dataset.waiting;
  }

  replace(old, lane) {
    if (!old) return;
    // The lane was left out of the answer, but another answer has changed it meanwhile.
    if ("same" in lane.dataset) return lane.dataset.state === old.dataset.state || this.later();
    this.swap(old, lane);
  }

  swap(old, lane) {
    const top = old.querySelector(".lane-list")?.scrollTop;
    old.replaceWith(lane);
    const list = lane.querySelector(".lane-list");
    if (list && top) list.scrollTop = top;
  }

  prepare() {
    if (document.getElementById("menu-fila")) for (const ticket of this.querySelectorAll(".ticket:not([data-ended])")) this.addMenu(ticket);
    const count = Number(this.dataset.count);
    document.title = count > 0 ? `(${count}) ${this.title}` : this.title;
    clearTimeout(this.quiet);
    if (document.querySelector("[data-writing]")) this.quiet = setTimeout(() => this.refresh(), writingShown);
  }

  addMenu(ticket) {
    ticket.draggable = true;
    if (ticket.querySelector(".ticket-menu")) return;
    const button = Object.assign(document.createElement("button"), { type: "button", className: "ticket-menu", textContent: "⋯", ariaHasPopup: "menu" });
    button.ariaLabel = `Mover ${ticket.querySelector("[data-ticket]").textContent}`;
    ticket.querySelector(".ticket-foot")?.append(button);
  }

  // Tells the others that this person is writing notes.
  typed = (event) => {
    const form = event.target.closest?.("[data-writing-at]");
    if (!form || form === this.toldOf && Date.now() - this.told < writingEvery) return;
    this.toldOf = form;
    this.told = Date.now();
    fetch(form.dataset.writingAt, { method: "POST" }).catch(() => null); // the next letter tries again
  };

  get tickets() {
    return [...this.querySelectorAll("[data-ticket]")].filter((link) => link.checkVisibility());
  }

  // The ticket that keys act on: the focused one, else the open one.
  get current() {
    return (document.activeElement.closest?.(".ticket") ?? this.querySelector(".ticket[aria-current]"))?.querySelector("[data-ticket]");
  }

  pressed = (event) => {
    if (localStorage.getItem("atalhos") === "desligados" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.(single) || document.querySelector("dialog:modal, :popover-open:not(.toaster)")) return;
    if (this.act(event.key.toLowerCase())) event.preventDefault();
  };

  act(key) {
    if (/^[1-9]$/.test(key)) return this.move(this.current, this.querySelector(`[data-number="${key}"]`));
    switch (key) {
      case "j": return this.step(1);
      case "k": return this.step(-1);
      case "t": return this.press(this.current?.closest(".ticket").querySelector(".ticket-attend"));
      case "escape": return this.press(document.querySelector("[data-dock-close]"));
    }
    return false;
  }

  // Beside an open item the keys open its neighbours, so that every key is about the item that is read.
  step(by) {
    const dock = document.querySelector(".dock");
    if (dock) return this.press(dock.querySelector(`[data-dock-step="${by}"]`));
    const tickets = this.tickets;
    const at = tickets.indexOf(this.current);
    const next = tickets[at < 0 ? 0 : at + by];
    // After the last shown ticket of a lane come those that are not shown yet.
    const more = at >= 0 && by > 0 && tickets[at].closest(".lane") !== next?.closest(".lane") && tickets[at].closest(".lane").querySelector("[data-more]");
    if (more) return this.press(more);
    next?.focus();
    return Boolean(next);
  }

  press(target) {
    target?.click();
    return Boolean(target);
  }

  move(ticket, lane) {
    if (!ticket || !lane || lane.contains(ticket)) return false;
    const form = this.querySelector("[data-move]");
    form.action = `${new URL(ticket.href).pathname}/mover`;
    form.elements.status.value = lane.dataset.lane;
    this.post(form);
    return true;
  }

  // An act on an item of this board.
  sent = (event) => {
    const form = event.target;
    if (event.defaultPrevented || form === this.passing || !this.acts(form, actionOf(form, event.submitter))) return;
    event.preventDefault();
    event.stopPropagation();
    this.post(form, event.submitter);
  };

  acts(form, action) {
    const { origin, pathname } = new URL(action);
    return form.getAttribute("method") === "post" && origin === location.origin && new RegExp(`^${this.dataset.path}/\\d+/`).test(pathname);
  }

  // The answer is the board again, with the lanes that changed, the open item and the toast. The focus stays on its
  // ticket; an act of the open item leaves it there. Any other answer, or none, is that of the form sent as usual.
  async post(form, submitter) {
    const focused = this.focused;
    const body = new URLSearchParams(new FormData(form, submitter));
    const { answer, page, isOld } = await this.request(actionOf(form, submitter), { method: "POST", body, headers: this.known });
    sendable(form);
    if (!page?.querySelector("x-fila")) return this.pass(form, submitter);
    document.activeElement?.blur();
    this.dragging = null;
    const opened = this.show(page, form);
    if (answer.redirected) this.address(opened ? answer.url : null, form.closest("x-pergunta"));
    const [old, now] = [document, page].map((one) => one.querySelector("#avisos"));
    if (old && now) old.replaceChildren(...now.childNodes);
    this.focusTicket(focused);
    if (document.activeElement === document.body) document.querySelector("#ficha-nome")?.focus();
    if (isOld) this.refresh();
  }

  // The address of the board after an act; null stays. A dialog ends without a place in the history.
  address(address, dialog) {
    if (dialog) return dialog.finish(address);
    if (address && address !== location.href) history.pushState(null, "", address);
  }

  pass(form, submitter) {
    this.passing = form;
    resubmit(form, submitter);
    this.passing = null;
  }

  // Back and forward to a page of this board.
  went = async () => {
    const { page } = await this.request(location.href, { headers: asPart });
    if (!page?.querySelector("x-fila")) return location.reload();
    this.show(page);
  };

  // A short tone says that the queue has grown, for those who want it.
  ring(before, now) {
    if (!("sound" in this.dataset) || now <= before) return;
    sound(440);
  }

  dragged(event) {
    const lane = event.target.closest(".lane");
    switch (event.type) {
      case "dragstart":
        this.dragging = event.target.closest(".ticket")?.querySelector("[data-ticket]");
        break;
      case "dragover":
        if (!this.dragging || !lane || lane.contains(this.dragging)) return;
        event.preventDefault();
        lane.dataset.over = "";
        break;
      case "dragleave":
        if (lane && !lane.contains(event.relatedTarget)) delete lane.dataset.over;
        break;
      case "drop":
        event.preventDefault();
        this.move(this.dragging, lane);
        break;
      case "dragend":
        this.dragging = null;
        for (const over of this.querySelectorAll("[data-over]")) delete over.dataset.over;
    }
  }
});
