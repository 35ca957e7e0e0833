package main

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/orders"
	"acolhe/models/platform/items"
)

// itemQuery is a query of a generic collection: its path in the JSON interface, and the equivalent
// statement of a program written for it.
type itemQuery struct {
	name string
	path string
	sql  string
	args []any
}

// searchFields are the fields of an associate in search results.
const searchFields = "id,user_code,status,associate_name,associate_cpf,email_account,phone,birth_date,city,state,cep,street," +
	"number,neighborhood,prescriber,tags,date_created,date_updated"

// itemQueries returns the queries of performance.md: the newest rows, a status in a range of dates,
// the rows after a given one, rows at a large offset, and a search.
func itemQueries(orderRows int, at time.Time) []itemQuery {
	since := at.UTC().AddDate(0, -4, 0).Truncate(24 * time.Hour)
	until := since.AddDate(0, 1, 0)
	newest := fmt.Sprintf(` order by date_created desc, id desc limit %d`, rows)
	service, order := "select "+columnsOf(bookings.Collection(), "")+" from services",
		"select "+columnsOf(orders.Collection(), "")+" from orders"
	associate := "select " + columnsOf(associates.Collection(associates.Accounts{}), searchFields) + " from users"
	after := orderRows / 2
	return []itemQuery{
		{"items: 60 newest services", "/api/v1/items/services?limit=60", service + newest, nil},
		{"items: services, status and dates", "/api/v1/items/services?" + url.Values{
			"limit": {"60"}, "filter[status][_eq]": {"Pagamento Concluído"},
			"filter[date_created][_between][]": {since.Format(time.RFC3339), until.Format(time.RFC3339)},
		}.Encode(), service + " where status = $1 and date_created between $2 and $3" + newest, []any{"Pagamento Concluído", since, until}},
		{"items: orders before a known one", fmt.Sprintf("/api/v1/items/orders?limit=60&sort=-id&filter[id][_lt]=%d", after),
			order + " where id < $1 order by id desc limit 60", []any{after}},
		{"items: orders far down", fmt.Sprintf("/api/v1/items/orders?limit=60&offset=%d", after),
			order + " join (select id as here from orders order by date_created desc, id desc limit 60 offset $1) there on here = id order by date_created desc, id desc",
			[]any{after}},
		{"items: search associates", "/api/v1/items/users?limit=60&search=" + searchTerm + "&fields=" + searchFields,
			associate + " where status <> 'patient' and search_text like '%' || fold($1) || '%'" + newest, []any{searchTerm}},
	}
}

// searchTerm is a part of the names of some associates.
const searchTerm = "rodrig"

// columnsOf returns the columns of a collection with their JSON names: those in only, or all if it
// is empty.
func columnsOf(collection *items.Collection, only string) string {
	var columns []string
	for _, field := range collection.Fields() {
		if only == "" || strings.Contains(","+only+",", ","+field.Name+",") {
			columns = append(columns, fmt.Sprintf("%q as %q", field.Column, field.Name))
		}
	}
	return strings.Join(columns, ", ")
}

// listItems answers a query with raw values.
func (b baseline) listItems(q itemQuery) handlerFunc {
	offset := 0
	if parsed, err := url.Parse(q.path); err == nil {
		_, _ = fmt.Sscan(parsed.Query().Get("offset"), &offset) // 0 if there is none
	}
	return func(r *http.Request) (int, []byte, error) {
		body, err := b.appendRaw(r.Context(), listStart(), q.sql, q.args...)
		return http.StatusOK, listEnd(body, rows, offset), err
	}
}

var selectOrder = "select " + columnsOf(orders.Collection(), "") + " from orders where id = $1"

// showOrder answers with one order.
func (b baseline) showOrder(r *http.Request) (int, []byte, error) {
	list, err := b.appendRaw(r.Context(), buffer(), selectOrder, r.PathValue("id"))
	if err != nil {
		return 0, nil, err
	}
	body := append(append(buffer(), `{"data":`...), list[1:len(list)-1]...)
	keep(list)
	return http.StatusOK, append(body, `,"meta":null,"errors":null}`...), nil
}
