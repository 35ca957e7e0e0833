package panel_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

const (
	productList = "/painel/produtos"
	oilPage     = productList + "/1"
)

// offeredProducts returns the ones of the oil, the cream and the old product that a page of the list shows.
func offeredProducts(page string) string {
	var names string
	for i, letter := range "OCV" {
		if strings.Contains(page, `href="`+productList+"/"+strconv.Itoa(i+1)+`"`) {
			names += string(letter)
		}
	}
	return names
}

func productForm(changes url.Values) url.Values {
	form := url.Values{"code": {"GEL-1"}, "name": {"Gel"}, "price": {"1.234,50"}, "width_cm": {"5,5"}, "height_cm": {""}, "length_cm": {"12"},
		"weight_g": {"95"}, "stock_note": {"Repor"}, "description": {""}, "active": {"true"}, "tags": {"", "Novo"}}
	for name, values := range changes {
		form[name] = values
	}
	return form
}

func TestProductList_Filters(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update products set tags = '["Frágil"]' where id = 2`)
	bruno := app.As(t, dbtest.Bruno)
	for query, want := range map[string]string{
		"": "OCV", "?situacao=ativos": "OC", "?situacao=inativos": "V", "?q=oleo": "OV", "?q=creme-60": "C", "?q=nada": "",
		"?etiqueta=Fr%C3%A1gil": "C",
		"?etiqueta=nada":        "", "?pagina=9": "", "?pagina=x&por=7": "OCV", "?q=oleo&situacao=ativos&ordem=-preco": "O",
		"?utm_source=x": "OCV", "?pagina=99999": "", "?pagina=99999999999999999999": "",
	} {
		if got := offeredProducts(bruno.GET(productList + query).Want(200).Body); got != want {
			t.Errorf("%q shows %q, want %q", query, got, want)
		}
	}
	for _, query := range []string{"?situacao=nada", "?ordem=senha", "?q=a%00", "?q=%ff"} {
		bruno.GET(productList + query).Want(400)
	}
	page := bruno.GET(productList).Want(200).Words()
	for _, want := range []string{"Nome Código Situação Medidas Estoque Peso Preço", "OLEO-30 À venda 5 × 12 × 5 cm 95 g R$ 290,00", "Todos 3",
		"À venda 2", "Venda suspensa 1"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing in %s", want, page)
		}
	}
	part := bruno.With("HX-Request", "true").With("HX-Request-Type", "partial").GET(productList + "?q=creme").Want(200).Body
	if strings.Contains(part, "<html") || offeredProducts(part) != "C" || !strings.Contains(part, "Salvar visão") {
		t.Errorf("htmx got %s", part)
	}
}

func TestProductList_ViewsAndColumns(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	saved := bruno.Form("/painel/visoes", url.Values{"page": {"produtos"}, "name": {"Óleos"}, "query": {"q=oleo&pagina=2&ordem=nome"}}).
		Want(303)
	if saved.Location() != productList+"?q=oleo&visao=1001" {
		t.Errorf("saved as %s", saved.Location())
	}
	if page := bruno.GET(saved.Location()).Want(200).Words(); !strings.Contains(page, "Óleos") {
		t.Error("the view is not there")
	}
	if counts := bruno.GET("/painel/visoes/contagens?lista=produtos").Want(200).
		Body; !strings.Contains(counts, `id="contagem-1001" hx-swap-oob="true">2<`) {
		t.Errorf("the view is not counted in %s", counts)
	}
	bruno.Form("/painel/visoes", url.Values{"page": {"produtos"}, "name": {"Nada"}, "query": {"situacao=x"}}).Want(400)
	bruno.Form("/painel/colunas", url.Values{"list": {"produtos"}, "columns": {"preco", "etiquetas"}}).Want(303)
	if page := bruno.GET(productList).Want(200).Words(); !strings.Contains(page, "Nome Etiquetas Preço") {
		t.Error("the columns are not those that were chosen")
	}
	bruno.Form("/painel/colunas", url.Values{"list": {"produtos"}, "columns": {"senha"}}).Want(400)
}

func TestProductPages_Permissions(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	before := app.Count(t, "products", "true")
	for _, c := range []struct {
		by                   dbtest.Operator
		adds, edits, removes bool
	}{{dbtest.Camila, true, true, true}, {dbtest.Priscila, false, true, false}, {dbtest.Bruno, false, false, false},
		{dbtest.Fernando, false, false, false}} {
		who := app.As(t, c.by)
		list, page := who.GET(productList).Want(200).Body, who.GET(oilPage).Want(200).Body
		if strings.Contains(list, "Novo produto") != c.adds || strings.Contains(page, oilPage+"/editar") != c.edits ||
			strings.Contains(page, "Suspender venda") != c.edits || strings.Contains(page, "Excluir produto") != c.removes {
			t.Errorf("%s is offered something else", c.by.Name)
		}
		if !c.adds {
			who.GET(productList + "/novo").Want(403)
			who.Form(productList+"/novo", productForm(nil)).Want(403)
		}
		if !c.edits {
			who.GET(oilPage + "/editar").Want(403)
			who.Form(oilPage+"/editar", productForm(nil)).Want(403)
			who.Form(oilPage+"/situacao", url.Values{"active": {"false"}}).Want(403)
		}
		if !c.removes {
			who.Form(oilPage+"/excluir", nil).Want(403)
		}
	}
	for _, path := range []string{productList, oilPage, oilPage + "/editar", productList + "/novo"} {
		app.As(t, dbtest.Renata).GET(path).Want(403)
		app.WithToken(t, "*").GET(path).Want(403)
		if at := app.Nobody(t).GET(path).Want(303).Location(); !strings.HasPrefix(at, "/entrar") {
			t.Errorf("nobody is sent to %s", at)
		}
	}
	camila := app.As(t, dbtest.Camila)
	for _, path := range []string{"/999", "/x", "/999/editar"} {
		camila.GET(productList + path).Want(404)
	}
	for _, path := range []string{"/999/editar", "/999/situacao", "/999/excluir", "/x/excluir"} {
		camila.Form(productList+path, productForm(nil)).Want(404)
	}
	if after := app.Count(t, "products", "true"); after != before ||
		app.Count(t, "products", "id = 1 and active and name = $1", dbtest.Oil.Name) != 1 {
		t.Error("something was changed")
	}
}

func TestProductPages_AddChangeSwitchRemove(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	at := camila.Form(productList+"/novo", productForm(nil)).Want(303).Location()
	if app.Count(t, "products", `code = 'GEL-1' and price = 1234.50 and width_cm = 5.5 and height_cm is null and length_cm = 12 and weight_g = 95
		and stock_note = 'Repor' and description is null and active and tags = '["Novo"]'`) != 1 {
		t.Fatal("it is not stored as it was typed")
	}
	form := camila.GET(at + "/editar").Want(200)
	for _, want := range []string{`value="1234,50"`, `value="5,5"`, `value="GEL-1"`, `value="Novo" checked`} {
		if !strings.Contains(form.Body, want) {
			t.Errorf("%s is not in the form", want)
		}
	}
	change := productForm(url.Values{"version": {form.Fields().Get("version")}, "width_cm": {""}, "weight_g": {""}, "stock_note": {" "},
		"tags": {""}, "name": {"Gel frio"}})
	change.Del("active")
	camila.Form(at+"/editar", change).Want(303)
	if app.Count(t, "products", `name = 'Gel frio' and width_cm is null and weight_g is null and stock_note is null and not active and tags = '[]'`) != 1 {
		t.Error("what was emptied is still there")
	}
	camila.Form(at+"/situacao", url.Values{"active": {"true"}}).Want(303)
	if app.Count(t, "products", "code = 'GEL-1' and active") != 1 {
		t.Error("it is not back for sale")
	}
	camila.Form(at+"/situacao", nil).Want(400)
	camila.Form(at+"/situacao", url.Values{"active": {"talvez"}}).Want(400)
	// Orders keep a copy of the product, so it can be removed.
	camila.Form(oilPage+"/excluir", nil).Want(303)
	camila.GET(oilPage).Want(404)
	if page := camila.GET("/painel/pedidos/1").Want(200).Words(); !strings.Contains(page, dbtest.Oil.Name) {
		t.Error("the order lost its product")
	}
}

func TestProductForm_Refused(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	before := app.Count(t, "products", "true")
	for name, c := range map[string]struct {
		typed url.Values
		says  string
	}{
		"code of another": {url.Values{"code": {dbtest.Oil.Code}}, "Já existe um produto com este código."},
		"no code":         {url.Values{"code": {" "}}, "Código: informe um código"},
		"no name":         {url.Values{"name": {""}}, "Nome: informe um nome"},
		"no price":        {url.Values{"price": {""}}, "Preço: informe o preço"},
		"price in words":  {url.Values{"price": {"caro"}}, "Preço: deve ser um valor em reais"},
		"negative price":  {url.Values{"price": {"-1"}}, "Preço: deve estar entre 0"},
		"size":            {url.Values{"width_cm": {"larga"}}, "Largura (cm): deve ser um número"},
		"long size":       {url.Values{"height_cm": {"1000,5"}}, "Altura (cm): deve estar entre 0 e 1.000"},
		"fine size":       {url.Values{"length_cm": {"1,234"}}, "Comprimento (cm): deve ter no máximo duas casas"},
		"weight":          {url.Values{"weight_g": {"1,5"}}, "Peso (g): deve ser um número inteiro"},
		"zero byte":       {url.Values{"name": {"a\x00"}}, "Nome: tem um caractere"},
		"long note":       {url.Values{"stock_note": {strings.Repeat("a", 501)}}, "Estoque: é longa demais"},
		"long tag":        {url.Values{"tags": {strings.Repeat("a", 61)}}, "Etiquetas: cada etiqueta"},
	} {
		page := camila.Form(productList+"/novo", productForm(c.typed)).Want(422)
		if !strings.Contains(page.Words(), c.says) || !strings.Contains(page.Body, "Erro: ") {
			t.Errorf("%s: %q is not said at the field: %s", name, c.says, page.Words())
		}
		if name != "code of another" && name != "no code" && !strings.Contains(page.Body, `value="GEL-1"`) {
			t.Errorf("%s: what was typed is gone", name)
		}
	}
	edit := productForm(url.Values{"code": {dbtest.Cream.Code}, "version": {camila.FormAt(oilPage + "/editar").Get("version")}})
	if page := camila.Form(oilPage+"/editar", edit).Want(422).Body; !strings.Contains(page, `href="#campo-code"`) ||
		strings.Contains(page, "Outra pessoa mudou") {
		t.Error("a duplicate code is not reported at its field")
	}
	if after := app.Count(t, "products", "true"); after != before || app.Count(t, "products", "id = 1 and name = $1", dbtest.Oil.Name) != 1 {
		t.Error("something was stored")
	}
}

// A form opened before a colleague's change shows the colleague's values, and may then be saved.
func TestProductForm_StaleVersion(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila, priscila := app.As(t, dbtest.Camila), app.As(t, dbtest.Priscila)
	seen := camila.FormAt(oilPage + "/editar").Get("version")
	priscila.Form(oilPage+"/editar", productForm(url.Values{"code": {"OLEO-30"}, "stock_note": {"Acabou"}, "version": {seen}})).Want(303)
	page := camila.Form(oilPage+"/editar", productForm(url.Values{"code": {"OLEO-30"}, "name": {"Óleo da Camila"}, "version": {seen}})).
		Want(422)
	if said := page.Words(); !strings.Contains(said, "Outra pessoa mudou este produto") ||
		!strings.Contains(said, "Estoque Salvo: Acabou Você digitou: Repor") || strings.Contains(said, "Preço Guardado") ||
		!strings.Contains(page.Body, "Óleo da Camila") {
		t.Errorf("told %s", said)
	}
	camila.Form(oilPage+"/editar", productForm(url.Values{"code": {"OLEO-30"}, "name": {"Óleo da Camila"},
		"version": {page.Fields().Get("version")}})).Want(303)
	if app.Count(t, "products", "id = 1 and name = 'Óleo da Camila'") != 1 {
		t.Error("the second try is not stored")
	}
	priscila.Form(oilPage+"/editar", productForm(url.Values{"code": {"OLEO-30"}})).Want(422)
}

// The page shows who ordered the product; the dialog of the removal says what stays and offers to suspend the sale.
func TestProductPage_SalesAndRemoval(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	page := camila.GET(oilPage).Want(200)
	for _, want := range []string{"Vendas por mês", "em 12 meses", "Últimos pedidos", "Este produto está em",
		"Para só deixar de vender, suspenda a venda."} {
		if !strings.Contains(page.Words(), want) {
			t.Errorf("%q is missing in %s", want, page.Words())
		}
	}
	href, _ := page.HTML().Find(`#excluir a[href*="produto="]`).Attr("href")
	if rows := camila.GET(href).Want(200).HTML().Find("tbody tr").Length(); rows == 0 ||
		rows != app.Count(t, "orders", `items @> '[{"code": "`+dbtest.Oil.Code+`"}]'`) {
		t.Errorf("%s lists %d orders", href, rows)
	}
	if table := camila.GET(oilPage + "?vendas=tabela").Want(200).HTML().Find(".bar-table tbody tr").Length(); table != 12 {
		t.Errorf("the table has %d months", table)
	}
	if at := camila.Form(oilPage+"/situacao", url.Values{"active": {"false"}}).Want(303).Location(); at != oilPage {
		t.Errorf("it leads to %s", at)
	}
	if dialog := camila.GET(oilPage).HTML().Find("#excluir"); dialog.Find(`[formaction$="/situacao"]`).Length() != 0 {
		t.Error("a suspended sale can be suspended again")
	}
	if dialog := camila.GET(productList + "/3").HTML().Find("#excluir"); strings.Contains(dialog.Text(), "Este produto está em") {
		t.Error("a product without orders is said to have some")
	}
}

// A product shows its picture; another one takes its place, and only pictures are accepted.
func TestProductPicture(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	priscila := app.As(t, dbtest.Priscila)
	if notice := priscila.Upload(oilPage+"/foto", "óleo.jpg", mediatest.JPEG(t, 40, 30), nil).Want(303).
		Notice(); notice.Text != "Foto salva." {
		t.Errorf("the message is %q", notice.Text)
	}
	page := priscila.GET(oilPage).Want(200).Body
	if !strings.Contains(page, `src="/painel/arquivos/1/conteudo"`) || !strings.Contains(page, "Trocar foto") {
		t.Error("the page does not show the picture")
	}
	for name, content := range map[string][]byte{"bula.pdf": mediatest.PDF(""), "foto.heic": mediatest.HEIC(),
		"foto.jpg": []byte("<svg onload=alert(1)>")} {
		refused := priscila.Upload(oilPage+"/foto", name, content, nil).Want(422).Body
		if !strings.Contains(refused, "/painel/arquivos/1/conteudo") {
			t.Errorf("%s: the picture before is gone", name)
		}
	}
	priscila.Upload(oilPage+"/foto", "novo.png", mediatest.PNG(t, 20, 20), nil).Want(303)
	if page := priscila.GET(oilPage).Want(200).Body; !strings.Contains(page, "/painel/arquivos/2/conteudo") {
		t.Error("the second picture is not shown")
	}
	app.As(t, dbtest.Bruno).Upload(oilPage+"/foto", "foto.png", mediatest.PNG(t, 20, 20), nil).Want(403)
	priscila.Form(oilPage+"/foto/remover", url.Values{}).Want(303)
	if page := priscila.GET(oilPage).Want(200).Body; strings.Contains(page, "/painel/arquivos/") {
		t.Error("the removed picture is shown")
	}
}
