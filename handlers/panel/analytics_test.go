package panel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const analyticsPath = "/painel/analises"

func TestPages_Access(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, page := range []string{analyticsPath + "/pedidos", analyticsPath + "/servicos", analyticsPath + "/associados",
		analyticsPath + "/recepcao", analyticsPath + "/relatorio-da-diretoria.pdf"} {
		app.As(t, dbtest.Fernando).GET(page).Want(200)
		app.As(t, dbtest.Priscila).GET(page).Want(200)
		app.As(t, dbtest.Renata).GET(page).Want(403)
		app.Nobody(t).GET(page).Want(303)
	}
	app.Exec(t, `insert into system_configs (system, key, value) values ('system', 'role_pages', '{"Financeiro": ["orders"]}')`)
	app.As(t, dbtest.Fernando).GET(analyticsPath + "/pedidos").Want(403)
	app.As(t, dbtest.Bruno).GET(analyticsPath + "/pedidos").Want(200)
}

func TestPages_Sums(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	app.Exec(t, `insert into orders (user_id, user_code, name_associate, items, total, donation, status, address, date_created)
		select user_id, user_code, name_associate, items, 100, 10.5, 'Entregue', '{"state": "SC"}', '2026-11-17T15:00Z' from orders, generate_series(1, 4) where id = 2`)
	page := app.As(t, dbtest.Fernando).GET(analyticsPath + "/pedidos?periodo=30-dias").Want(200).HTML()
	if rows := page.Find(".figure-table tbody tr").Length(); rows != 30 {
		t.Errorf("the table has %d days", rows)
	}
	link, _ := page.Find(".figure-table tbody a").First().Attr("href")
	if !strings.HasPrefix(link, "/painel/pedidos?") || !strings.Contains(link, "de=") {
		t.Errorf("a day leads to %s", link)
	}
	if text := page.Find(".graph-kpis").Text(); !strings.Contains(text, "R$\u00a052,00") {
		t.Errorf("the figures are %s", text)
	}
	// The four orders of the state are of one associate.
	if text := page.Find(".ranks").First().Text(); !strings.Contains(text, "< 3") || strings.Contains(text, "SC4") {
		t.Errorf("the states are %s", text)
	}
	if text := page.Find("main").Text(); !strings.Contains(text, "protege a identidade") {
		t.Error("nothing explains the hidden groups")
	}
}

// The lists of orders have the numbers of the period before; a state of few people stays hidden there too.
func TestPages_OrdersBefore(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	app.Exec(t, `insert into orders (user_id, user_code, name_associate, items, total, status, address, date_created)
		select u.id, u.user_code, coalesce(u.associate_name, u.name, 'Pessoa'),
			'[{"code": "oleo-30", "name": "Óleo", "quantity": 2, "amount": 10}]', 20, 'Entregue', '{"state": "SC"}', day
		from users u, (values ('2026-11-17T15:00Z'::timestamptz), ('2026-11-18T15:00Z'), ('2026-10-05T15:00Z')) days (day) where u.id in (1, 2, 3)`)
	app.Exec(t, `insert into orders (user_id, user_code, name_associate, items, total, status, address, date_created)
		select id, user_code, coalesce(associate_name, name, 'Pessoa'),
			'[{"code": "creme", "name": "Creme", "quantity": 1, "amount": 20}]', 20, 'Entregue',
			'{"state": "PR"}', '2026-10-06T15:00Z' from users where id in (1, 2)`)
	lists := app.As(t, dbtest.Fernando).GET(analyticsPath + "/pedidos?periodo=30-dias").Want(200).HTML().Find(".ranks-before")
	if lists.Length() != 3 {
		t.Fatalf("%d lists have the period before", lists.Length())
	}
	for i, want := range []string{"SC 8 antes –", "12 antes 6", "2 antes 2"} {
		if text := strings.Join(strings.Fields(lists.Eq(i).Find("ol").Text()), " "); !strings.Contains(text, want) {
			t.Errorf("list %d is %q, want %q in it", i, text, want)
		}
	}
}

func TestPages_WrongPeriod(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	fernando := app.As(t, dbtest.Fernando)
	page := fernando.GET(analyticsPath + "/pedidos?periodo=datas&de=2026-11-10&ate=2026-11-01").Want(200).HTML()
	if text := page.Find("main").Text(); !strings.Contains(text, "A data final vem antes da inicial.") {
		t.Errorf("the page says %s", text)
	}
	fernando.GET(analyticsPath + "/pedidos?situacao=nada").Want(200)
	empty := fernando.GET(analyticsPath + "/servicos?periodo=datas&de=2011-01-01&ate=2011-12-31").Want(200).HTML()
	if text := empty.Find("main").Text(); !strings.Contains(text, "Nenhum serviço neste período.") {
		t.Errorf("the empty page says %s", text)
	}
}

func TestPages_Files(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	fernando := app.As(t, dbtest.Fernando)
	for _, area := range []string{"/pedidos", "/servicos", "/associados", "/recepcao"} {
		file := fernando.Form(analyticsPath+area+"/exportar?formato=csv", nil).Want(200)
		if !strings.Contains(string(file.Body), "Resumo;") {
			t.Errorf("%s: %s", area, string(file.Body))
		}
		fernando.Form(analyticsPath+area+"/exportar?formato=xlsx", nil).Want(200)
	}
	app.Exec(t, `insert into orders (user_id, user_code, name_associate, items, total, donation, status, address, date_created)
		select user_id, user_code, name_associate, items, 100, 1000.5, 'Entregue', '{"state": "SC"}', '2026-11-20T15:00Z' from orders where id = 2`)
	file := fernando.Form(analyticsPath+"/pedidos/exportar?formato=xlsx&periodo=30-dias", nil).Want(200)
	book, err := excelize.OpenReader(strings.NewReader(file.Body))
	if err != nil {
		t.Fatal(err)
	}
	sheet := book.GetSheetList()[0]
	rows, err := book.GetRows(sheet, excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	typed := map[string]int{}
	for i, row := range rows[1:] {
		kind, err := book.GetCellType(sheet, fmt.Sprintf("E%d", i+2))
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(row, "|")
		for _, want := range []string{"Resumo|Doações||Período|1010.5", "Por estado|", "Pedidos por dia|"} {
			if strings.HasPrefix(text, want) {
				typed[want+kindOf(kind)]++
			}
		}
	}
	if typed["Resumo|Doações||Período|1010.5number"] != 1 || typed["Pedidos por dia|number"] < 30 || typed["Por estado|text"] == 0 {
		t.Errorf("the values are %v", typed)
	}
	day, err := book.GetCellType(sheet, fmt.Sprintf("C%d", len(rows)-5))
	if err != nil || day == excelize.CellTypeInlineString {
		t.Errorf("a day is a text: %v %v", day, err)
	}
	if report := fernando.GET(analyticsPath + "/relatorio-da-diretoria.pdf?periodo=este-ano").
		Want(200); !strings.HasPrefix(string(report.Body), "%PDF-") {
		t.Error("the report is no PDF")
	}
}

// kindOf names the type of a cell.
func kindOf(kind excelize.CellType) string {
	if kind == excelize.CellTypeUnset || kind == excelize.CellTypeNumber {
		return "number"
	}
	return "text"
}
