package api_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"acolhe/handlers/api"
	"acolhe/handlers/handlertest"
	"acolhe/models/areas"
	"acolhe/models/platform/dbtest"
	"acolhe/web"
)

// listRoutes returns the addresses of the lists with a limit, with the id of an associate if needed. A top, which has no
// pages, and a report are no lists.
func listRoutes(t *testing.T) []string {
	t.Helper()
	var paths []string
	for path, item := range web.Document(api.API{}.Routes()).Paths.Map() {
		if item.Get == nil || item.Get.Parameters.GetByInAndName("query", "limit") == nil || strings.HasSuffix(path, "/top") ||
			strings.HasSuffix(path, "/reports") {
			continue
		}
		path = strings.NewReplacer("{userCode}", dbtest.Ana.UserCode, "{id}", "1", "{professional}", "1", "{errorHash}", handlertest.ErrorGroup).
			Replace(path)
		if !strings.Contains(path, "{collection}") {
			paths = append(paths, path)
			continue
		}
		for _, collection := range areas.Described() {
			paths = append(paths, strings.Replace(path, "{collection}", collection.Name(), 1))
		}
	}
	slices.Sort(paths)
	if len(paths) < 19 {
		t.Errorf("only %d lists: %v", len(paths), paths)
	}
	return paths
}

// decisions.md, "Generic items": limit=0 returns no rows, and counts if requested.
func TestLists_LimitZero(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedWebhooks(t)
	app.SeedErrors(t)
	camila := app.As(t, dbtest.Camila)
	for _, path := range listRoutes(t) {
		var data json.RawMessage
		answer := camila.GET(path + "?limit=0&meta=*").Want(200).Data(&data)
		if strings.HasSuffix(path, "/history") {
			if string(data) != `{"orders":[],"services":[]}` {
				t.Errorf("%s answers %s", path, data)
			}
			continue
		}
		var meta struct {
			Limit      *int `json:"limit"`
			TotalCount *int `json:"total_count"`
		}
		answer.Meta(&meta)
		if string(data) != "[]" || meta.Limit == nil || *meta.Limit != 0 || meta.TotalCount == nil {
			t.Errorf("%s answers %s", path, answer.Body)
		}
	}
}

func TestItems_LimitZero(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	const path = "/api/v1/items/tags"
	for query, want := range map[string]string{
		"?limit=0&export=csv&fields=id":      "id\r\n",
		"?limit=0&export=json":               "[]",
		"?limit=0&offset=1":                  `"data":[]`,
		"?limit=0&page=2":                    `"data":[]`,
		"?limit=0&groupBy=collection":        `"data":[]`,
		"?limit=0&aggregate[count]=*":        `"data":[]`,
		"?limit=&fields=id&sort=id&offset=1": `"data":[{"id":2}`,
	} {
		if answer := camila.GET(path + query).Want(200); !strings.Contains(answer.Body, want) {
			t.Errorf("%s answers %q, want %q", query, answer.Body, want)
		}
	}
	before := app.Count(t, "tags", "true")
	camila.JSON("DELETE", path, body{"query": body{"limit": 0}}).Want(200)
	if after := app.Count(t, "tags", "true"); after != before {
		t.Errorf("%d tags were removed by a query of no rows", before-after)
	}
}
