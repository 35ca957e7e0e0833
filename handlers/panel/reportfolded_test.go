package panel_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// manyServices gives both professionals paid services in March 2026 that wait to be checked.
func manyServices(t *testing.T, app *handlertest.App, each int) {
	t.Helper()
	app.Exec(t, fmt.Sprintf(`insert into services (service_code, associate_user_code, associate_name, professional_id, professional_name, type, price, status, consultation_date)
		select 'M-' || p.id || '-' || n, associate_user_code, associate_name, p.id, p.name, services.type, 100, 'Pagamento Concluído', '2026-03-02 10:00-03'::timestamptz + n * interval '1 hour'
		from services, professionals p, generate_series(1, %d) n where services.id = 1 and p.id in (1, 2)`, each))
}

// A report of more than 200 services shows a few of the first group; the others have an address each, and 60 rows a step.
func TestReport_Folded(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	manyServices(t, app, 130)
	fernando := app.As(t, dbtest.Fernando)
	const month = "/painel/relatorios?mes=2026-03"
	codes := func(path string) (found []string) {
		fernando.GET(path).Want(200).HTML().Find(".ledger .pick").Each(func(_ int, pick *goquery.Selection) {
			found = append(found, codeOf(t, app, pick.AttrOr("value", "")))
		})
		return found
	}
	folded := fernando.GET(month).Want(200)
	if words := folded.Words(); !strings.Contains(words, "260 serviços") || !strings.Contains(words, "R$ 26.000,00") ||
		!strings.Contains(words, "8 de 130, do mais antigo") || !strings.Contains(words, "0 de 130 aprovados") {
		t.Errorf("the folded report says %s", words)
	}
	if shown := codes(month); len(shown) != 8 {
		t.Errorf("it shows %v", shown)
	}
	var other string
	if link := folded.HTML().Find(".ledger-group a[hx-get]"); link.Length() == 1 {
		other = link.AttrOr("hx-get", "")
	}
	for path, want := range map[string]struct {
		count int
		first string
	}{other: {60, "-1"}, other + "&de=60": {60, "-61"}, other + "&de=120": {10, "-121"}, other + "&de=-4": {60, "-1"},
		other + "&de=999999999999": {0, ""}, month + "&grupo=99": {0, ""}} {
		shown := codes(path)
		if len(shown) != want.count || want.count > 0 && !strings.HasSuffix(shown[0], want.first) {
			t.Errorf("%s shows %d services, %v", path, len(shown), shown)
		}
	}
	part := fernando.With("HX-Request", "true").GET(other + "&de=60").Want(200)
	if rows := strings.Count(part.Body, "<tr "); rows != 61 || strings.Contains(part.Body, "<tbody") {
		t.Errorf("the next rows are %d", rows)
	}
}

// codeOf returns the code of a service, which the report shows by its number.
func codeOf(t *testing.T, app *handlertest.App, id string) (code string) {
	t.Helper()
	if err := app.DB.Raw("select service_code from services where id = ?", id).Scan(&code).Error; err != nil {
		t.Fatal(err)
	}
	return code
}

// A service is found by its number alone, which stands in the report.
func TestReport_Number(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	manyServices(t, app, 3)
	var id string
	if err := app.DB.Raw("select id from services where service_code = 'M-1-2'").Scan(&id).Error; err != nil {
		t.Fatal(err)
	}
	report := app.As(t, dbtest.Fernando).GET("/painel/relatorios?mes=2026-03&q=" + id).Want(200)
	if words := report.Words(); report.HTML().Find(".ledger .pick").Length() != 1 || strings.Contains(words, "M-1-2") || !strings.Contains(words, id) {
		t.Errorf("the report of the number %s says %s", id, words)
	}
}

// All services to check of a professional are approved by one query, those of the others and the contested ones not.
func TestReport_ApproveGroup(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	manyServices(t, app, 130)
	app.Exec(t, "update services set commission_validation = 'contested' where service_code = 'M-1-7'")
	const group = "/painel/relatorios/aprovar-grupo?mes=2026-03&grupo=1"
	app.As(t, dbtest.Renata).Form(group, url.Values{}).Want(403)
	fernando := app.As(t, dbtest.Fernando)
	if menu := fernando.GET("/painel/relatorios?mes=2026-03").Want(200).Words(); !strings.Contains(menu, "Aprovar 129 serviços a conferir") {
		t.Errorf("the menu of the group is not in %s", menu)
	}
	fernando.Form(group, url.Values{}).Want(303)
	if approved := app.Count(t, "services", "commission_validation = 'approved'"); approved != 129 ||
		app.Count(t, "services", "professional_id = 2 and commission_validation is not null") != 0 {
		t.Errorf("%d services are approved", approved)
	}
}
