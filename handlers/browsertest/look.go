package browsertest

import (
	"fmt"
	"strings"
)

// WaitFor waits until an element that the selector matches is visible.
func (p *Page) WaitFor(selector string) {
	p.t.Helper()
	p.untilLoaded(selector+" is seen", p.holds(`(selector) => [...document.querySelectorAll(selector)].some((element) =>
		element.checkVisibility({ visibilityProperty: true }))`, selector))
}

// WaitGone waits until no element that the selector matches is visible.
func (p *Page) WaitGone(selector string) {
	p.t.Helper()
	p.untilLoaded(selector+" is gone", p.holds(`(selector) => ![...document.querySelectorAll(selector)].some((element) =>
		element.checkVisibility({ visibilityProperty: true }))`, selector))
}

// WaitForPath waits until a page with this path has loaded; a path with a query must match with its query.
func (p *Page) WaitForPath(path string) {
	p.t.Helper()
	p.untilLoaded("come to "+path, func() (string, error) {
		at, err := call[string](p, `() => location.pathname + location.search`)
		if !strings.Contains(path, "?") {
			at, _, _ = strings.Cut(at, "?")
		}
		if at == path {
			return "", err
		}
		return "is at " + at, err
	})
}

// WaitForText waits until the text of the matched element contains this text.
func (p *Page) WaitForText(selector, text string) {
	p.t.Helper()
	p.untilLoaded(selector+" says “"+text+"”", func() (string, error) {
		says, err := call[*string](p, readText, selector)
		switch {
		case says == nil:
			return "is not there", err
		case strings.Contains(*says, text):
			return "", err
		}
		return "says “" + *says + "”", err
	})
}

// WaitForFocus waits until the element with this name has the focus.
func (p *Page) WaitForFocus(name string) {
	p.t.Helper()
	p.untilLoaded("focus “"+name+"”", func() (string, error) {
		focused, err := call[place](p, find, "", "focus")
		if focused.Name == name {
			return "", err
		}
		return fmt.Sprintf("the focus is on <%s> “%s”", focused.Tag, focused.Name), err
	})
}

// WaitUntil waits until a JavaScript function returns true, in a page that still loads too; the wish describes it in a
// failure message.
func (p *Page) WaitUntil(wish, function string, arguments ...any) {
	p.t.Helper()
	p.until(wish, p.holds(function, arguments...))
}

// holds returns an obstacle that is empty once the JavaScript function returns true.
func (p *Page) holds(function string, arguments ...any) func() (string, error) {
	return func() (string, error) {
		so, err := call[bool](p, function, arguments...)
		if so {
			return "", err
		}
		return "it is not so", err
	}
}

// WaitForSummary waits until the error summary of a form has the focus and still has it after htmx has settled.
func (p *Page) WaitForSummary() {
	p.t.Helper()
	p.WaitUntil("the summary has and keeps the focus", `async () => {
		for (let frame = 0; frame < 3; frame++) {
			if (!document.activeElement.matches("[role=alert]")) return false;
			await new Promise(requestAnimationFrame);
		}
		return true;
	}`)
}

// FocusedName returns the name of the focused element.
func (p *Page) FocusedName() string {
	p.t.Helper()
	return Read[place](p, find, "", "focus").Name
}

// readText reads the visible text, with single spaces.
const readText = `(selector) => {
	const element = document.querySelector(selector);
	return element && element.innerText.replace(/\s+/g, " ").trim();
}`

// Text waits for the first match of the selector and returns its text, with single spaces.
func (p *Page) Text(selector string) string {
	p.t.Helper()
	return waitFor(p, selector, readText)
}

// Value waits for a field matched by a selector and returns its value.
func (p *Page) Value(selector string) string {
	p.t.Helper()
	return waitFor(p, selector, `(selector) => document.querySelector(selector)?.value`)
}

// Attribute waits for the first match of the selector and returns an attribute; a missing one is empty.
func (p *Page) Attribute(selector, name string) string {
	p.t.Helper()
	return waitFor(p, selector, `(selector, name) => {
		const element = document.querySelector(selector);
		return element && (element.getAttribute(name) ?? "");
	}`, name)
}

// Path returns the path of the tab with its query.
func (p *Page) Path() string {
	p.t.Helper()
	return Read[string](p, `() => location.pathname + location.search`)
}

// Title returns the title of the tab.
func (p *Page) Title() string {
	p.t.Helper()
	return Read[string](p, `() => document.title`)
}

func waitFor(p *Page, selector, function string, arguments ...any) (answer string) {
	p.t.Helper()
	p.until("read "+selector, func() (string, error) {
		read, err := call[*string](p, function, append([]any{selector}, arguments...)...)
		if read == nil {
			return "is not there", err
		}
		answer = *read
		return "", err
	})
	return answer
}
