package associates_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const (
	anaPage   = "/painel/associados/1"
	joaoPage  = "/painel/associados/3"
	carlaPage = "/painel/associados/5"
)

func TestAssociateForm_WithoutScripts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	form := bruno.GET("/painel/associados/novo").Want(200).Fields()
	form.Set("associate_name", "Helena Prado")
	form.Set("associate_cpf", "529.982.247-25")
	form.Set("birth_date", "31/02/1990")
	form.Set("email", "novo@exemplo.org.br")
	page := bruno.Form("/painel/associados/novo", form).Want(422)
	if again := page.Fields(); again.Get("associate_name") != "Helena Prado" || again.Get("birth_date") != "31/02/1990" {
		t.Errorf("redrawn as %v", again)
	}
	for _, told := range []string{"Confira a data. Escreva dia, mês e ano, como 14/03/1985.",
		"CPF: já é de outro associado: Ana Beatriz de Souza", `href="` + anaPage + `"`} {
		if !strings.Contains(page.Body, told) {
			t.Errorf("%q is not told", told)
		}
	}
	form.Set("birth_date", "28/02/1990")
	form.Set("associate_cpf", "153.509.460-56")
	form.Set("prescriber_code", dbtest.DraRenata.Code)
	form.Set("prescriber_code_texto", dbtest.DraRenata.Name)
	form["tags"] = []string{"", "Prioritário"}
	form.Set("contact_consent", "true")
	saved := bruno.Form("/painel/associados/novo", form).Want(303)
	if page := bruno.GET(saved.Location() + "?parte=cadastro").Want(200).Words(); !strings.Contains(page, "28/02/1990") ||
		!strings.Contains(page, dbtest.DraRenata.Name) {
		t.Errorf("saved as %s", page)
	}
	if app.Count(t, "users", `associate_cpf = '15350946056' and prescriber_code = $1 and contact_consent and tags = '["Prioritário"]'`,
		dbtest.DraRenata.Code) != 1 {
		t.Error("it is not stored as it was typed")
	}
	warned := bruno.Form("/painel/associados/repetidos", url.Values{"email": {dbtest.Joao.Email}, "associate_cpf": {"5299"}}).Want(200).Body
	if !strings.Contains(warned, `href="`+joaoPage+`"`) || strings.Contains(warned, "<html") {
		t.Errorf("warned by %s", warned)
	}
}

// Two operators edit the same person: the second sees the stored values and decides.
func TestAssociateForm_StaleVersion(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno, camila := app.As(t, dbtest.Bruno), app.As(t, dbtest.Camila)
	first := edited(bruno, anaPage)
	second := edited(camila, anaPage)
	// Changes outside the form do not make it stale.
	bruno.Form(anaPage+"/anotacoes", url.Values{"text": {"Ligar"}}).Want(303)
	first.Set("phone", "(48) 98888-0000")
	first.Del("contact_consent")
	bruno.Form(anaPage+"/editar", first).Want(303)
	second.Set("city", "São José")
	second.Set("gender", "female")
	second.Set("contact_consent", "true")
	page := camila.Form(anaPage+"/editar", second).Want(422)
	for _, told := range []string{"Outra pessoa mudou este cadastro", "Telefone Salvo: (48) 98888-0000 Você digitou: (48) 99999-0001",
		"Cidade Salvo: Florianópolis Você digitou: São José", "Gênero Salvo: – Você digitou: Feminino",
		"Aceita contato Salvo: não Você digitou: sim"} {
		if said := page.Words(); !strings.Contains(said, told) {
			t.Errorf("%q is not told in %s", told, said)
		}
	}
	if app.Count(t, "users", "id = 1 and phone = '48988880000' and city = 'Florianópolis'") != 1 {
		t.Error("the first edit was lost, or the second stored in part")
	}
	again := page.Fields()
	if again.Get("city") != "São José" {
		t.Errorf("redrawn as %v", again)
	}
	again.Set("state", "SC")
	again.Set("phone", "(48) 98888-0000")
	camila.Form(anaPage+"/editar", again).Want(303)
	if app.Count(t, "users", "id = 1 and phone = '48988880000' and city = 'São José'") != 1 {
		t.Error("the second edit is not stored")
	}
	stale := url.Values{"associate_name": {"Outra"}}
	camila.Form(anaPage+"/editar", stale).Want(422)
	camila.Form("/painel/associados/999/editar", stale).Want(404)
}

func edited(session *handlertest.Client, page string) url.Values {
	form := session.GET(page + "/editar").Want(200).Fields()
	form.Set("state", "SC")
	return form
}

func TestAssociatePage_Patients(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	form := url.Values{"name": {"Nina"}, "cpf": {"111.111.111-11"}}
	refused := bruno.Form(carlaPage+"/pacientes/novo", form).Want(422)
	page := refused.Body
	if !strings.Contains(page, "CPF inválido.") || !strings.Contains(page, "Sobrenome: informe") || refused.Fields().Get("name") != "Nina" {
		t.Error("what is wrong is not told")
	}
	if strings.Index(page, "Sobrenome: informe") > strings.Index(page, "CPF inválido.") {
		t.Error("the problems are not in the order of the form")
	}
	form.Set("cpf", "")
	form.Set("species", "Gata")
	form.Set("weight_kg", "4,2")
	to := bruno.Form(carlaPage+"/pacientes/novo", form).Want(303).Location()
	_, id, _ := strings.Cut(to, "#paciente-")
	nina := carlaPage + "/pacientes/" + id
	change := bruno.GET(nina + "/editar").Want(200).Fields()
	if change.Get("weight_kg") != "4,2" {
		t.Errorf("the form begins with %v", change)
	}
	change.Set("breed", "Siamesa")
	bruno.Form(nina+"/editar", change).Want(303)
	change.Set("breed", "Persa")
	if page := bruno.Form(nina+"/editar", change).Want(422).Words(); !strings.Contains(page, "Raça Salvo: Siamesa Você digitou: Persa") {
		t.Error("a stale form overwrote a newer one")
	}
	bruno.Form(anaPage+"/pacientes/"+id+"/editar", change).Want(404)
	bruno.Form("/painel/associados/2/pacientes/novo", form).Want(404)
	// Miguel has a service, Nina has none.
	if page := bruno.Form(anaPage+"/pacientes/2/excluir", nil).Want(422).Words(); !strings.Contains(page, "1 serviço:") {
		t.Error("what is linked is not told")
	}
	bruno.Form(nina+"/excluir", nil).Want(303)
	bruno.Form(nina+"/excluir", nil).Want(404)
}

// The prescriber is stored in two columns and shown as one field.
func TestAssociateForm_Prescriber(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	form := edited(bruno, anaPage)
	form.Set("prescriber_code_texto", strings.Repeat("x", 201))
	page := bruno.Form(anaPage+"/editar", form).Want(422)
	if summary := page.HTML().Find(`.problems a[href="#campo-prescriber_code"]`).Text(); summary != "Prescritor: é longo demais" {
		t.Errorf("the summary says %q", summary)
	}
	form.Set("prescriber_code_texto", "Dr. Novo")
	form.Set("prescriber_code", "NAO-HA")
	form.Set("version", "stale")
	if said := bruno.Form(anaPage+"/editar", form).Want(422).Words(); !strings.Contains(said, "Você digitou: Dr. Novo") ||
		strings.Contains(said, "NAO-HA") {
		t.Errorf("the conflict is told as %s", said)
	}
	form.Set("version", page.Fields().Get("version"))
	bruno.Form(anaPage+"/editar", form).Want(303)
	if app.Count(t, "users", "id = 1 and prescriber = 'Dr. Novo' and prescriber_code is null") != 1 {
		t.Error("a name without a record is not stored as it was typed")
	}
}

// Patients have no page: their form leads back to the page of the responsible associate.
func TestPatientForm_LeadsBack(t *testing.T) {
	t.Parallel()
	bruno := handlertest.New(t).As(t, dbtest.Bruno)
	for _, path := range []string{anaPage + "/pacientes/novo", anaPage + "/pacientes/2/editar"} {
		page := bruno.GET(path).Want(200).HTML()
		if back := page.Find(".form-foot a").AttrOr("href", ""); back != anaPage {
			t.Errorf("Cancelar at %s leads to %s", path, back)
		}
		if crumbs := page.Find(`a[href="` + anaPage + `"]`); crumbs.Length() != 2 ||
			page.Find("h1").Next().Text() != "De "+dbtest.Ana.FullName() {
			t.Errorf("%s does not say whose patient it is", path)
		}
	}
}

// The essential fields are visible; another part folds unless it has a value or a problem.
func TestAssociateForm_PartsThatFold(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	blank := bruno.GET("/painel/associados/novo").Want(200)
	if open := blank.HTML().Find("details.fold[open]").Length(); open != 0 {
		t.Errorf("a blank form has %d parts open", open)
	}
	for _, name := range []string{"associate_name", "associate_cpf", "birth_date", "phone", "email", "cep"} {
		if page := blank.HTML(); page.Find("[name="+name+"]").Length() != 1 || page.Find("details [name="+name+"]").Length() != 0 {
			t.Errorf("%s is not in sight", name)
		}
	}
	form := blank.Form("cadastro")
	form.Set("rg", strings.Repeat("9", 300))
	form.Set("marital_status", "Companheiro de fato")
	refused := bruno.Form("/painel/associados/novo", form).Want(422)
	if page := refused.HTML(); page.Find(`details.fold[open] [name=rg][aria-invalid="true"]`).Length() != 1 ||
		page.Find("details.fold[open]").Length() != 1 {
		t.Errorf("the part with the problem, and no other, is not open: %s", page.Find("details.fold[open] h2, .problems").Text())
	}
	form = refused.Form("cadastro")
	form.Set("associate_name", "Helena Prado")
	form.Set("rg", "")
	helena := bruno.Form("/painel/associados/novo", form).Want(303).Location()
	page := bruno.GET(helena + "/editar").Want(200)
	if page.Fields().Get("marital_status") != "Companheiro de fato" ||
		page.HTML().Find("details.fold[open] [name=marital_status]").Length() != 1 {
		t.Error("a status beside the usual ones is lost or hidden")
	}
	list := page.HTML().Find("[name=marital_status]").AttrOr("list", "none")
	if page.HTML().Find("datalist#"+list+` option[value="Casado(a)"]`).Length() != 1 {
		t.Error("the usual values are not offered")
	}
}

// The form of a patient stores the fields of the chosen kind and ignores the others.
func TestPatientForm_PersonOrAnimal(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	form := bruno.GET(carlaPage + "/pacientes/novo").Want(200).Fields()
	if form.Get("tipo") != "pessoa" {
		t.Errorf("the form begins with %v", form)
	}
	form.Set("tipo", "animal")
	form.Set("name", "Nina")
	form.Set("cpf", "111.111.111-11")
	if page := bruno.Form(carlaPage+"/pacientes/novo", form).Want(422).Body; !strings.Contains(page, "Espécie: informe a espécie") ||
		strings.Contains(page, "CPF inválido") {
		t.Error("an animal is not asked for its species, or is asked for a CPF")
	}
	form.Set("species", "Gata")
	to := bruno.Form(carlaPage+"/pacientes/novo", form).Want(303).Location()
	if app.Count(t, "users", "name = 'Nina' and species = 'Gata' and cpf is null") != 1 {
		t.Error("the animal is not stored as such")
	}
	_, id, _ := strings.Cut(to, "#paciente-")
	nina := carlaPage + "/pacientes/" + id + "/editar"
	change := bruno.GET(nina).Want(200).Fields()
	if change.Get("tipo") != "animal" {
		t.Errorf("an animal is shown as %q", change.Get("tipo"))
	}
	change.Set("tipo", "pessoa")
	if page := bruno.Form(nina, change).Want(422).Body; !strings.Contains(page, "Sobrenome: informe") {
		t.Error("a person needs no last name")
	}
	change.Set("last_name", "Reis")
	bruno.Form(nina, change).Want(303)
	if app.Count(t, "users", "name = 'Nina' and last_name = 'Reis' and species is null") != 1 {
		t.Error("the patient is not a person")
	}
}
