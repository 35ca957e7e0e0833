package register_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// helena is the form of a complete patient; thor that of an animal.
var (
	helena = url.Values{"name": {"Helena"}, "last_name": {"dos Santos"}, "cpf": {"168.995.350-09"}, "birth_date": {"02/06/1942"},
		"relationship": {"Mãe"}}
	thor = url.Values{"name": {"Thor"}, "species": {"Cachorro"}}
)

// One associate registers two people and an animal: added, changed, removed and brought back before the phase ends; then
// each person needs a document.
func TestRegistration_SeveralPatients(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set associate_status = '2', responsible_type = 'other_person' where id = $1", dbtest.Carla.ID)
	carla := app.AsAssociate(t, dbtest.Carla)
	walk(t, carla, []step{{"/cadastro/paciente", helena, "/cadastro/conferir-tratamento"}})
	const added = "/cadastro/paciente?de=novo"
	if page := carla.GET("/cadastro/conferir-tratamento").Want(200).
		HTML(); page.Find("a[href='"+added+"'], a[href='/cadastro/animal?de=novo']").Length() != 2 {
		t.Errorf("no way to add another one: %s", page.Find("main").Text())
	}
	walk(t, carla, []step{{"/cadastro/animal?de=novo", thor, "/cadastro/conferir-tratamento"}})

	// An incomplete one is a draft that the page goes on with.
	page := carla.Form(added, url.Values{"name": {"Theo"}, "last_name": {"Nunes"}, "cpf": {""}, "birth_date": {"01/05/2019"},
		"relationship": {"Neto ou neta"}}).Want(422).HTML()
	draft := page.Find("#f").AttrOr("action", "")
	if page.Find(".problems li").Length() != 1 || !strings.HasPrefix(draft, "/cadastro/paciente?de=") || draft == added {
		t.Fatalf("the draft: %q, %s", draft, page.Find("main").Text())
	}
	own := carla.Form(draft, url.Values{"name": {"Theo"}, "last_name": {"Nunes"}, "cpf": {dbtest.Carla.CPF}, "birth_date": {"01/05/2019"},
		"relationship": {"Neto ou neta"}}).Want(422)
	if !strings.Contains(own.Words(), "Este CPF é o seu. Escreva o CPF de Theo.") {
		t.Errorf("the associate's own CPF: %s", own.Words())
	}
	if at := carla.Form(draft, url.Values{"name": {"Theo"}, "last_name": {"Nunes"}, "cpf": {"987.654.321-00"}, "birth_date": {"01/05/2019"},
		"relationship": {"Neto ou neta"}}).Want(303).Location(); at != "/cadastro/conferir-tratamento" {
		t.Errorf("it leads to %s", at)
	}
	if app.Count(t, "users", "responsible_code = $1", dbtest.Carla.UserCode) != 3 {
		t.Error("other people are stored")
	}
	check := carla.GET("/cadastro/conferir-tratamento").Want(200).HTML()
	for _, name := range []string{"Helena dos Santos", "Theo Nunes", "Thor"} {
		if !strings.Contains(check.Find("main").Text(), name) {
			t.Errorf("the check does not show %s", name)
		}
	}
	removed := carla.Form("/cadastro/pacientes/remover",
		url.Values{"id": {check.Find("form[action='/cadastro/pacientes/remover'] [name=id]").Eq(1).AttrOr("value", "")}}).Want(303)
	if app.Count(t, "users", "responsible_code = $1", dbtest.Carla.UserCode) != 2 {
		t.Error("nobody is removed")
	}
	carla.Form(removed.Notice().Undo, nil).Want(303)
	if app.Count(t, "users", "responsible_code = $1", dbtest.Carla.UserCode) != 3 {
		t.Error("nobody is brought back")
	}

	if at := carla.Form("/cadastro/conferir-tratamento", nil).Want(303).Location(); at != "/cadastro/documentos" {
		t.Fatalf("it leads to %s", at)
	}
	carla.Form("/cadastro/pacientes/remover", url.Values{"id": {strings.TrimPrefix(draft, "/cadastro/paciente?de=")}}).Want(303)
	if app.Count(t, "users", "responsible_code = $1", dbtest.Carla.UserCode) != 3 {
		t.Error("somebody is removed after the phase")
	}
	theo := "/cadastro/documento-paciente?de=" + strings.TrimPrefix(draft, "/cadastro/paciente?de=")
	send(t, carla, "/cadastro/documentos/envio", map[string]string{"subject": "responsible", "doc_type": "cnh", "side": "front"}).Want(303)
	if at := carla.Form("/cadastro/documentos", nil).Want(303).Location(); at != "/cadastro/documento-paciente" {
		t.Errorf("the own document leads to %s", at)
	}
	for address, next := range map[string]string{"/cadastro/documento-paciente": theo, theo: "/cadastro/conferir-documentos"} {
		page := carla.GET(address + map[bool]string{true: "&tipo=cnh", false: "?tipo=cnh"}[address == theo]).Want(200).HTML()
		form := page.Find("#campo-front form[enctype]")
		fields := hidden(form)
		send(t, carla, form.AttrOr("action", ""), fields).Want(303)
		if at := carla.Form(address, nil).Want(303).Location(); at != next {
			t.Errorf("%s leads to %s, want %s", address, at, next)
		}
	}
	if app.Count(t, "users_files f join users u on u.id = f.user_id", "u.status = 'patient' and f.subject = 'patient'") != 2 {
		t.Error("the documents are not those of the patients")
	}
	if at := carla.Form("/cadastro/conferir-documentos", nil).Want(303).Location(); at != "/cadastro/assinatura" {
		t.Errorf("it leads to %s", at)
	}
}

// Somebody else's patient is not found on any page.
func TestRegistration_ForeignPatient(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set responsible_type = 'other_person' where id = $1", dbtest.Carla.ID)
	carla := app.AsAssociate(t, dbtest.Carla)
	foreign := "?de=" + id(dbtest.Miguel.ID)
	for _, path := range []string{"/cadastro/paciente", "/cadastro/animal", "/cadastro/documento-paciente"} {
		if at := carla.GET(path + foreign).Want(303).Location(); at != "/cadastro" {
			t.Errorf("%s leads to %s", path, at)
		}
	}
	carla.Form("/cadastro/paciente"+foreign, helena).Want(303)
	carla.Form("/cadastro/pacientes/remover", url.Values{"id": {id(dbtest.Miguel.ID)}}).Want(404)
	if app.Count(t, "users", "id = $1 and name = 'Miguel'", dbtest.Miguel.ID) != 1 {
		t.Error("somebody else's patient has changed")
	}
}
