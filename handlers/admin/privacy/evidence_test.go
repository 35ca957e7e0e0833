package privacy_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/media/mediatest"
	"acolhe/models/privacy"
)

// writeLetters writes the letters that wait, as their jobs do.
func writeLetters(t *testing.T, app *handlertest.App, request int64, about privacy.Action) {
	t.Helper()
	writer := privacy.Writer{DB: app.DB, Mail: app.Mail, Now: time.Now}
	for range 2 { // a job may run twice
		if err := writer.Write(t.Context(), request, about); err != nil {
			t.Fatal(err)
		}
	}
}

// letters returns the kinds of the letters to an address.
func letters(t *testing.T, app *handlertest.App, to string) (found []mail.Message) {
	t.Helper()
	for _, one := range app.Letters(t) {
		if one.To == to && strings.HasPrefix(string(one.Kind), "privacy_") {
			found = append(found, one)
		}
	}
	return found
}

// The staff find the person without a number, send a code, attach the letter, answer with the text of the association, and print the whole; the person
// gets a letter for each step, once.
func TestRequest_Evidence(t *testing.T) {
	t.Parallel()
	app := admins(t)
	camila := app.As(t, dbtest.Camila)
	for _, query := range []string{"joao conceicao", dbtest.Joao.Email, dbtest.Joao.CPF, "3"} {
		if page := camila.GET(desk + "/pedidos/novo?q=" + url.QueryEscape(query)).Want(200); !strings.Contains(page.Body, "pessoa=3\"") {
			t.Errorf("%q does not find João", query)
		}
	}
	if page := camila.GET(desk + "/pedidos/novo?q=%25").Want(200); strings.Contains(page.Body, "pessoa=") {
		t.Error("a percent sign finds everybody")
	}
	camila.GET(desk + "/pedidos/novo?pessoa=3").Want(200)
	at := camila.Form(desk+"/pedidos/novo",
		url.Values{"user_id": {"3"}, "kind": {"correct"}, "channel": {"phone"}, "received_on": {"20/11/2020"}, "text": {"O nome da mãe está errado"}}).
		Want(303).Location()
	writeLetters(t, app, 1, privacy.WasReceived)

	camila.Form(at+"/codigo", nil).Want(303)
	code := app.Code(t)
	camila.Form(at+"/conferir", url.Values{"identity": {privacy.ByCode}, "code": {"000000"}}).Want(422)
	camila.Form(at+"/conferir", url.Values{"identity": {privacy.ByCode}}).Want(422)
	camila.Form(at+"/conferir", url.Values{"identity": {privacy.ByCode}, "code": {code}}).Want(303)

	camila.Upload(at+"/provas", "carta.pdf", mediatest.PDF("Carta de João"), nil).Want(303)
	camila.Upload(at+"/provas", "virus.exe", []byte("MZ\x90\x00 not a letter"), nil).Want(415)
	if found := app.Count(t, "privacy_request_files", "content_encrypted like '%PDF%'"); found > 0 {
		t.Error("the letter is readable in the database")
	}
	if file := camila.GET(at + "/provas/1").Want(200); !strings.HasPrefix(file.Body, "%PDF") {
		t.Errorf("the letter is %.20q", file.Body)
	}
	camila.GET(strings.Replace(at, "/1", "/2", 1) + "/provas/1").Want(404)
	app.As(t, dbtest.Fernando).GET(at + "/provas/1").Want(403)

	camila.Form(desk+"/textos/correct", url.Values{"answer": {"{primeiro nome}, corrigimos em {hora}."}, "refusal": {"{motivo}"}}).Want(422)
	camila.Form(desk+"/textos/correct", url.Values{"answer": {"Feito."}, "refusal": {"Não."}}).Want(422)
	camila.Form(desk+"/textos/correct", url.Values{"answer": {"{primeiro nome}, corrigimos o que pediu em {recebido}."}, "refusal": {"Não: {motivo}."}}).
		Want(303)
	if page := camila.GET(at + "/responder").Want(200); !strings.Contains(page.Body, "João, corrigimos o que pediu em 20/11/2020.") {
		t.Error("the answer does not begin with the text of the association")
	}
	camila.Form(at+"/responder", url.Values{"answer": {"João, corrigimos."}}).Want(303)
	writeLetters(t, app, 1, privacy.WasAnswered)
	if got := letters(t, app, dbtest.Joao.Email); len(got) != 2 || got[0].Kind != "privacy_received" || !strings.Contains(string(got[1].Content), "corrigimos.") {
		t.Errorf("the letters are %+v", got)
	}
	page := camila.GET(at).Want(200).Words()
	for _, want := range []string{"Pedido recebido", "Código enviado", "código por e-mail", "carta.pdf", "Carta enviada", "Respondido", "Camila"} {
		if !strings.Contains(page, want) {
			t.Errorf("the evidence lacks %q", want)
		}
	}
	if file := camila.GET(at + "/pedido.pdf").Want(200); !strings.HasPrefix(file.Body, "%PDF-") {
		t.Error("the request is no PDF")
	}
}

// The person in charge of the data is warned at 5, 2 and 0 days, once each; without one the administrators are. The letter names nobody.
func TestRequests_Due(t *testing.T) {
	t.Parallel()
	app := admins(t)
	app.Exec(t, `insert into privacy_requests (user_id, kind, channel, received_on, due_on, date_created) values (3, 'erase', 'letter', '2026-11-01', '2026-11-16', now())`)
	day := func(d int) privacy.Writer {
		return privacy.Writer{DB: app.DB, Mail: app.Mail, Now: func() time.Time { return time.Date(2026, 11, d, 15, 0, 0, 0, time.UTC) }}
	}
	for _, step := range []struct{ day, letters int }{{10, 0}, {11, 2}, {12, 2}, {13, 2}, {14, 4}, {15, 4}, {16, 6}, {20, 6}} {
		for range 2 {
			if err := day(step.day).Warn(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if count := app.Count(t, "mails", "kind = 'privacy_due'"); count != step.letters {
			t.Errorf("on day %d %d letters are written, want %d", step.day, count, step.letters)
		}
	}
	for _, one := range app.Letters(t) {
		if strings.Contains(string(one.Content), "João") {
			t.Error("the letter names the person")
		}
	}
}

// The other administrators are called to confirm an erasure; who proposed it is not.
func TestErasure_SecondPersonIsCalled(t *testing.T) {
	t.Parallel()
	app := admins(t)
	app.As(t, dbtest.Camila).Form(desk+"/apagar/3", url.Values{"identity": {"documento com foto"}, "received_on": {"20/11/2020"}}).Want(303)
	if app.Count(t, "mails", "kind = 'erasure_proposed'") != 1 || app.Count(t, "mails", "kind = 'erasure_proposed' and recipient = $1", dbtest.Bruno.Email) != 1 {
		t.Error("the second administrator gets no letter, or the first one does")
	}
	if app.Count(t, "notices", "kind = 'erasure'") != 1 || app.Count(t, "notices", "kind = 'erasure' and operator_id = $1", dbtest.Bruno.ID) != 1 {
		t.Error("the second administrator gets no notice, or the first one does")
	}
	notices := app.As(t, dbtest.Bruno).GET("/painel/avisos").Want(200)
	if words := notices.Words(); !strings.Contains(words, "espera a sua confirmação") || strings.Contains(words, "João") {
		t.Errorf("the notice says %s", words)
	}
	app.Exec(t, `insert into orders (user_id, user_code, name_associate, items, total, status, date_created)
		select id, user_code, 'João', '[{"code": "OLEO-30", "name": "Óleo", "amount": 1, "quantity": 1}]', 1, 'Entregue', now() from users where id = 3`)
	if words := app.As(t, dbtest.Bruno).GET(desk + "/apagar/3").Want(200).Words(); !strings.Contains(words, "Mudou desde") {
		t.Error("the preview does not say that something changed")
	}
	if words := app.As(t, dbtest.Camila).GET(desk + "/apagar/3").Want(200).Words(); !strings.Contains(words, "Precisa ser outra pessoa.") {
		t.Error("the page of the proposer does not say that another person confirms")
	}
	app.As(t, dbtest.Camila).Form(desk+"/eliminacoes/1/desistir", nil).Want(303)
	if app.Count(t, "notices", "kind = 'erasure'") != 0 {
		t.Error("the notice stays when nothing waits any more")
	}
}

// The staff ask for more: the request waits, its days go on and are noted, the person gets one letter for each question and answers on
// the own page; nobody else does, nor when nothing is asked.
func TestRequest_Question(t *testing.T) {
	t.Parallel()
	app := admins(t)
	camila, joao, ana := app.As(t, dbtest.Camila), app.AsAssociate(t, dbtest.Joao), app.AsAssociate(t, dbtest.Ana)
	const own = "/cadastro/perfil/meus-dados"
	joao.Form(own+"/pedir", url.Values{"kind": {"correct"}, "text": {"O e-mail está errado"}}).Want(303)
	const at = desk + "/pedidos/1"
	camila.Form(at+"/informacao", url.Values{"information": {"nada"}}).Want(422)
	camila.Form(at+"/perguntar", url.Values{"question": {" "}}).Want(422)
	app.As(t, dbtest.Fernando).Form(at+"/perguntar", url.Values{"question": {"Qual?"}}).Want(403)
	for i, question := range []string{"Qual é o certo?", "Com ponto?"} {
		camila.Form(at+"/perguntar", url.Values{"question": {question}}).Want(303)
		writeLetters(t, app, 1, privacy.WasAsked)
		if page := joao.GET(own).Want(200).Words(); !strings.Contains(page, question) || !strings.Contains(page, "Espera você") {
			t.Error("the person does not see the question")
		}
		if page := camila.GET(at).Want(200).Words(); !strings.Contains(page, "Espera a pessoa") || !strings.Contains(page, "15 dias restantes") {
			t.Errorf("the request does not wait, or its clock is not noted: %s", page)
		}
		if list := camila.GET(desk).Want(200).Words(); !strings.Contains(list, "Espera a pessoa") {
			t.Error("the list does not say that the request waits")
		}
		ana.Form(own+"/1/informar", url.Values{"information_1": {"outro"}}).Want(404)
		joao.Form(own+"/1/informar", url.Values{"information_1": {""}}).Want(422)
		if i == 0 {
			joao.Form(own+"/1/informar", url.Values{"information_1": {"joao@exemplo.org.br"}}).Want(303)
		} else {
			camila.Form(at+"/informacao", url.Values{"information": {"Sem ponto"}}).Want(303)
		}
		joao.Form(own+"/1/informar", url.Values{"information_1": {"de novo"}}).Want(422)
	}
	if got := app.Count(t, "mails", "kind = 'privacy_asked'"); got != 2 {
		t.Errorf("%d letters ask, want one for each question", got)
	}
	page := camila.GET(at).Want(200).Words()
	for _, want := range []string{"joao@exemplo.org.br", "Sem ponto", "A pessoa respondeu", "Esperamos 0 dias"} {
		if !strings.Contains(page, want) {
			t.Errorf("the request lacks %q", want)
		}
	}
	if strings.Contains(page, "Espera a pessoa") || app.Count(t, "privacy_requests", "due_on = received_on + 15") != 1 {
		t.Error("the request waits on, or its last day moved")
	}
}
