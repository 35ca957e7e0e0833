package admin_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"acolhe/handlers/handlertest"
	"acolhe/models/imports"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
	"acolhe/models/types/brdoc"
	view "acolhe/views/admin/imports"
)

const importPage = "/admin/importar"

// importWorker is the worker of the app's jobs.
func importWorker(app *handlertest.App) imports.Worker {
	env := app.Env()
	return imports.Worker{DB: env.DB, Pool: env.Pool, Now: env.Now}
}

// workImport runs the jobs of an import.
func workImport(t *testing.T, app *handlertest.App, id int64) {
	t.Helper()
	for {
		hasMore, err := importWorker(app).Work(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if !hasMore {
			return
		}
	}
}

func validCPF(n int) string {
	nine := fmt.Sprintf("%09d", 200_000_000+n*11)
	return nine + brdoc.CPFCheckDigits(nine)
}

// The whole way by forms: a file, its columns, a problem decided, a row corrected, a duplicate joined, the run, its result and
// the undo. Each page says what the next step needs.
func TestImportPages(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	says := func(path string, words ...string) string {
		t.Helper()
		body := camila.GET(path).Want(200).Body
		for _, want := range words {
			if !strings.Contains(body, want) {
				t.Errorf("%s does not say %q", path, want)
			}
		}
		return body
	}
	says(importPage, "Nenhuma importação ainda.", "Solte o arquivo aqui", "Ninguém recebe e-mail.")
	refuses := func(name string, content []byte, status int, words string) {
		t.Helper()
		if body := camila.Upload(importPage, name, content, map[string]string{"kind": "associates"}).Want(status).
			Body; !strings.Contains(body, words) {
			t.Errorf("%s is not refused with %q", name, words)
		}
	}
	refuses("foto.png", []byte("\x89PNG\r\n\x1a\n123"), 415, "Envie CSV ou XLSX.")
	refuses("vazio.csv", nil, 422, "O arquivo está vazio.")
	refuses("velho.xls", append([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), make([]byte, 600)...), 415, "Excel antigo")
	refuses("senha.xlsx", append([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
		[]byte("E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00")...), 422,
		"Esta planilha pede senha. Salve sem senha.")

	content := "Nome;CPF;E-mail;Telefone;Situação;Cidade\n" +
		"Dora Nunes Prado;" + validCPF(1) + ";dora@exemplo.org.br;48 99912-0001;ATIVO;Lages\n" +
		"Ana e Pedro Melo;" + validCPF(2) + ";melo@exemplo.org.br;48 99912-0002;ATIVO;Lages\n" +
		"Rui Prado;529.982.247-26;rui@exemplo;48 99912-0003;susp.;Lages\n" +
		"Ana Beatriz Souza;" + dbtest.Ana.CPF + ";outra@exemplo.org.br;48 99912-0004;ATIVO;Blumenau\n" +
		"=CMD();" + validCPF(5) + ";;;ATIVO;Lages\n"
	moved := camila.Upload(importPage, "../../associados <b>.csv", []byte(content), map[string]string{"kind": "associates"}).Want(303)
	if moved.Header.Get("Location") != importPage+"/1" {
		t.Fatalf("it leads to %q", moved.Header.Get("Location"))
	}
	says(importPage+"/1/arquivo", "Lendo a planilha…")
	workImport(t, app, 1)
	camila.GET(importPage + "/1").Want(303)
	says(importPage+"/1/colunas", "associados &lt;b&gt;.csv", "Uma precisa de você.", "1\u00a0valor sem destino", "susp.")
	form := url.Values{"remember": {"true"}}
	for at, field := range []string{"name", "associate_cpf", "name", "phone", "status", "city"} {
		form.Set(fmt.Sprintf("column_%d", at), field)
	}
	if body := camila.Form(importPage+"/1/colunas", form).Want(422).Body; !strings.Contains(body, "Nome já vem de ‘Nome’.") {
		t.Error("two columns on one field are not refused in words")
	}
	form.Set("column_2", "email")
	form.Set("value_4_susp.", "etiqueta")
	camila.Form(importPage+"/1/colunas", form).Want(303)
	workImport(t, app, 1)

	review := importPage + "/1/conferir"
	says(review, "Duas pessoas na mesma célula", "Resolver 1", "O CPF não confere", "25", "O texto começa com uma fórmula", "Falta decidir")
	if body := camila.Form(importPage+"/1/importar", nil).Want(422).Body; !strings.Contains(body, "Ainda falta decidir") {
		t.Error("the run starts with open decisions")
	}
	camila.Form(review, url.Values{"action:two_people:name": {"clear"}}).Want(422)
	camila.Form(review, url.Values{"action:two_people:name": {"fix"}}).Want(303)
	says(review+"/linhas?tipo=cpf_wrong:associate_cpf", "529.982.247-26", "Deixar de fora")
	camila.Form(review+"/linhas", url.Values{"line": {"4"}, "tipo": {"cpf_wrong:associate_cpf"}, "cell_1": {validCPF(4)},
		"cell_2": {"rui@exemplo.org.br"}}).Want(303)
	says(review+"/duplicados", "Mesmo CPF", "Ana Beatriz de Souza", "Blumenau", "Juntar todos com o mesmo CPF (1)")
	camila.Form(review+"/duplicados", url.Values{"line": {"5"}, "decision": {"new"}}).Want(422)
	camila.Form(review+"/duplicados", url.Values{"line": {"5"}, "decision": {"skip"}}).Want(303)
	camila.Form(review+"/duplicados/5/desfazer", nil).Want(303)
	camila.Form(review+"/duplicados", url.Values{"line": {"5"}, "decision": {"join"}, "field:address": {"file"}, "field:email": {"stored"}}).
		Want(303)
	says(review, "Tudo decidido.", "Importar 5")
	says(review+"/prontas", "Dora Nunes Prado")
	says(review + "/fora")
	before := app.Count(t, "users", "true")

	camila.Form(importPage+"/1/importar", nil).Want(303)
	says(importPage+"/1/importar", "Pausar", "Parar e desfazer…")
	camila.Form(importPage+"/1/pausar", nil).Want(303)
	says(importPage+"/1/importar", "Pausado na linha 0.")
	workImport(t, app, 1)
	if app.Count(t, "users", "true") != before {
		t.Error("a paused import goes on")
	}
	camila.Form(importPage+"/1/continuar", nil).Want(303)
	workImport(t, app, 1)
	says(importPage+"/1/resultado", "5\u00a0linhas entraram", "Desfazer tudo…", "mesmas contas")
	if app.Count(t, "users", "true") != before+4 ||
		app.Count(t, "users", "id = 1 and city = 'Blumenau' and email_account = 'ana@exemplo.org.br'") != 1 {
		t.Error("the people are not what was decided")
	}
	if app.Count(t, "users", "id = 1 and annotations::text like '%outra@exemplo.org.br%'") != 1 {
		t.Error("what was not taken is lost")
	}
	if app.Count(t, "users", `associate_name = 'Rui Prado' and tags::text like '%susp.%'`) != 1 ||
		app.Count(t, "users", "associate_name = 'Ana Melo' and status = 'Associado'") != 1 {
		t.Error("the choices of values or problems are lost")
	}
	result := camila.GET(importPage + "/1/resultado.csv").Want(200).Body
	if !strings.Contains(result, "'=CMD()") || !regexp.MustCompile(`(?m)^6;Entrou`).MatchString(result) {
		t.Errorf("the result file is %s", result)
	}
	app.FlushReads(t)
	entered := app.Count(t, "import_rows", "record_id is not null")
	if n := app.Count(t, "reads", "subject = 'lists.users' and channel = 'export' and person_id is not null"); n != entered || n == 0 {
		t.Errorf("the log names %d people of the result, want %d", n, entered)
	}
	camila.GET(importPage + "/1/resultado.xlsx?so=fora").Want(200)
	camila.GET(importPage + "/1/conferir/problemas.xlsx").Want(200)

	says(importPage+"/1/desfazer", "Desfazer associados &lt;b&gt;.csv?")
	camila.Form(importPage+"/1/desfazer", nil).Want(303)
	workImport(t, app, 1)
	says(importPage+"/1/resultado", "5\u00a0linhas foram desfeitas.")
	if app.Count(t, "users", "true") != before ||
		app.Count(t, "users", "id = 1 and city is distinct from 'Blumenau' and annotations::text not like '%outra@%'") != 1 {
		t.Error("something of the import is left")
	}
	camila.Form(importPage+"/1/desfazer", nil).Want(422)
	camila.Form(importPage+"/1/apagar", nil).Want(422)

	// The same titles find the choices of before.
	camila.Upload(importPage, "outra.csv", []byte(content), map[string]string{"kind": "associates"}).Want(303)
	workImport(t, app, 2)
	says(importPage+"/2/colunas", "Usei as escolhas de")
	camila.GET(importPage + "/2/apagar").Want(200)
	camila.Form(importPage+"/2/apagar", nil).Want(303)
	camila.GET(importPage + "/2").Want(404)
	for _, file := range []string{"associados.csv", "associados.xlsx", "produtos.csv", "anotacoes.xlsx"} {
		camila.GET(importPage + "/modelos/" + file).Want(200)
	}
	camila.GET(importPage + "/modelos/outro.csv").Want(404)
}

// Only administrators import: every route of it refuses the rest of the staff and sends strangers to sign in.
func TestImportPages_OtherCallers(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	camila.Upload(importPage, "e.csv", []byte("Etiqueta\nUrgente\n"), map[string]string{"kind": "tags"}).Want(303)
	workImport(t, app, 1)
	paths := []string{"", "/1/colunas", "/1/conferir", "/1/conferir/linhas", "/1/conferir/duplicados", "/1/conferir/prontas",
		"/1/conferir/fora",
		"/1/conferir/problemas.xlsx", "/1/importar", "/1/resultado", "/1/resultado.csv", "/1/resultado.xlsx", "/1/desfazer", "/1/parar",
		"/1/apagar", "/1/arquivo", "/1/ver/1", "/1", "/modelos/produtos.csv"}
	forms := []string{"/1/colunas", "/1/colunas/ver", "/1/conferir", "/1/conferir/linhas", "/1/conferir/duplicados",
		"/1/conferir/duplicados/2/desfazer",
		"/1/conferir/duplicados/mesmo-cpf", "/1/importar", "/1/pausar", "/1/continuar", "/1/parar", "/1/desfazer", "/1/apagar", "/1/arquivo", "/1/reabrir", "/1/encerrar"}
	for _, operator := range []dbtest.Operator{dbtest.Bruno, dbtest.Priscila, dbtest.Fernando} {
		colleague := app.As(t, operator)
		for _, path := range paths {
			colleague.GET(importPage + path).Want(403)
		}
		for _, path := range forms {
			colleague.Form(importPage+path, nil).Want(403)
		}
		colleague.Upload(importPage, "e.csv", []byte("Etiqueta\nUrgente\n"), map[string]string{"kind": "tags"}).Want(403)
	}
	stranger := app.Nobody(t)
	for _, path := range paths {
		stranger.GET(importPage + path).Want(303)
	}
	for _, path := range forms {
		if status := stranger.Form(importPage+path, nil).StatusCode; status != 303 && status != 401 {
			t.Errorf("%s answers %d to a stranger", path, status)
		}
	}
	// Another import, or none, is 404; a wrong step is 409 or leads on.
	for _, path := range paths[1:17] {
		camila.GET(strings.Replace(importPage+path, "/1", "/999", 1)).Want(404)
	}
	for _, path := range []string{"/1/pausar", "/1/continuar", "/1/conferir", "/1/conferir/duplicados/mesmo-cpf"} {
		if status := camila.Form(importPage+path, nil).StatusCode; status >= 500 {
			t.Errorf("%s answers %d", path, status)
		}
	}
}

// The other kinds of sheets become records by the verbs of their areas.
func TestImportPages_OtherKinds(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	next := int64(0)
	bring := func(kind, content string) {
		t.Helper()
		next++
		id := fmt.Sprint(next)
		camila.Upload(importPage, kind+".csv", []byte(content), map[string]string{"kind": kind}).Want(303)
		workImport(t, app, next)
		body := camila.GET(importPage + "/" + id + "/colunas").Want(200)
		form := url.Values{}
		body.HTML().Find("select").Each(func(_ int, field *goquery.Selection) {
			name, _ := field.Attr("name")
			value, _ := field.Find("option[selected]").Attr("value")
			form.Set(name, value)
		})
		camila.Form(importPage+"/"+id+"/colunas", form).Want(303)
		workImport(t, app, next)
		camila.Form(importPage+"/"+id+"/importar", nil).Want(303)
		workImport(t, app, next)
	}
	bring("products", "Código;Produto;Preço;Peso (g);Categoria\nX-1;Óleo novo;R$ 1.189,90;120;Óleos\nX-2;Pomada;49,9;60;\nOLEO-30;Repetido;1;1;\nX-3;Sem preço certo;muito;1;\n")
	if app.Count(t, "products", "code = 'X-1' and price = 1189.90 and weight_g = 120 and tags = '[\"Óleos\"]'") != 1 ||
		app.Count(t, "products", "code like 'X-%'") != 2 {
		t.Error("the products are wrong")
	}
	if app.Count(t, "import_rows", "import_id = 1 and outcome = 'left_out'") != 2 {
		t.Error("a taken code or a wrong price is not left out")
	}
	bring("tags", "Etiqueta;Onde vale\nPrioridade 1;Associados\nPrioridade 2;Pedidos\n")
	if app.Count(t, "tags", "name = 'Prioridade 2' and collection = 'orders'") != 1 {
		t.Error("the tags are wrong")
	}
	bring("annotations", "CPF;Observação;Data\n"+dbtest.Ana.CPF+";Pediu segunda via;04/11/2025\n"+validCPF(77)+";De ninguém;04/11/2025\n")
	if app.Count(t, "users", "id = 1 and annotations::text like '%Pediu segunda via%2025-11-04%'") != 1 ||
		app.Count(t, "import_rows", "import_id = 3 and outcome = 'left_out'") != 1 {
		t.Error("the annotations are wrong")
	}
	bring("professionals", "Profissional;Tipo;CRM;UF;Valor\nLia Prado Nunes;medic;99123;SC;R$ 250,00\n")
	if app.Count(t, "professionals", "name = 'Lia Prado Nunes' and council_number = '99123' and consultation_price = 250") != 1 {
		t.Error("the professionals are wrong")
	}
	camila.Form(importPage+"/1/desfazer", nil).Want(303)
	workImport(t, app, 1)
	if app.Count(t, "products", "code like 'X-%'") != 0 {
		t.Error("the products are still there")
	}
}

// The result of an import of orders names the associates of its rows in the log of reads, and a ZIP of scans has no columns.
func TestImportPages_Orders(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	sheet := "Pedido;CPF;Data;Total;Pago\n1;" + dbtest.Ana.CPF + ";04/11/2024;100,00;sim\n2;" + dbtest.Ana.CPF + ";05/11/2024;90,00;sim\n"
	camila.Upload(importPage, "pedidos.csv", []byte(sheet), map[string]string{"kind": "orders"}).Want(303)
	workImport(t, app, 1)
	page := camila.GET(importPage + "/1/colunas").Want(200)
	sent := url.Values{}
	document, err := goquery.NewDocumentFromReader(strings.NewReader(page.Body))
	if err != nil {
		t.Fatal(err)
	}
	document.Find("form#f select").Each(func(_ int, choice *goquery.Selection) {
		sent.Set(choice.AttrOr("name", ""), choice.Find("option[selected]").AttrOr("value", ""))
	})
	camila.Form(importPage+"/1/colunas", sent).Want(303)
	workImport(t, app, 1)
	camila.Form(importPage+"/1/importar", url.Values{}).Want(303)
	workImport(t, app, 1)
	if words := camila.GET(importPage + "/1/resultado").Want(200).Words(); !strings.Contains(words, "2 linhas entraram") || !strings.Contains(words, "Ver os pedidos") {
		t.Errorf("the result is %s", words)
	}
	camila.GET(importPage + "/1/resultado.csv").Want(200)
	app.FlushReads(t)
	if n := app.Count(t, "reads", fmt.Sprintf("channel = 'export' and person_id = %d", dbtest.Ana.ID)); n == 0 {
		t.Error("the log does not name the person of the result")
	}
	camila.GET(importPage + "/modelos/documentos.csv").Want(404)
	for _, name := range []string{"pedidos.csv", "pedidos.xlsx", "servicos.csv", "servicos.xlsx"} {
		camila.GET(importPage + "/modelos/" + name).Want(200)
	}
	if body := camila.Upload(importPage, "pedidos.csv", []byte(sheet), map[string]string{"kind": "scans"}).Want(415).Body; !strings.Contains(body, "Envie um ZIP ou uma pasta com os arquivos.") {
		t.Error("a sheet in place of a ZIP is not refused with words")
	}
}

// A ZIP of scans has a page of its own: a person is chosen, the file is looked at, what is certain goes in, and the rest can be opened
// again.
func TestImportPages_Scans(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	document := mediatest.PDF("% scan")
	var packed bytes.Buffer
	out := zip.NewWriter(&packed)
	for _, name := range []string{"IMG_1.pdf", "IMG_2.pdf"} {
		entry, err := out.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := entry.Write(document); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	camila.Upload(importPage, "scans.zip", packed.Bytes(), map[string]string{"kind": "scans"}).Want(303)
	work := func() {
		t.Helper()
		worker := importWorker(app)
		worker.Storage = app.Storage
		for hasMore := true; hasMore; {
			var err error
			if hasMore, err = worker.Work(t.Context(), 1); err != nil {
				t.Fatal(err)
			}
		}
	}
	work()
	review := importPage + "/1/conferir"
	for _, path := range []string{"/linhas", "/prontas", "/fora", "/duplicados"} {
		if to := camila.GET(review + path).Want(303).Header.Get("Location"); to != review {
			t.Errorf("%s leads to %s", path, to)
		}
	}
	if body := camila.GET(review + "?grupo=sem-dono").Want(200).Body; !strings.Contains(body, "IMG_1.pdf") || !strings.Contains(body, "Sem pista") {
		t.Error("the file without an owner is not there")
	}
	seen := camila.GET(importPage + "/1/ver/1").Want(200)
	if seen.Header.Get("Content-Type") != "application/pdf" || seen.Body != string(document) {
		t.Errorf("seen is %s of %d bytes", seen.Header.Get("Content-Type"), len(seen.Body))
	}
	camila.GET(importPage + "/1/ver/9").Want(404)
	camila.Form(importPage+"/1/importar", nil).Want(422)
	camila.Form(review+"/linhas", url.Values{"line": {"1"}, "grupo": {"sem-dono"}, "cell_1": {dbtest.Ana.CPF}, "cell_2": {"Laudo"}}).Want(303)
	camila.Form(review, url.Values{"todos": {"true"}}).Want(303)
	camila.GET(importPage + "/1/ver/1").Want(200)
	app.FlushReads(t)
	if app.Count(t, "reads", fmt.Sprintf("channel = 'file' and person_id = %d", dbtest.Ana.ID)) != 1 {
		t.Error("the log does not name the person of the file")
	}
	camila.Form(importPage+"/1/importar", nil).Want(303)
	work()
	if app.Count(t, "users_files", fmt.Sprintf("user_id = %d and doc_kind = 'report'", dbtest.Ana.ID)) < 1 {
		t.Error("the file did not go in")
	}
	camila.Form(importPage+"/1/reabrir", nil).Want(303)
	if words := camila.GET(review).Want(200).Words(); !strings.Contains(words, "1 já entrou.") || !strings.Contains(words, "Voltar ao resultado") {
		t.Error("the page does not say what went in")
	}
	camila.Form(importPage+"/1/encerrar", nil).Want(303)
	camila.GET(importPage + "/1/resultado").Want(200)
	camila.Upload(importPage, "scans/"+dbtest.Ana.CPF+" exame.pdf", document, map[string]string{"kind": "scans"}).Want(303)
	if app.Count(t, "imports", "id = 2 and file_name = 'scans'") != 1 {
		t.Error("a folder is not received")
	}
}

// A file without a known column says so; an import that joined nothing speaks of nothing joined, and one that is undone of nothing stored.
func TestImportPages_Counts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	camila.Upload(importPage, "letras.csv", []byte("a;b;c\n1;2;3\n"), map[string]string{"kind": "associates"}).Want(303)
	workImport(t, app, 1)
	if words := camila.GET(importPage + "/1/colunas").Want(200).Words(); !strings.Contains(words, "Nenhuma coluna foi reconhecida. Escolha") {
		t.Errorf("a file without a known column is shown by %s", words)
	}
	content := "Nome;CPF\nDora Prado;" + validCPF(1) + "\nDora Nunes Prado;" + validCPF(1) + "\nRui;123\n"
	camila.Upload(importPage, "dora.csv", []byte(content), map[string]string{"kind": "associates"}).Want(303)
	workImport(t, app, 2)
	camila.Form(importPage+"/2/colunas", url.Values{"column_0": {"name"}, "column_1": {"associate_cpf"}}).Want(303)
	workImport(t, app, 2)
	camila.Form(importPage+"/2/importar", nil).Want(303)
	workImport(t, app, 2)
	const result = importPage + "/2/resultado"
	done := camila.GET(result).Want(200)
	if words := done.Words(); !strings.Contains(words, "1 repetidos ou já gravados") || strings.Contains(words, "juntados ao que eram") ||
		!strings.Contains(words, "importe de novo: as linhas já gravadas são reconhecidas") {
		t.Errorf("the result says %s", words)
	}
	camila.Form(importPage+"/2/desfazer", nil).Want(303)
	if done := camila.GET(result).Want(200).HTML(); done.Find("#"+view.StatePart+" h1").Text() != "Desfazendo a importação" {
		t.Error("the title is not in the part that follows the undoing")
	}
	workImport(t, app, 2)
	if words := camila.GET(result).Want(200).Words(); !strings.Contains(words, "Importação desfeita") || strings.Contains(words, "já gravadas são reconhecidas") {
		t.Errorf("the undone import says %s", words)
	}
}
