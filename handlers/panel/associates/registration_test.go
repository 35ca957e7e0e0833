package associates_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The staff sees what a registration lacks, and asks for a photo again with a reason; others may not.
func TestRegistration_AskAgain(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set associate_status = '3', responsible_type = 'self' where id = $1", dbtest.Carla.ID)
	const path = "/painel/associados/5/cadastro-pelo-site"
	bruno := app.As(t, dbtest.Bruno)
	if text := bruno.GET(path).Want(200).HTML().Find("main").Text(); !strings.Contains(text, "Envie a foto da frente do seu documento") || !strings.Contains(text, "O próprio associado.") {
		t.Errorf("the page says %s", text)
	}
	asked := url.Values{"slot": {"responsible.rg.front"}, "reason": {"A foto ficou escura."}}
	bruno.Form(path, url.Values{"slot": {""}, "reason": {""}}).Want(422)
	app.As(t, dbtest.Priscila).Form(path, asked).Want(403)
	bruno.Form(path, asked).Want(303)
	if app.Count(t, "document_requests", "user_id = 5 and side = 'front' and reason = 'A foto ficou escura.' and requested_by = $1", dbtest.Bruno.UserCode) != 1 {
		t.Error("the request is not stored")
	}
	if text := app.AsAssociate(t, dbtest.Carla).GET("/cadastro/documentos").Want(200).HTML().Find("main").Text(); !strings.Contains(text, "A foto ficou escura.") {
		t.Error("the associate does not see the reason")
	}
	bruno.GET("/painel/associados/999/cadastro-pelo-site").Want(404)
}

// The link of access goes to the login e-mail; without one the page says so.
func TestSendAccess(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	sent := bruno.Form("/painel/associados/5/acesso", nil).Want(303)
	if !strings.Contains(sent.Notice().Text, dbtest.Carla.Email) || app.Count(t, "river_job", "kind = 'write_reset'") != 1 {
		t.Errorf("the notice is %q", sent.Notice().Text)
	}
	app.As(t, dbtest.Priscila).Form("/painel/associados/5/acesso", nil).Want(403)
	app.Exec(t, "update users set email_account = null where id = 5")
	bruno.Form("/painel/associados/5/acesso", nil).Want(400)
}
