package panel_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
)

const (
	listPath   = "/painel/profissionais"
	renataPage = listPath + "/1"
	otavioPage = listPath + "/2"
)

func professionalForm(changes url.Values) url.Values {
	form := url.Values{"name": {"Dra. Lia Prado"}, "type": {"psychologist"}, "email": {"lia@exemplo.org.br"}, "phone": {"(48) 99999-1234"},
		"council":        {"CRP"},
		"council_number": {"12/345"}, "council_state": {"sc"}, "consultation_price": {"150,50"}, "is_collaborator": {"true"}, "active": {"true"},
		"payment_details": {"Pix"}}
	for name, values := range changes {
		form[name] = values
	}
	return form
}

func TestProfessionalList_Filters(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update professionals set active = false, is_prescriber = false where id = 2")
	app.Exec(t, "update professionals set is_collaborator = (id = 1)")
	bruno := app.As(t, dbtest.Bruno)
	for query, want := range map[string]string{
		"": "12", "?situacao=ativos": "1", "?situacao=inativos": "2", "?q=otavio": "2", "?q=nada": "", "?tipo=medic": "1", "?tipo=lawyer": "",
		"?prescreve=sim": "1", "?ordem=-preco": "12", "?colabora=sim": "1", "?colabora=nao": "2",
	} {
		page, shown := bruno.GET(listPath+query).Want(200).Body, ""
		for _, id := range []string{"1", "2"} {
			if strings.Contains(page, `href="`+listPath+"/"+id+`"`) {
				shown += id
			}
		}
		if shown != want {
			t.Errorf("%q shows %q, want %q", query, shown, want)
		}
	}
	for _, query := range []string{"?situacao=x", "?ordem=senha", "?prescreve=talvez"} {
		bruno.GET(listPath + query).Want(400)
	}
	if page := bruno.GET(listPath).Want(200).Words(); !strings.Contains(page, "Renata Ribeiro") ||
		!strings.Contains(page, "Medicina Ativo CRM 123456 SC") || !strings.Contains(page, "R$ 300,00") {
		t.Errorf("the row is not there: %s", page)
	}
}

func TestProfessionalPages_Permissions(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, c := range []struct {
		by              dbtest.Operator
		adds, edits, in bool
	}{{dbtest.Camila, true, true, true}, {dbtest.Bruno, false, true, true}, {dbtest.Fernando, false, false, true},
		{dbtest.Priscila, false, false, false}, {dbtest.Renata, false, false, false}} {
		who := app.As(t, c.by)
		if !c.in {
			who.GET(listPath).Want(403)
			who.GET(renataPage).Want(403)
		} else if list, page := who.GET(listPath).Want(200).Body,
			who.GET(renataPage).Want(200).Body; strings.Contains(list, "Novo profissional") != c.adds ||
			strings.Contains(page, renataPage+"/editar") != c.edits || strings.Contains(page, "Desativar") != c.edits ||
			!strings.Contains(page, "Movimentar") || strings.Contains(list, "peça à administração") == c.adds {
			t.Errorf("%s is offered something else", c.by.Name)
		}
		if !c.adds {
			who.Form(listPath+"/novo", professionalForm(nil)).Want(403)
		}
		if !c.edits {
			for _, path := range []string{"/editar", "/situacao"} {
				who.Form(otavioPage+path, professionalForm(nil)).Want(403)
			}
		}
		// Donations, the portal and contests are of all staff who read professionals ("staff only").
		for path, form := range map[string]url.Values{"/doacoes": {"amount": {"1"}, "reason": {"Doação"}}, "/portal": nil,
			"/contestacoes": {"index": {"0"}}} {
			if answer := who.Form(otavioPage+path, form); (answer.StatusCode == 403) == c.in {
				t.Errorf("%s gets %d at %s", c.by.Name, answer.StatusCode, path)
			}
		}
	}
	for _, path := range []string{listPath, renataPage, renataPage + "/doacoes"} {
		app.WithToken(t, "*").GET(path).Want(403)
		if at := app.Nobody(t).GET(path).Want(303).Location(); !strings.HasPrefix(at, "/entrar") {
			t.Errorf("nobody is sent to %s", at)
		}
	}
	camila := app.As(t, dbtest.Camila)
	for _, path := range []string{"/999", "/x", "/999/editar", "/999/doacoes"} {
		camila.GET(listPath + path).Want(404)
	}
	for _, path := range []string{"/999/situacao", "/999/portal", "/999/doacoes"} {
		camila.Form(listPath+path, professionalForm(nil)).Want(404)
	}
}

func TestProfessionalPages_AddAndChange(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	at := camila.Form(listPath+"/novo", professionalForm(nil)).Want(303).Location()
	if app.Count(t, "professionals", `name = 'Dra. Lia Prado' and phone = '48999991234' and council_state = 'SC' and consultation_price = 150.50
		and is_collaborator and not is_prescriber and active and payment_details = 'Pix'`) != 1 {
		t.Fatal("it is not stored as it was typed")
	}
	form := camila.GET(at + "/editar").Want(200)
	change := professionalForm(url.Values{"version": {form.Fields().Get("version")}, "consultation_price": {""}, "phone": {""},
		"is_prescriber": {"true"}})
	change.Del("is_collaborator")
	camila.Form(at+"/editar", change).Want(303)
	if app.Count(t, "professionals", "name = 'Dra. Lia Prado' and phone is null and consultation_price is null and is_prescriber and not is_collaborator") != 1 {
		t.Error("what was emptied is still there")
	}
	change.Set("name", "Dra. Lia")
	if page := camila.Form(at+"/editar", change).Want(422).Words(); !strings.Contains(page, "Outra pessoa mudou este profissional") {
		t.Error("a stale form is stored")
	}
	page := camila.Form(listPath+"/novo", professionalForm(url.Values{"name": {" "}, "type": {""}, "phone": {"12"}, "council_state": {"XX"},
		"consultation_price": {"caro"}})).Want(422).Words()
	for _, want := range []string{"Nome: informe um nome", "Tipo: escolha um dos tipos", "Telefone: informe um telefone",
		"Estado: deve ser a sigla", "Preço da consulta: deve ser um valor"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not said in %s", want, page)
		}
	}
}

func TestProfessionalPages_DeactivateAndUndo(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	notice := bruno.Form(otavioPage+"/situacao", url.Values{"active": {"false"}}).Want(303).Notice()
	if app.Count(t, "professionals", "id = 2 and not active") != 1 || notice.Undo == "" {
		t.Fatalf("Otávio is active, or the notice offers no undo: %+v", notice)
	}
	bruno.Form(notice.Undo, nil).Want(303)
	if app.Count(t, "professionals", "id = 2 and active") != 1 {
		t.Error("Otávio is not back")
	}
	bruno.Form(otavioPage+"/situacao", url.Values{"active": {"false"}}).Want(303)
	bruno.Form(otavioPage+"/situacao", url.Values{"active": {"true"}}).Want(303)
	bruno.Form(otavioPage+"/situacao", url.Values{"active": {"talvez"}}).Want(400)
	if app.Count(t, "professionals", "id = 2 and active") != 1 {
		t.Error("Otávio is not active")
	}
}

func TestProfessionalPage_Donations(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	const path = renataPage + "/doacoes"
	sent := bruno.FormAt(path)
	sent.Set("amount", "1.200,50")
	sent.Set("reason", "Doação de novembro")
	sent.Set("direction", "entra")
	bruno.Form(path, sent).Want(303)
	bruno.Form(path, sent).Want(303) // a form sent twice moves once
	bruno.Form(path, url.Values{"amount": {"200"}, "reason": {"Consulta social"}, "direction": {"sai"}}).Want(303)
	page := bruno.GET(renataPage).Want(200).Words()
	for _, want := range []string{"saldo de R$ 1.000,50", "Consulta social", "+R$ 1.200,50", "Bruno Acioli"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in %s", want, page)
		}
	}
	for says, form := range map[string]url.Values{
		"informe o motivo":           {"amount": {"1"}, "reason": {" "}},
		"diferente de zero":          {"amount": {""}, "reason": {"x"}},
		"deve ser um valor":          {"amount": {"muito"}, "reason": {"x"}},
		"não pode ficar negativo":    {"amount": {"1000,51"}, "reason": {"x"}, "direction": {"sai"}},
		"deve estar entre":           {"amount": {"10000000"}, "reason": {"x"}},
		"deve ter no máximo 500 car": {"amount": {"1"}, "reason": {strings.Repeat("x", 501)}},
	} {
		if page := bruno.Form(path, form); page.StatusCode != 422 && page.StatusCode != 409 || !strings.Contains(page.Words(), says) {
			t.Errorf("%q is not said: %d", says, page.StatusCode)
		}
	}
	if app.Count(t, "donation_movements", "professional_id = 1") != 2 {
		t.Error("the ledger does not hold the two movements")
	}
}

func TestProfessionalPage_Portal(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	if page := bruno.GET(renataPage).Want(200).Words(); !strings.Contains(page, "Acesso ativo: renata@acolhe.test") ||
		strings.Contains(page, "Convidar para o portal") {
		t.Errorf("Renata's access is not shown in %s", page)
	}
	bruno.Form(otavioPage+"/portal", nil).Want(303)
	if page := bruno.GET(otavioPage).Want(200).Words(); !strings.Contains(page, "Convite: A caminho de otavio@acolhe.test") ||
		!strings.Contains(page, "Reenviar convite") {
		t.Errorf("the invite is not shown in %s", page)
	}
	bruno.Form(otavioPage+"/portal", nil).Want(303)
	if letters := app.Letters(t); len(letters) != 2 {
		t.Errorf("the letters are %+v", letters)
	}
}

func TestProfessionalPage_PortalWithoutMail(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, func(config *handlers.Config) { config.Mail = mail.Outbox{} })
	bruno := app.As(t, dbtest.Bruno)
	if page := bruno.Form(otavioPage+"/portal", nil).Want(200).Body; !strings.Contains(page, app.URL+"/convite?token=") {
		t.Error("the page does not show the link")
	}
	if page := bruno.GET(otavioPage).Want(200).Body; strings.Contains(page, "/convite?token=") {
		t.Error("the link is shown again")
	}
}

// The staff sees the contests of a professional and removes one, which can be undone. One that has moved is not removed in
// place of another.
func TestProfessionalPage_Contests(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update professionals set contest_reports = '[{"text": "Falta a primeira", "month": "2026-10", "date": "2026-11-01T12:00:00Z"}, {"text": "Falta a segunda", "month": "2026-11", "date": "2026-11-02T12:00:00.5Z"}]' where id = 1`)
	fernando := app.As(t, dbtest.Fernando)
	page := fernando.GET(renataPage).Want(200)
	if words := page.Words(); !strings.Contains(words, "Mês 10/2026 Falta a primeira") ||
		!strings.Contains(words, "Mês 11/2026 Falta a segunda") {
		t.Errorf("the contests are not on %s", words)
	}
	latest := page.HTML().Find("form[action='" + renataPage + "/contestacoes']").First()
	form := url.Values{"index": {latest.Find("[name=index]").AttrOr("value", "")}, "date": {latest.Find("[name=date]").AttrOr("value", "")}}
	for _, wrong := range []url.Values{{"index": {"0"}, "date": form["date"]}, {"index": {"7"}, "date": form["date"]},
		{"index": {"-1"}, "date": form["date"]}, {"index": form["index"]}, {"index": form["index"], "date": {"x"}}} {
		fernando.Form(renataPage+"/contestacoes", wrong).Want(404)
	}
	notice := fernando.Form(renataPage+"/contestacoes", form).Want(303).Notice()
	if app.Count(t, "professionals", "id = 1 and jsonb_array_length(contest_reports) = 1 and contest_reports @> '[{\"text\": \"Falta a primeira\"}]'") != 1 {
		t.Error("the second contest is not removed, or another one")
	}
	fernando.Form(notice.Undo, nil).Want(303)
	if app.Count(t, "professionals", "id = 1 and contest_reports->1->>'text' = 'Falta a segunda' and (contest_reports->1->>'date')::timestamptz = '2026-11-02T12:00:00.5Z'") != 1 {
		t.Error("the contest is not back in its place")
	}
}
