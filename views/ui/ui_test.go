package ui_test

import (
	"strings"
	"testing"
	"time"

	"acolhe/views/ui"
	"acolhe/views/ui/uitest"
)

func TestHere_KeepsRestOfAddress(t *testing.T) {
	here := ui.Here("/painel/pedidos?pagina=3&q=jo%C3%A3o&uf=SC")
	for _, c := range []struct{ got, want string }{
		{here.With("pagina", "4"), "/painel/pedidos?pagina=4&q=jo%C3%A3o&uf=SC"},
		{here.With("uf", "", "pagina", ""), "/painel/pedidos?q=jo%C3%A3o"},
		{here.Sorted("nome"), "/painel/pedidos?ordem=nome&q=jo%C3%A3o&uf=SC"},
		{ui.Here("/p?ordem=nome").Sorted("nome"), "/p?ordem=-nome"},
		{ui.Here("/p?ordem=-nome").Sorted("nome"), "/p"},
		{ui.Here("/p?ordem=-nome").Sorted("cidade"), "/p?ordem=cidade"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestErrorSummary_LinksToFields(t *testing.T) {
	problems := ui.Problems{{Field: "items[0].quantity", Message: "Quantidade: use um número"}, {Message: "O total mudou."}}
	html := uitest.Draw(t, ui.ErrorSummary{Problems: problems})
	uitest.Has(t, html, `href="#campo-items-0-quantity"`, `role="alert"`, "O total mudou.")
	if got := problems.For("items[0].quantity"); got != "Quantidade: use um número" {
		t.Errorf("got %q", got)
	}
	if got := problems.For("other"); got != "" {
		t.Errorf("got %q for a field without a problem", got)
	}
}

// Items have ids, to which assistive technology refers (ui.md, point 9 of the kit).
func TestMenu_ItemIDs(t *testing.T) {
	html := uitest.Draw(t, ui.Menu{ID: "acoes", Label: "Ações", Items: []ui.MenuItem{
		{Label: "Abrir", Href: "/a"}, {Rule: true}, {Label: "Mover", Post: "/b"}, {Label: "Anular", Opens: "c"}, {Label: "Nada"},
	}})
	if items, ids := strings.Count(html, `role="menuitem"`),
		strings.Count(html, `<a id="acoes-`)+strings.Count(html, `<button id="acoes-`); items != 4 || ids != 4 {
		t.Errorf("%d items, %d ids: %s", items, ids, html)
	}
}

// A link from data must not become a script.
func TestButton_LinkSanitised(t *testing.T) {
	uitest.HasNot(t, uitest.Draw(t, ui.Button{Label: "x", Href: "javascript:alert(1)"}), "javascript:")
}

// The full time is shown on hover if the short one omits a part.
func TestMoment_Title(t *testing.T) {
	at := time.Date(2026, 11, 20, 12, 30, 15, 0, time.UTC)
	uitest.Has(t, uitest.Draw(t, ui.DayOf(at, at.Add(time.Hour))), `datetime="2026-11-20T12:30Z"`, `title="20/11/2026 12:30"`)
	day := uitest.Draw(t, ui.DayOf(at, at.AddDate(0, 0, 3)))
	uitest.Has(t, day, `datetime="2026-11-20"`)
	uitest.HasNot(t, day, "title")
	uitest.HasNot(t, uitest.Draw(t, ui.Moment(at, at.AddDate(0, 1, 0))), "title")
}
