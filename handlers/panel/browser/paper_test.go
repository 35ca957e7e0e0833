package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// On paper a report names its period, and choices between versions of a part, which nobody can press, are left out.
func TestPaper_PeriodAndNoSegments(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Camila)
	page.Paper()
	page.Visit("/painel/analises/evidencias?de=2026-01&ate=2026-11")
	page.WaitForText(".on-paper:has(+ .counts)", "Período: 01/2026 a 11/2026")
	page.Visit("/painel/agenda")
	page.WaitGone(".segments")
}

// What the search of the agenda finds is readable at the width of an office screen.
func TestAgendaList_SearchReadable(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Camila)
	page.Size(1366, 768)
	page.Visit("/painel/agenda/lista")
	page.WaitUntil("the placeholder fits", `() => {
		const field = document.querySelector("main [name=q]"), style = getComputedStyle(field), pen = document.createElement("canvas").getContext("2d");
		pen.font = [style.fontWeight, style.fontSize, style.fontFamily].join(" ");
		return pen.measureText(field.placeholder).width <= field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
	}`)
}
