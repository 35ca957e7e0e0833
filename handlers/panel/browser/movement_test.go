package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
)

// maxMovement is the layout shift budget of ui.md, as Chromium measures it.
const maxMovement = 0.02

// movement is a layout shift without recent input.
type movement struct {
	Share float64
	What  []string
}

// checkNothingMoved fails the test if parts of the page have shifted since it loaded, without input.
func checkNothingMoved(t *testing.T, page *browsertest.Page, after string) {
	t.Helper()
	moved := browsertest.Read[[]movement](page, `async () => {
		const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
		await document.fonts.ready;
		await painted();
		const observer = new PerformanceObserver(() => {});
		observer.observe({ type: "layout-shift", buffered: true });
		return observer.takeRecords().filter((shift) => !shift.hadRecentInput).map((shift) => ({
			share: shift.value, what: shift.sources.map(({ node }) => (node?.cloneNode(false).outerHTML ?? node?.data ?? "").slice(0, 120)) }));
	}`)
	share := 0.0
	for _, one := range moved {
		share += one.Share
	}
	if share > maxMovement {
		t.Errorf("%s: %.3f of the page moved by itself: %v", after, share, moved)
	}
}

// comeBeforeScripts opens the list as on a slow connection: it is visible before its scripts run.
func comeBeforeScripts(page *browsertest.Page) {
	page.HoldScripts()
	browsertest.Read[any](page, `() => { location.href = "/painel/associados?por=60" }`)
	page.WaitUntil("the list is seen without its scripts", `async () => {
		if (location.search !== "?por=60" || !document.querySelector(".pager")) return false;
		await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
		return performance.getEntriesByName("first-contentful-paint").length > 0 && !customElements.get("x-selecao");
	}`)
	page.ReleaseAnswers()
	page.WaitUntil("the scripts have begun", `() => document.readyState === "complete" && Boolean(customElements.get("x-selecao"))`)
}

// Parts of a page must not move on their own, because a person may be about to click.
func TestAssociatesList_NoLayoutShift(t *testing.T) {
	t.Parallel()
	for name, size := range map[string]func(*browsertest.Page){"desk": (*browsertest.Page).Desktop, "phone": (*browsertest.Page).Phone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, page := listOfMany(t)
			size(page)
			comeBeforeScripts(page)
			checkNothingMoved(t, page, "the scripts began")
			page.Click("tbody tr:nth-child(2) .pick")
			page.WaitForText("[data-bar]", "1 selecionado")
			page.Click("[data-clear]")
			page.WaitGone("[data-bar]")
			page.Press("j", "Enter")
			page.WaitFor("dialog[open]")
			page.Press("Escape")
			page.WaitGone("dialog[open]")
			checkNothingMoved(t, page, "a row was picked and opened")
			page.Fill("q", "pessoa 1")
			page.WaitForPath("/painel/associados?q=pessoa+1")
			page.WaitForText(".pager", "de 100")
			checkNothingMoved(t, page, "the list was narrowed")
			page.Visit("/painel/associados?por=60&ordem=cidade")
			checkNothingMoved(t, page, "the list was sorted")
		})
	}
}
