package browsertest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// accessibility runs the rules of ui.md ("Testing in the browser"). The script is evaluated instead of linked, because
// the content policy of the pages would refuse it. Animated elements are checked at the end of their animation. A target that
// a bar of the page covers in part is no violation, because scrolling shows it.
const accessibility = `async (runOnly) => {
	const moving = document.getAnimations().filter(({ effect }) => !effect.pseudoElement);
	await Promise.allSettled(moving.map(({ finished }) => finished));
	await new Promise(requestAnimationFrame);
	const { violations } = await axe.run(document, { runOnly, resultTypes: ["violations"] });
	const isBar = (element) => element && (["fixed", "sticky"].includes(getComputedStyle(element).position) || isBar(element.parentElement));
	const isUnderBar = ({ any }) => any.some(({ data, relatedNodes }) => data?.messageKey?.startsWith("partiallyObscured")
		&& relatedNodes.some(({ target }) => isBar(document.querySelector(target[0]))));
	return violations.flatMap(({ id, help, nodes }) => nodes.filter((node) => !isUnderBar(node)).map((node) => ({
		rule: id, help, element: node.target.join(" "), summary: node.failureSummary })));
}`

type violation struct{ Rule, Help, Element, Summary string }

// CheckAccessibility fails the test for every violation that axe finds on the current page.
func (p *Page) CheckAccessibility() {
	p.t.Helper()
	p.checkRules([]string{"wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"})
}

// CheckContrast is CheckAccessibility with only the rules that a theme can break: themes change only colours.
func (p *Page) CheckContrast() {
	p.t.Helper()
	p.checkRules([]string{"color-contrast"})
}

// checkRules runs the rules with these tags or names.
func (p *Page) checkRules(rules []string) {
	p.t.Helper()
	script, err := axe()
	if err != nil {
		p.t.Fatal(err)
	}
	// The library is a plain script, so it is evaluated as the body of a function.
	Read[any](p, "() => { if (!window.axe) {"+script+"} }")
	for _, found := range Read[[]violation](p, accessibility, rules) {
		p.t.Errorf("%s: %s (%s) at %s\n%s", p.Path(), found.Rule, found.Help, found.Element, found.Summary)
	}
}

// CheckLayout fails the test unless the page is no wider than the screen and has one h1, one main and a title.
func (p *Page) CheckLayout() {
	p.t.Helper()
	page := Read[struct {
		Width           int64
		Headings, Mains int
		Title, Language string
	}](p, `() => ({
		width: document.documentElement.scrollWidth,
		headings: document.querySelectorAll("h1").length, mains: document.querySelectorAll("main").length,
		title: document.title.trim(), language: document.documentElement.lang })`)
	if page.Width != p.width {
		p.t.Errorf("%s is %d wide on a screen of %d: it scrolls sideways", p.Path(), page.Width, p.width)
	}
	if page.Headings != 1 || page.Mains != 1 || page.Title == "" || page.Language != "pt-BR" {
		p.t.Errorf("%s has %d h1, %d main, the title %q and the language %q", p.Path(), page.Headings, page.Mains, page.Title, page.Language)
	}
}

// CheckFocusIsSeen checks WCAG 2.2, 2.4.11: the header does not hide the focused element.
func (p *Page) CheckFocusIsSeen() {
	p.t.Helper()
	p.WaitUntil("what has the focus can be seen", `() => {
		const box = document.activeElement.getBoundingClientRect();
		const middle = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2;
		return [box.top + 2, middle].every((y) => document.activeElement.contains(document.elementFromPoint(box.left + box.width / 2, y)));
	}`)
}

// axe returns the text of the library, read once from the module's npm packages.
var axe = sync.OnceValues(func() (string, error) {
	root, err := moduleRoot()
	if err != nil {
		return "", err
	}
	script, err := os.ReadFile(filepath.Join(root, "node_modules", "axe-core", "axe.min.js"))
	if errors.Is(err, fs.ErrNotExist) {
		return "", errors.New("axe-core is not installed: run npm ci")
	}
	return string(script), err
})

// moduleRoot returns the nearest parent folder with a go.mod; tests run in the folder of their package.
func moduleRoot() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder, nil
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			return "", errors.New("no go.mod above " + strings.TrimSuffix(folder, "/"))
		}
		folder = parent
	}
}
