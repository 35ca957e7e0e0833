package privacy_test

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/areas"
	"acolhe/models/platform/area"
	"acolhe/models/platform/dbtest"
)

const desk = "/admin/privacidade"

// proof is the password that the own page asks for before what cannot be taken back.
var proof = url.Values{"password": {dbtest.Password}}

// admins returns the application with a second administrator.
func admins(t *testing.T) *handlertest.App {
	t.Helper()
	app := handlertest.New(t)
	app.Exec(t, `update system_users set permissions = '["Administrador"]' where id = $1`, dbtest.Bruno.ID)
	return app
}

// The whole way: an associate asks, staff check what leaves, nobody confirms alone, a second administrator does; the certificate
// is verified by its code, which does not name the person, and the associate cannot sign in any more.
func TestErasure_WholeWay(t *testing.T) {
	t.Parallel()
	app := admins(t)
	joao, camila, bruno, nobody := app.AsAssociate(t, dbtest.Joao), app.As(t, dbtest.Camila), app.As(t, dbtest.Bruno), app.Nobody(t)
	const own = "/cadastro/perfil/meus-dados"
	joao.Form(own+"/apagar", nil).Want(422)
	joao.Form(own+"/apagar", url.Values{"password": {"outra senha"}}).Want(422)
	joao.Form(own+"/apagar", proof).Want(303)
	joao.Form(own+"/apagar", proof).Want(422)
	if page := joao.GET(own + "/apagar").Want(200).Words(); !strings.Contains(page, "Recebemos o seu pedido") {
		t.Error("the page does not say that the request was received")
	}
	if page := camila.GET(desk).Want(200).Words(); !strings.Contains(page, "João da Conceição") || !strings.Contains(page, "Apagar os dados") {
		t.Error("the request is not listed")
	}
	camila.GET(desk + "/pedidos/1").Want(200)

	preview := fmt.Sprintf(desk+"/apagar/%d", dbtest.Joao.ID)
	if page := camila.GET(preview).Want(200).Words(); !strings.Contains(page, "O que sai e o que fica") || !strings.Contains(page, "Pedidos") {
		t.Error("the preview shows no orders")
	}
	if printed := camila.GET(preview + "/previa.pdf").Want(200); !strings.HasPrefix(printed.Body, "%PDF-") {
		t.Error("the preview is not printed")
	}
	camila.Form(preview, url.Values{"identity": {""}, "received_on": {"20/11/2020"}}).Want(422)
	camila.Form(preview, url.Values{"identity": {"documento com foto"}, "received_on": {"20/11/2020"}}).Want(303)
	seen := seenOn(t, bruno.GET(preview).Want(200).Body)
	camila.GET(preview).Want(200)
	if body := camila.Form(desk+"/eliminacoes/1/confirmar", url.Values{"seen": {seen}}).Want(422).
		Body; !strings.Contains(body, "Precisa ser outra pessoa.") {
		t.Error("the same person is not refused in words")
	}
	bruno.Form(desk+"/eliminacoes/1/confirmar", url.Values{"seen": {"other"}}).Want(422)
	bruno.Form(desk+"/eliminacoes/1/confirmar", url.Values{"seen": {seen}}).Want(303)
	work(t, app)

	page := camila.GET(desk + "/eliminacoes/1").Want(200)
	if words := page.Words(); !strings.Contains(words, "Pessoa apagada 3") || strings.Contains(page.Body, "João da Conceição") {
		t.Errorf("the page of the erasure is %s", words)
	}
	certificate := camila.GET(desk + "/eliminacoes/1/certidao.pdf").Want(200)
	if !strings.HasPrefix(certificate.Body, "%PDF-") {
		t.Error("the certificate is no PDF")
	}
	var code, sum string
	if err := app.Pool.QueryRow(t.Context(), "select public_code, certificate_sha256 from erasures").Scan(&code, &sum); err != nil {
		t.Fatal(err)
	}
	verified := nobody.GET("/verificar/" + code).Want(200)
	if words := verified.Words(); !strings.Contains(words, "Certidão autêntica") || !strings.Contains(verified.Body, sum) ||
		strings.Contains(words, "João") {
		t.Errorf("the verification says %s", words)
	}
	joao.GET(own).Want(303)                       // the session ended
	camila.GET(preview + "/previa.pdf").Want(303) // to the erasure
	checkRecord(t, app)
	if left := app.Count(t, "users", "search_text like '%conceicao%'"); left > 0 {
		t.Errorf("%d rows name the person", left)
	}
}

// checkRecord checks that the record of João, by its number and by that of one that was joined with it, says that he was erased and leads to
// the certificate, and that it is not changed any more.
func checkRecord(t *testing.T, app *handlertest.App) {
	t.Helper()
	camila, priscila := app.As(t, dbtest.Camila), app.As(t, dbtest.Priscila)
	record := fmt.Sprintf("/painel/associados/%d", dbtest.Joao.ID)
	page := camila.GET(record).Want(200)
	for _, want := range []string{"Pessoa apagada 3", "certidão nº", desk + "/eliminacoes/1"} {
		if !strings.Contains(page.Body, want) {
			t.Errorf("the record lacks %q", want)
		}
	}
	if other := priscila.GET(record).Want(200); !strings.Contains(other.Body, "certidão nº") || strings.Contains(other.Body, desk) {
		t.Error("who is no administrator sees no certificate, or a link to it")
	}
	app.Exec(t, "insert into associate_aliases (gone_id, gone_code, kept_id) values (90001, gen_random_uuid(), $1)", dbtest.Joao.ID)
	if at := camila.GET("/painel/associados/90001").Want(301).Location(); at != record {
		t.Errorf("the number of a joined record leads to %s", at)
	}
	camila.GET(record + "/editar").Want(409)
	camila.Form(record+"/editar", url.Values{"associate_name": {"João"}}).Want(409)
}

var seenField = regexp.MustCompile(`name="seen" value="([0-9a-f]+)"`)

func seenOn(t *testing.T, body string) string {
	t.Helper()
	found := seenField.FindStringSubmatch(body)
	if found == nil {
		t.Fatal("the page has no button to confirm")
	}
	return found[1]
}

// work does the confirmed erasure as its job does.
func work(t *testing.T, app *handlertest.App) {
	t.Helper()
	erasures := areas.NewErasures(area.Env{DB: app.DB, Pool: app.Pool, Key: app.Mail.Key, Storage: app.Storage, Now: time.Now})
	if err := erasures.Work(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
}

// A request by letter: its days run from the day on which it came, it is not answered before the identity was checked, and a
// refusal needs its reason. Only administrators see the pages.
func TestRequests(t *testing.T) {
	t.Parallel()
	app := admins(t)
	camila := app.As(t, dbtest.Camila)
	camila.Form(desk+"/pedidos/novo", url.Values{"user_id": {"4"}, "kind": {"access"}, "channel": {"letter"}, "received_on": {"20/11/2020"}}).
		Want(422) // a patient
	camila.Form(desk+"/pedidos/novo", url.Values{"user_id": {"1"}, "kind": {"access"}, "channel": {"own"}, "received_on": {"20/11/2020"}}).
		Want(422)
	at := camila.Form(desk+"/pedidos/novo",
		url.Values{"user_id": {"1"}, "kind": {"erase"}, "channel": {"letter"}, "received_on": {"20/11/2020"}, "text": {"Quero sair"}}).Want(303).
		Location()
	if due := app.Count(t, "privacy_requests", "due_on = '2020-12-05'"); due != 1 {
		t.Error("the answer is not due after 15 days")
	}
	if page := camila.GET(at).Want(200).Words(); !strings.Contains(page, "atrasado") {
		t.Error("a late request is not shown as late")
	}
	camila.Form(at+"/responder", url.Values{"answer": {"Feito"}}).Want(422)
	camila.Form(at+"/conferir", url.Values{"identity": {"voz conhecida, com dados conferidos"}}).Want(422)
	camila.Form(at+"/conferir", url.Values{"identity": {"documento com foto"}}).Want(303)
	camila.Form(at+"/recusar", url.Values{"answer": {"Não podemos: {motivo}"}, "reason": {" "}}).Want(422)
	camila.Form(at+"/recusar", url.Values{"answer": {"Não podemos: {motivo}"}, "reason": {"LGPD, art. 16, I"}}).Want(303)
	camila.Form(at+"/responder", url.Values{"answer": {"Feito"}}).Want(422)
	ana := app.AsAssociate(t, dbtest.Ana)
	if page := ana.GET("/cadastro/perfil/meus-dados").Want(200).Words(); !strings.Contains(page, "Recusado") ||
		!strings.Contains(page, "LGPD, art. 16, I") {
		t.Error("the associate does not see the refusal")
	}
	for _, path := range []string{desk, desk + "/registro", desk + "/registro.pdf", at, desk + "/apagar/3", desk + "/eliminacoes"} {
		app.As(t, dbtest.Fernando).GET(path).Want(403)
		app.Nobody(t).GET(path).Want(303)
	}
}

// The register shows each kind of data, and narrows; its PDF is one.
func TestRegister(t *testing.T) {
	t.Parallel()
	camila := handlertest.New(t).As(t, dbtest.Camila)
	page := camila.GET(desk + "/registro").Want(200).Words()
	for _, want := range []string{"Endereço de entrega", "Prontuário", "art. 11, II, f"} {
		if !strings.Contains(page, want) {
			t.Errorf("the register lacks %q", want)
		}
	}
	if found := camila.GET(desk + "/registro?q=rastreio").Want(200).Words(); !strings.Contains(found, "Rastreio do envio") ||
		strings.Contains(found, "Prontuário") {
		t.Error("the register does not narrow")
	}
	if file := camila.GET(desk + "/registro.pdf").Want(200); !strings.HasPrefix(file.Body, "%PDF-") {
		t.Error("the register is no PDF")
	}
}

// An associate takes a request back, and nobody else does.
func TestWithdraw(t *testing.T) {
	t.Parallel()
	app := admins(t)
	joao, ana, camila := app.AsAssociate(t, dbtest.Joao), app.AsAssociate(t, dbtest.Ana), app.As(t, dbtest.Camila)
	const own = "/cadastro/perfil/meus-dados"
	joao.Form(own+"/pedir", url.Values{"kind": {"nothing"}}).Want(422)
	joao.Form(own+"/apagar", proof).Want(303)
	camila.Form(fmt.Sprintf(desk+"/apagar/%d", dbtest.Joao.ID), url.Values{"identity": {"documento com foto"}, "received_on": {"20/11/2020"}}).
		Want(303)
	ana.Form(own+"/1/desistir", nil).Want(404)
	joao.Form(own+"/1/desistir", nil).Want(303)
	if app.Count(t, "erasures", "state = 'cancelled'") != 1 || app.Count(t, "privacy_requests", "state = 'withdrawn'") != 1 {
		t.Error("the proposal stands")
	}
}
