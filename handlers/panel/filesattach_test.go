package panel_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

// stored sends two files: 1 is a prescription of Ana's, 2 a proof of her order. A third belongs to nothing.
func stored(t *testing.T, app *handlertest.App) {
	t.Helper()
	bruno := app.As(t, dbtest.Bruno)
	bruno.Upload(filesPath, "receita.pdf", mediatest.PDF("1"), map[string]string{"de": "users-1", "doc_kind": "prescription"}).Want(303)
	bruno.Upload(filesPath, "recibo.jpg", mediatest.JPEG(t, 20, 20), map[string]string{"de": "orders-1", "doc_kind": "proof"}).Want(303)
	bruno.Upload(filesPath, "solto.pdf", mediatest.PDF("3"), map[string]string{"de": "orders-1"}).Want(303)
	app.Exec(t, "delete from orders_files where file_id = 3")
}

// The list names the records that hold each file, and filters by collection, document, format and day.
func TestFileList_Filters(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	stored(t, app)
	app.Exec(t, "update files set date_created = '2026-10-01T23:30:00-03:00' where id = 2")
	app.Exec(t, "update products set image_file_id = 2 where id = 1")
	bruno := app.As(t, dbtest.Bruno)
	whole := bruno.GET(filesPath).Want(200)
	words := strings.ReplaceAll(whole.Words(), "\u00a0", " ")
	for _, want := range []string{"Ana Beatriz de Souza (receita)", "Pedido nº 1, Ana Beatriz de Souza (comprovante)",
		"Produto, " + dbtest.Oil.Name, "em nenhum registro", "PDF", "Foto", "Bruno Acioli"} {
		if !strings.Contains(words, want) {
			t.Errorf("%q is not in %s", want, words)
		}
	}
	if whole.HTML().Find(`a[href="/painel/pedidos/1"]`).Length() != 1 ||
		whole.HTML().Find(`a[href="/painel/associados/1?parte=documentos"]`).Length() != 1 {
		t.Error("the records are not linked")
	}
	for query, want := range map[string]string{
		"": "123", "?em=users": "1", "?em=orders": "2", "?em=products": "2", "?em=services": "", "?em=none": "3", "?documento=proof": "2",
		"?documento=prescription": "1",
		"?tipo=pdf":               "13", "?tipo=image": "2", "?tipo=other": "", "?q=RECEITA": "1", "?ate=2026-10-01": "2", "?de=2026-10-02": "13",
		"?em=none&tipo=image": "", "?enviado_por=acioli": "123", "?enviado_por=camila": "", "?ordem=tamanho": "123", "?ordem=-enviado": "123",
	} {
		page, shown := bruno.GET(filesPath+query).Want(200).Body, ""
		for _, id := range []string{"1", "2", "3"} {
			if strings.Contains(page, fmt.Sprintf(`href="%s/%s"`, filesPath, id)) {
				shown += id
			}
		}
		if shown != want {
			t.Errorf("%q shows %q, want %q", query, shown, want)
		}
	}
	for _, wrong := range []string{"?em=tags", "?tipo=x", "?ordem=senha", "?documento=x"} {
		bruno.GET(filesPath + wrong).Want(400)
	}
}

// Who reads files reads the list; attaching and deleting are offered to those who may.
func TestFileList_Access(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	stored(t, app)
	for _, staff := range []dbtest.Operator{dbtest.Camila, dbtest.Bruno, dbtest.Fernando, dbtest.Priscila} {
		client := app.As(t, staff)
		client.GET(filesPath).Want(200)
		mayChange := staff.UserCode == dbtest.Camila.UserCode || staff.UserCode == dbtest.Bruno.UserCode
		one := client.GET(filesPath + "/3").Want(200)
		if one.HTML().Find(`a[href^="`+filesPath+`/3/anexar"]`).Length() == 1 != mayChange ||
			one.HTML().Find("#excluir").Length() == 1 != mayChange {
			t.Errorf("%s: attaching and deleting are offered wrongly", staff.Name)
		}
		if mayChange {
			continue
		}
		client.GET(filesPath + "/3/anexar").Want(403)
		client.Form(filesPath+"/3/anexar", url.Values{"collection": {"orders"}, "id": {"2"}}).Want(403)
		client.Form(filesPath+"/3/excluir", nil).Want(403)
		client.GET(filesPath + "/escolher?de=orders-2").Want(403)
		client.Form(filesPath+"/escolher", url.Values{"de": {"orders-2"}, "file_id": {"3"}}).Want(403)
		client.GET(filesPath + "/registros/users?q=ana").Want(403)
	}
	app.As(t, dbtest.Renata).GET(filesPath).Want(403)
	if at := app.Nobody(t).GET(filesPath).Want(303).Location(); !strings.HasPrefix(at, "/entrar") {
		t.Errorf("nobody is sent to %s", at)
	}
}

// A stored file is attached to a second record from its page; a proof pays the service.
func TestAttach_FromTheFile(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	stored(t, app)
	bruno := app.As(t, dbtest.Bruno)
	for query, want := range map[string]string{"orders?q=2": "Pedido nº 2", "orders?q=conceicao": "Pedido nº 2", "users?q=pipoca": "Paciente",
		"services?q=pipoca": "Serviço"} {
		if words := bruno.GET(filesPath + "/registros/" + query).Want(200).Words(); !strings.Contains(words, want) {
			t.Errorf("%q answers %s", query, words)
		}
	}
	bruno.GET(filesPath + "/registros/tags?q=a").Want(404)
	app.Exec(t, fmt.Sprintf("update services set status = 'Aguardando Pagamento' where id = %d", dbtest.JoaosService.ID))
	form := bruno.GET(filesPath + "/2/anexar?em=services").Want(200).Form("anexar")
	form.Set("id", fmt.Sprint(dbtest.JoaosService.ID))
	form.Set("doc_kind", "proof")
	if done := bruno.Form(filesPath+"/2/anexar", form).Want(303); done.Location() != filesPath+"/2" ||
		done.Notice().Text != "Arquivo anexado." {
		t.Errorf("it leads to %s with %q", done.Location(), done.Notice().Text)
	}
	paid := fmt.Sprintf("id = %d and status = 'Pagamento Concluído'", dbtest.JoaosService.ID)
	if app.Count(t, "services", paid) != 1 || app.Count(t, "services_files", "file_id = 2 and kind = 'proof'") != 1 ||
		app.Count(t, "orders_files", "file_id = 2") != 1 {
		t.Error("the proof does not pay the service, or left the order")
	}
	if page := bruno.GET(filesPath + "/2").Want(200); page.HTML().Find("a[data-row]").Length() != 2 ||
		page.HTML().Find("#excluir").Length() != 0 {
		t.Error("the page does not name both records, or offers to delete the file")
	}
	// Without scripts the typed text finds the record.
	typed := url.Values{"collection": {"users"}, "id": {""}, "id_texto": {"carla"}, "doc_kind": {"report"}}
	asked := bruno.Form(filesPath+"/2/anexar", typed).Want(422)
	typed.Set("escolhido", asked.HTML().Find("input[name=escolhido]").First().AttrOr("value", ""))
	bruno.Form(filesPath+"/2/anexar", typed).Want(303)
	if app.Count(t, "users_files", "file_id = 2 and doc_kind = 'report'") != 1 {
		t.Error("it is not attached to the person")
	}
	for _, wrong := range []url.Values{{"collection": {"orders"}, "id": {"999"}}, {"collection": {"tags"}, "id": {"1"}},
		{"collection": {"orders"}, "id": {"x"}}, {}} {
		bruno.Form(filesPath+"/2/anexar", wrong).Want(422)
	}
	bruno.GET(filesPath + "/999/anexar").Want(404)
	bruno.Form(filesPath+"/999/anexar", url.Values{"collection": {"orders"}, "id": {"1"}}).Want(404)
}

// A record takes a stored file from its own page.
func TestAttach_FromTheRecord(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	stored(t, app)
	bruno := app.As(t, dbtest.Bruno)
	if bruno.GET("/painel/pedidos/2").Want(200).HTML().Find(`a[href="`+filesPath+`/escolher?de=orders-2"]`).Length() != 1 {
		t.Error("the order does not lead to the stored files")
	}
	page := bruno.GET(filesPath + "/escolher?de=orders-2&q=solto").Want(200)
	if page.HTML().Find(`button[name=file_id]`).Length() != 1 {
		t.Errorf("it offers %s", page.Words())
	}
	form := page.Form("escolher")
	form.Set("file_id", "3")
	if at := bruno.Form(filesPath+"/escolher", form).Want(303).Location(); at != "/painel/pedidos/2" {
		t.Errorf("it leads to %s", at)
	}
	if app.Count(t, "orders_files", "file_id = 3 and order_id = 2") != 1 {
		t.Error("it is not attached")
	}
	bruno.GET(filesPath + "/escolher?de=tags-1").Want(404)
	bruno.Form(filesPath+"/escolher", url.Values{"de": {"orders-2"}, "file_id": {"999"}}).Want(404)
}

// Only a file that nothing holds is deleted.
func TestDelete_Unattached(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	stored(t, app)
	bruno := app.As(t, dbtest.Bruno)
	bruno.Form(filesPath+"/1/excluir", nil).Want(409)
	if at := bruno.Form(filesPath+"/3/excluir", nil).Want(303).Location(); at != filesPath {
		t.Errorf("it leads to %s", at)
	}
	if app.Count(t, "files", "id = 3") != 0 || app.Count(t, "files", "id = 1") != 1 {
		t.Error("another file was deleted")
	}
	bruno.Form(filesPath+"/3/excluir", nil).Want(404)
}

// The page of a file takes it away from one of its records, which can be undone; the list leaves as a file with the
// records that the person may read.
func TestFile_DetachAndExport(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	stored(t, app)
	bruno := app.As(t, dbtest.Bruno)
	bruno.Form(filesPath+"/1/anexar", url.Values{"collection": {"orders"}, "id": {"1"}}).Want(303)
	file := bruno.Form(filesPath+"/exportar?formato=csv", nil).Want(200).Body
	for _, want := range []string{"receita.pdf", "Ana Beatriz de Souza (receita)", "Pedido nº\u00a01, Ana Beatriz de Souza", "Bruno Acioli"} {
		if !strings.Contains(file, want) {
			t.Errorf("%q is not in %s", want, file)
		}
	}
	if lines := strings.Count(bruno.Form(filesPath+"/exportar?formato=csv&em=none", nil).Want(200).Body, ".pdf"); lines != 1 {
		t.Errorf("%d files are in the filtered list", lines)
	}
	app.As(t, dbtest.Renata).Form(filesPath+"/exportar?formato=csv", nil).Want(403)
	if page := app.As(t, dbtest.Priscila).GET(filesPath + "/1").Want(200).HTML(); page.Find("form[action*='/remover/']").Length() != 0 {
		t.Error("who may not remove files is offered to")
	}
	form := bruno.GET(filesPath + "/1").Want(200).HTML().Find("form[action*='/remover/']")
	if form.Length() != 2 {
		t.Fatalf("%d records are offered to take the file away from", form.Length())
	}
	order := form.FilterFunction(func(_ int, one *goquery.Selection) bool {
		return one.Find("[name=de]").AttrOr("value", "") == "orders-1"
	})
	removed := bruno.Form(order.AttrOr("action", ""), url.Values{"de": {"orders-1"}}).Want(303)
	if app.Count(t, "orders_files", "file_id = 1") != 0 || app.Count(t, "users_files", "file_id = 1") != 1 {
		t.Error("the file is taken away from the wrong record")
	}
	bruno.Form(removed.Notice().Undo, nil).Want(303)
	if app.Count(t, "orders_files", "file_id = 1") != 1 {
		t.Error("it is not undone")
	}
}
