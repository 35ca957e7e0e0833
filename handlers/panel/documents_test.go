package panel_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

const documentsPath = "/painel/documentos"

// sentIdentity is an app in which Carla has sent the front of her RG.
func sentIdentity(t *testing.T) (*handlertest.App, *handlertest.Client) {
	t.Helper()
	app := handlertest.New(t)
	app.Exec(t, "update users set associate_status = '3' where id = $1", dbtest.Carla.ID)
	carla := app.AsAssociate(t, dbtest.Carla)
	sendIdentity(t, carla)
	return app, carla
}

func sendIdentity(t *testing.T, carla *handlertest.Client) {
	t.Helper()
	carla.With("Sec-Fetch-Site", "same-origin").
		Upload("/cadastro/documentos/envio", "rg.jpg", mediatest.JPEG(t, 40, 30),
			map[string]string{"subject": "responsible", "doc_type": "rg", "side": "front"}).Want(303)
}

// What an associate sends waits in the queue, beside the data; opening it keeps it for one colleague. A refusal opens the
// slot again with the sentence, and can be taken back.
func TestDocuments_Refuse(t *testing.T) {
	t.Parallel()
	app, carla := sentIdentity(t)
	camila, bruno := app.As(t, dbtest.Camila), app.As(t, dbtest.Bruno)
	day := camila.GET("/painel").Want(200).HTML()
	if words := day.Find(".counts").Text(); !strings.Contains(words, "Documentos a conferir") {
		t.Error("the day page does not count it")
	}
	card := day.Find("section:contains('Documentos a conferir') .line")
	if link := card.Find("a").AttrOr("href", ""); !strings.HasPrefix(link, documentsPath+"/") || !strings.Contains(card.Text(), "RG, frente · enviado") {
		t.Errorf("the card of the day page is %q and leads to %q", card.Text(), link)
	}
	page := bruno.GET(documentsPath).Want(200)
	if ticks := page.HTML().Find("[data-tick]").Length(); ticks != 4 || !strings.Contains(page.Words(), "Carla") {
		t.Errorf("%d ticks beside the document: %s", ticks, page.Words())
	}
	if app.Count(t, "document_checks", "state = 'checking' and locked_by = $1", dbtest.Bruno.UserCode) != 1 {
		t.Fatal("opening does not keep the document")
	}
	id := page.HTML().Find("#aceitar").AttrOr("action", "")
	if words := camila.GET(documentsPath).Want(200).Words(); !strings.Contains(words, "Bruno está conferindo") {
		t.Errorf("a colleague reads %s", words)
	}
	camila.Form(id, url.Values{"confere": {"nome", "cpf", "nascimento", "nitida"}}).Want(422)
	app.Exec(t, "update document_checks set locked_until = locked_until - interval '1 hour'")
	camila.GET(documentsPath).Want(200)
	refuse := strings.TrimSuffix(id, "/aceitar") + "/recusar"
	camila.Form(refuse, url.Values{"motivo": {"outro"}}).Want(422) // without a sentence
	undo := camila.Form(refuse, url.Values{"motivo": {"ilegivel"}}).Want(303).Notice().Undo
	if words := carla.GET("/cadastro/documentos").Want(200).Words(); !strings.Contains(words, "Recusada") ||
		!strings.Contains(words, "Não dá para ler tudo na foto") {
		t.Errorf("the slot says %s", words)
	}
	if app.Count(t, "river_job", "kind = 'document_decision_letter'") != 1 ||
		app.Count(t, "document_check_changes", "state in ('checking', 'refused')") != 2 {
		t.Error("the letter or the history is missing")
	}
	camila.Form(undo, nil).Want(303)
	if app.Count(t, "document_requests", "true") != 0 || app.Count(t, "document_checks", "state = 'checking'") != 1 {
		t.Error("the refusal stands")
	}
}

// An open tick asks once more; an accepted document leaves the queue.
func TestDocuments_Accept(t *testing.T) {
	t.Parallel()
	app, carla := sentIdentity(t)
	bruno := app.As(t, dbtest.Bruno)
	accept := bruno.GET(documentsPath).Want(200).HTML().Find("#aceitar").AttrOr("action", "")
	if words := bruno.Form(accept, url.Values{"confere": {"nome"}}).Want(422).
		Words(); !strings.Contains(words, "Falta marcar: CPF, Nascimento, Foto nítida, sem corte") {
		t.Errorf("the question is %s", words)
	}
	bruno.Form(accept, url.Values{"confere": {"nome"}, "mesmo": {"sim"}}).Want(303)
	if words := bruno.GET(documentsPath).Want(200).Words(); !strings.Contains(words, "Tudo conferido") {
		t.Errorf("the queue says %s", words)
	}
	bruno.Form(accept, url.Values{"mesmo": {"sim"}}).Want(422)
	// Another photo of the side takes the place of the one before, and waits again.
	sendIdentity(t, carla)
	if app.Count(t, "document_checks", "true") != 1 || app.Count(t, "document_checks", "state = 'received'") != 1 {
		t.Error("the new photo does not wait")
	}
	bruno.GET(accept[:strings.LastIndex(accept, "/")]).Want(404)
}

// The facts of an accepted prescription go into the record; the associate sees until when it serves.
func TestDocuments_Prescription(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	ana := app.AsAssociate(t, dbtest.Ana)
	ana.With("Sec-Fetch-Site", "same-origin").
		Upload("/cadastro/meus-documentos/enviar/arquivo?tipo=receita&para=eu", "receita.jpg", mediatest.JPEG(t, 40, 30),
			map[string]string{"doc_kind": "prescription"}).Want(303)
	if words := ana.GET("/cadastro/meus-documentos").Want(200).Words(); !strings.Contains(words, "Recebida") ||
		!strings.Contains(words, "Fica na fila da equipe") {
		t.Errorf("the page says %s", words)
	}
	bruno := app.As(t, dbtest.Bruno)
	accept := bruno.GET(documentsPath+"?grupo=receitas").Want(200).HTML().Find("#aceitar").AttrOr("action", "")
	if words := ana.GET("/cadastro/meus-documentos").Want(200).Words(); !strings.Contains(words, "Em conferência") ||
		!strings.Contains(words, "Respondemos até") {
		t.Errorf("while it is open the page says %s", words)
	}
	ticked := url.Values{"confere": {"nome", "nitida"}, "product": {"Óleo CBD"}, "issued": {"01/11/2026"}, "expires": {"01/10/2026"}}
	bruno.Form(accept, ticked).Want(422)
	ticked.Set("expires", "01/12/2026")
	bruno.Form(accept, ticked).Want(303)
	if words := ana.GET("/cadastro").Want(200).Words(); !strings.Contains(words, "Vale até 01/12/2026") ||
		!strings.Contains(words, "Vence em") {
		t.Errorf("the start page says %s", words)
	}
	app.Exec(t, "update document_checks set expires = '2026-01-01'")
	if words := ana.GET("/cadastro/meus-documentos").Want(200).Words(); !strings.Contains(words, "Vencida") {
		t.Errorf("the page says %s", words)
	}
}

// Only those who may change the files of associates check them.
func TestDocuments_Roles(t *testing.T) {
	t.Parallel()
	app, carla := sentIdentity(t)
	for _, operator := range []dbtest.Operator{dbtest.Priscila, dbtest.Renata} {
		app.As(t, operator).GET(documentsPath).Want(403)
	}
	app.Nobody(t).GET(documentsPath).Want(303)
	carla.GET(documentsPath).Want(303)
	app.As(t, dbtest.Bruno).GET(documentsPath + "/99999").Want(404)
}

// While orders depend on prescriptions, the prescription is registered in the page of its document: what is wrong is said there and keeps
// both as they were; accepted, it is the person's, with the file, replaces the one before and leads to the next document. Undone, both are
// as before.
func TestDocuments_Record(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	app.Exec(t, "insert into system_configs (system, key, value) values ('prescriptions', 'rule', '\"block\"')")
	app.Exec(t, `insert into prescriptions (user_id, prescriber_name, council, council_number, council_state, issued_on, valid_until, items)
		values (1, 'Dra. Lídia Oliveira', 'CRM', '48211', 'RS', '2026-05-01', '2026-11-30', '[{"name": "canabidiol", "quantity": 1}]')`)
	app.AsAssociate(t, dbtest.Ana).With("Sec-Fetch-Site", "same-origin").
		Upload("/cadastro/meus-documentos/enviar/arquivo?tipo=receita&para=eu", "receita.jpg", mediatest.JPEG(t, 40, 30),
			map[string]string{"doc_kind": "prescription"}).Want(303)
	bruno := app.As(t, dbtest.Bruno)
	page := bruno.GET(documentsPath).Want(200).HTML()
	accept := page.Find("#aceitar").AttrOr("action", "")
	if got := page.Find("[name=prescriber_name]").AttrOr("value", ""); got != "Dra. Lídia Oliveira" || page.Find("[data-tick]").Length() != 0 {
		t.Fatalf("the prescriber is %q, with %d ticks", got, page.Find("[data-tick]").Length())
	}
	form := url.Values{"prescriber_name": {"Dra. Lídia Oliveira"}, "council": {"CRM"}, "council_number": {"48211"}, "council_state": {"RS"},
		"issued_on": {""}, "items[0].code_texto": {dbtest.Oil.Code}, "items[0].quantity": {"2"}, "items[0].dose": {"8 gotas"}, "replaces_latest": {"true"}}
	if refused := bruno.Form(accept, form).Want(422).Words(); !strings.Contains(refused, "informe a data da receita") {
		t.Errorf("refused with %s", refused)
	}
	form.Set("issued_on", "01/11/2026")
	form.Set("acao", "outro")
	if more := bruno.Form(accept, form).Want(200).HTML(); more.Find("[name='items[1].quantity']").Length() != 1 {
		t.Error("the button adds no row")
	}
	const isKept = "user_id = 1 and file_id is not null and issued_on = '2026-11-01' and valid_until = '2027-05-01'"
	if app.Count(t, "prescriptions", isKept) != 0 || app.Count(t, "document_checks", "state = 'accepted'") != 0 {
		t.Fatal("something is stored already")
	}
	form.Del("acao")
	answer := bruno.Form(accept, form).Want(303)
	if answer.Location() != documentsPath {
		t.Errorf("leads to %s", answer.Location())
	}
	if app.Count(t, "prescriptions", isKept) != 1 || app.Count(t, "prescriptions", "id = 1 and replaced_by_id = 2") != 1 ||
		app.Count(t, "document_checks", "state = 'accepted' and expires = '2027-05-01'") != 1 {
		t.Error("the prescription is not registered with its document")
	}
	bruno.Form(accept, form).Want(422)
	bruno.Form(answer.Notice().Undo, nil).Want(303)
	if app.Count(t, "prescriptions", "replaced_by_id is null") != 1 || app.Count(t, "prescriptions", "true") != 1 ||
		app.Count(t, "document_checks", "state = 'accepted'") != 0 {
		t.Error("something is left after the undo")
	}
}
