package panel_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The answers to callers other than the form's own script.
func TestCEP_Answers(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	fernando := app.As(t, dbtest.Fernando)
	has := func(path, text string, status int) {
		t.Helper()
		if page := fernando.With("HX-Request", "true").GET(path).Want(status).Body; !strings.Contains(page, text) {
			t.Errorf("%s answers %s", path, page)
		}
	}
	has("/painel/cep/88010-000", `data-street="Rua Felipe Schmidt"`, 200)
	has("/painel/cep/99999999", "CEP não encontrado", 200)
	has("/painel/cep/123", "Confira os dados", 400)
	app.As(t, dbtest.Renata).GET("/painel/cep/88010000").Want(403)
	app.Nobody(t).GET("/painel/cep/88010000").Want(303)
	app.WithToken(t, "*").GET("/painel/cep/88010000").Want(403)
	if log := app.Log.String(); strings.Contains(log, "88010") || strings.Contains(log, "Schmidt") {
		t.Error("the log says who lives where")
	}
}
