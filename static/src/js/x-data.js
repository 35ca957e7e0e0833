// A date typed as dd/mm/aaaa, with a time after it for a moment: sets the signs while somebody types digits, completes what was
// typed in short when the field is left, and opens the calendar of the browser.
const two = (text) => text.padStart(2, "0");

customElements.define("x-data", class extends HTMLElement {
  connectedCallback() {
    [this.field, this.native] = this.querySelectorAll("input");
    this.isMoment = this.native.type === "datetime-local";
    this.field.addEventListener("input", (event) => this.typed(event));
    this.field.addEventListener("change", () => this.complete());
    this.querySelector("button").addEventListener("click", () => this.open());
    for (const name of ["input", "change"]) this.native.addEventListener(name, (event) => this.picked(event));
  }

  typed(event) {
    if (!event.inputType?.startsWith("insertText")) return;
    const text = this.field.value.replace(/([/: ])[/: ]+/g, "$1");
    const next = [[/^\d\d$/, "/"], [/^\d\d?\/\d\d$/, "/"], [/^\d\d?\/\d\d?\/\d{4}$/, this.isMoment ? " " : ""], [/ \d\d$/, ":"]].find(([form]) => form.test(text));
    this.field.value = text + (next?.[1] ?? "");
  }

  // The parts of what was typed: day, month, year, hour, minute.
  read() {
    return this.field.value.trim().match(/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d\d)(?:[ ,]+(\d{1,2})(?:[h:](\d{0,2}))?)?$/)?.slice(1);
  }

  complete() {
    const [day, month, year, hour, minute] = this.read() ?? [];
    if (!day) return;
    const date = `${two(day)}/${two(month)}/${year.length === 2 ? `20${year}` : year}`;
    this.field.value = this.isMoment && hour ? `${date} ${two(hour)}:${two(minute || "0")}` : date;
  }

  open() {
    this.complete();
    const [day, month, year, hour, minute] = this.read() ?? [];
    this.native.value = day ? `${year}-${month}-${day}${this.isMoment ? `T${hour ?? "09"}:${minute ?? "00"}` : ""}` : "";
    this.native.showPicker();
  }

  picked(event) {
    event.stopPropagation();
    const [, year, month, day, time] = this.native.value.match(/^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d))?/) ?? [];
    if (!year) return;
    this.field.value = `${day}/${month}/${year}${time ? ` ${time}` : ""}`;
    this.field.dispatchEvent(new Event(event.type, { bubbles: true }));
  }
});
