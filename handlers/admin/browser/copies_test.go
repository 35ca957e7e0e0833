package browser_test

import (
	"net/url"
	"testing"
	"time"

	"acolhe/handlers/browsertest/looks"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// Pages of an association that copies itself: one place of two fails, the last rehearsal failed, a copy is about to be restored.
func TestLooks_Copies(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	for _, name := range []string{"Disco do servidor", "Armário do escritório"} {
		camila.Form("/admin/copias/lugares/novo", url.Values{"name": {name}, "kind": {"file"}, "path": {t.TempDir()}}).Want(303)
	}
	night := time.Now().Add(-9 * time.Hour)
	app.Exec(t, `update backup_places set last_error = 'O lugar não tem mais espaço.', last_error_at = $1 where name = 'Armário do escritório'`,
		night)
	app.Exec(t, `insert into backups (id, name, state, places, progress, associates, rows, contents, bytes, added, date_started, date_ended)
		overriding system value values
		(3, '20260920T043000Z', 'done', '["Disco do servidor"]', 1, 11980, 931234, 19311, 5053960755, 5053960755, $1::timestamptz - interval '60 days', $1),
		(4, '20261030T043000Z', 'done', '["Disco do servidor"]', 1, 12380, 971234, 20011, 5133960755, 5133960755, $1::timestamptz - interval '15 days', $1),
		(1, '20261113T043000Z', 'done', '["Disco do servidor", "Armário do escritório"]', 1, 12480, 981234, 20311, 5153960755, 5153960755, $1, $1),
		(2, '20261120T043000Z', 'done', '["Disco do servidor"]', 1, 12514, 984010, 20377, 5184960755, 31960755, $2, $2)`,
		night.AddDate(0, 0, -7), night)
	app.Exec(t, `insert into backup_drills (backup_id, state, checks, error, date_started, date_ended) values
		(1, 'passed', '[{"text": "12.480 associados, como na cópia", "ok": true}, {"text": "200 arquivos com o conteúdo certo", "ok": true}]', '', $1, $1),
		(2, 'failed', '[{"text": "12.514 associados, como na cópia", "ok": true}, {"text": "Um contrato não confere com sua assinatura", "ok": false}]', 'A cópia restaurada não é igual: um contrato não confere com sua assinatura.', $2, $2)`,
		night.AddDate(0, 0, -7), night)
	camila.Form("/admin/saude", nil).Want(303)
	looks.Check(t, app, []looks.View{
		{Name: "copies", Path: "/admin/copias", By: dbtest.Camila},
		{Name: "copy chosen", Path: "/admin/copias?copia=20261030T043000Z", By: dbtest.Camila},
		{Name: "commands of a restore", Path: "/admin/copias/restaurar?copia=20261113T043000Z", By: dbtest.Camila},
		{Name: "rehearsal failed", Path: "/admin/saude", By: dbtest.Camila},
	})
}
