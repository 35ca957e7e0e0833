package admin_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/areas"
	"acolhe/models/backups"
	"acolhe/models/platform/db/private/archive"
	"acolhe/models/platform/dbtest"
	view "acolhe/views/admin/backups"
)

const copiesPage = "/admin/copias"

// The whole way: a place is refused and added, the key printed once and compared, a copy made and rehearsed, the commands of a
// restore shown, the place removed.
func TestCopiesPage(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	says := func(words ...string) string {
		t.Helper()
		body := camila.GET(copiesPage).Want(200).Body
		for _, want := range words {
			if !strings.Contains(body, want) {
				t.Errorf("the page does not say %q", want)
			}
		}
		return body
	}
	says("Nenhuma cópia é feita", "Nenhum lugar ainda.", "Nenhuma cópia ainda.", "Imprimir a chave…")
	camila.Form(copiesPage+"/fazer", nil).Want(409)
	camila.Form(copiesPage+"/ensaiar", nil).Want(409)

	camila.GET(copiesPage + "/lugares/novo").Want(200)
	camila.Form(copiesPage+"/lugares/novo", url.Values{"name": {"disco"}, "kind": {"file"}, "path": {"srv/copias"}}).Want(422)
	if body := camila.Form(copiesPage+"/lugares/novo", url.Values{"name": {"disco"}, "kind": {"file"}, "path": {"/proc/copias"}}).Want(422).
		Body; !strings.Contains(body, "não deu certo") {
		t.Error("a place that fails its test gives no reason")
	}
	camila.Form(copiesPage+"/lugares/novo", url.Values{"name": {"disco"}, "kind": {"file"}, "path": {t.TempDir() + "/copias"}}).Want(303)
	says("Ainda sem cópia", "Fazer cópia agora")

	camila.GET(copiesPage + "/chave").Want(200)
	printed := camila.Form(copiesPage+"/chave", url.Values{"kept_at": {"cofre"}}).Want(200)
	key := regexp.MustCompile(`AGE-[-A-Z0-9 ]{70,}`).FindString(printed.Body)
	if key == "" {
		t.Fatalf("the key is not shown")
	}
	if body := says("cofre", "Conferir a chave…"); strings.Contains(body, "AGE-SECRET") {
		t.Error("the key is shown again")
	}
	camila.GET(copiesPage + "/chave/conferir").Want(200)
	camila.Form(copiesPage+"/chave/conferir", url.Values{"key": {"AGE-SECRET-KEY-1ERRADA"}}).Want(422)
	camila.Form(copiesPage+"/chave/conferir", url.Values{"key": {key}}).Want(303)

	office := areas.NewBackups(app.Env())
	office.Archive = archive.FS
	follows := func() bool {
		return camila.GET(copiesPage).Want(200).HTML().Find("#"+view.StatePart+"[hx-get]").Length() == 1
	}
	if follows() {
		t.Error("the page follows nothing")
	}
	camila.Form(copiesPage+"/fazer", nil).Want(303)
	if !follows() {
		t.Error("the page does not follow a copy that is about to begin")
	}
	if made, err := office.Make(t.Context(), "Camila Torres"); err != nil || made.State != backups.Done {
		t.Fatalf("the copy is %+v, %v", made, err)
	}
	says("Como restaurar…", "Em ordem")
	camila.Form(copiesPage+"/ensaiar", nil).Want(303)
	if drill, err := office.Rehearse(t.Context()); err != nil || drill.State != backups.Passed {
		t.Fatalf("the rehearsal is %+v, %v", drill, err)
	}
	says("Passou")
	if jobs := app.Count(t, "river_job", "kind in ('make_backup', 'rehearse_restore')"); jobs != 2 {
		t.Errorf("%d jobs were enqueued, want 2", jobs)
	}
	name := regexp.MustCompile(`/restaurar\?copia=(\d{8}T\d{6}Z)`).FindStringSubmatch(says())[1]
	if body := camila.GET(copiesPage + "/restaurar?copia=" + name).Want(200).Body; !strings.Contains(body, "acolhe restore --from") {
		t.Error("the commands are not shown")
	}
	camila.GET(copiesPage + "/restaurar?copia=outra").Want(404)

	remove := regexp.MustCompile(copiesPage + `/lugares/\d+/tirar`).FindString(says())
	camila.GET(remove).Want(200)
	camila.Form(remove, nil).Want(303)
	camila.GET(remove).Want(404)
	says("Nenhum lugar ainda.")
}
