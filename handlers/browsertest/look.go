package browsertest

import (
	"fmt"
	"strings"
)

// WaitFor waits until something that the selector finds can be seen.
func (p *Page) WaitFor(selector string) {
	p.t.Helper()
	p.WaitUntil(selector+" is seen", `(selector) => [...document.querySelectorAll(selector)].some((element) =>
		element.checkVisibility({ visibilityProperty: true }))`, selector)
}

// WaitGone waits until nothing that the selector finds can be seen.
func (p *Page) WaitGone(selector string) {
	p.t.Helper()
	p.WaitUntil(selector+" is gone", `(selector) => ![...document.querySelectorAll(selector)].some((element) =>
		element.checkVisibility({ visibilityProperty: true }))`, selector)
}

// WaitForPath waits until a page with this path has loaded; a path with a query also wants that query.
func (p *Page) WaitForPath(path string) {
	p.t.Helper()
	p.until("come to "+path, func() (string, error) {
		at, err := call[string](p, `() => document.readyState === "complete" ? location.pathname + location.search : "loading"`)
		if !strings.Contains(path, "?") {
			at, _, _ = strings.Cut(at, "?")
		}
		if at == path {
			return "", err
		}
		return "is at " + at, err
	})
}

// WaitForText waits until what the selector finds says this among other things.
func (p *Page) WaitForText(selector, text string) {
	p.t.Helper()
	p.until(selector+" says “"+text+"”", func() (string, error) {
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

// WaitForFocus waits until what has this name has the focus.
func (p *Page) WaitForFocus(name string) {
	p.t.Helper()
	p.until("focus “"+name+"”", func() (string, error) {
		focused, err := call[place](p, find, "", "focus")
		if focused.Name == name {
			return "", err
		}
		return fmt.Sprintf("the focus is on <%s> “%s”", focused.Tag, focused.Name), err
	})
}

// WaitUntil waits until a function of JavaScript answers true; the wish says in a message what for.
func (p *Page) WaitUntil(wish, function string, arguments ...any) {
	p.t.Helper()
	p.until(wish, func() (string, error) {
		so, err := call[bool](p, function, arguments...)
		if so {
			return "", err
		}
		return "it is not so", err
	})
}

// FocusedName is what the element with the focus is called.
func (p *Page) FocusedName() string {
	p.t.Helper()
	return Read[place](p, find, "", "focus").Name
}

// readText reads as a person does: what is seen, with single spaces.
const readText = `(selector) => {
	const element = document.querySelector(selector);
	return element && element.innerText.replace(/\s+/g, " ").trim();
}`

// Text waits for what the selector finds first and reads it, with single spaces between the words.
func (p *Page) Text(selector string) string {
	p.t.Helper()
	return waitFor(p, selector, readText)
}

// Value waits for a field, found by a selector, and reads what it holds.
func (p *Page) Value(selector string) string {
	p.t.Helper()
	return waitFor(p, selector, `(selector) => document.querySelector(selector)?.value`)
}

// Attribute waits for what the selector finds first and reads an attribute; a missing one is empty.
func (p *Page) Attribute(selector, name string) string {
	p.t.Helper()
	return waitFor(p, selector, `(selector, name) => {
		const element = document.querySelector(selector);
		return element && (element.getAttribute(name) ?? "");
	}`, name)
}

// Path is the path of the tab with its query.
func (p *Page) Path() string {
	p.t.Helper()
	return Read[string](p, `() => location.pathname + location.search`)
}

// Title is the title of the tab.
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
