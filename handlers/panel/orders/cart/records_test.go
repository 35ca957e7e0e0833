package cart_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// withItem returns the cart of a new order for Ana with one oil, ready to be saved.
func withItem(t *testing.T, client *handlertest.Client) url.Values {
	t.Helper()
	form := client.FormAt(newCart + "?associado=" + dbtest.Ana.UserCode)
	form.Set("add.code_texto", dbtest.Oil.Code)
	form = press(client, form, "adicionar").Form("pedido")
	form.Set("acao", "salvar")
	return form
}

// An administrator registers a prescriber with the order; both are stored, or neither.
func TestCart_NewPrescriber(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	form := withItem(t, camila)
	for name, value := range map[string]string{"wanted": "true", "name": "Dra. Nara Nunes", "type": "medic", "council": "CRM"} {
		form.Set("new_prescriber."+name, value)
	}
	refused := camila.Form(newCart, form).Want(422)
	if words := refused.Words(); !strings.Contains(words, "Número no conselho: informe o número no conselho") ||
		refused.HTML().Find("[name='new_prescriber.name']").AttrOr("value", "") != "Dra. Nara Nunes" {
		t.Errorf("refused with %s", words)
	}
	if app.Count(t, "orders", "user_id = "+"1") != 1 || app.Count(t, "professionals", "name = 'Dra. Nara Nunes'") != 0 {
		t.Error("something of a refused form is stored")
	}
	form.Set("new_prescriber.council_number", "98765")
	form.Set("new_prescriber.council_state", "SC")
	form.Set("total", "0,01")
	camila.Form(newCart, form).Want(422)
	if app.Count(t, "professionals", "name = 'Dra. Nara Nunes'") != 0 {
		t.Error("the prescriber is stored without the order")
	}
	form.Set("total", "290,00")
	camila.Form(newCart, form).Want(303)
	camila.Form(newCart, form).Want(303) // sent twice
	if app.Count(t, "professionals", "name = 'Dra. Nara Nunes' and is_prescriber and council = 'CRM' and council_number = '98765' and council_state = 'SC'") != 1 {
		t.Error("the prescriber is not registered once")
	}
	if app.Count(t, "orders", "prescriber = 'Dra. Nara Nunes' and prescriber_code = (select professional_code from professionals where name = 'Dra. Nara Nunes')") != 1 {
		t.Error("the order is not prescribed by the new one")
	}
}

// Who may not create professionals reads whom to ask, and is refused.
func TestCart_NewPrescriberAccess(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	form := withItem(t, bruno)
	if page := bruno.GET(newCart + "?associado=" + dbtest.Ana.UserCode); !strings.Contains(page.Words(),
		"Peça à administração para cadastrar o prescritor.") || page.HTML().Find("[name^=new_prescriber]").Length() != 0 {
		t.Error("a prescriber is offered to be registered, or nothing says whom to ask")
	}
	for name, value := range map[string]string{"wanted": "true", "name": "Dra. Nara Nunes", "type": "medic", "council": "CRM",
		"council_number": "1"} {
		form.Set("new_prescriber."+name, value)
	}
	if words := bruno.Form(newCart, form).Want(422).Words(); !strings.Contains(words, "Seu papel não permite criar profissionais.") {
		t.Errorf("refused with %s", words)
	}
	if app.Count(t, "professionals", "name = 'Dra. Nara Nunes'") != 0 || app.Count(t, "orders", "user_id = 1") != 1 {
		t.Error("something is stored")
	}
}

// The cart says to each role what it may do about a prescriber who is not registered.
func TestCart_NewPrescriberByRole(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	const may, mayNot = "Seu papel pode cadastrar.", "seu papel não cadastra prescritores. Peça à administração para cadastrar o prescritor."
	said := map[dbtest.Operator]string{dbtest.Camila: may, dbtest.Bruno: mayNot, dbtest.Priscila: "", dbtest.Fernando: "", dbtest.Renata: ""}
	for _, operator := range dbtest.Staff() {
		answer := app.As(t, operator).GET(newCart + "?associado=" + dbtest.Ana.UserCode)
		if said[operator] == "" {
			answer.Want(403)
			continue
		}
		words := answer.Want(200).Words()
		if strings.Contains(words, may) != (said[operator] == may) || strings.Contains(words, mayNot) != (said[operator] == mayNot) {
			t.Errorf("%s reads %s", operator.Name, words)
		}
		if offers := answer.HTML().Find("[name='new_prescriber.wanted']").Length() == 1; offers != (said[operator] == may) {
			t.Errorf("%s is offered the form: %v", operator.Name, offers)
		}
	}
}

// Address and prescriber of the cart are stored in the associate's record when ticked, and only then.
func TestCart_KeptInTheRecord(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	form := withItem(t, bruno)
	form.Set("address.street", "Rua Nova")
	form.Set("prescriber_code_texto", "Dr. Zeca Prado")
	bruno.Form(newCart, form).Want(303)
	if app.Count(t, "users", "id = 1 and (street = 'Rua Nova' or prescriber = 'Dr. Zeca Prado')") != 0 {
		t.Error("the record changed without being ticked")
	}
	form = withItem(t, bruno)
	form.Set("address.street", "Rua Nova")
	form.Set("prescriber_code_texto", "Dr. Zeca Prado")
	form.Set("keep_address", "true")
	form.Set("keep_prescriber", "true")
	// Somebody changes the record while the cart is open.
	app.Exec(t, "update users set street = 'Rua Velha' where id = 1")
	refused := bruno.Form(newCart, form).Want(422)
	if words := refused.Words(); !strings.Contains(words, "O cadastro do associado mudou enquanto este pedido estava aberto.") ||
		!strings.Contains(words, "No cadastro agora: Rua Velha") {
		t.Errorf("refused with %s", words)
	}
	if app.Count(t, "orders", "user_id = 1") != 2 || app.Count(t, "users", "id = 1 and street = 'Rua Velha'") != 1 {
		t.Error("something of the refused form is stored")
	}
	again := refused.Form("pedido")
	if !again.Has("keep_address") || again.Get("address.street") != "Rua Nova" {
		t.Error("the refused form lost what was typed")
	}
	again.Set("acao", "salvar")
	bruno.Form(newCart, again).Want(303)
	if app.Count(t, "users", "id = 1 and street = 'Rua Nova' and prescriber = 'Dr. Zeca Prado'") != 1 ||
		app.Count(t, "orders", "user_id = 1") != 3 {
		t.Error("the order or the record is not stored")
	}
}

// A change of a stored order reaches the record as well; who may not change associates is not asked, and refused.
func TestCart_KeptInTheRecordAccess(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	priscila := app.As(t, dbtest.Priscila)
	form := priscila.GET(joaosCart).Form("pedido")
	if form.Has("keep_address") || priscila.GET(joaosCart).HTML().Find("[name=keep_address]").Length() != 0 {
		t.Error("production is offered to change the record")
	}
	form.Set("address.street", "Rua Nova")
	form.Set("address.cep", "88010-000")
	form.Set("keep_address", "true")
	form.Set("acao", "salvar")
	priscila.Form(joaosCart, form).Want(422)
	if app.Count(t, "orders", "id = 2 and address->>'street' = 'Rua Nova'") != 0 {
		t.Error("a part is stored")
	}
	app.As(t, dbtest.Bruno).Form(joaosCart, form).Want(303)
	if app.Count(t, "users u join orders o on o.user_id = u.id", "o.id = 2 and u.street = 'Rua Nova' and u.cep = '88010000'") != 1 {
		t.Error("the record is not changed")
	}
}
