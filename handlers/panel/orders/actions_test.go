package orders_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/handlers/panel/orders"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/exports"
	"acolhe/models/tasks"
)

const (
	moving   = "/painel/pedidos/mudar-situacao"
	tagging  = "/painel/pedidos/etiquetar"
	printing = "/painel/pedidos/imprimir"
)

// Orders that may change do, the others are listed, and Desfazer restores all.
func TestOrderActs_MovedAndUndone(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	chosen := url.Values{"ids": {"1", "2"}, "status": {"Em separação"}, "volta": {"/painel/pedidos?uf=SC"}}
	moved := bruno.Form(moving, chosen).Want(303)
	if at := moved.Location(); at != "/painel/pedidos?uf=SC" {
		t.Errorf("it leads to %s", at)
	}
	notice := moved.Notice()
	if notice.Text != "1\u00a0mudou, 1\u00a0ainda aguarda pagamento." || notice.Path != "/painel/pedidos/2" || notice.Way != "Ver" {
		t.Errorf("it says %+v", notice)
	}
	if app.Count(t, "orders", "status = 'Em separação'") != 1 {
		t.Error("the paid order did not move")
	}
	bruno.Form(notice.Undo, nil).Want(303)
	if app.Count(t, "orders", "id = 1 and status = 'Pago'") != 1 || app.Count(t, "order_changes", "order_id = 1 and action = 'update'") != 2 {
		t.Error("the order is not back, with both changes in its history")
	}
	if again := bruno.Form(moving, url.Values{"ids": {"2"}, "status": {"Em separação"}}).Want(303).Notice(); again.Undo != "" ||
		!strings.HasPrefix(again.Text, "Nenhum pedido mudou") {
		t.Errorf("without a change it says %+v", again)
	}
	// An order that has changed since is not changed.
	undo := bruno.Form(moving, url.Values{"ids": {"1"}, "status": {"Em separação"}}).Want(303).Notice().Undo
	app.Exec(t, "update orders set status = 'Enviado' where id = 1")
	bruno.Form(undo, nil).Want(303)
	if app.Count(t, "orders", "id = 1 and status = 'Enviado'") != 1 {
		t.Error("undoing took back a later change")
	}
}

func TestOrderActs_TaggedAndUndone(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update orders set tags = '["Urgente"]' where id = 1`)
	bruno := app.As(t, dbtest.Bruno)
	all := url.Values{"todos": {"1"}, "filtros": {"uf=SC"}, "tag": {"Urgente"}}
	tagged := bruno.Form(tagging, all).Want(303).Notice()
	if tagged.Text != "1\u00a0pedido com a etiqueta “Urgente”." || app.Count(t, "orders", `tags = '["Urgente"]'`) != 2 {
		t.Errorf("it says %q", tagged.Text)
	}
	bruno.Form(tagged.Undo, nil).Want(303)
	if app.Count(t, "orders", `tags = '["Urgente"]'`) != 1 {
		t.Error("undoing took the tag from an order that had it before, or from none")
	}
	removed := bruno.Form("/painel/pedidos/desetiquetar", url.Values{"ids": {"1", "2"}, "tag": {"Urgente"}}).Want(303).Notice()
	bruno.Form(removed.Undo, nil).Want(303)
	if app.Count(t, "orders", `id = 1 and tags = '["Urgente"]'`) != 1 {
		t.Error("the removed tag is not back")
	}
}

func TestOrderActs_Printed(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	printed := bruno.Form(printing, url.Values{"ids": {"1", "2"}}).Want(200)
	if !strings.HasPrefix(printed.Body, "%PDF-") || !strings.Contains(printed.Header.Get("Content-Disposition"), "2") {
		t.Errorf("it is %s", printed.Header.Get("Content-Disposition"))
	}
	app.Exec(t, `insert into orders (id, user_id, user_code, name_associate, items, total, status, address)
		select 1000 + n, user_id, user_code, name_associate, items, total, status, address from orders, generate_series(1, 51) n where id = 1`)
	// Of two lists that are too long for one answer the picked one is stored by its numbers.
	ofAll, picked := url.Values{"todos": {"1"}, "filtros": {"uf=SC"}}, url.Values{}
	for id := 1001; id <= 1051; id++ {
		picked.Add("ids", strconv.Itoa(id))
	}
	for i, chosen := range []url.Values{ofAll, picked} {
		if at := bruno.Form(printing, chosen).Want(303).Location(); at != "/painel/tarefas/"+strconv.Itoa(i+1) {
			t.Errorf("it leads to %s", at)
		}
	}
	if app.Count(t, "exports", "format = 'pdf' and collection = 'orders' and (query = 'uf=SC' or query like 'numeros=1001%2C%')") != 2 {
		t.Error("the orders to print are not stored")
	}
	app.Exec(t, `insert into orders (id, user_id, user_code, name_associate, items, total, status)
		select 2000 + n, user_id, user_code, name_associate, items, total, status from orders, generate_series(1, 1950) n where id = 1`)
	bruno.Form(printing, url.Values{"todos": {"1"}, "filtros": {""}}).Want(400)
	if file := bruno.Form("/painel/pedidos/exportar/selecionados", url.Values{"ids": {"2"}, "formato": {"csv"}}).Want(200).
		Body; !strings.Contains(file, dbtest.Joao.FullName()) || strings.Contains(file, dbtest.Ana.FullName()) {
		t.Errorf("the file of João's order is %s", file)
	}
}

func TestOrderActs_Refused(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	many := url.Values{"status": {"Em separação"}, "tag": {"Urgente"}}
	for id := 1; id <= tasks.MaxPicked+1; id++ {
		many.Add("ids", strconv.Itoa(id))
	}
	for name, c := range map[string]struct {
		path   string
		form   url.Values
		status int
	}{
		"no order":       {moving, url.Values{"status": {"Em separação"}}, 400},
		"no status":      {moving, url.Values{"ids": {"1"}}, 400},
		"asks for more":  {moving, url.Values{"ids": {"2"}, "status": {"Pago"}}, 400},
		"stranger":       {moving, url.Values{"ids": {"1", "999"}, "status": {"Em separação"}}, 404},
		"too many":       {moving, many, 400},
		"no tag":         {tagging, url.Values{"ids": {"1"}, "tag": {" "}}, 400},
		"tag stranger":   {tagging, url.Values{"ids": {"1", "999"}, "tag": {"Urgente"}}, 404},
		"tag of many":    {tagging, many, 400},
		"print nothing":  {printing, url.Values{}, 400},
		"print stranger": {printing, url.Values{"ids": {"999"}}, 404},
		"wrong filter":   {tagging, url.Values{"todos": {"1"}, "filtros": {"uf=XX"}, "tag": {"Urgente"}}, 400},
	} {
		if status := bruno.Form(c.path, c.form).StatusCode; status != c.status {
			t.Errorf("%s: %d, want %d", name, status, c.status)
		}
	}
	if app.Count(t, "orders", "status = 'Em separação' or tags <> '[]'") != 0 {
		t.Error("a refused action changed an order")
	}
	chosen := url.Values{"ids": {"1"}, "status": {"Em separação"}, "tag": {"Urgente"}}
	for _, path := range []string{moving, tagging, printing, "/painel/pedidos/exportar/selecionados"} {
		app.As(t, dbtest.Renata).Form(path, chosen).Want(403)
		app.WithToken(t, "*").Form(path, chosen).Want(403)
	}
	reader := app.As(t, dbtest.Fernando)
	page := reader.GET("/painel/pedidos").Want(200).Body
	if offered := strings.Contains(page, tagging); offered != (reader.Form(tagging, chosen).StatusCode == 303) {
		t.Error("the bar offers what the person may not do")
	}
}

// Only lists show the drawer of an order.
func TestOrderDrawer(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	part := app.As(t, dbtest.Bruno).With("HX-Request", "true").With("HX-Request-Type", "partial")
	drawer := part.GET("/painel/pedidos/1?drawer=1").Want(200)
	if strings.Contains(drawer.Body, "<html") || !strings.Contains(drawer.Body, "<dialog") ||
		!strings.Contains(drawer.Words(), "Total R$ 430,90") {
		t.Errorf("the drawer is %s", drawer.Words())
	}
	part.GET("/painel/pedidos/999?drawer=1").Want(404)
	app.As(t, dbtest.Renata).With("HX-Request", "true").GET("/painel/pedidos/1?drawer=1").Want(403)
}

// The file of printed orders has the day of the association, which in UTC has ended.
func TestPrint_NamedByDay(t *testing.T) {
	t.Parallel()
	noon, _ := handlertest.AtNoon(t)
	by := dbtest.Bruno.Caller().At(noon.Add(10 * time.Hour).UTC())
	file, err := orders.PrepareSheets(t.Context(), handlertest.New(t).DB, by, exports.Request{Format: orders.PDF})
	if want := "pedidos-" + noon.Format("2006-01-02") + ".pdf"; err != nil || file.Name != want {
		t.Errorf("the file is %s, want %s (%v)", file.Name, want, err)
	}
}
