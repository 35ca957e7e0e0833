package ui_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"acolhe/views/ui"
)

func draw(t *testing.T, part ui.Content) string {
	t.Helper()
	var html strings.Builder
	if err := part.Render(context.Background(), &html); err != nil {
		t.Fatal(err)
	}
	return html.String()
}

func has(t *testing.T, html string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(html, want) {
			t.Errorf("%s\n\tis not in %s", want, html)
		}
	}
}

func hasNot(t *testing.T, html string, unwanted ...string) {
	t.Helper()
	for _, never := range unwanted {
		if strings.Contains(html, never) {
			t.Errorf("%s\n\tmust not be in %s", never, html)
		}
	}
}

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

func TestPager_Range(t *testing.T) {
	html := draw(t, ui.Pager{Here: "/p?uf=SC", Page: 4, Size: 25, Total: 1284})
	has(t, html, "76–100 de 1.284", `href="/p?pagina=5&amp;uf=SC" aria-label="Próxima página"`, `href="/p?por=60&amp;uf=SC"`, `href="/p?pagina=52&amp;uf=SC"`)

	first := draw(t, ui.Pager{Here: "/p", Page: 1, Size: 25, Total: 30})
	has(t, first, "1–25 de 30")
	hasNot(t, first, "Página anterior", "…")
	has(t, draw(t, ui.Pager{Here: "/p", Page: 2, Size: 25, Total: 30}), "26–30 de 30", `href="/p" aria-label="Página anterior"`)

	has(t, draw(t, ui.Pager{Here: "/p", Page: 1, Size: 25}), "Nenhum resultado")

	const next = `aria-label="Próxima página"`
	has(t, draw(t, ui.Pager{Here: "/p", Page: 1, Size: 60, Total: 10000, More: true, Shown: 60}), "1–60 de mais de 10.000", `href="/p?pagina=167"`, next)
	has(t, draw(t, ui.Pager{Here: "/p", Page: 200, Size: 60, Total: 10000, More: true, Shown: 60}), "11.941–12.000 de mais de 10.000", `href="/p?pagina=201"`, next)
	end := draw(t, ui.Pager{Here: "/p", Page: 200, Size: 60, Total: 10000, More: true, Shown: 7})
	has(t, end, "11.941–11.947 de 11.947")
	hasNot(t, end, next)
	hasNot(t, draw(t, ui.Pager{Here: "/p", Page: 1, Size: 25, Total: 25}), "<nav")
}

func TestInput_LabelHintAndError(t *testing.T) {
	html := draw(t, ui.Input{Name: "items[0].quantity", Label: "Quantidade", Kind: ui.Number, Value: `1"2`,
		Hint: "Inteira.", Error: "Quantidade: use um número", Optional: true})
	has(t, html,
		`<label for="campo-items-0-quantity">`, `id="campo-items-0-quantity" name="items[0].quantity"`,
		`aria-describedby="campo-items-0-quantity-dica campo-items-0-quantity-erro"`, `aria-invalid="true"`,
		`id="campo-items-0-quantity-dica"`, `id="campo-items-0-quantity-erro"`, "(opcional)", `value="1&#34;2"`)

	bare := draw(t, ui.Input{Name: "nome", Label: "Nome"})
	hasNot(t, bare, "aria-describedby", "aria-invalid", "(opcional)")
}

func TestErrorSummary_LinksToFields(t *testing.T) {
	problems := ui.Problems{{Field: "items[0].quantity", Message: "Quantidade: use um número"}, {Message: "O total mudou."}}
	html := draw(t, ui.ErrorSummary{Problems: problems})
	has(t, html, `href="#campo-items-0-quantity"`, `role="alert"`, "O total mudou.")
	if got := problems.For("items[0].quantity"); got != "Quantidade: use um número" {
		t.Errorf("got %q", got)
	}
	if got := problems.For("other"); got != "" {
		t.Errorf("got %q for a field without a problem", got)
	}
}

func TestTable_AriaSort(t *testing.T) {
	html := draw(t, ui.Table{Label: "Pedidos", Here: "/p?ordem=-nome", Columns: []ui.Column{{Label: "Nome", Sort: "nome"}, {Label: "Cidade", Sort: "cidade"}, {Label: "CPF"}}})
	has(t, html, `aria-sort="descending"`, `href="/p?ordem=cidade"`, `role="table"`, `role="columnheader"`)
	if n := strings.Count(html, "aria-sort"); n != 1 {
		t.Errorf("%d columns are said to be sorted", n)
	}
	hasNot(t, draw(t, ui.Table{Label: "Pedidos", Here: "/p", Columns: []ui.Column{{Label: "Nome", Sort: "nome"}, {Label: "CPF"}}}), "aria-sort")
}

func TestConfirm_FocusesCancel(t *testing.T) {
	html := draw(t, ui.Confirm{ID: "anular", Title: "Anular?", Text: "Não volta.", Verb: "Anular contrato", Action: "/x", Variant: ui.Danger})
	cancel, verb := strings.Index(html, "Cancelar"), strings.Index(html, "Anular contrato")
	focus := strings.Index(html, "autofocus")
	if focus < 0 || focus > cancel || cancel > verb {
		t.Errorf("the focus must be on Cancel, before the verb: %s", html)
	}
	has(t, html, `role="alertdialog"`)
	hasNot(t, html, "closedby")
}

func TestToast_ErrorStays(t *testing.T) {
	hasNot(t, draw(t, ui.Toast{Tone: ui.Bad, Text: "Falhou."}), "data-life")
	has(t, draw(t, ui.Toast{Tone: ui.Bad, Text: "Falhou."}), `role="alert"`)
	has(t, draw(t, ui.Toast{Tone: ui.Good, Text: "Salvo."}), `data-life="6"`)
	has(t, draw(t, ui.Toast{Tone: ui.Info, Text: "Removida.", Undo: "/desfazer"}), `data-life="8"`, `action="/desfazer"`)
}

// Items have ids, to which assistive technology refers (ui.md, point 9 of the kit).
func TestMenu_ItemIDs(t *testing.T) {
	html := draw(t, ui.Menu{ID: "acoes", Label: "Ações", Items: []ui.MenuItem{
		{Label: "Abrir", Href: "/a"}, {Rule: true}, {Label: "Mover", Post: "/b"}, {Label: "Anular", Opens: "c"}, {Label: "Nada"},
	}})
	if items, ids := strings.Count(html, `role="menuitem"`), strings.Count(html, `<a id="acoes-`)+strings.Count(html, `<button id="acoes-`); items != 4 || ids != 4 {
		t.Errorf("%d items, %d ids: %s", items, ids, html)
	}
}

// A link from data must not become a script.
func TestLink_Sanitised(t *testing.T) {
	hasNot(t, draw(t, ui.LeadCell{Text: "x", Href: "javascript:alert(1)"}), "javascript:")
	hasNot(t, draw(t, ui.Button{Label: "x", Href: "javascript:alert(1)"}), "javascript:")
}

func TestCell_Tag(t *testing.T) {
	for want, cell := range map[string]ui.Cell{
		`<td role="cell">a &lt;b&gt;</td>`:                      {Text: "a <b>"},
		`<td role="cell" class="p-end right strong">1</td>`:     {Text: "1", Place: ui.End, Right: true, Strong: true},
		`<td role="cell"><span class="num">R$ 1,00</span></td>`: {Content: ui.Amount("R$ 1,00")},
	} {
		if got := draw(t, cell); got != want {
			t.Errorf("%+v is %s, want %s", cell, got, want)
		}
	}
}

// The full time is shown on hover if the short one omits a part.
func TestMoment_Title(t *testing.T) {
	at := time.Date(2026, 11, 20, 12, 30, 15, 0, time.UTC)
	has(t, draw(t, ui.DayOf(at, at.Add(time.Hour))), `datetime="2026-11-20T12:30Z"`, `title="20/11/2026 12:30"`)
	day := draw(t, ui.DayOf(at, at.AddDate(0, 0, 3)))
	has(t, day, `datetime="2026-11-20"`)
	hasNot(t, day, "title")
	hasNot(t, draw(t, ui.Moment(at, at.AddDate(0, 1, 0))), "title")
}
