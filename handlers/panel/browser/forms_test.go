package browser_test

import (
	"net/http"
	"strings"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// After an error the summary has the focus, each of its lines links to its field, and typed values stay.
func TestOrderForm_RefusedShowsProblems(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := orderForAna(t, app)
	page.Expect(422)
	page.Fill("Observações", "Deixar na <portaria> & avisar")
	page.Fill("Preço", "abc")
	page.Click("Salvar pedido")
	page.WaitForSummary()
	page.CheckFocusIsSeen()
	page.Click("Item 1, preço: deve ser um valor em reais, como 1.234,50")
	page.WaitForFocus("Preço")
	page.CheckFocusIsSeen()
	if page.Attribute(":focus", "aria-invalid") != "true" || page.Text("#"+page.Attribute(":focus", "aria-describedby")) == "" {
		t.Error("the field does not say what is wrong with it")
	}
	if page.Value(":focus") != "abc" || page.Value("[name=info]") != "Deixar na <portaria> & avisar" {
		t.Error("what was typed is gone")
	}
	page.Fill("Preço", "280")
	page.WaitForText(".cart-total", "Total R$ 280,00")
	page.Click("Salvar pedido")
	page.WaitForText(".toast", "salvo")
	if stored := page.Value("[name=info]"); stored != "Deixar na <portaria> & avisar" {
		t.Errorf("stored is %q", stored)
	}
}

// An invalid amount is marked while typing, without a summary, and the last total stays.
func TestOrderForm_MarkedWhileTyping(t *testing.T) {
	t.Parallel()
	page := orderForAna(t, handlertest.New(t))
	page.Fill("Desconto", "x")
	page.WaitForText(".cart-total", "Corrija o campo destacado")
	page.WaitFor("[name=discount][aria-invalid=true]")
	page.WaitGone("[role=alert]")
	page.Fill("Desconto", "1.5")
	page.Press("Tab")
	page.WaitForText(".cart-total", "Total R$ 288,50")
	if written := page.Value("[name=discount]"); written != "1,50" {
		t.Errorf("the amount is written %q", written)
	}
}

// Unsaved changes are not lost by a wrong key; an unchanged form is left without a question.
func TestForm_LeavingChangedAsks(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Bruno)
	page.Visit(joaosPage + "/editar")
	page.Visit("/painel")
	page.Visit(joaosPage + "/editar")
	page.Fill("Observações", "Ligar antes")
	page.Leave("/painel")
	page.WaitForPath("/painel")
	// Values of a refused form are not stored either, although they were not typed on this page.
	page.Expect(http.StatusUnprocessableEntity)
	page.Visit("/painel/associados/novo")
	page.Click("details:has([name=occupation]) > summary")
	page.Fill("Ocupação", "Professora")
	page.Click("Cadastrar")
	page.WaitForSummary()
	page.Press("Tab")
	page.Leave("/painel")
	page.WaitForPath("/painel")
}

// Saving while a total is being computed works as usual: the browser does not ask whether to leave the
// submitted page.
func TestOrderForm_SavedDuringTotal(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Bruno)
	page.Visit(newOrderForAna)
	page.Fill("Produto", dbtest.Oil.Code)
	page.Click("Adicionar")
	page.WaitForText(".cart-total", "R$ 290,00")
	page.HoldAnswers()
	page.Fill("Observações", "Ligar antes")
	page.WaitFor("form.htmx-request")
	page.Click("Salvar pedido")
	closed := browsertest.Read[bool](page, `async () => {
		for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
		return document.querySelector("form[data-guard]").dataset.sending === "true";
	}`)
	if !closed {
		t.Error("the form can be sent again while it is being saved")
	}
	page.ReleaseAnswers()
	page.WaitForText(".toast", "salvo")
}

// A double click creates one associate: scripts ignore the second click, and without them the server recognises
// the repeated form.
func TestAssociateForm_DoubleClick(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	for i, prepare := range []func(){func() {}, page.WithoutScripts} {
		prepare()
		page.Visit("/painel/associados/novo")
		page.Fill("Nome completo", "Helena Prado")
		// The first answer comes too late to navigate before the second click.
		page.HoldAnswers()
		page.DoubleClick("Cadastrar")
		page.ReleaseAnswers()
		page.WaitForText(".toast", "criado")
		if created := app.Count(t, "users", "associate_name = 'Helena Prado'"); created != i+1 {
			t.Errorf("a double click created %d associates", created-i)
		}
	}
}

// A late total keeps the values typed meanwhile.
func TestOrderForm_LateTotalKeepsInput(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Bruno)
	page.Visit(newOrderForAna)
	page.Fill("Produto", dbtest.Oil.Code)
	page.Click("Adicionar")
	page.WaitForText(".cart-total", "R$ 290,00")
	page.Click("Mudar endereço")
	page.HoldAnswers()
	page.Fill("Bairro", "Ilha")
	page.WaitFor("form.htmx-request")
	// The field is changed again and left; typing continues in another one, so that the next total is requested only
	// after this one.
	browsertest.Read[any](page, `() => {
		const notes = document.querySelector("[name=info]");
		document.querySelector("[name='address.neighborhood']").value = "Ilha Grande";
		notes.focus();
		const type = () => notes.dispatchEvent(new Event("input", { bubbles: true }));
		type();
		window.typing = setInterval(type, 50);
	}`)
	page.ReleaseAnswers()
	page.WaitGone("form.htmx-request")
	kept := browsertest.Read[string](page, `() => {
		clearInterval(window.typing);
		return document.querySelector("[name='address.neighborhood']").value;
	}`)
	if kept != "Ilha Grande" {
		t.Errorf("the field says %q", kept)
	}
	page.Leave("/painel")
}

// The search of a form is a combobox: the focus stays in the field, arrow keys move the selection.
func TestOrderForm_AssociateChosenByKeyboard(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/pedidos/novo")
	page.WaitForFocus("Associado")
	page.Type("exemplo.org")
	const offered = "#campo-associado-lista"
	page.WaitForText(offered+" [aria-selected=true]", "@exemplo.org.br")
	first := page.Text(offered + " [aria-selected=true]")
	page.Press("ArrowDown")
	page.WaitForFocus("Associado")
	second := page.Text("#" + page.Attribute(":focus", "aria-activedescendant"))
	if second == first || page.Attribute(":focus", "aria-expanded") != "true" {
		t.Errorf("a screen reader gets %q after %q", second, first)
	}
	page.Press("Escape")
	page.WaitGone(offered)
	page.Type("x")
	page.WaitForText(offered, "Nada encontrado")
	page.Press("Backspace")
	page.WaitForText(offered+" [aria-selected=true]", "@exemplo.org.br")
	page.Press("ArrowDown", "Enter")
	page.WaitForFocus("Produto")
	if name := page.Text("main .line-text a"); !strings.HasPrefix(second, name) {
		t.Errorf("chosen was %q, and the order is for %q", second, name)
	}
}

func TestOrderForm_ItemRemoved(t *testing.T) {
	t.Parallel()
	page := orderForAna(t, handlertest.New(t))
	page.Fill("Produto", dbtest.Cream.Code)
	page.Click("Adicionar")
	page.WaitForText(".cart-total", "R$ 358,50")
	page.Click("Remover " + dbtest.Oil.Name)
	page.WaitForText(".cart-total", "R$ 68,50")
	page.WaitForText(".cart", dbtest.Cream.Name)
}
