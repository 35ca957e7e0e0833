package browser_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/browsertest/looks"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// signInWith signs Bruno in with a browser.
func signInWith(t *testing.T, app *handlertest.App, browser string) {
	t.Helper()
	app.Nobody(t).With("User-Agent", browser).POST("/api/v1/auth/login", map[string]string{"email": dbtest.Bruno.Email, "password": dbtest.Password}).
		Want(200)
}

// The pages of trust that have no route of their own without a letter, a suspicion or a setting, in each look: a sign-in that was denied,
// what needs attention, the question about unusual reads, and the reason before a record.
func TestViews_Trust(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	signInWith(t, app, "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0")
	signInWith(t, app, "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36")
	letters := app.Letters(t)
	const record = "/painel/associados/3"
	camila := app.As(t, dbtest.Camila)
	camila.Form(record+"/protegido", url.Values{"protected": {"true"}}).Want(303)
	app.As(t, dbtest.Bruno).GET(record).Want(200)
	app.FlushReads(t)
	review := camila.GET("/admin/quem-viu").Want(200).HTML().Find("a[href*='quem-viu/conferir?']").AttrOr("href", "")
	app.Exec(t, "insert into system_configs (system, key, value) values ('access', 'ask_reason', 'true')")
	app.Exec(t, "update orders set status = 'Entregue'")
	looks.Check(t, app, []looks.View{
		{Name: "sign-in denied", Path: letters[len(letters)-1].Path},
		{Name: "attention", Path: "/admin/seguranca", By: dbtest.Camila},
		{Name: "who saw", Path: "/admin/quem-viu", By: dbtest.Camila},
		{Name: "review", Path: review, By: dbtest.Camila},
		{Name: "question", Path: strings.Replace(review, "conferir", "perguntar", 1), By: dbtest.Camila},
		{Name: "reason", Path: "/painel/associados/1", By: dbtest.Priscila},
	})
}
