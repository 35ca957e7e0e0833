package handlers_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/handlers/handlertest/sitemap"
	"acolhe/models/platform/dbtest"
	"acolhe/web"
)

// shows reports whether an answer shows one of the associates of the cast: their CPF, or the whole name.
func shows(body string) bool {
	for _, associate := range []dbtest.Associate{dbtest.Ana, dbtest.Joao, dbtest.Carla} {
		cpf := associate.CPF
		written := cpf[:3] + "." + cpf[3:6] + "." + cpf[6:9] + "-" + cpf[9:]
		for _, mark := range []string{cpf, written, associate.FullName(), associate.Email} {
			if strings.Contains(body, mark) {
				return true
			}
		}
	}
	return false
}

// A page or an answer that shows a person declares what it reads, so that it is in the log.
func TestReads_EveryRouteDeclares(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedMailbox(t)
	app.SeedWebhooks(t)
	app.SeedErrors(t)
	app.SeedSettings(t)
	app.SeedTasks(t)
	app.SeedTerms(t)
	app.SeedAppointments(t)
	declared, known := map[string]web.Reading{}, 0
	for _, route := range app.Routes {
		if route.Method == http.MethodGet {
			declared[route.Path] = route.Reading()
		}
	}
	clients := map[dbtest.Operator]*handlertest.Client{{}: app.Nobody(t)}
	check := func(by *handlertest.Client, route, path string) {
		answer := by.GET(path)
		if answer.StatusCode != 200 || !shows(answer.Body) {
			return
		}
		known++
		if declared[route] == (web.Reading{}) {
			t.Errorf("%s shows a person and declares nothing in handlers/reads.go", route)
		}
	}
	for _, page := range sitemap.Pages(t, app.Routes) {
		if page.By == (dbtest.Operator{}) {
			continue // shows what its link belongs to
		}
		if clients[page.By] == nil {
			clients[page.By] = app.As(t, page.By)
		}
		check(clients[page.By], page.Route, page.Path)
	}
	script := app.WithToken(t, "*")
	for _, route := range app.Routes {
		path := strings.NewReplacer(":userCode", dbtest.Ana.UserCode, ":professional", dbtest.Renata.InternalCode, ":collection", "users", ":id",
			"1").Replace(route.Path)
		if route.IsJSON() && route.Method == http.MethodGet && !strings.Contains(path, ":") && !strings.Contains(path, "oauth") {
			check(script, route.Path, path)
		}
	}
	if known < 40 {
		t.Errorf("only %d pages and answers show a person: the test looks at the wrong ones", known)
	}
}

// Who opened a person's data, and how, is shown to administrators, on the record, and to the person.
func TestReads_Shown(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno, ana := app.As(t, dbtest.Bruno), app.AsAssociate(t, dbtest.Ana)
	id := strconv.FormatInt(dbtest.Ana.ID, 10)
	bruno.GET("/painel/associados/" + id).Want(200)
	bruno.GET("/painel/associados/" + id).Want(200)
	bruno.GET("/painel/associados/999999").Want(404)
	app.As(t, dbtest.Renata).GET("/painel/associados/" + id).Want(403)
	app.Nobody(t).GET("/painel/associados/" + id).Want(303)
	app.WithToken(t, "items:users:read").GET("/api/v1/users/code/" + dbtest.Ana.UserCode).Want(200)
	app.WithToken(t, "items:users:read").GET("/api/v1/items/users/" + id).Want(200)
	ana.GET("/api/v1/auth/associate/me").Want(200)
	bruno.GET("/painel/associados").Want(200)
	app.FlushReads(t)
	if n := app.Count(t, "reads", "subject = 'lists.users' and people > 1 and person_id is null"); n != 1 {
		t.Errorf("%d reads of the list with its number of people, want 1", n)
	}
	if n := app.Count(t, "reads", "person_id = $1", dbtest.Ana.ID); n != 4 {
		t.Errorf("%d reads of Ana, want 4", n)
	}
	if n := app.Count(t, "reads", "viewer_kind = 'operator' and session_id > 0 and ip is not null and subject = 'users' and viewer_role = 'Acolhimento'"); n != 1 {
		t.Errorf("%d reads by Bruno, want 1", n)
	}
	camila := app.As(t, dbtest.Camila)
	for _, want := range []string{"Bruno Acioli", "Acolhimento", dbtest.Ana.FullName(), "Token “teste”", "API", "a própria pessoa"} {
		if list := camila.GET("/admin/quem-viu").Want(200); !strings.Contains(list.Words(), want) {
			t.Errorf("the list lacks %q", want)
		}
	}
	if found := camila.GET("/admin/quem-viu?q=bruno&quem=operator&via=page").Want(200).Words(); !strings.Contains(found, "2 leituras") {
		t.Errorf("found %s", found)
	}
	if short := camila.GET("/admin/quem-viu?por=25&via=page").Want(200).HTML(); short.Find("[aria-current=page]").Text() == "" {
		t.Error("a page has no other number of rows")
	}
	record := camila.GET("/painel/associados/" + id + "?parte=quem-viu").Want(200).Words()
	if !strings.Contains(record, "Bruno Acioli") || !strings.Contains(record, "Token “teste”") {
		t.Errorf("the record shows %s", record)
	}
	if seen := bruno.GET("/painel/associados/" + id + "?parte=quem-viu").Want(200).Words(); strings.Contains(seen, "Token “teste”") ||
		strings.Contains(seen, "Quem viu") {
		t.Errorf("Bruno sees %s", seen)
	}
	app.Exec(t, `insert into system_configs (system, key, value) values ('access', 'see_reads', '{"acolhimento": true}')`)
	if seen := bruno.GET("/painel/associados/" + id + "?parte=quem-viu").Want(200).Words(); !strings.Contains(seen, "Token “teste”") ||
		strings.Contains(seen, "Proteger este nome") {
		t.Errorf("Bruno, whose role the configuration names, sees %s", seen)
	}
	if seen := app.As(t, dbtest.Priscila).GET("/painel/associados/" + id + "?parte=quem-viu").Want(200).Words(); strings.Contains(seen, "Token “teste”") {
		t.Errorf("Priscila sees %s", seen)
	}
	own := ana.GET("/cadastro/perfil/quem-viu").Want(200).Words()
	if !strings.Contains(own, "Bruno, do acolhimento") || !strings.Contains(own, "Você") || strings.Contains(own, "Acioli") {
		t.Errorf("Ana sees %s", own)
	}
	if theirs := app.AsAssociate(t, dbtest.Joao).GET("/cadastro/perfil/quem-viu").Want(200).Words(); strings.Contains(theirs, "Bruno") {
		t.Errorf("João sees %s", theirs)
	}
	bruno.GET("/admin/quem-viu").Want(403)
	app.Nobody(t).GET("/admin/quem-viu").Want(303)
}

// Administrators alone mark a name as protected; then reading the record is unusual until it is reviewed with a reason.
func TestReads_Protected(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno, camila := app.As(t, dbtest.Bruno), app.As(t, dbtest.Camila)
	path := "/painel/associados/" + strconv.FormatInt(dbtest.Joao.ID, 10)
	protect := map[string][]string{"protected": {"true"}}
	bruno.Form(path+"/protegido", protect).Want(403)
	camila.Form("/painel/associados/999999/protegido", protect).Want(404)
	camila.Form(path+"/protegido", protect).Want(303)
	bruno.GET(path).Want(200)
	app.FlushReads(t)
	listed := camila.GET("/admin/quem-viu").Want(200)
	if !strings.Contains(listed.Words(), "Bruno Acioli abriu um nome protegido") {
		t.Fatalf("the list shows %s", listed.Words())
	}
	href, _ := listed.HTML().Find("a[href*='quem-viu/conferir?'][href*=protected]").Attr("href")
	fields := url.Values{}
	for _, field := range camila.GET(href).Want(200).HTML().Find("form[action='/admin/quem-viu/conferir'] input[type=hidden]").EachIter() {
		fields.Set(field.AttrOr("name", ""), field.AttrOr("value", ""))
	}
	camila.GET(strings.Replace(href, "conferir", "perguntar", 1)).Want(200)
	camila.Form("/admin/quem-viu/perguntar", fields).Want(422)
	fields.Set("text", "Por que você abriu este cadastro?")
	bruno.Form("/admin/quem-viu/perguntar", fields).Want(403)
	app.Nobody(t).Form("/admin/quem-viu/perguntar", fields).Want(303)
	camila.Form("/admin/quem-viu/perguntar", fields).Want(303)
	fields.Set("viewer_id", "999")
	camila.Form("/admin/quem-viu/perguntar", fields).Want(404)
	fields.Set("viewer_id", strconv.FormatInt(dbtest.Bruno.ID, 10))
	if letters := app.Letters(t); len(letters) != 1 || letters[0].To != dbtest.Bruno.Email || letters[0].Kind != "reads_asked" ||
		strings.Contains(string(letters[0].Content), dbtest.Joao.Name) {
		t.Errorf("the letters are %+v", letters)
	}
	camila.Form("/admin/quem-viu/conferir", fields).Want(422)
	fields.Set("reason", "Atendimento marcado")
	bruno.Form("/admin/quem-viu/conferir", fields).Want(403)
	camila.Form("/admin/quem-viu/conferir", fields).Want(303)
	if after := camila.GET("/admin/quem-viu").Want(200).Words(); strings.Contains(after, "nome protegido") {
		t.Error("it is still unusual")
	}
	if n := app.Count(t, "security_events", "kind in ('log.person_protected', 'log.reads_reviewed')"); n != 2 {
		t.Errorf("%d security events", n)
	}
}

// A fault of the log that the nightly check found is on the page of administrators.
func TestReads_Fault(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update log_checks set checked_at = now(), faults = '[{"kind": "missing", "rows": 1, "from": "2026-11-12T13:02:00Z", "to": "2026-11-12T13:03:00Z"}]'`)
	if page := app.As(t, dbtest.Camila).GET("/admin/quem-viu").Want(200).
		Words(); !strings.Contains(page, "Falta 1 linha em 12/11/2026 entre 10:02 e 10:03.") {
		t.Errorf("the page shows %s", page)
	}
}

// The files of reports and of tasks, and the search of the reception by e-mail, name whom they contain too.
func TestReads_PeopleOfOtherFiles(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedTasks(t)
	app.SeedAppointments(t)
	camila := app.As(t, dbtest.Camila)
	email := dbtest.Ana.Email
	app.Exec(t, "insert into reception (name, email, status, date_created, associate_code) select 'Ana', $1, 'Pendente', now(), user_code from users where id = $2", email, dbtest.Ana.ID)
	report := camila.Form("/painel/relatorios/exportar?formato=csv&mes=2026-11", nil).Want(200).Body
	camila.GET("/painel/tarefas/2/erros").Want(200)
	camila.GET("/api/v1/reception/open-by-email?email=" + url.QueryEscape(email)).Want(200)
	app.FlushReads(t)
	for where, want := range map[string]int{
		"subject = 'lists.services' and channel = 'export'": strings.Count(report, "\n") - 1,
		"subject = 'lists.users' and channel = 'export'":    1,
		"subject = 'lists.reception' and channel = 'api'":   1,
	} {
		if n := app.Count(t, "reads", where+" and person_id is not null"); n != want || n == 0 {
			t.Errorf("%s: %d people, want %d", where, n, want)
		}
	}
}

// Each person of a file, of a JSON list and of a token's list has a row: the record shows that an export contained them. The list of
// an administrator has one row for the whole, and a page of a list names nobody. An export is not many opened records.
func TestReads_PeopleOfLists(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno, camila, script := app.As(t, dbtest.Bruno), app.As(t, dbtest.Camila), app.WithToken(t, "*")
	app.Exec(t, "insert into system_configs (system, key, value) values ('access', 'many_records', '5')")
	bruno.GET("/painel/associados").Want(200)
	app.FlushReads(t)
	if n := app.Count(t, "reads", "person_id is not null"); n != 0 {
		t.Errorf("a page of a list names %d people", n)
	}
	bruno.Form("/painel/associados/exportar?formato=csv", nil).Want(200)
	bruno.Form("/painel/pedidos/exportar?formato=xlsx", nil).Want(200)
	script.GET("/api/v1/items/users?fields=associate_name").Want(200)
	script.GET("/api/v1/items/orders?export=csv&fields=status").Want(200)
	script.GET("/api/v1/orders").Want(200)
	script.GET("/api/v1/services").Want(200)
	script.GET("/api/v1/items/products").Want(200)
	bruno.GET("/api/v1/users/search?q=" + url.QueryEscape(dbtest.Joao.Email)).Want(200)
	app.FlushReads(t)
	people := app.Count(t, "users", "status <> 'patient'")
	for what, counted := range map[string][2]int{
		"the export of associates": {app.Count(t, "reads", "subject = 'lists.users' and channel = 'export' and person_id is not null and viewer_kind = 'operator'"), people},
		"the export of orders":     {app.Count(t, "reads", "subject = 'lists.orders' and channel = 'export' and person_id is not null and viewer_kind = 'operator'"), app.Count(t, "orders", "true")},
		"the list of users":        {app.Count(t, "reads", "subject = 'lists.users' and channel = 'api' and person_id is not null and viewer_kind = 'api_key'"), people},
		"the items of products":    {app.Count(t, "reads", "subject = 'lists.products' and subject_key <> ''"), 0},
	} {
		if counted[0] != counted[1] || counted[0] == 0 && what != "the items of products" {
			t.Errorf("%s has %d rows, want %d", what, counted[0], counted[1])
		}
	}
	if n := app.Count(t, "reads", "subject = 'lists.services' and channel = 'api' and person_id is not null"); n == 0 {
		t.Error("the list of services names nobody")
	}
	record := camila.GET("/painel/associados/" + strconv.FormatInt(dbtest.Ana.ID, 10) + "?parte=quem-viu").Want(200).Words()
	for _, want := range []string{"Lista de associados", "planilha", "Token “teste”"} {
		if !strings.Contains(record, want) {
			t.Errorf("the record lacks %q: %s", want, record)
		}
	}
	own := app.AsAssociate(t, dbtest.Ana).GET("/cadastro/perfil/quem-viu").Want(200).Words()
	if !strings.Contains(own, "baixou a planilha: lista de associados") {
		t.Errorf("Ana sees %s", own)
	}
	listed := camila.GET("/admin/quem-viu").Want(200).Words()
	if strings.Contains(listed, dbtest.Carla.FullName()) || strings.Contains(listed, "em pouco tempo") {
		t.Errorf("the list shows %s", listed)
	}
	if found := camila.GET("/admin/quem-viu?q=" + url.QueryEscape(dbtest.Carla.FullName())).Want(200).Words(); !strings.Contains(found, "planilha") {
		t.Errorf("searched by name: %s", found)
	}
}
