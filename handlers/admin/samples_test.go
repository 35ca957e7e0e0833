package admin_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/samples"
)

const samplesPage = "/admin/dados-de-exemplo"

// The page counts the rows, says what blocks the removal, and removes them.
func TestSamplesPage(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	if words := camila.GET(samplesPage).Want(200).Words(); !strings.Contains(words, "Nenhum dado de exemplo") ||
		strings.Contains(words, "Remover…") {
		t.Errorf("without sample data: %s", words)
	}
	if _, err := samples.Load(t.Context(), app.Pool, samples.Plan{Associates: 5, Seed: 1, Now: time.Now()}); err != nil {
		t.Fatal(err)
	}
	if words := camila.GET(samplesPage).Want(200).Words(); !strings.Contains(words, "Associados e pacientes") ||
		!strings.Contains(words, "Remover os dados de exemplo?") {
		t.Errorf("with sample data: %s", words)
	}
	app.Exec(t, "insert into reception (name, status, attendant) select 'Real', 'aguardando', user_code from system_users where is_sample limit 1")
	if words := camila.Form(samplesPage+"/remover", nil).Want(422).
		Words(); !strings.Contains(words, "1 acolhimento entregue a um operador de exemplo") {
		t.Errorf("the refusal does not name what holds the rows: %s", words)
	}
	app.Exec(t, "update reception set attendant = null where name = 'Real'")
	app.As(t, dbtest.Bruno).Form(samplesPage+"/remover", nil).Want(403)
	camila.Form(samplesPage+"/remover", nil).Want(303)
	if left := app.Count(t, "users", "is_sample") + app.Count(t, "orders", "is_sample"); left != 0 {
		t.Errorf("%d sample rows remain", left)
	}
	if words := camila.GET("/admin/seguranca").Want(200).Words(); !strings.Contains(words, "Dados de exemplo removidos") {
		t.Error("no security event")
	}
}

// Each linked record is named with its address before the question; both go together after a typed confirmation.
func TestSamplesPage_Linked(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	if _, err := samples.Load(t.Context(), app.Pool, samples.Plan{Associates: 5, Seed: 1, Now: time.Now()}); err != nil {
		t.Fatal(err)
	}
	app.Exec(t, "update orders set (user_id, user_code) = (select id, user_code from users where is_sample order by id limit 1) where id = 1")
	page := camila.GET(samplesPage).Want(200).HTML()
	if page.Find(`main a[href="/painel/pedidos/1"]`).Length() != 1 || page.Find("dialog input[name=ligados]").Length() != 1 {
		t.Error("the page does not name the linked order, or the question does not offer it")
	}
	camila.Form(samplesPage+"/remover", url.Values{"ligados": {"true"}, "confirmacao": {"sim"}}).Want(422)
	if app.Count(t, "orders", "id = 1") != 1 {
		t.Error("the order is gone without the word")
	}
	camila.Form(samplesPage+"/remover", url.Values{"ligados": {"true"}, "confirmacao": {"remover"}}).Want(303)
	if app.Count(t, "orders", "id = 1")+app.Count(t, "users", "is_sample") != 0 {
		t.Error("something is left")
	}
}
