package payments_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

const (
	joaosPage = "/painel/agenda/2"
	payPage   = joaosPage + "/pagar"
	backPage  = joaosPage + "/a-pagar"
)

// withSecond adds a service of R$ 100,00 to João's booking, of R$ 150,00 until then.
func withSecond(t *testing.T, app *handlertest.App) {
	t.Helper()
	app.Exec(t, "update services set price = 150 where id = 2")
	app.Exec(t, `insert into services (id, service_code, booking_group_code, associate_user_code, associate_name, professional_id, professional_name, type, price, status)
		select 50, 'S-50', booking_group_code, associate_user_code, associate_name, 1, 'Renata', 'medic', 100, 'Aguardando Pagamento' from services where id = 2`)
}

func payment(client *handlertest.Client, changes url.Values) url.Values {
	form := client.FormAt(payPage)
	form.Set("payment_method", "pix")
	form["services"] = []string{"2", "50"} // Fields has one value of a name
	for name, values := range changes {
		form[name] = values
	}
	return form
}

// The form offers the unpaid services and their sum; what is paid has method, value and day, and what was not ticked stays open.
func TestPay_Group(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	withSecond(t, app)
	bruno := app.As(t, dbtest.Bruno)
	page := bruno.GET(payPage).Want(200)
	if words := page.Words(); !strings.Contains(words, "Registrar pagamento da reserva") || !strings.Contains(words, "A pagar R$ 250,00") {
		t.Errorf("it asks %s", words)
	}
	if page.Fields().Get("amount_received") != "250,00" {
		t.Errorf("it proposes %v", page.Fields())
	}
	form := payment(bruno, url.Values{"services": {"2"}, "amount_received": {"150,00"}})
	done := bruno.Form(payPage, form).Want(303)
	if done.Location() != joaosPage || done.Notice().Text != "Pagamento de R$\u00a0150,00 registrado." || done.Notice().Undo != "" {
		t.Errorf("it leads to %s with %+v", done.Location(), done.Notice())
	}
	const paid = "status = 'Pagamento Concluído' and payment_type = 'Pix' and paid_at is not null"
	if app.Count(t, "services", paid+" and id = 2 and price_paid = 150") != 1 ||
		app.Count(t, "services", "id = 50 and status = 'Aguardando Pagamento' and price_paid is null") != 1 {
		t.Error("it is not paid as ticked")
	}
	if app.Count(t, "booking_payments", "method = 'pix' and amount = 150 and due = 150 and actor_name is not null") != 1 {
		t.Error("the payment is not kept")
	}
	// Sent twice, it is registered once.
	bruno.Form(payPage, form).Want(303)
	if app.Count(t, "booking_payments", "true") != 1 {
		t.Error("it is registered twice")
	}
	if words := bruno.GET(joaosPage).Want(200).Words(); !strings.Contains(words, "Pix em") ||
		!strings.Contains(words, "Aguardando pagamento R$ 250,00") || !strings.Contains(words, "Registrar pagamento") {
		t.Errorf("the record says %s", words)
	}
	// The rest is paid by itself, and the report has the method.
	bruno.Form(payPage, payment(bruno, url.Values{"payment_method": {"cash"}, "services": {"50"}})).Want(303)
	if app.Count(t, "services", "id = 50 and payment_type = 'Dinheiro' and price_paid = 100") != 1 {
		t.Error("the rest is not paid")
	}
	if words := bruno.GET(payPage).Want(200).Words(); !strings.Contains(words, "Esta reserva já está paga.") {
		t.Errorf("a paid booking asks %s", words)
	}
}

// A smaller value is asked about, and divided among the services; wrong fields are named.
func TestPay_Refused(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	withSecond(t, app)
	bruno := app.As(t, dbtest.Bruno)
	if words := bruno.Form(payPage, payment(bruno, url.Values{"payment_method": {""}, "services": nil, "paid_on": {"31/12/2090"}})).Want(422).
		Words(); !strings.Contains(words, "escolha a forma de pagamento") ||
		!strings.Contains(words, "não pode ser futura") || !strings.Contains(words, "marque o que foi pago") {
		t.Errorf("it says %s", words)
	}
	bruno.Form(payPage, payment(bruno, url.Values{"amount_received": {"0"}})).Want(422)
	bruno.Form(payPage, payment(bruno, url.Values{"amount_received": {"99999999"}})).Want(422)
	asked := bruno.Form(payPage, payment(bruno, url.Values{"amount_received": {"200,00"}})).Want(422)
	if words := asked.Words(); !strings.Contains(words, "Faltam R$ 50,00. Marcar mesmo assim?") {
		t.Errorf("it asks %s", words)
	}
	if app.Count(t, "booking_payments", "true") != 0 {
		t.Error("it is stored before the answer")
	}
	confirmed := asked.Fields()
	confirmed["services"] = []string{"2", "50"}
	bruno.Form(payPage, confirmed).Want(303)
	if app.Count(t, "services", "id = 2 and price_paid = 120 or id = 50 and price_paid = 80") != 2 ||
		app.Count(t, "booking_payments", "amount = 200 and due = 250") != 1 {
		t.Error("the smaller value is not divided")
	}
}

// A proof comes with the form, is kept when the value is asked about, and pays none of the unticked services.
func TestPay_Proof(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	withSecond(t, app)
	bruno := app.As(t, dbtest.Bruno)
	fields := map[string]string{"services": "2", "payment_method": "pix", "paid_on": dbtest.Today.Format("2006-01-02"),
		"amount_received": "100"}
	asked := bruno.Upload(payPage, "pix.pdf", mediatest.PDF(""), fields).Want(422)
	if !strings.Contains(asked.Words(), "Guardado: pix.pdf") {
		t.Errorf("it says %s", asked.Words())
	}
	bruno.Form(payPage, asked.Fields()).Want(303)
	if app.Count(t, "services_files", "service_id = 2 and kind = 'proof'") != 1 || app.Count(t, "services_files", "service_id = 50") != 0 ||
		app.Count(t, "services", "id = 50 and status = 'Aguardando Pagamento'") != 1 {
		t.Error("the proof is not at the paid service alone")
	}
	fields["services"], fields["paid_on"] = "50", dbtest.Today.Format("2006-01-02")
	if words := bruno.Upload(payPage, "x.exe", []byte("MZ\x00"), fields).Want(422).
		Words(); !strings.Contains(words, "Comprovante de pagamento") {
		t.Errorf("a refused file gives %s", words)
	}
	// The file of another person cannot be attached.
	app.Exec(t, "update files set uploaded_by = gen_random_uuid()")
	form := payment(bruno, url.Values{"comprovante": {"1"}, "services": {"50"}})
	bruno.Form(payPage, form).Want(404)
	if app.Count(t, "services", "id = 50 and status = 'Aguardando Pagamento'") != 1 {
		t.Error("it is paid without its proof")
	}
}

// The way back needs a reason, keeps the payment in the history, and serves services that a proof had paid too. A closed month
// is refused.
func TestPay_WayBack(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	withSecond(t, app)
	bruno := app.As(t, dbtest.Bruno)
	bruno.Form(payPage, payment(bruno, nil)).Want(303)
	if words := bruno.GET(backPage).Want(200).Words(); !strings.Contains(words, "Os 2 serviços deste pagamento voltam a ficar em aberto.") {
		t.Errorf("it asks %s", words)
	}
	bruno.Form(backPage, nil).Want(422)
	bruno.Form(backPage, url.Values{"reason": {"Pix de outra pessoa"}}).Want(303)
	if app.Count(t, "services", "id in (2, 50) and status = 'Aguardando Pagamento' and price_paid is null and payment_type is null and paid_at is null") != 2 {
		t.Error("the services are not open again")
	}
	if words := bruno.GET(joaosPage).Want(200).Words(); !strings.Contains(words, "Voltou para a pagar por Bruno") ||
		!strings.Contains(words, "Pix de outra pessoa") {
		t.Errorf("the record says %s", words)
	}
	bruno.Form(backPage, url.Values{"reason": {"x"}}).Want(422)
	app.Exec(t, "update services set status = 'Pagamento Concluído', paid_at = now() where id = 50")
	bruno.Form("/painel/agenda/50/a-pagar", url.Values{"reason": {"Comprovante trocado"}}).Want(303)
	if app.Count(t, "booking_payments", "method is null and revert_reason = 'Comprovante trocado'") != 1 ||
		app.Count(t, "services", "id = 50 and status = 'Aguardando Pagamento'") != 1 {
		t.Error("what a proof paid does not go back")
	}
	app.Exec(t, `insert into statements (id, professional_id, month, sequence, professional_name, type, lines, count, received, fee, donation, payable, date_closed)
		values (9, 1, '2026-11-01', 9, 'Renata', 'medic', '[]', 1, 1, 0, 0, 1, now())`)
	app.Exec(t, "update services set status = 'Pagamento Concluído', paid_at = now(), statement_id = 9 where id = 50")
	if words := bruno.Form("/painel/agenda/50/a-pagar", url.Values{"reason": {"x"}}).Want(422).
		Words(); !strings.Contains(words, "foi fechado") {
		t.Errorf("a closed month gives %s", words)
	}
}

// The receipt of a paid booking and of a paid order is the same file each time; what is not paid has none.
func TestReceipt_Pages(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	bruno.GET(joaosPage + "/recibo.pdf").Want(409)
	bruno.GET("/painel/pedidos/2/recibo.pdf").Want(409)
	bruno.GET("/painel/agenda/99/recibo.pdf").Want(404)
	app.Nobody(t).GET(joaosPage + "/recibo.pdf").Want(303)
	app.As(t, dbtest.Renata).GET(joaosPage + "/recibo.pdf").Want(403)
	done := bruno.Form(payPage, payment(bruno, nil)).Want(303)
	if done.Notice().Way != "Abrir o recibo" || done.Notice().Path != joaosPage+"/recibo.pdf" {
		t.Errorf("it offers %+v", done.Notice())
	}
	app.Exec(t, "update orders set status = 'Pago', paid_at = now(), payment_method = 'pix', paid_on = '2026-11-02', amount_received = 280 where id = 2")
	for _, path := range []string{joaosPage + "/recibo.pdf", "/painel/pedidos/2/recibo.pdf"} {
		first := bruno.GET(path).Want(200).Body
		if !strings.HasPrefix(first, "%PDF-") || first != bruno.GET(path).Want(200).Body ||
			app.As(t, dbtest.Fernando).GET(path).Want(200).Body != first {
			t.Errorf("%s is not the same file again", path)
		}
	}
}
