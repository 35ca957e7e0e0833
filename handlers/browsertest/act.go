package browsertest

import (
	"context"
	_ "embed" // find.js
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	downloads "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

//go:embed find.js
var find string

// place is the position of an element on the screen, or the reason why it cannot be clicked.
type place struct {
	X, Y      float64
	Problem   string
	Name, Tag string
}

// Click clicks the element with this name (the label of a field, the text of a button or link) or matched by a
// selector. It must be visible and not covered.
func (p *Page) Click(target string) {
	p.t.Helper()
	p.clickOn(target, "any")
}

// DoubleClick clicks twice at one place, without searching the element between the clicks.
func (p *Page) DoubleClick(target string) {
	p.t.Helper()
	at := p.find(target, "any")
	p.do("double click “"+target+"”", func(ctx context.Context, tab *chromedp.Target) (nothing chromedp.Void, err error) {
		if _, err := chromedp.MouseClickXY(at.X, at.Y)(ctx, tab); err != nil {
			return nothing, err
		}
		return chromedp.MouseClickXY(at.X, at.Y)(ctx, tab)
	})
}

// Drag presses the mouse on one element and releases it on another.
func (p *Page) Drag(from, to string) {
	p.t.Helper()
	start, end := p.find(from, "any"), p.find(to, "any")
	left := func(event *input.DispatchMouseEventParams) { event.Button, event.ClickCount = input.MouseButtonLeft, 1 }
	p.do("press “"+from+"”", chromedp.MouseEvent(chromedp.MousePressed, start.X, start.Y, left))
	p.do("drag to “"+to+"”", chromedp.MouseEvent(chromedp.MouseMoved, end.X, end.Y, left))
	p.do("release over “"+to+"”", chromedp.MouseEvent(chromedp.MouseReleased, end.X, end.Y, left))
}

// Fill focuses a field by its label or name and replaces its value by typing.
func (p *Page) Fill(field, text string) {
	p.t.Helper()
	p.clickOn(field, "field")
	Read[any](p, `() => { document.activeElement.select?.() }`)
	if text == "" {
		p.Press("Backspace")
		return
	}
	p.Type(text)
}

// File stores a file for Choose and returns its path.
func File(t testing.TB, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Choose selects files in a file field, as with the dialog of the browser.
func (p *Page) Choose(selector string, files ...string) {
	p.t.Helper()
	p.until("choose for "+selector, p.holds("(selector) => document.querySelectorAll(selector).length === 1", selector))
	p.do("choose for "+selector, chromedp.SetUploadFiles(selector, files, chromedp.NodeReady))
}

// Download clicks on a link to a file and returns the whole file, as the browser saved it.
func (p *Page) Download(target string) string { return p.Save(target, func() { p.Click(target) }) }

// Save returns the whole file that begins to load when a link is followed, as the browser saved it.
func (p *Page) Save(target string, follow func()) string {
	p.t.Helper()
	folder := p.t.TempDir()
	p.do("save downloads", func(ctx context.Context, _ *chromedp.Target) (nothing chromedp.Void, err error) {
		tab := chromedp.FromContext(ctx)
		_, err = cdp.Call(ctx, tab.Browser, downloads.SetDownloadBehavior, downloads.SetDownloadBehaviorParams{
			Behavior: downloads.SetDownloadBehaviorBehaviorAllow, DownloadPath: folder, BrowserContextID: tab.BrowserContextID})
		return nothing, err
	})
	follow()
	var content []byte
	p.until("download “"+target+"”", func() (string, error) {
		saved, err := filepath.Glob(filepath.Join(folder, "*"))
		if err != nil || len(saved) != 1 || filepath.Ext(saved[0]) == ".crdownload" {
			return "the download has not ended", err
		}
		content, err = os.ReadFile(saved[0])
		return "", err
	})
	return string(content)
}

// Type types into the focused element, key by key.
func (p *Page) Type(text string) {
	p.t.Helper()
	for _, key := range text {
		p.do("type "+text, pressKey(key))
	}
}

// Press presses keys one after the other: a character, a name such as Enter or ArrowDown, or either with
// modifiers, such as Control+k and Shift+Tab.
func (p *Page) Press(keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		text, modifiers := keyOf(key)
		struck, size := utf8.DecodeRuneInString(text)
		if size != len(text) {
			p.t.Fatalf("%q is no key", key)
		}
		p.do("press "+key, pressKey(struck, modifiers...))
	}
}

// pressKey sends a key down and up. The character is part of the key-down event: as an event of its own it would
// arrive even where the page prevents the key's default.
func pressKey(key rune, held ...chromedp.Modifier) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, tab *chromedp.Target) (nothing chromedp.Void, err error) {
		events := kb.Encode(key)
		down, up := events[0], events[len(events)-1]
		if len(events) > 2 && len(held) == 0 {
			down.Text, down.UnmodifiedText = events[1].Text, events[1].UnmodifiedText
		}
		for _, event := range []*input.DispatchKeyEventParams{down, up} {
			for _, modifier := range held {
				event.Modifiers |= modifier.Int64()
			}
			if _, err := cdp.Call(ctx, tab, input.DispatchKeyEvent, *event); err != nil {
				return nothing, err
			}
		}
		return nothing, nil
	}
}

func keyOf(key string) (text string, held []chromedp.Modifier) {
	named := map[string]string{
		"Enter": kb.Enter, "Tab": kb.Tab, "Escape": kb.Escape, "Backspace": kb.Backspace, "Delete": kb.Delete, "Space": " ",
		"ArrowDown": kb.ArrowDown, "ArrowUp": kb.ArrowUp, "ArrowLeft": kb.ArrowLeft, "ArrowRight": kb.ArrowRight, "Home": kb.Home, "End": kb.End,
	}
	modifiers := map[string]chromedp.Modifier{"Control": chromedp.ModifierCtrl, "Shift": chromedp.ModifierShift, "Alt": chromedp.ModifierAlt}
	for {
		before, after, found := strings.Cut(key, "+")
		modifier, known := modifiers[before]
		if !found || !known {
			break
		}
		key, held = after, append(held, modifier)
	}
	if name, known := named[key]; known {
		return name, held
	}
	return key, held
}

func (p *Page) clickOn(target, kind string) {
	p.t.Helper()
	at := p.find(target, kind)
	p.do("click “"+target+"”", chromedp.MouseClickXY(at.X, at.Y))
}

// find waits until the element can be clicked and stays where it is between two polls.
func (p *Page) find(target, kind string) (at place) {
	p.t.Helper()
	p.untilLoaded("click “"+target+"”", func() (string, error) {
		found, err := call[place](p, find, target, kind)
		if found.Problem != "" || err != nil {
			return found.Problem, err
		}
		last := at
		if at = found; at != last {
			return "it moves", nil
		}
		return "", nil
	})
	return at
}

// untilLoaded polls until the obstacle is empty in a page that has loaded: before that, its scripts do not answer to keys.
func (p *Page) untilLoaded(wish string, obstacle func() (string, error)) {
	p.t.Helper()
	p.until(wish, func() (string, error) {
		if problem, err := obstacle(); problem != "" || err != nil {
			return problem, err
		}
		if problem, err := p.loading(); problem != "" || err != nil {
			return problem, err
		}
		return obstacle() // again, as the page may have moved while it loaded
	})
}

// loading returns an obstacle while the page loads.
func (p *Page) loading() (string, error) {
	loaded, err := call[bool](p, `() => document.readyState === "complete"`)
	if loaded {
		return "", err
	}
	return "the page is loading", err
}

// until polls until the obstacle is empty, and fails the test when waitTimeout ends. An error counts as an
// obstacle: between two pages no script can run.
func (p *Page) until(wish string, obstacle func() (string, error)) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, waitTimeout)
	defer cancel()
	again := time.NewTicker(pollInterval)
	defer again.Stop()
	for {
		problem, err := obstacle()
		if problem == "" && err == nil {
			return
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			p.t.Fatalf("%s: %s %v\nat %s", wish, problem, err, p.location())
		}
	}
}

// location returns the tab's address, focused element and visible text, for failure messages.
func (p *Page) location() string {
	seen, err := call[string](p, `() => [location.href, "focus: " + document.activeElement.outerHTML.slice(0, 200),
		"value: " + document.activeElement.value, document.body.innerText.slice(0, 1500)].join("\n")`)
	if err != nil {
		return err.Error()
	}
	return seen
}
