package handlers_test

import (
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/xuri/excelize/v2"

	"acolhe/handlers/handlertest"
	"acolhe/handlers/handlertest/sitemap"
	"acolhe/models/platform/dbtest"
)

// seedPrivate gives people of the cast an address and health data that no other text contains, and returns the hidden texts.
func seedPrivate(t *testing.T, app *handlertest.App) []string {
	t.Helper()
	app.Exec(t, `update users set street = 'Travessa Velada', number = '98761', complement = 'Fundos Velados', neighborhood = 'Bairro Velado', city = 'Natal',
		state = 'RN', cep = '59012345', rg = 'RGVELADO', health_condition = 'Dor velada', icd_code = 'G40VELADO', medications = 'Remédio velado',
		allergies = 'Alergia velada', health_notes = 'Notas veladas', prescription = '{"notes": "Receita velada"}',
		annotations = '[{"id": "0d000000-0000-4000-8000-00000000000a", "text": "Anotação velada", "author": "Bruno", "date_created": "2026-11-01T12:00:00Z"}]'
		where id <= 5`)
	app.Exec(t, `update users set cpf = '86288366757' where id = 2`)
	app.Exec(t, `update orders set address = '{"street": "Travessa Velada", "number": "98761", "complement": "Fundos Velados", "neighborhood": "Bairro Velado",
		"city": "Natal", "state": "RN", "cep": "59012345"}', status = 'Pago' where id = 1`)
	app.Exec(t, `update services set observations = 'Observação velada'`)
	// The shipping list of today has a parcel of Ana.
	app.Exec(t, `insert into parcels (order_id, provider, option_key, service_label, reference, state, price, value, content, weight_g, length_cm, width_cm,
		height_cm, bought_at, date_created, date_updated)
		values (1, 'carrier_a', 'carrier_a:PAC', 'Correios PAC', 'velada', 'ready', 9, 9, 'Óleo', 100, 10, 10, 10, now(), now(), now())`)
	hidden := []string{"59012345", "59012-345", "98761"}
	for _, cpf := range []string{dbtest.Ana.CPF, dbtest.Joao.CPF, dbtest.Carla.CPF, dbtest.Miguel.CPF} {
		hidden = append(hidden, cpf, cpf[:3]+"."+cpf[3:6]+"."+cpf[6:9]+"-"+cpf[9:])
	}
	return append(hidden, "Velad", "velad", "VELADO")
}

// hide hides every kind of data from all roles that it can be hidden from.
func hide(t *testing.T, app *handlertest.App) {
	t.Helper()
	for _, key := range []string{"hide_cpf", "hide_address", "hide_health"} {
		app.Exec(t, `insert into system_configs (system, key, value) values ('access', $1, '{"acolhimento": true, "producao": true, "financeiro": true}')`, key)
	}
}

// hiddenPaths are addresses of lists that the table of routes alone does not give.
var hiddenPaths = []string{
	"/painel/busca?q=ana", "/painel/busca?q=" + dbtest.Ana.CPF, "/painel/pedidos/novo/associados?q=ana", "/painel/agenda/novo/associados?q=ana",
	"/painel/assinaturas/novo/associados?q=ana", "/painel/pedidos/lista-de-envios.pdf?ids=1", "/painel/agenda/dia.pdf",
	"/painel/associados?colunas=cpf", "/api/v1/users/search?q=ana", "/api/v1/search?q=ana", "/api/v1/orders", "/api/v1/services",
	"/api/v1/items/users", "/api/v1/items/users?patients=1", "/api/v1/items/users?filter[status][_eq]=patient", "/api/v1/items/users?fields=id,associate_name",
	"/api/v1/items/users?export=csv", "/api/v1/items/users?export=json", "/api/v1/items/users?export=xlsx", "/api/v1/items/orders", "/api/v1/items/orders?export=csv",
	"/api/v1/items/services", "/api/v1/items/reception", "/api/v1/orders/by-user/" + dbtest.Ana.UserCode, "/api/v1/doc-sign/contracts",
}

// readable returns the text of an answer and its kind: a PDF and a workbook are read as their readers show them.
func readable(t *testing.T, answer *handlertest.Answer) (text, kind string) {
	t.Helper()
	switch mime := answer.Header.Get("Content-Type"); {
	case strings.HasPrefix(mime, "application/pdf"):
		reader := exec.Command("pdftotext", "-layout", "-", "-")
		reader.Stdin = strings.NewReader(answer.Body)
		shown, err := reader.Output()
		if err != nil {
			t.Fatalf("pdftotext: %v", err)
		}
		return string(shown), "pdf"
	case strings.Contains(mime, "spreadsheetml"):
		book, err := excelize.OpenReader(strings.NewReader(answer.Body))
		if err != nil {
			t.Fatal(err)
		}
		var cells []string
		for _, sheet := range book.GetSheetList() {
			rows, err := book.GetRows(sheet)
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range rows {
				cells = append(cells, strings.Join(row, "\t"))
			}
		}
		return strings.Join(cells, "\n"), "xlsx"
	}
	return answer.Body, "text"
}

// A role from which data is hidden meets them in no list: not on a page, in JSON, in a search nor in a file.
func TestHidden_EveryList(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedTerms(t)
	app.SeedAppointments(t)
	app.SeedTasks(t)
	hidden := seedPrivate(t, app)
	lists := map[string]string{}
	for _, page := range sitemap.Pages(t, app.Routes) {
		for _, route := range app.Routes {
			if route.Path == page.Route && route.Method == http.MethodGet && (strings.HasPrefix(route.Reading().Of, "lists.")) {
				lists[page.Path] = page.Route
			}
		}
	}
	for _, path := range hiddenPaths {
		lists[path] = path
	}
	read, leaked := map[string]int{}, map[string]bool{}
	leaks := func() (found []string, seen int) {
		for _, operator := range []dbtest.Operator{dbtest.Bruno, dbtest.Priscila, dbtest.Fernando} {
			by := app.As(t, operator)
			for path := range lists {
				answer := by.GET(path)
				if answer.StatusCode != http.StatusOK {
					continue
				}
				seen++
				body, kind := readable(t, answer)
				read[kind]++
				for _, text := range hidden {
					if at := strings.Index(body, text); at >= 0 {
						found = append(found, string(operator.Role)+" "+path+": "+body[max(0, at-60):min(len(body), at+60)])
						leaked[path] = true
						break
					}
				}
			}
		}
		return found, seen
	}
	if found, _ := leaks(); len(found) < 10 {
		t.Errorf("only %d lists show the data while it is not hidden: the test looks at the wrong ones", len(found))
	}
	for _, path := range []string{"/painel/pedidos/lista-de-envios.pdf?ids=1", "/api/v1/items/users?export=xlsx"} {
		if !leaked[path] {
			t.Errorf("%s shows no data while it is not hidden: it is not read", path)
		}
	}
	if read["pdf"] < 4 || read["xlsx"] < 1 {
		t.Errorf("only %v files are read", read)
	}
	hide(t, app)
	found, seen := leaks()
	for _, leak := range found {
		t.Error(leak)
	}
	if seen < 60 {
		t.Errorf("only %d answers", seen)
	}
}

// Fields that are hidden in lists do not exist for filters, orders and groups, and a part of a CPF finds nobody; the whole one does.
// One record, and people from whom nothing is hidden, have them as before.
func TestHidden_Asked(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	seedPrivate(t, app)
	hide(t, app)
	priscila, camila := app.As(t, dbtest.Priscila), app.As(t, dbtest.Camila)
	for _, query := range []string{"filter[associate_cpf][_starts_with]=529", "filter[health_condition][_nnull]=true", "filter[cep][_eq]=59012345",
		"sort=associate_cpf", "fields=id,rg", "groupBy[]=street&aggregate[count]=*", "aggregate[count]=medications"} {
		priscila.GET("/api/v1/items/users?"+query).WantCode(400, "VALIDATION_ERROR")
		camila.GET("/api/v1/items/users?" + query).Want(200)
	}
	part, whole := dbtest.Ana.CPF[:7], dbtest.Ana.CPF
	for _, path := range []string{"/api/v1/users/search?q=", "/api/v1/search?q=", "/api/v1/items/users?search=", "/painel/busca?q=", "/painel/associados?q="} {
		finds := func(by *handlertest.Client, q string) bool {
			return strings.Contains(by.GET(path+q).Want(200).Body, dbtest.Ana.Name)
		}
		if finds(priscila, part) || !finds(priscila, whole) || !finds(camila, part) {
			t.Errorf("%s: part %v, whole %v, as an administrator %v", path, finds(priscila, part), finds(priscila, whole), finds(camila, part))
		}
	}
	if row := priscila.GET("/api/v1/items/users/1").Want(200).Body; !strings.Contains(row, whole) || !strings.Contains(row, "Dor velada") {
		t.Errorf("the record lacks its data: %s", row)
	}
	app.Exec(t, "update system_users set permissions = permissions || '[\"Administrador\"]' where id = $1", dbtest.Priscila.ID)
	if list := priscila.GET("/api/v1/items/users").Want(200).Body; !strings.Contains(list, whole) {
		t.Error("data that one of two roles needs is hidden")
	}
}

// Hidden data is shown one by one, with a read in the log each time, up to the number of the day.
func TestHidden_Reveal(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	seedPrivate(t, app)
	hide(t, app)
	app.Exec(t, "insert into system_configs (system, key, value) values ('access', 'reveals_per_day', '4')")
	priscila := app.As(t, dbtest.Priscila)
	list := priscila.GET("/painel/associados").Want(200)
	const path = "/painel/associados/1/mostrar/cpf"
	if list.HTML().Find("a[href='"+path+"'][hx-post='"+path+"'][data-row-key=v]").Length() != 1 || !strings.Contains(list.Words(), "•••.982.247-••") {
		t.Errorf("the list offers nothing: %s", list.Words())
	}
	if asks := priscila.GET(path).Want(200).Words(); strings.Contains(asks, "982") {
		t.Errorf("the question shows the number: %s", asks)
	}
	for data, want := range map[string]string{"cpf": "529.982.247-25", "endereco": "Travessa Velada 98761", "saude": "Dor velada"} {
		if page := priscila.Form("/painel/associados/1/mostrar/"+data, nil).Want(200); !strings.Contains(page.Words(), want) {
			t.Errorf("%s shows %s", data, page.Words())
		}
	}
	part := priscila.With("HX-Request", "true").Form(path, nil).Want(200)
	if part.HTML().Find("x-oculta[data-seconds='30'] strong").Text() != "529.982.247-25" || strings.Contains(part.Body, "<html") {
		t.Errorf("the part is %s", part.Body)
	}
	if refused := priscila.Form(path, nil).Want(429); !strings.Contains(refused.Words(), "Você já mostrou 4 hoje. Peça à administração.") {
		t.Errorf("refused with %s", refused.Words())
	}
	app.FlushReads(t)
	if n := app.Count(t, "reads", "person_id = 1 and viewer_id = $1 and part in ('mostrar-cpf', 'mostrar-endereco', 'mostrar-saude')", dbtest.Priscila.ID); n != 3 {
		t.Errorf("%d reads, want 3", n)
	}
	camila := app.As(t, dbtest.Camila)
	if seen := camila.GET("/admin/quem-viu").Want(200).Words(); !strings.Contains(seen, "CPF mostrado na lista") {
		t.Errorf("Quem viu shows %s", seen)
	}
	for range 6 {
		camila.Form(path, nil).Want(200) // nothing is hidden from her, nothing is counted
	}
	camila.Form("/painel/associados/999999/mostrar/cpf", nil).Want(404)
	camila.Form("/painel/associados/1/mostrar/senha", nil).Want(404)
	app.As(t, dbtest.Renata).Form(path, nil).Want(403)
	app.Nobody(t).Form(path, nil).Want(303)
	app.Exec(t, "insert into system_configs (system, key, value) values ('access', 'ask_reason', 'true')")
	app.Exec(t, "update orders set status = 'Entregue'")
	if asked := app.As(t, dbtest.Priscila).Form(path, nil).Want(303); !strings.HasPrefix(asked.Location(), "/painel/motivo?pessoa=1") {
		t.Errorf("leads to %s", asked.Location())
	}
}

// Reveals at the same moment stay within the number of the day.
func TestHidden_RevealTogether(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	hide(t, app)
	app.Exec(t, "insert into system_configs (system, key, value) values ('access', 'reveals_per_day', '5')")
	priscila := app.As(t, dbtest.Priscila)
	var shown atomic.Int64
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if priscila.Form("/painel/associados/1/mostrar/cpf", nil).StatusCode == http.StatusOK {
				shown.Add(1)
			}
		})
	}
	all.Wait()
	if shown.Load() != 5 {
		t.Errorf("%d shown, want 5", shown.Load())
	}
}
