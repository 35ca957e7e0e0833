package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const editor = "x-modelo[data-ready] .ProseMirror"

// editing signs Camila in and opens the term of associates who sign for themselves.
func editing(t *testing.T, app *handlertest.App) *browsertest.Page {
	t.Helper()
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/modelos")
	page.Click("Associado ou animal")
	page.WaitFor(editor)
	return page
}

// atEnd puts the caret on a new line at the end of the text, which is the only one at the right.
func atEnd(page *browsertest.Page) {
	page.Click(editor + " > :last-child")
	page.WaitUntil("the tools show the last line", `() => document.querySelector("[data-command=align]").value === "right"`)
	page.Press("End", "Enter")
}

// An administrator writes a term: a variable comes from the menu by keys, an unknown one is listed and replaced, the
// preview follows the text, and the version is published with a note.
func TestTemplate_WrittenAndPublished(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := editing(t, app)
	page.WaitUntil("there is a preview", `() => Boolean(document.querySelector("[data-pages]").dataset.shown) && document.querySelector("[data-failed]").hidden`)
	first := page.Attribute("[data-pages]", "data-shown")
	atEnd(page)
	page.Type("Assino como {{assoc")
	page.WaitForText(".t-menu", "com “assoc”")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-menu")
	page.Press("Escape")
	page.WaitGone(".t-menu")
	page.WaitForText(editor, "{{assoc")
	page.Press("Backspace", "Backspace", "Backspace", "Backspace", "Backspace", "Backspace", "Backspace")
	page.Type("{{nome ass")
	page.WaitFor(".t-menu [aria-selected=true]")
	page.Press("ArrowDown", "ArrowUp", "Enter")
	page.WaitGone(".t-menu")
	page.WaitFor(editor + " > :last-child [data-variable]:not([data-bad])")
	page.Type(", de {{cidade_natal}}.")
	page.WaitForText("[data-problems]", "“cidade_natal” não existe.")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-problem")
	page.Click("Publicar versão 1")
	page.WaitForFocus("Ir até ela")
	page.Press("Tab")
	page.Press("Enter")
	page.WaitGone("[data-problems]")
	page.WaitGone(editor + " [data-bad]")
	page.WaitForText("[data-saved]", "Rascunho salvo às")
	page.WaitUntil("the preview is of the new text", `(first) => Number(document.querySelector("[data-pages]").dataset.shown) > Number(first)`,
		first)
	page.Click("Publicar versão 1")
	page.Fill("O que mudou", "Primeira versão da diretoria")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-publish")
	page.Click("Publicar versão 1")
	page.WaitForText(".toast", "Versão publicada.")
	page.WaitForText("h1", "Termo: Associado ou animal")
	if app.Count(t, "sign_template_versions", "notes = 'Primeira versão da diretoria' and content_json::text like '%Assino como %'") != 1 {
		t.Error("the version with its note is not stored")
	}
}

// Two administrators write at once: the second is asked, and nothing is overwritten before they chose.
func TestTemplate_DraftChangedElsewhere(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	one, other := editing(t, app), editing(t, app)
	write := func(page *browsertest.Page, text string) {
		t.Helper()
		atEnd(page)
		page.Type(text)
	}
	stored := func(text string) bool {
		return app.Count(t, "sign_templates", "draft_content::text like '%"+text+"%'") == 1
	}
	write(one, "Do primeiro.")
	one.WaitForText("[data-saved]", "Rascunho salvo às")
	other.Expect(409)
	write(other, "Do segundo.")
	other.WaitForText("[data-saved]", "mudou o rascunho")
	other.WaitForText("[data-saved]", dbtest.Camila.Name)
	other.CheckAccessibility()
	other.Screenshot(t.Name())
	if !stored("Do primeiro.") || stored("Do segundo.") {
		t.Error("the draft of the first is overwritten unasked")
	}
	other.Click("Manter o meu")
	other.WaitForText("[data-saved]", "Rascunho salvo às")
	if stored("Do primeiro.") || !stored("Do segundo.") {
		t.Error("the kept draft is not stored")
	}
	one.Expect(409)
	write(one, "Ainda o primeiro.")
	one.WaitForText("[data-saved]", "mudou o rascunho")
	one.Click("Ver o texto novo")
	one.WaitForText(editor, "Do segundo.")
	one.WaitGone("[data-choice]")
}

// A new page of the preview stays unseen until it is drawn: no black rectangle, but the grey desk, or the page before, and a word
// that it is being updated.
func TestTemplate_PreviewUnseenUntilDrawn(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := editing(t, app)
	page.WaitUntil("there is a preview", `() => Boolean(document.querySelector("[data-pages]").dataset.shown)`)
	page.WaitForText("[data-pages]", "Abrir a prévia")
	// The test browser has no reader of PDF, so that it is said to have one, and the test says when a frame has loaded.
	browsertest.Read[any](page, `() => {
		Object.defineProperty(navigator, "pdfViewerEnabled", { value: true });
		const make = document.createElement.bind(document);
		document.createElement = (name) => {
			const element = make(name);
			if (name !== "iframe") return element;
			Object.defineProperty(element, "src", { set(address) { this.dataset.from = address; } });
			element.addEventListener = (_, drawn) => { element.drawn = drawn; };
			return element;
		};
	}`)
	update := func() {
		browsertest.Read[any](page, `() => { document.querySelector("[data-preview] form").dispatchEvent(new Event("change")) }`)
	}
	loaded := `() => { document.querySelector("[data-pages] iframe:last-of-type").drawn() }`
	update()
	page.WaitUntil("a frame loads", `() => document.querySelector("[data-pages] iframe[data-loading]")?.dataset.from.includes("previa.pdf")`)
	if state := browsertest.Read[string](page, `() => [getComputedStyle(document.querySelector("[data-pages] iframe")).opacity,
		document.querySelector("[data-updating]").innerText.trim()].join(" ")`); state != "0 Atualizando…" {
		t.Errorf("while it loads the frame is %q", state)
	}
	browsertest.Read[any](page, loaded)
	page.WaitUntil("the page is shown", `() => getComputedStyle(document.querySelector("[data-pages] iframe")).opacity === "1"
		&& document.querySelector("[data-updating]").hidden`)
	update()
	page.WaitUntil("the page before stays", `() => document.querySelectorAll("[data-pages] iframe").length === 2
		&& document.querySelectorAll("[data-pages] iframe[data-loading]").length === 1`)
	browsertest.Read[any](page, loaded)
	page.WaitUntil("only the new page stays", `() => document.querySelectorAll("[data-pages] iframe").length === 1`)
}
