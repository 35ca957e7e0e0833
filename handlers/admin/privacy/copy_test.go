package privacy_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/areas"
	"acolhe/models/platform/area"
	"acolhe/models/platform/dbtest"
)

// writeCopies makes the copies that wait, as their jobs do.
func writeCopies(t *testing.T, app *handlertest.App) {
	t.Helper()
	office := areas.NewPersonExports(area.Env{DB: app.DB, Pool: app.Pool, Key: app.Mail.Key, Storage: app.Storage, Mail: app.Mail, Now: time.Now})
	rows, err := app.Pool.Query(t.Context(), "select id from person_exports where state = 'waiting'")
	if err != nil {
		t.Fatal(err)
	}
	var ids []int64
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	for _, id := range ids {
		if err := office.Write(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
}

// An associate prepares the copy with the password or a code, sees it come, downloads it, and the download is in the log of reads. Nobody else gets
// it.
func TestCopy_Own(t *testing.T) {
	t.Parallel()
	app := admins(t)
	joao, ana := app.AsAssociate(t, dbtest.Joao), app.AsAssociate(t, dbtest.Ana)
	const page, file = "/cadastro/perfil/meus-dados/copia", "/cadastro/perfil/meus-dados/copia.zip"
	joao.GET(file).Want(404)
	joao.Form(page, nil).Want(422)
	joao.Form(page, proof).Want(303)
	if words := joao.GET(page).Want(200).Words(); !strings.Contains(words, "Preparando") {
		t.Errorf("the page says %s", words)
	}
	writeCopies(t, app)
	if words := joao.GET(page).Want(200).Words(); !strings.Contains(words, "Pasta pronta") {
		t.Errorf("the page says %s", words)
	}
	if zip := joao.GET(file).Want(200); !strings.HasPrefix(zip.Body, "PK") || !strings.Contains(zip.Header.Get("Content-Disposition"), "meus-dados-3.zip") {
		t.Errorf("the file is %.20q, %v", zip.Body, zip.Header)
	}
	ana.GET(file).Want(404)
	app.Nobody(t).GET(file).Want(303)
	app.FlushReads(t)
	if count := app.Count(t, "reads", "part = 'copia' and channel = 'file' and person_id = 3 and viewer_kind = 'associate'"); count != 1 {
		t.Errorf("%d downloads are in the log of reads", count)
	}
	if words := joao.GET("/cadastro/perfil/meus-dados").Want(200).Words(); !strings.Contains(words, "pronta para baixar") {
		t.Error("the request is not answered")
	}
}

// A code by e-mail takes the place of the password, once.
func TestCopy_Code(t *testing.T) {
	t.Parallel()
	app := admins(t)
	joao := app.AsAssociate(t, dbtest.Joao)
	const page = "/cadastro/perfil/meus-dados/copia"
	if to := joao.Form("/cadastro/perfil/meus-dados/codigo", url.Values{"volta": {page}}).Want(303).Location(); to != page+"?codigo=1" {
		t.Errorf("it leads to %s", to)
	}
	code := app.Code(t)
	joao.Form(page, url.Values{"codigo": {"1"}, "code": {"000000"}}).Want(422)
	joao.Form(page, url.Values{"codigo": {"1"}, "code": {code}}).Want(303)
	writeCopies(t, app)
	joao.Form(page, url.Values{"codigo": {"1"}, "code": {code}}).Want(422)
}

// Staff prepare the copy of a request once the identity is checked; who has an e-mail gets the letter and the request is answered, for
// who has none an administrator downloads it, which is recorded.
func TestCopy_ByStaff(t *testing.T) {
	t.Parallel()
	app := admins(t)
	camila := app.As(t, dbtest.Camila)
	app.Exec(t, "update users set email_account = null where id = $1", dbtest.Ana.ID)
	ask := func(user int64) string {
		return camila.Form(desk+"/pedidos/novo", url.Values{"user_id": {fmt.Sprint(user)}, "kind": {"access"}, "channel": {"letter"},
			"received_on": {"20/11/2020"}}).Want(303).Location()
	}
	joaos, anas := ask(dbtest.Joao.ID), ask(dbtest.Ana.ID)
	camila.Form(joaos+"/copia", nil).Want(409)
	for _, at := range []string{joaos, anas} {
		camila.Form(at+"/conferir", url.Values{"identity": {"documento com foto"}}).Want(303)
		camila.Form(at+"/copia", nil).Want(303)
		camila.GET(at).Want(200)
	}
	app.As(t, dbtest.Fernando).Form(joaos+"/copia", nil).Want(403)
	early := camila.Form(anas+"/responder", url.Values{"answer": {"Preparamos a cópia."}}).Want(422)
	if !strings.Contains(early.Words(), "Antes de responder, prepare a cópia dos dados.") || strings.Contains(camila.GET(anas).Want(200).Words(), "Responder…") {
		t.Errorf("a request without its copy can be answered: %s", early.Words())
	}
	writeCopies(t, app)
	if !strings.Contains(camila.GET(anas).Want(200).Words(), "Responder…") {
		t.Error("a request with its copy cannot be answered")
	}
	if app.Count(t, "privacy_requests", "user_id = 3 and state = 'answered'") != 1 || app.Count(t, "privacy_requests", "user_id = 1 and state = 'open'") != 1 {
		t.Error("the request of who gets a letter is open, or that of who gets none is answered")
	}
	camila.GET(desk + "/copias/3").Want(409)
	if zip := camila.GET(desk + "/copias/1").Want(200); !strings.HasPrefix(zip.Body, "PK") {
		t.Errorf("the file is %.20q", zip.Body)
	}
	app.As(t, dbtest.Fernando).GET(desk + "/copias/1").Want(403)
	app.FlushReads(t)
	if app.Count(t, "reads", "part = 'copia' and person_id = 1") != 1 || app.Count(t, "security_events", "kind = 'log.person_copied'") != 3 {
		t.Error("the copy is not recorded")
	}
	camila.Form(anas+"/responder", url.Values{"answer": {"Entregue em mãos."}}).Want(303)
}
