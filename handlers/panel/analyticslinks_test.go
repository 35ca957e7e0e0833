package panel_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// linked fills the areas: with days at both ends of months in the association's zone, services without a date, cancelled
// orders, patients and tags.
func linked(t *testing.T) *handlertest.App {
	t.Helper()
	app := handlertest.New(t)
	const days = "(values ('2026-09-30 23:59-03'), ('2026-10-01 00:00-03'), ('2026-10-31 23:59-03'), ('2026-11-01 00:00-03'), ('2026-11-02 12:00-03'), ('2026-11-02 13:00-03')) as d (day)"
	app.Exec(t, `insert into orders (user_id, user_code, name_associate, items, total, status, address, tags, date_created)
		select user_id, user_code, name_associate, items, 100, s.status, s.address::jsonb, '["a"]', d.day::timestamptz
		from orders, `+days+`, (values ('Entregue', '{"state": "SC"}'), ('Cancelado', null)) as s (status, address) where orders.id = 2`)
	app.Exec(t, `insert into services (service_code, associate_user_code, associate_name, professional_id, professional_name, type, price, status, consultation_date, date_created)
		select gen_random_uuid(), associate_user_code, associate_name, 1 + (s.own is null)::int, professional_name, type, 100, s.status, case when s.own is null then null else d.day::timestamptz end, d.day::timestamptz
		from services, `+days+`, (values ('Pagamento Concluído', true), ('Pagamento Concluído', null), ('Aguardando Pagamento', true)) as s (status, own) where services.id = 1`)
	app.Exec(t, "insert into users (status, associate_name, state, birth_date, date_created) select s.status, 'N', 'SC', '1980-01-01', d.day::timestamptz from "+days+", (values ('Associado'), ('active')) as s (status)")
	app.Exec(t, "insert into users (status, name, responsible_code, date_created) select 'patient', 'P', user_code, '2026-10-10' from users where id = 1")
	return app
}

var shownRows = regexp.MustCompile(`([0-9.]+)$`)

// listed returns the number of rows that the list at an address shows.
func listed(t *testing.T, client *handlertest.Client, address string) string {
	t.Helper()
	text := client.GET(address).Want(200).HTML().Find("[data-announce]").First().Text()
	found := shownRows.FindStringSubmatch(strings.TrimSpace(text))
	if found == nil {
		return text
	}
	return found[1]
}

// Each bar, each number of the table and each rank with a link leads to a list with as many rows.
func TestPages_LinksAgreeWithLists(t *testing.T) {
	t.Parallel()
	app := linked(t)
	fernando := app.As(t, dbtest.Fernando)
	for _, page := range []string{
		"/pedidos", "/pedidos?situacao=Cancelado", "/pedidos?etiqueta=a&por=semana",
		"/pedidos?periodo=datas&de=2026-10-01&ate=2026-10-31&por=dia",
		"/servicos?medida=quantidade", "/servicos?medida=quantidade&situacao=todas", "/servicos?medida=quantidade&profissional=1",
		"/servicos?medida=quantidade&tipo=medic&situacao=Aguardando+Pagamento",
		"/associados", "/associados?situacao=active", "/associados?situacao=Associado", "/associados?por=ano",
	} {
		html := fernando.GET(analyticsPath + page).Want(200).HTML()
		checked := 0
		html.Find(".figure-table tbody tr").Each(func(_ int, row *goquery.Selection) {
			address, linked := row.Find("a").First().Attr("href")
			if count := row.Find("td").First().Text(); linked && count != "0" {
				checked++
				if rows := listed(t, fernando, address); rows != count {
					t.Errorf("%s: %s has %s, the list %s has %s", page, row.Find("a").First().Text(), count, address, rows)
				}
			}
		})
		html.Find(".ranks a").Each(func(_ int, rank *goquery.Selection) {
			address, count := rank.AttrOr("href", ""), rank.Find(".ranks-figure").Text()
			if title := rank.Closest(".card").Find("h2").Text(); !strings.HasPrefix(title, "Por ") || strings.HasPrefix(title, "Por idade") ||
				strings.HasPrefix(title, "Por gênero") {
				return // pieces of products, names to search, and periods
			}
			checked++
			if rows := listed(t, fernando, address); rows != count {
				t.Errorf("%s: %s has %s, the list %s has %s", page, rank.Find(".ranks-label").Text(), count, address, rows)
			}
		})
		if checked == 0 {
			t.Errorf("%s: %d links were checked", page, checked)
		}
		bars := html.Find(".graph a").Map(func(_ int, bar *goquery.Selection) string { return bar.AttrOr("href", "") })
		for _, bar := range bars {
			if html.Find(".figure-table a").FilterFunction(func(_ int, link *goquery.Selection) bool { return link.AttrOr("href", "") == bar }).
				Length() == 0 {
				t.Errorf("%s: the bar %s has no number in the table", page, bar)
			}
		}
		if len(bars) == 0 {
			t.Errorf("%s has no bars", page)
		}
	}
}
