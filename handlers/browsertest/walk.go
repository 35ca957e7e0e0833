package browsertest

// Way is how a person walks through the pages.
type Way struct {
	Name string
	// Keyboard walks without a mouse, Plain without scripts, Large with text at 200 %.
	Keyboard, Plain, Large bool
}

// Ways are the ways in which every walk goes.
func Ways() []Way {
	return []Way{{Name: "scripts"}, {Name: "plain", Plain: true}, {Name: "keyboard", Keyboard: true}, {Name: "large", Large: true}}
}

// Walker walks through the pages on a small phone of 360×740. Each page to which it comes must fit the phone.
type Walker struct {
	*Page
	Way Way
}

// Walk returns a walker with a tab.
func Walk(page *Page, way Way) Walker {
	page.t.Helper()
	page.SmallPhone()
	if way.Large {
		page.LargeText()
	}
	if way.Plain {
		page.WithoutScripts()
	}
	return Walker{page, way}
}

// Open opens a path, and checks its page.
func (w Walker) Open(path string) {
	w.t.Helper()
	w.Visit(path)
	w.check()
}

// Arrive waits for a path, and checks its page.
func (w Walker) Arrive(path string) {
	w.t.Helper()
	w.WaitForPath(path)
	w.until(path+" has loaded", w.loading)
	w.check()
}

// check fails unless the page fits the phone, with large text too.
func (w Walker) check() {
	w.t.Helper()
	w.CheckLayout()
	if !w.Way.Large {
		w.CheckLargeText()
	}
}

// Use presses a button, follows a link or chooses an option.
func (w Walker) Use(target string) {
	w.t.Helper()
	if !w.Way.Keyboard {
		w.Click(target)
		return
	}
	w.tabTo(target)
	w.CheckFocusIsSeen()
	kind := Read[string](w.Page, `() => document.activeElement.type ?? ""`)
	switch {
	case kind == "radio" && Read[bool](w.Page, `() => document.activeElement.checked`):
	case kind == "radio" || kind == "checkbox":
		w.Press("Space")
	default:
		w.Press("Enter")
	}
}

// Write fills a field.
func (w Walker) Write(field, text string) {
	w.t.Helper()
	if w.Way.Keyboard {
		w.tabTo(field)
		w.CheckFocusIsSeen()
		Read[any](w.Page, `() => { document.activeElement.select?.() }`)
		w.Type(text)
	} else {
		w.Fill(field, text)
	}
	// An option counts once its list is closed.
	if Read[bool](w.Page, `() => document.activeElement.localName === "select"`) {
		w.Press("Tab")
	}
}

// mostTabs is more than the parts of any page that a walk comes to.
const mostTabs = 150

// tabTo presses Tab until the element with this name or selector has the focus; among radio buttons the arrows choose.
func (w Walker) tabTo(target string) {
	w.t.Helper()
	w.until(target+" is there", w.holds(`(wanted) => {
		const found = (`+find+`)(wanted, "any");
		return !found.problem || found.problem.startsWith("is covered");
	}`, target))
	for range mostTabs {
		switch Read[string](w.Page, isFocused, target) {
		case "here":
			return
		case "group":
			w.Press("ArrowDown")
		default:
			w.Press("Tab")
		}
	}
	w.t.Fatalf("no Tab leads to “%s” at %s", target, w.location())
}

// isFocused says whether the wanted element has the focus, or a radio button beside it.
const isFocused = `(wanted) => {
	const words = (element) => {
		const copy = element.cloneNode(true);
		for (const aside of copy.querySelectorAll("kbd, .kbd, .count, .opt, [aria-hidden=true], svg, input, textarea, select, noscript")) aside.remove();
		return copy.textContent.replace(/\s+/g, " ").trim();
	};
	const named = (element) => element.getAttribute("aria-label") || (element.labels?.length ? words(element.labels[0]) : words(element));
	const is = (element) => {
		const name = named(element);
		if (name === wanted || element.name === wanted || name.startsWith(wanted + " ")) return true;
		try { return element.matches(wanted); } catch { return false; }
	};
	const focused = document.activeElement;
	if (is(focused)) return "here";
	const beside = focused.type === "radio" && [...focused.form.elements].some((other) => other.type === "radio" && other.name === focused.name && is(other));
	return beside ? "group" : "";
}`
