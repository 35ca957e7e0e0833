package record_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

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
