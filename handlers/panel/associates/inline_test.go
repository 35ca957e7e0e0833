package associates_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// scripted returns a client that sends forms as htmx does from a part of a page.
func scripted(client *handlertest.Client) *handlertest.Client {
	return client.With("HX-Request", "true").With("HX-Request-Type", "partial")
}

func TestInlineEdit(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := scripted(app.As(t, dbtest.Bruno))
	answer := bruno.Form(anaPage+"/campos/phone",
		url.Values{"phone": {"48999887766"}, "health_notes": {"outra coisa"}, "associate_name": {"Outra"}}).Want(200).Body
	if !strings.Contains(answer, `data-state="saved"`) || !strings.Contains(answer, "(48) 99988-7766") {
		t.Errorf("the answer is %s", answer)
	}
	if app.Count(t, "users", "health_notes = 'outra coisa'") != 0 {
		t.Error("the form changed more than its address names")
	}
	bruno.Form(anaPage+"/campos/tags", url.Values{"tags": {"", "Prioritário"}}).Want(200)
	bruno.Form(anaPage+"/campos/health_notes", url.Values{"health_notes": {"Liga só à tarde"}}).Want(200)
	if app.Count(t, "users", `id = 1 and phone = '48999887766' and health_notes = 'Liga só à tarde' and tags = '["Prioritário"]' and associate_name = 'Ana Beatriz de Souza' and street is not null`) != 1 {
		t.Error("Ana is not stored with these three values changed alone")
	}
	// Without scripts the answer redirects to a page.
	if to := app.As(t, dbtest.Bruno).Form(anaPage+"/campos/tags", url.Values{"tags": {""}}).Want(303).Location(); to != anaPage {
		t.Errorf("the form leads to %s", to)
	}
	if app.Count(t, "users", "id = 1 and tags = '[]'") != 1 {
		t.Error("Ana still wears a tag")
	}
}

func TestInlineEdit_Refused(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := scripted(app.As(t, dbtest.Bruno))
	answer := bruno.Form(anaPage+"/campos/phone", url.Values{"phone": {"123"}}).Want(422).Body
	for _, want := range []string{`data-state="refused"`, `value="123"`, `aria-invalid="true"`, "Faltam números"} {
		if !strings.Contains(answer, want) {
			t.Errorf("%s is missing in %s", want, answer)
		}
	}
	for path, wanted := range map[string]int{
		anaPage + "/campos/associate_cpf": 404, anaPage + "/campos/x": 404, "/painel/associados/999/campos/phone": 404,
		"/painel/associados/x/campos/phone": 404,
	} {
		bruno.Form(path, url.Values{"phone": {"48999887766"}, "associate_cpf": {dbtest.Joao.CPF}}).Want(wanted)
	}
	app.As(t, dbtest.Fernando).Form(anaPage+"/campos/phone", url.Values{"phone": {"48999887766"}}).Want(403)
	app.As(t, dbtest.Renata).Form(anaPage+"/campos/phone", url.Values{"phone": {"48999887766"}}).Want(403)
	app.Nobody(t).Form(anaPage+"/campos/phone", url.Values{"phone": {"48999887766"}}).Want(303)
	if app.Count(t, "users", "phone = '48999887766'") != 0 {
		t.Error("a phone was changed")
	}
}

// Without the right to change, the page shows the values and no pencil.
func TestInlineEdit_Permissions(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	const pencil = "/campos/phone"
	for _, path := range []string{anaPage + "?parte=cadastro", anaPage + "?drawer=1"} {
		if page := scripted(app.As(t, dbtest.Bruno)).GET(path).Want(200).Body; !strings.Contains(page, pencil) {
			t.Errorf("Bruno has no pencil on %s", path)
		}
		if page := scripted(app.As(t, dbtest.Fernando)).GET(path).Want(200).Body; strings.Contains(page, pencil) {
			t.Errorf("Fernando has a pencil on %s", path)
		}
	}
}

// A list requests the form of one value; without scripts the address leads to the form of all values.
func TestInlineEdit_Form(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	answer := scripted(app.As(t, dbtest.Bruno)).GET(anaPage + "/campos/phone").Want(200).Body
	for _, want := range []string{`data-state="edited"`, `action="` + anaPage + `/campos/phone"`, `name="phone"`} {
		if !strings.Contains(answer, want) {
			t.Errorf("%s is missing in %s", want, answer)
		}
	}
	if to := app.As(t, dbtest.Bruno).GET(anaPage + "/campos/tags").Want(303).Location(); !strings.HasPrefix(to, anaPage+"/editar#") {
		t.Errorf("without scripts it leads to %s", to)
	}
	for path, wanted := range map[string]int{
		anaPage + "/campos/associate_cpf": 404, "/painel/associados/999/campos/phone": 404, "/painel/associados/x/campos/phone": 404,
	} {
		app.As(t, dbtest.Bruno).GET(path).Want(wanted)
	}
	for _, reader := range []dbtest.Operator{dbtest.Priscila, dbtest.Fernando, dbtest.Renata} {
		app.As(t, reader).GET(anaPage + "/campos/phone").Want(403)
	}
	app.Nobody(t).GET(anaPage + "/campos/phone").Want(303)
}
