package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// signIn signs an associate in on a phone.
func signIn(t *testing.T, app *handlertest.App, associate dbtest.Associate) *browsertest.Page {
	t.Helper()
	page := browsertest.Open(t, app)
	page.Phone()
	page.Visit("/cadastro/entrar")
	page.Fill("E-mail, CPF ou celular", associate.Email)
	page.Fill("Senha", dbtest.Password)
	page.Click("Entrar")
	page.WaitForPath("/cadastro")
	return page
}

// From the next step to the Pix code, which is copied; the open page notices the payment.
func TestHome_Pix(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `insert into system_configs (system, key, value) values ('store', 'pix_key', '"pix@exemplo.org.br"'), ('store', 'pix_name', '"Flor"'), ('store', 'pix_city', '"Ilheus"')`)
	page := signIn(t, app, dbtest.Joao)
	look(page, "home")
	page.Click("Pagar com Pix")
	page.WaitForPath("/cadastro/pedidos/2")
	look(page, "home-pix")
	page.Click("Copiar código Pix")
	page.WaitForText(".copybox button", "Código copiado")
	page.WaitForText(".copybox button", "Copiar código Pix")
	app.Exec(t, "update orders set status = 'Pago', payment_method = 'pix', paid_on = '2026-11-20', paid_at = now(), amount_received = total where id = 2")
	browsertest.Read[any](page, `() => { document.dispatchEvent(new Event("visibilitychange")) }`)
	page.WaitForText("main", "Pagamento recebido")
	look(page, "home-paid")
}

// After the admission: from the documents to the prescription of a patient, in two pages, and the confirmation.
func TestHome_Prescription(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := signIn(t, app, dbtest.Joao)
	page.Visit("/cadastro/meus-documentos")
	page.Click("Enviar receita nova")
	page.WaitForPath("/cadastro/meus-documentos/enviar")
	look(page, "send-choose")
	page.Click("Pipoca")
	page.WaitForText("main", "Para Pipoca.")
	look(page, "send")
	page.Choose(camera("prescription"), photo(t))
	page.WaitForText("#campo-prescription", "Enviada")
	page.Choose(gallery("prescription"), smallPhoto(t))
	page.WaitForText("#campo-prescription [data-why]", "A foto é pequena")
	page.Click("Enviar esta mesmo assim")
	page.WaitForText("#campo-prescription", "IMG_2042")
	look(page, "send-sent")
	page.Click("Pronto")
	page.WaitForPath("/cadastro/meus-documentos/recebido")
	page.WaitForText("main", "2 arquivos")
	look(page, "send-received")
	if app.Count(t, "users_files", "user_id = $1 and doc_kind = 'prescription'", dbtest.Pipoca.ID) != 2 {
		t.Error("the prescription is stored otherwise")
	}
	checkNoPlace(t, app)
}

// After a sent photo the page says what is left of the day's quota, without being loaded again; the photo beyond it is refused
// in its place, with the quota and the time at which it opens again.
func TestHome_QuotaNear(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := signIn(t, app, dbtest.Joao)
	page.Visit("/cadastro/meus-documentos/enviar?tipo=prescription&para=4")
	page.Choose(camera("prescription"), photo(t))
	page.WaitForText("#campo-prescription", "Enviada")
	page.WaitGone("#cota")
	app.Exec(t, "update quota_uses set uses = 197 where key like 'uploads:%'")
	page.Choose(gallery("prescription"), photo(t))
	page.WaitForText("#cota", "Hoje ainda há lugar para 2 arquivos e 499 MB. O limite é de 200 arquivos e 500 MB por dia e abre de novo em")
	look(page, "quota-near")
	app.Exec(t, "update quota_uses set uses = 200 where key like 'uploads:%'")
	page.Expect(429)
	page.Choose(gallery("prescription"), photo(t))
	page.WaitForText("#campo-prescription", "O limite de 200 arquivos e 500 MB por dia já foi usado. Ele abre de novo em")
	look(page, "quota-used")
	page.Theme("escuro")
	page.Reload()
	page.WaitForText("#cota", "O limite de 200 arquivos e 500 MB por dia já foi usado.")
	look(page, "quota-dark")
	page.Desktop()
	look(page, "quota-desktop")
}

// Every own page in both themes, at the width of a phone and on a desk.
func TestLooks_Home(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := signIn(t, app, dbtest.Joao)
	for _, theme := range []string{"claro", "escuro"} {
		page.Theme(theme)
		for _, path := range []string{"", "/pedidos", "/pedidos/2", "/consultas", "/meus-documentos", "/perfil", "/email", "/celular",
			"/endereco", "/correcao"} {
			page.Phone()
			page.Visit("/cadastro" + path)
			look(page, "own"+theme+path)
			page.Desktop()
			page.CheckLayout()
			page.CheckContrast()
		}
	}
}
