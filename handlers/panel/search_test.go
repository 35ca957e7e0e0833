package panel_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

func TestPalette_Permissions(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	found := bruno.GET("/painel/busca?q=conceicao").Want(200).Body
	if !strings.Contains(found, `href="/painel/associados/3"`) || !strings.Contains(found, `href="/painel/pedidos/2"`) ||
		strings.Contains(found, "<html") {
		t.Errorf("found %s", found)
	}
	if none := strings.TrimSpace(bruno.GET("/painel/busca?q=x").Want(200).Body); none != "" {
		t.Errorf("one letter finds %s", none)
	}
	bruno.GET("/painel/busca?q=a%00").Want(400)
	bruno.Form("/painel/busca", url.Values{"collection": {"orders"}, "id": {"999"}}).Want(404)
	bruno.Form("/painel/busca", url.Values{"collection": {"orders"}, "id": {"x"}}).Want(400)
	bruno.Form("/painel/busca", url.Values{"collection": {"orders"}, "id": {"1"}}).Want(200)
	if recent := bruno.GET("/painel/busca").Want(200).Body; !strings.Contains(recent, "Abertos recentemente") ||
		!strings.Contains(recent, "/painel/pedidos/1") {
		t.Errorf("recent is %s", recent)
	}
	app.As(t, dbtest.Renata).GET("/painel/busca?q=renata").Want(403)
	app.WithToken(t, "*").GET("/painel/busca?q=renata").Want(403)
}

// A professional who is searched by name stands before the orders that they prescribed.
func TestPalette_PeopleFirst(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update orders set prescriber = 'Renata Ribeiro de Oliveira' where id = 1")
	found := app.As(t, dbtest.Bruno).GET("/painel/busca?q=renata").Want(200).Body
	people, orders := strings.Index(found, `href="/painel/profissionais/1"`), strings.Index(found, `href="/painel/pedidos/1"`)
	if people < 0 || orders < people {
		t.Errorf("professionals are at %d, orders at %d", people, orders)
	}
}

// A role finds only rows that it may read, and is offered only actions that it may do.
func TestPalette_ByRole(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "insert into tags (id, name, collection) values (90, 'Zodíaco', 'users')")
	app.Exec(t, "insert into products (id, code, name, price, active) values (90, 'ZODIACO-1', 'Óleo zodíaco', 10, false)")
	app.Exec(t, "insert into system_users (id, name, last_name, email, permissions, status) values (90, 'Zodíaco', 'Silva', 'z@acolhe.test', '[\"Produção\"]', 'active')")
	app.Exec(t, "insert into reception (id, name, status) values (90, 'Zodíaco Lima', 'waiting')")
	app.Exec(t, `insert into files (id, file_name, content_type, size, sha256, driver, storage_key)
		values (90, 'Receita zodíaco.pdf', 'application/pdf', 10, repeat('a', 64), 'local', 'a')`)
	const visit, file = "/painel/recepcao/90", "/painel/arquivos/90"
	const product, tag, tagInList, operator, register = "/painel/produtos/90", "/painel/etiquetas/90", "/painel/etiquetas?q=Zod%C3%ADaco",
		"/admin/operadores/90", "/painel/associados/novo?nome=zodiaco"
	for who, finds := range map[dbtest.Operator][]string{
		dbtest.Camila:   {visit, file, product, tag, operator, register},
		dbtest.Bruno:    {visit, file, product, tag, register},
		dbtest.Priscila: {file, product, tagInList},
		dbtest.Fernando: {file, product, tagInList},
	} {
		page := app.As(t, who).GET("/painel/busca?q=zodiaco").Want(200).HTML()
		for _, href := range []string{visit, file, product, tag, tagInList, operator, register} {
			if found := page.Find(`[role=option][href="`+href+`"]`).Length() == 1; found != slices.Contains(finds, href) {
				t.Errorf("%s finds %s: %v", who.Name, href, found)
			}
		}
	}
	for href, mayOpen := range map[string]bool{visit: false, file: true} {
		status := 200
		if !mayOpen {
			status = 403
		}
		app.As(t, dbtest.Priscila).GET(href).Want(status)
	}
	for _, known := range []string{"jo%C3%A3o", "zodiaco1", "529.982", "z@exemplo"} {
		if strings.Contains(app.As(t, dbtest.Bruno).GET("/painel/busca?q="+known).Want(200).Body, "Cadastrar") {
			t.Errorf("%s offers to register", known)
		}
	}
	// The script copies the entries of the menu.
	palette := func(who dbtest.Operator) string {
		return app.As(t, who).GET("/painel").Want(200).HTML().Find("#menu .nav-scroll, #paleta").Text()
	}
	for _, c := range []struct {
		who    dbtest.Operator
		offers string
		lacks  string
	}{
		{dbtest.Camila, "Convidar operador|Novo token de API|Novo produto|Segurança|Correio|Sair|Trocar tema|Exportar esta lista", "§"},
		{dbtest.Bruno, "Novo associado|Novo pedido|Nova etiqueta|Sair", "Convidar operador|Novo produto|Segurança|Operadores|Administração"},
		{dbtest.Priscila, "Produtos|Sair", "Novo associado|Novo pedido|Nova etiqueta|Novo produto|Operadores"},
	} {
		text := palette(c.who)
		for _, offer := range strings.Split(c.offers, "|") {
			if !strings.Contains(text, offer) {
				t.Errorf("%s is not offered %s", c.who.Name, offer)
			}
		}
		for _, lack := range strings.Split(c.lacks, "|") {
			if strings.Contains(text, lack) {
				t.Errorf("%s is offered %s", c.who.Name, lack)
			}
		}
	}
}

// Without a match, the list and the palette lead to a form with the name filled in.
func TestPalette_RegistersUnknownPerson(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	const offer = `a[href="/painel/associados/novo?nome=Lia+Moraes"]`
	if bruno.GET("/painel/associados?q=Lia+Moraes").Want(200).HTML().Find("main "+offer).Length() != 1 {
		t.Error("the empty list does not offer to register")
	}
	if app.As(t, dbtest.Priscila).GET("/painel/associados?q=Lia+Moraes").Want(200).HTML().Find("main "+offer).Length() != 0 {
		t.Error("Produção is offered to register")
	}
	form := bruno.GET("/painel/associados/novo?nome=Lia+Moraes").Want(200).HTML()
	if name := form.Find("[name=associate_name]").AttrOr("value", ""); name != "Lia Moraes" {
		t.Errorf("the form begins with the name %q", name)
	}
}

// The day of an appointment is that of the association's clock, whatever the zone of the database's connection.
func TestPalette_DayOfService(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update services set consultation_date = '2026-12-31T23:30-03:00' where id = 2")
	bruno := app.As(t, dbtest.Bruno)
	for zone, want := range map[string]string{"America/Sao_Paulo": "31/12/2026", "America/Manaus": "31/12/2026",
		"America/Noronha": "01/01/2027"} {
		app.Exec(t, `insert into system_configs (system, key, value) values ('system', 'time_zone', to_jsonb($1::text)) on conflict (system, key) do update set value = excluded.value`, zone)
		if words := bruno.GET("/painel/busca?q=pipoca").Want(200).Words(); !strings.Contains(words, want) {
			t.Errorf("%s: %s", zone, words)
		}
	}
	bruno.Form("/painel/busca", url.Values{"collection": {"services"}, "id": {"2"}}).Want(200)
	if words := bruno.GET("/painel/busca").Want(200).Words(); !strings.Contains(words, "01/01/2027") &&
		!strings.Contains(words, "31/12/2026") {
		t.Errorf("opened recently: %s", words)
	}
}

// The number of an order comes before everything that holds it; words of a page lead there, and are no name to register.
func TestSearch_ExactAndPages(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set phone = '48999992222' where id = 3")
	app.Exec(t, "insert into orders (id, user_id, user_code, name_associate, items, total, status) select 2222, id, user_code, 'Ana', '[{\"code\": \"A\", \"amount\": 1, \"quantity\": 1}]', 1, 'Pago' from users where id = 1")
	first := app.As(t, dbtest.Bruno).GET("/painel/busca?q=2222").Want(200).HTML().Find("[role=option]").First()
	if href := first.AttrOr("href", ""); href != "/painel/pedidos/2222" {
		t.Errorf("2222 leads first to %s", href)
	}
	for words, want := range map[string]string{"chave pix": "/admin/configuracoes/store", "webhooks": "/ajuda/webhooks"} {
		page := app.As(t, dbtest.Camila).GET("/painel/busca?q=" + url.QueryEscape(words)).Want(200).HTML()
		if page.Find(`[role=option][href="`+want+`"]`).Length() != 1 || page.Find(`[href^="/painel/associados/novo"]`).Length() != 0 {
			t.Errorf("%s does not lead to %s alone", words, want)
		}
		if app.As(t, dbtest.Bruno).GET("/painel/busca?q="+url.QueryEscape(words)).Want(200).HTML().Find(`[href="`+want+`"]`).Length() != 0 {
			t.Errorf("Bruno is led to %s", want)
		}
	}
}
