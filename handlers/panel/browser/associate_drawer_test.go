package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const drawer = "#gaveta-associado[open]"

// openDrawer opens the first row of the list by keyboard.
func openDrawer(t *testing.T) *browsertest.Page {
	t.Helper()
	page := associateList(t)
	page.Press("j", "Enter")
	page.WaitFor(drawer)
	return page
}

func focusIsIn(page *browsertest.Page, selector string) {
	page.WaitUntil("the focus is in "+selector, `(selector) => document.activeElement.matches(selector)`, selector)
}

// A value is edited inline, in the drawer as on the page, and the row under it is updated.
func TestAssociateDrawer_PhoneChanged(t *testing.T) {
	t.Parallel()
	page := openDrawer(t)
	browsertest.Read[any](page, `() => { document.querySelector("#gaveta-associado .editable-pencil").focus() }`)
	page.WaitForFocus("Mudar telefone")
	page.Press("Enter")
	page.WaitForFocus("Telefone")
	page.Type("123")
	// Escape cancels the field and keeps the drawer open.
	page.Press("Escape")
	page.WaitForFocus("Mudar telefone")
	page.WaitFor(drawer)

	page.Expect(422)
	page.Press("Enter")
	page.Type("123")
	page.Press("Enter")
	page.WaitForText(drawer+" .editing", "Faltam números")
	focusIsIn(page, ".editing [name=phone]")
	page.CheckAccessibility()
	page.Fill("Telefone", "48991234567")
	page.Press("Enter")
	page.WaitForText(drawer+" [data-value=phone]", "(48) 99123-4567")
	page.WaitForText("#anuncio", "Salvo")
	page.WaitForFocus("Mudar telefone")
	page.WaitFor(drawer + " x-editar[data-state='']")
	page.WaitForText("tbody tr:first-child", "(48) 99123-4567")
	page.Press("x", "Escape")
	page.WaitGone(drawer)
	focusIsIn(page, "tbody tr:first-child [data-row]")
	page.WaitForText("[data-bar]", "1 selecionado")
}

func TestAssociatePage_TagsAndNotesChanged(t *testing.T) {
	t.Parallel()
	page := associateList(t)
	page.Visit(anaPage + "?parte=cadastro")
	page.Click("Mudar etiquetas")
	page.Click("Prioritário")
	page.Press("Enter")
	page.WaitForText("[data-value=tags]", "Prioritário")
	page.Click("Mudar observações de saúde")
	page.WaitForFocus("Observações de saúde")
	page.Type("Liga só à tarde")
	page.Press("Enter")
	page.WaitForText("[data-value=health_notes]", "Liga só à tarde")
	// The phone is shown twice on the page.
	page.Click("Mudar telefone")
	page.Fill("Telefone", "48991234567")
	page.Click("Salvar")
	page.WaitUntil("both say the new phone",
		`() => [...document.querySelectorAll("[data-value=phone]")].map((one) => one.textContent).join() === "(48) 99123-4567,(48) 99123-4567"`)
	page.Reload()
	page.WaitForText("main", "Liga só à tarde")
}

// An annotation is written without leaving the list, and is not lost by accident.
func TestAssociateDrawer_AnnotationWritten(t *testing.T) {
	t.Parallel()
	page := openDrawer(t)
	browsertest.Read[any](page, `() => { window.confirm = () => { window.asked = (window.asked ?? 0) + 1; return false } }`)
	page.Fill("Nova anotação", "Ligar depois")
	page.Press("Escape")
	page.WaitUntil("it is asked", `() => window.asked === 1`)
	page.WaitFor(drawer)
	page.Click("Fechar")
	page.WaitUntil("it is asked again", `() => window.asked === 2`)
	page.Back()
	page.WaitUntil("it is asked once more", `() => window.asked === 3`)
	page.WaitForPath("/painel/associados/5")
	page.WaitFor(drawer)
	page.Click("Anotar")
	page.WaitForText(drawer+" .notes", "Ligar depois")
	page.WaitForText(".toast", "Anotação salva.")
	focusIsIn(page, "#anotar textarea")
	page.WaitForPath("/painel/associados/5")
	page.Click("Fechar")
	page.WaitGone(drawer)
	page.WaitForPath("/painel/associados")
}

// On the page too the place is kept, and the keys of the page work at once.
func TestAssociatePage_AnnotationWritten(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Bruno)
	page.Phone()
	page.Visit("/painel/associados/1")
	page.Fill("Nova anotação", "Ligar depois")
	page.Click("#anotar [type=submit]")
	page.WaitForText(".toast", "Anotação salva.")
	page.WaitUntil("the annotation is in sight", `() => {
		const { top, bottom } = document.querySelector(".notes li").getBoundingClientRect();
		return scrollY > 0 && top > 0 && bottom < innerHeight && document.activeElement === document.body;
	}`)
}

// E edits the row on the page, or in the list the focused one.
func TestAssociatesList_EditKey(t *testing.T) {
	t.Parallel()
	page := openDrawer(t)
	page.Press("e")
	page.WaitForPath("/painel/associados/5/editar")
	page.Visit("/painel/associados")
	page.Press("j", "j", "e")
	page.WaitForPath("/painel/associados/3/editar")
	page.SignIn(dbtest.Fernando)
	page.Visit("/painel/associados")
	page.Press("j", "e", "g", "i")
	page.WaitForPath("/painel")
}

// htmx handles every way back, after which the browser focuses the start of the page.
func TestAssociateDrawer_FocusReturnsToRow(t *testing.T) {
	t.Parallel()
	page := openDrawer(t)
	for _, leave := range []func(){page.Back, func() { page.Press("Escape") }} {
		leave()
		page.WaitGone(drawer)
		page.WaitUntil("the way back is done", `() => navigation.transition === null`)
		if on := page.FocusedName(); on != dbtest.Carla.FullName() {
			t.Errorf("the focus is on %q", on)
		}
		page.Press("Enter")
		page.WaitFor(drawer)
	}
}
