// Package scale measures every page over associations of different sizes.
package scale_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"

	"acolhe/handlers/handlertest"
	"acolhe/handlers/handlertest/sitemap"
	"acolhe/models/platform/dbtest"
	"acolhe/models/samples"
)

// What a page may have, unless wider says otherwise.
const (
	maxNodes = 1_500
	maxBytes = 60_000
	// maxGrowth is the largest ratio of the times with large and small; a page under leastTime is quick in any case.
	maxGrowth = 3
	leastTime = 60 * time.Millisecond
	looks     = 5

	small, large = 1_000, 100_000
)

// ceiling is what a page may have instead of maxNodes and maxGrowth; 0 means those.
type ceiling struct {
	nodes  int
	growth float64
	why    string
}

// wider are the pages with a ceiling of their own.
var wider = map[string]ceiling{
	"/painel/associados":            {nodes: 2_000, why: "60 rows of a list with tags"},
	"/painel/pedidos":               {nodes: 2_000, why: "60 rows of a list with tags"},
	"/painel/agenda/lista":          {nodes: 2_000, why: "60 rows of a list with tags"},
	"/painel/recepcao/concluidos":   {nodes: 2_000, growth: 20, why: "60 rows of a list with tags; their number is counted up to 10,000"},
	"/painel/relatorios?grupo=1":    {growth: 25, why: "the month is added up"},
	"/painel":                       {growth: 6, why: "what was received this month is added up of an index"},
	"/painel/relatorios":            {growth: 25, why: "the month is added up of its rows"},
	"/painel/relatorios/repasses":   {growth: 25, why: "the month is added up of its rows"},
	"/painel/relatorios/fechar":     {growth: 25, why: "the month is added up of its rows"},
	"/painel/resultado":             {growth: 25, why: "the month is added up of its rows"},
	"/painel/agenda":                {growth: 20, why: "every appointment of the week is read"},
	"/painel/agenda/:id":            {growth: 20, why: "every appointment of the week is read"},
	"/painel/etiquetas":             {growth: 100, why: "the use of each tag is counted"},
	"/painel/produtos":              {growth: 20, why: "the use of each product is counted"},
	"/painel/produtos/:id":          {growth: 40, why: "its orders are counted up to 10,000"},
	"/painel/analises/associados":   {growth: 40, why: "rankings of other periods count rows"},
	"/painel/analises/servicos":     {growth: 40, why: "rankings of other periods count rows"},
	"/painel/analises/pedidos":      {growth: 60, why: "the earlier orders of each associate are looked up"},
	"/painel/analises/recepcao":     {growth: 40, why: "rankings of other periods count rows"},
	"/painel/analises/evidencias":   {nodes: 2_000, growth: 100, why: "a row of each product and month; the items of the orders of a year are read"},
	"/admin/dados-de-exemplo":       {growth: 200, why: "the sample rows are counted"},
	"/admin/pecas":                  {nodes: 2_000, why: "every part of a page"},
	"/admin/privacidade/apagar/:id": {growth: 60, why: "the texts of all records are searched for the name"},
}

// measured is a page as a browser gets it.
type measured struct {
	route        string
	nodes, bytes int
	took         time.Duration
}

// Every page stays within its ceiling of nodes and bytes with 100,000 associates, and takes at most three times as long as
// with 1,000.
func TestScale_Pages(t *testing.T) {
	few := measurePages(t, small)
	many := measurePages(t, large)
	for path, page := range many {
		limit := wider[page.route]
		if path == groupPath {
			limit = wider[groupPath]
		}
		before := few[path]
		growth := float64(page.took) / float64(max(before.took, time.Millisecond))
		t.Logf("%-55s %5d nodes %6d bytes %6.1f ms, %5.1f times", path, page.nodes, page.bytes, float64(page.took.Microseconds())/1000, growth)
		if most := orElse(limit.nodes, maxNodes); page.nodes > most {
			t.Errorf("%s has %d nodes, at most %d are allowed", path, page.nodes, most)
		}
		if page.bytes > maxBytes {
			t.Errorf("%s has %d bytes, at most %d are allowed", path, page.bytes, maxBytes)
		}
		if most := orElse(limit.growth, maxGrowth); page.took > leastTime && growth > most {
			t.Errorf("%s takes %v, %.1f times that of %d associates; at most %.0f times are allowed", path, page.took, growth, small, most)
		}
	}
}

func orElse[Number int | float64](set, otherwise Number) Number {
	if set == 0 {
		return otherwise
	}
	return set
}

// groupPath is the report with an opened group.
const groupPath = "/painel/relatorios?grupo=1"

// measurePages visits every page of the staff and of professionals over an association of this size.
func measurePages(t *testing.T, associates int) map[string]measured {
	t.Helper()
	app := handlertest.New(t)
	begun := time.Now()
	if _, err := samples.Load(t.Context(), app.Pool, samples.Plan{Seed: 1, Now: begun, Associates: associates}); err != nil {
		t.Fatal(err)
	}
	if _, err := app.Pool.Exec(t.Context(), "select compact_rollups(), settle_counters()"); err != nil {
		t.Fatal(err)
	}
	// As autovacuum does in the minutes after such a load.
	if _, err := app.Pool.Exec(t.Context(), "vacuum (analyze)"); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d associates are loaded in %v", associates, time.Since(begun).Round(time.Second))
	found := map[string]measured{}
	clients := map[dbtest.Operator]*handlertest.Client{}
	pages := append(sitemap.Pages(t, app.Routes), sitemap.Page{Route: "/painel/relatorios", Path: groupPath, By: dbtest.Camila})
	for _, page := range pages {
		if page.By.ID == 0 || !slices.Contains([]string{"panel", "admin", "portal"}, page.Surface()) {
			continue
		}
		if clients[page.By] == nil {
			clients[page.By] = app.As(t, page.By)
		}
		found[page.Path] = measure(t, clients[page.By], page)
	}
	return found
}

// measure reads a page several times, and takes the median of its times.
func measure(t *testing.T, client *handlertest.Client, page sitemap.Page) measured {
	t.Helper()
	var answer *handlertest.Answer
	var times []time.Duration
	for range looks {
		begun := time.Now()
		answer = client.GET(page.Path)
		times = append(times, time.Since(begun))
	}
	slices.Sort(times)
	found := measured{route: page.Route, took: times[looks/2]}
	if strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html") {
		found.nodes = answer.HTML().Find("*").Length()
	}
	var packed bytes.Buffer
	writer := brotli.NewWriterLevel(&packed, brotli.DefaultCompression)
	if _, err := writer.Write([]byte(answer.Body)); err != nil || writer.Close() != nil {
		t.Fatal(err)
	}
	found.bytes = packed.Len()
	return found
}
