package api_test

import (
	"fmt"
	"net/url"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A DELETE of several rows takes its keys, or its query, from the address as from the body.
func TestItems_DeleteByAddress(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	const list = "/api/v1/items/tags"
	var ids []int64
	for i := range 4 {
		var created struct{ ID int64 }
		camila.POST(list, body{"name": fmt.Sprintf("Apagar %d", i), "collection": "orders", "color": "#112233"}).Want(201).Data(&created)
		ids = append(ids, created.ID)
	}
	left := func() int { t.Helper(); return app.Count(t, "tags", "name like 'Apagar %'") }
	for name, refused := range map[string]struct {
		address string
		body    any
		want    int
	}{
		"a word":          {"?keys=abc", "", 400},
		"an empty list":   {"?keys=", "", 400},
		"both":            {fmt.Sprintf("?keys=%d", ids[0]), body{"keys": ids[:1]}, 400},
		"keys and query":  {fmt.Sprintf("?keys=%d&query={}", ids[0]), "", 400},
		"another":         {fmt.Sprintf("?keys=%d&limit=1", ids[0]), "", 400},
		"no JSON":         {"?query={", "", 400},
		"every row":       {"?query={}", "", 400},
		"an empty filter": {"", body{"query": body{"filter": body{}, "sort": "id"}}, 400},
		"an unknown row":  {fmt.Sprintf("?keys=%d,987654", ids[0]), "", 404},
		"nothing at all":  {"", "", 400},
		"an unknown name": {"?chaves=1", "", 400},
	} {
		if camila.JSON("DELETE", list+refused.address, refused.body).Want(refused.want); left() != 4 {
			t.Fatalf("%s: a refused removal removes something", name)
		}
	}
	app.As(t, dbtest.Fernando).JSON("DELETE", fmt.Sprintf("%s?keys=%d", list, ids[0]), "").WantCode(403, "FORBIDDEN")
	if camila.JSON("DELETE", fmt.Sprintf("%s?keys=%d,%d", list, ids[0], ids[1]), "").Want(200); left() != 2 {
		t.Errorf("%d are left", left())
	}
	if camila.JSON("DELETE", fmt.Sprintf("%s?keys=%d&keys=%d", list, ids[2], ids[3]), "").Want(200); left() != 0 {
		t.Errorf("%d are left", left())
	}
	camila.POST(list, body{"name": "Apagar por filtro", "collection": "orders", "color": "#112233"}).Want(201)
	query := url.Values{"query": {`{"filter":{"name":{"_eq":"Apagar por filtro"}}}`}}
	if camila.JSON("DELETE", list+"?"+query.Encode(), "").Want(200); left() != 0 {
		t.Error("the rows of a query stay")
	}
}
