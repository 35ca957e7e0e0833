package panel_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/tasks"
)

const (
	tagList = "/painel/etiquetas"
	tagPage = tagList + "/1"
)

// The form and the filter offer each collection once.
func TestTagForm_CollectionsOnce(t *testing.T) {
	t.Parallel()
	bruno := handlertest.New(t).As(t, dbtest.Bruno)
	for _, page := range []string{tagList + "/nova", tagList} {
		options := bruno.GET(page).Want(200).HTML().Find("select[name=collection] option, select[name=colecao] option")
		for _, name := range []string{"Cadastros", "Recepção"} {
			if offered := options.FilterFunction(func(_ int, option *goquery.Selection) bool { return strings.TrimSpace(option.Text()) == name }).
				Length(); offered != 1 {
				t.Errorf("%s offers %s %d times", page, name, offered)
			}
		}
	}
}

func TestTagList_Filters(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update users set tags = '["Prioritário"]' where id in (1, 3)`)
	bruno := app.As(t, dbtest.Bruno)
	for query, want := range map[string]string{
		"": "123", "?q=prio": "1", "?colecao=orders": "2", "?colecao=todas": "", "?q=urg&colecao=users": "", "?pagina=9": "", "?pagina=x": "123",
	} {
		body, got := bruno.GET(tagList+query).Want(200).Body, ""
		for _, id := range []string{"1", "2", "3"} {
			if strings.Contains(body, `href="`+tagList+"/"+id+`"`) {
				got += id
			}
		}
		if got != want {
			t.Errorf("%q shows %q, want %q", query, got, want)
		}
	}
	for _, query := range []string{"?colecao=segredos", "?q=a%00"} {
		bruno.GET(tagList + query).Want(400)
	}
	if page := bruno.GET(tagList).Want(200).Words(); !strings.Contains(page, "Prioritário Cadastros 2 Retorno Serviços 0 Urgente Pedidos 0") {
		t.Errorf("the list says %s", page)
	}
	part := bruno.With("HX-Request", "true").With("HX-Request-Type", "partial").GET(tagList + "?q=prio").Want(200).Body
	if strings.Contains(part, "<html") || !strings.Contains(part, "Prioritário") {
		t.Errorf("htmx got %s", part)
	}
}

func TestTagPages_Permissions(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, reader := range []dbtest.Operator{dbtest.Priscila, dbtest.Fernando} {
		who := app.As(t, reader)
		if list := who.GET(tagList).Want(200).Body; strings.Contains(list, "Nova etiqueta") || strings.Contains(list, tagPage) ||
			!strings.Contains(list, "Prioritário") {
			t.Errorf("%s is offered something else", reader.Name)
		}
		who.GET(tagPage).Want(403)
		who.GET(tagList + "/nova").Want(403)
		who.Form(tagList+"/nova", url.Values{"name": {"Nova"}}).Want(403)
		who.Form(tagPage, url.Values{"name": {"Outra"}}).Want(403)
		who.Form(tagPage+"/excluir", nil).Want(403)
	}
	for _, path := range []string{tagList, tagPage, tagList + "/nova"} {
		app.As(t, dbtest.Renata).GET(path).Want(403)
		app.WithToken(t, "*").GET(path).Want(403)
		if at := app.Nobody(t).GET(path).Want(303).Location(); !strings.HasPrefix(at, "/entrar") {
			t.Errorf("nobody is sent to %s", at)
		}
	}
	bruno := app.As(t, dbtest.Bruno)
	for _, path := range []string{"/999", "/x"} {
		bruno.GET(tagList + path).Want(404)
		bruno.Form(tagList+path, url.Values{"name": {"Outra"}}).Want(404)
		bruno.Form(tagList+path+"/excluir", nil).Want(404)
	}
	if app.Count(t, "tags", "true") != 3 || app.Count(t, "tags", "id = 1 and name = 'Prioritário'") != 1 {
		t.Error("something was changed")
	}
}

// A renamed tag is renamed in its rows; a removed one stays in them.
func TestTagPages_AddChangeRemove(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update users set tags = '["Prioritário"]' where id = 1`)
	bruno := app.As(t, dbtest.Bruno)
	bruno.Form(tagList+"/nova", url.Values{"name": {" Frágil "}, "color": {"#B91C1C"}, "collection": {"products"}}).Want(303)
	if app.Count(t, "tags", "name = 'Frágil' and color = '#B91C1C' and collection = 'products'") != 1 {
		t.Error("it is not stored as it was typed")
	}
	if page := bruno.GET(tagPage).Want(200).Words(); !strings.Contains(page, "Ao renomear, o registro com esta etiqueta muda junto.") {
		t.Error("the page does not tell who keeps the name")
	}
	change := bruno.FormAt(tagPage)
	change["name"], change["color"], change["collection"] = []string{"Primeiro"}, []string{""}, []string{""}
	bruno.Form(tagPage, change).Want(303)
	if app.Count(t, "tags", "id = 1 and name = 'Primeiro' and color is null and collection is null") != 1 {
		t.Error("the change is not stored")
	}
	bruno.Form(tagPage+"/excluir", nil).Want(303)
	bruno.GET(tagPage).Want(404)
	if app.Count(t, "users", `id = 1 and tags = '["Primeiro"]'`) != 1 {
		t.Error("Ana has another tag")
	}
}

// "Desfazer" restores a tag that was also removed from its rows.
func TestTagPages_RemoveFromRows(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update users set tags = '["Prioritário"]' where id = 1`)
	bruno := app.As(t, dbtest.Bruno)
	if page := bruno.GET(tagPage).Words(); !strings.Contains(page, "Remover também de 1 registro") {
		t.Error("the dialog does not ask about the rows")
	}
	notice := bruno.Form(tagPage+"/excluir", url.Values{"rows": {"true"}}).Want(303).Notice()
	if app.Count(t, "users", `tags @> '["Prioritário"]'`) != 0 || notice.Undo == "" {
		t.Fatalf("the row keeps the tag, or the page offers no undo: %+v", notice)
	}
	bruno.Form(notice.Undo, nil).Want(303)
	if app.Count(t, "users", `tags = '["Prioritário"]' and id = 1`) != 1 || app.Count(t, "tags", "id = 1") != 1 {
		t.Error("the tag did not come back")
	}
}

// A name of another tag is refused with an offer to join the two.
func TestTagPages_Join(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `insert into tags (id, name) values (9, 'Geral')`)
	app.Exec(t, `update users set tags = '["Geral"]' where id = 1`)
	bruno := app.As(t, dbtest.Bruno)
	form := bruno.FormAt(tagList + "/9")
	form.Set("name", "PRIORITARIO")
	page := bruno.Form(tagList+"/9", form).Want(422)
	if !strings.Contains(page.Words(), "Juntar com “Prioritário”?") || !strings.Contains(page.Body, `name="into" value="1"`) {
		t.Fatalf("no offer in %s", page.Words())
	}
	for _, stranger := range []dbtest.Operator{dbtest.Renata} {
		app.As(t, stranger).Form(tagList+"/9/juntar", url.Values{"into": {"1"}}).Want(403)
	}
	bruno.Form(tagList+"/9/juntar", url.Values{"into": {"x"}}).Want(400)
	bruno.Form(tagList+"/9/juntar", url.Values{"into": {"999"}}).Want(404)
	notice := bruno.Form(tagList+"/9/juntar", url.Values{"into": {"1"}}).Want(303).Notice()
	if app.Count(t, "users", `id = 1 and tags = '["Prioritário"]'`) != 1 || app.Count(t, "tags", "id = 9") != 0 ||
		app.Count(t, "tags", "id = 1 and collection is null") != 1 {
		t.Error("the tags are not joined")
	}
	bruno.Form(tagList+"/9/juntar", url.Values{"into": {"1"}}).Want(404)
	bruno.Form(notice.Undo, nil).Want(303)
	if app.Count(t, "users", `id = 1 and tags = '["Geral"]'`) != 1 ||
		app.Count(t, "tags", "id = 9 and name = 'Geral' and collection is null") != 1 ||
		app.Count(t, "tags", "id = 1 and collection = 'users'") != 1 {
		t.Error("the tags are not separated again")
	}
}

// A tag of many records is renamed, joined and removed by a task; a second change waits for its end.
func TestTagPages_ManyRows(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `insert into tags (id, name, collection) values (20, 'Muitos', 'products'), (21, 'Outra', 'products')`)
	app.Exec(t, `insert into products (code, name, tags) select 'P' || n, 'P', '["Muitos"]' from generate_series(1, 1001) n`)
	bruno := app.As(t, dbtest.Bruno)
	work := func(id int64) {
		t.Helper()
		if err := (tasks.TagWorker{DB: app.DB, Now: time.Now}).ChangeTag(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	const many = tagList + "/20"
	form := bruno.FormAt(many)
	form.Set("name", "outra")
	if words := bruno.Form(many, form).Want(422).Words(); !strings.Contains(words, "Juntar com “Outra”?") ||
		!strings.Contains(words, "Não dá para desfazer.") {
		t.Errorf("a name of another is refused with %s", words)
	}
	form.Set("name", "Muitíssimos")
	form.Set("color", "#1d4ed8")
	if renamed := bruno.Form(many, form).Want(303); renamed.Location() != "/painel/tarefas/1" ||
		renamed.Notice().Text != "A mudança da etiqueta “Muitos” começou." {
		t.Fatalf("it leads to %s with %+v", renamed.Location(), renamed.Notice())
	}
	if app.Count(t, "products", `tags = '["Muitos"]'`) != 1001 || app.Count(t, "tags", "name = 'Muitos'") != 1 {
		t.Error("it is renamed before the task ran")
	}
	bruno.Form(many+"/excluir", url.Values{"rows": {"true"}}).Want(409)
	work(1)
	if app.Count(t, "products", `tags = '["Muitíssimos"]'`) != 1001 ||
		app.Count(t, "tags", "id = 20 and name = 'Muitíssimos' and color = '#1d4ed8' and collection = 'products'") != 1 {
		t.Error("it is not renamed")
	}
	if words := bruno.GET("/painel/tarefas/1").Want(200).
		Words(); !strings.Contains(words, "Renomear a etiqueta “Muitos” para “Muitíssimos”") ||
		!strings.Contains(words, "1.001 registros com a mudança, todos ao mesmo tempo.") {
		t.Errorf("the task says %s", words)
	}
	bruno.Form(many+"/juntar", url.Values{"into": {"21"}}).Want(303)
	work(2)
	if app.Count(t, "products", `tags = '["Outra"]'`) != 1001 || app.Count(t, "tags", "id = 20") != 0 {
		t.Error("it is not joined")
	}
	const other = tagList + "/21"
	color := bruno.FormAt(other)
	color.Set("color", "#be185d")
	if at := bruno.Form(other, color).Want(303).Location(); at != tagList {
		t.Errorf("a colour alone leads to %s", at)
	}
	bruno.Form(other+"/excluir", url.Values{"rows": {"true"}}).Want(303)
	work(3)
	if app.Count(t, "products", `tags <> '[]'`) != 0 || app.Count(t, "tags", "id = 21") != 0 {
		t.Error("it is not removed")
	}
}

func TestTagForm_Refused(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	seen := bruno.FormAt(tagList + "/2").Get("version")
	for name, c := range map[string]struct {
		typed url.Values
		says  string
	}{
		"no name":         {url.Values{"name": {" "}}, "Nome: informe o nome"},
		"long name":       {url.Values{"name": {strings.Repeat("a", 61)}}, "Nome: deve ter no máximo 60"},
		"name of another": {url.Values{"name": {"Prioritário"}, "collection": {"users"}}, "Já existe uma etiqueta com este nome."},
		"color":           {url.Values{"name": {"X"}, "color": {"verde"}}, "Cor: deve ser uma cor"},
		"collection":      {url.Values{"name": {"X"}, "collection": {"segredos"}}, "Oferecida em: não existe"},
		"zero byte":       {url.Values{"name": {"a\x00"}}, "Nome: tem um caractere"},
	} {
		for _, path := range []string{tagList + "/nova", tagList + "/2"} {
			c.typed.Set("version", seen)
			page := bruno.Form(path, c.typed).Want(422)
			if !strings.Contains(page.Words(), c.says) || !strings.Contains(page.Body, "Erro: ") ||
				strings.Contains(page.Body, "Outra pessoa mudou") {
				t.Errorf("%s at %s: %q is not said at the field", name, path, c.says)
			}
		}
	}
	if app.Count(t, "tags", "true") != 3 || app.Count(t, "tags", "id = 2 and name = 'Urgente' and collection = 'orders'") != 1 {
		t.Error("something was stored")
	}
}

// A stored tag has a colour only if one was chosen.
func TestTagForm_NoColor(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `insert into tags (id, name, color) values (4, 'Incolor', null), (5, 'Própria', '#123456')`)
	bruno := app.As(t, dbtest.Bruno)
	for path, chosen := range map[string]string{tagList + "/4": "", tagList + "/5": "#123456", tagPage: "#0f766e"} {
		if form := bruno.FormAt(path); !form.Has("color") || form.Get("color") != chosen {
			t.Errorf("%s has %q chosen and not %q", path, form["color"], chosen)
		}
	}
	form := bruno.FormAt(tagList + "/4")
	form.Set("name", "Sem nada")
	form.Set("color", "")
	bruno.Form(tagList+"/4", form).Want(303)
	if app.Count(t, "tags", "id = 4 and name = 'Sem nada' and color is null") != 1 {
		t.Error("it has a colour that nobody chose")
	}
	// A stale form with an invalid colour reports both.
	page := bruno.Form(tagList+"/4", url.Values{"name": {"X"}, "color": {"verde"}}).Want(422).Words()
	if !strings.Contains(page, "Cor Salvo: Sem cor Você digitou: verde") || !strings.Contains(page, "Cor: deve ser uma cor como #0f766e") {
		t.Errorf("refused by %s", page)
	}
}

// A form opened before a colleague's change shows the colleague's values, and may then be saved.
func TestTagForm_StaleVersion(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno, camila := app.As(t, dbtest.Bruno), app.As(t, dbtest.Camila)
	mine, hers := bruno.FormAt(tagPage), camila.FormAt(tagPage)
	hers["name"], hers["collection"] = []string{"Urgentíssimo"}, []string{""}
	camila.Form(tagPage, hers).Want(303)
	mine["collection"] = []string{"users"}
	for _, version := range []string{mine.Get("version"), "", "x"} {
		mine.Set("version", version)
		page := bruno.Form(tagPage, mine).Want(422)
		says := page.Words()
		for _, want := range []string{"Outra pessoa mudou esta etiqueta enquanto você editava",
			"Nome Salvo: Urgentíssimo Você digitou: Prioritário",
			"Oferecida em Salvo: Todos Você digitou: Cadastros"} {
			if !strings.Contains(says, want) {
				t.Errorf("%q is missing in %s", want, says)
			}
		}
		if app.Count(t, "tags", "id = 1 and name = 'Urgentíssimo' and collection is null") != 1 {
			t.Fatal("something was overwritten")
		}
		mine.Set("version", page.Fields().Get("version"))
	}
	// Another error keeps the version of the opened form.
	wrong := url.Values{"name": {""}, "version": {mine.Get("version")}}
	if again := bruno.Form(tagPage, wrong).Want(422).Fields().Get("version"); again != mine.Get("version") {
		t.Errorf("a wrong name brings the version %s", again)
	}
	bruno.Form(tagPage, mine).Want(303)
	if app.Count(t, "tags", "id = 1 and name = 'Prioritário' and collection = 'users'") != 1 {
		t.Error("who insists is not heard")
	}
}

// A new tag begins with the colour that the fewest have, so that tags differ without a choice; a typed choice stays.
func TestNewTag_RarestColor(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "delete from tags")
	app.Exec(t, "insert into tags (name, color) values ('A', '#0F766E'), ('B', '#0f766e'), ('C', '#1d4ed8'), ('D', null), ('E', '#123456')")
	bruno := app.As(t, dbtest.Bruno)
	form := bruno.FormAt("/painel/etiquetas/nova")
	if form.Get("color") != "#7c3aed" {
		t.Errorf("it begins with %s", form.Get("color"))
	}
	app.Exec(t, "insert into tags (name, color) select c || n, c from generate_series(1, 2) n, unnest(array['#7c3aed', '#be185d', '#b91c1c', '#b45309']) c")
	if color := bruno.FormAt("/painel/etiquetas/nova").Get("color"); color != "#1d4ed8" {
		t.Errorf("with all in use it begins with %s", color)
	}
	form.Set("name", "")
	form.Set("color", "")
	if refused := bruno.Form("/painel/etiquetas/nova", form).Want(422).Fields(); refused.Get("color") != "" {
		t.Errorf("refused, it has %s", refused.Get("color"))
	}
}

// Forms show each tag with its colour.
func TestTagChecks_Colour(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	if page := app.As(t, dbtest.Bruno).GET("/painel/associados/1/editar").Want(200).Body; !strings.Contains(page, `fill="#0f766e"`) {
		t.Error("the form of an associate shows tags without colours")
	}
}
