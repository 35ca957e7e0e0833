package panel_test

import (
	"net/url"
	"strings"
	"sync"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A form sent twice, one after the other or concurrently, creates one row, and both answers lead to it. Sent
// again with other values, it asks for a confirmation.
func TestForms_SentTwiceAddsOnce(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	for name, c := range map[string]struct {
		page, action, field, table string
		other                      map[string]string
	}{
		"tag":       {"/painel/etiquetas/nova", "/painel/etiquetas/nova", "name", "tags", nil},
		"product":   {"/painel/produtos/novo", "/painel/produtos/novo", "code", "products", map[string]string{"name": "Gel", "price": "10"}},
		"associate": {"/painel/associados/novo", "/painel/associados/novo", "associate_name", "users", nil},
		"patient":   {carlaPage + "/pacientes/novo", carlaPage + "/pacientes/novo", "name", "users", map[string]string{"last_name": "Souza"}},
		"annotation": {carlaPage, carlaPage + "/anotacoes", "text", "(select jsonb_array_elements(annotations) from users where id = 5) notes",
			nil},
	} {
		t.Run(name, func(t *testing.T) {
			form := formAt(t, camila, c.page)
			for field, value := range c.other {
				form.Set(field, value)
			}
			before := app.Count(t, c.table, "true")
			form.Set(c.field, "Primeiro")
			first := camila.Form(c.action, form).Want(303).Location()
			if again := camila.Form(c.action, form).Want(303).Location(); again != first {
				t.Errorf("sent again, the form leads to %s and not to %s", again, first)
			}
			form.Set(c.field, "Segundo")
			page := camila.Form(c.action, form).Want(422).Body
			if !strings.Contains(page, "já foi salvo com outros dados") || app.Count(t, c.table, "true") != before+1 {
				t.Error("a form that was saved is saved again without a question")
			}
			form.Set("idempotency_key", formAt(t, camila, c.page).Get("idempotency_key"))
			if places := sentAtOnce(camila, c.action, form); places[0] != places[1] || app.Count(t, c.table, "true") != before+2 {
				t.Errorf("sent twice at once, the form leads to %v", places)
			}
			if again := fields(page).Get("idempotency_key"); again == "" || again == form.Get("idempotency_key") {
				t.Errorf("the question comes with the key %q", again)
			}
		})
	}
}

// The second of two identical edits finds its own values stored, so there is no conflict.
func TestForms_SentTwiceNoConflict(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	for path, c := range map[string]struct{ field, stored string }{
		"/painel/etiquetas/1": {"name", "tags where id = 1 and name"}, "/painel/produtos/1/editar": {"name", "products where id = 1 and name"},
		anaPage + "/editar":             {"city", "users where id = 1 and city"},
		anaPage + "/pacientes/2/editar": {"relationship", "users where id = 2 and relationship"},
		joaosCart:                       {"info", "orders where id = 2 and info"},
	} {
		t.Run(path, func(t *testing.T) {
			form := formAt(t, camila, path)
			form.Set("acao", "salvar")
			form.Set(c.field, "Primeiro")
			camila.Form(path, form).Want(303)
			camila.Form(path, form).Want(303)
			form.Set(c.field, "Segundo")
			if page := words(camila.Form(path, form).Want(422).Body); !strings.Contains(page, "Salvo: Primeiro Você digitou: Segundo") {
				t.Error("an edit of a stale form is accepted")
			}
			form = formAt(t, camila, path)
			form.Set("acao", "salvar")
			form.Set(c.field, "Terceiro")
			if places := sentAtOnce(camila, path, form); places[0] != places[1] ||
				app.Count(t, "(select from "+c.stored+" = 'Terceiro') found", "true") != 1 {
				t.Errorf("sent twice at once, the form leads to %v", places)
			}
		})
	}
}

// sentAtOnce sends a form twice concurrently and returns the targets of both answers.
func sentAtOnce(client *handlertest.Client, action string, form url.Values) (places [2]string) {
	var sending sync.WaitGroup
	var answers [2]*handlertest.Answer
	for i := range answers {
		sending.Go(func() { answers[i] = client.Form(action, form) })
	}
	sending.Wait()
	for i, answer := range answers {
		places[i] = answer.Want(303).Location()
	}
	return places
}
