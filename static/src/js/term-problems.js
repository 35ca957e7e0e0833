// The unknown variables of a term, listed under its text with the known one whose name is nearest.
export class TermProblems {
  constructor(root, catalogue, act) {
    Object.assign(this, { root, catalogue, list: root.querySelector("ul"), title: root.querySelector("h2 span") });
    root.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) act(this.found[button.dataset.index], button.dataset.name);
    });
  }

  update(doc) {
    this.found = unknown(doc, this.catalogue);
    this.root.hidden = this.found.length === 0;
    this.title.textContent = this.found.length === 1 ? "1 problema impede a publicação" : `${this.found.length} problemas impedem a publicação`;
    this.list.replaceChildren(...this.found.map((problem, index) => this.item(problem, index)));
  }

  focus() {
    this.list.querySelector("button").focus();
  }

  item(problem, index) {
    const item = document.createElement("li");
    const text = document.createElement("span");
    text.textContent = `“${problem.name}” não existe.${problem.heading ? ` Está em “${problem.heading}”.` : ""}`;
    const nearest = this.nearest(problem.name);
    item.append(text, button("Ir até ela", index), button(`Trocar por ${nearest.label}`, index, nearest.name));
    return item;
  }

  nearest(name) {
    const distances = this.catalogue.map((variable) => Math.min(distance(name, variable.name), distance(name, variable.label)));
    return this.catalogue[distances.indexOf(Math.min(...distances))];
  }
}

function unknown(doc, catalogue) {
  const found = [];
  let heading = "";
  doc.descendants((node, position) => {
    if (node.type.name === "heading") heading = node.textContent;
    if (node.type.name === "variable" && !catalogue.some((variable) => variable.name === node.attrs.name)) found.push({ name: node.attrs.name, position, heading });
  });
  return found;
}

function button(label, index, name = "") {
  const element = document.createElement("button");
  Object.assign(element, { type: "button", className: "btn", textContent: label });
  Object.assign(element.dataset, { variant: "outline", size: "sm", index, name });
  return element;
}

const words = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().split(/[^a-z0-9]+/).filter(Boolean).join(" ");

// Returns the share of letters to change from one name to the other (Levenshtein), less for a name that contains the other.
function distance(one, other) {
  const [from, to] = [words(one), words(other)];
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line++) {
    const next = [line];
    for (let column = 1; column <= to.length; column++) {
      next.push(Math.min(next[column - 1] + 1, row[column] + 1, row[column - 1] + (from[line - 1] === to[column - 1] ? 0 : 1)));
    }
    row = next;
  }
  const contained = from.startsWith(to) || to.startsWith(from);
  return (contained ? 0.25 : 1) * row[to.length] / Math.max(from.length, to.length, 1);
}
