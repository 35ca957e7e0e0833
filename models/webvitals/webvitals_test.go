package webvitals_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/webvitals"
)

var now = time.Date(2026, 11, 20, 15, 30, 0, 0, time.UTC)

func ingest(t *testing.T, conn *db.Connection, at time.Time, inputs ...webvitals.IngestInput) {
	t.Helper()
	if _, err := webvitals.Ingest(t.Context(), conn.DB, auth.Caller{}.At(at), inputs); err != nil {
		t.Fatal(err)
	}
}

func lcp(id string, value float64, path string) webvitals.IngestInput {
	return webvitals.IngestInput{ID: id, Name: webvitals.LCP, Value: value, Path: path}
}

func TestSummarize(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	camila := dbtest.Camila.Caller().At(now)
	for i := range 101 {
		ingest(t, conn, now, lcp(fmt.Sprint("v5-", i), float64(i)*100, "/painel"))
	}
	ingest(t, conn, now.AddDate(0, 0, -8), lcp("old", 60_000, "/painel"))
	metrics, err := webvitals.Summarize(t.Context(), conn.DB, camila, webvitals.PeriodInput{})
	if err != nil || len(metrics) != 5 || metrics[0].Name != webvitals.LCP {
		t.Fatalf("%+v, %v", metrics, err)
	}
	m := metrics[0]
	if *m.P50 != 5000 || *m.P75 != 7500 || *m.P95 != 9500 || m.Count != 101 || m.Good != 26 || m.NeedsImprovement != 15 || m.Poor != 60 ||
		*m.Rating != webvitals.Poor || m.GoodUpTo != 2500 {
		t.Errorf("LCP is %+v", m)
	}
	if metrics[1].P75 != nil || metrics[1].Rating != nil || metrics[1].Count != 0 {
		t.Errorf("a metric without measurements is %+v", metrics[1])
	}
}

// A later value with the same id replaces the earlier one, also within one report; one without an id replaces none.
func TestIngest_LastValue(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	ingest(t, conn, now, lcp("a", 100, "/painel"))
	ingest(t, conn, now, lcp("a", 200, "/painel"), lcp("a", 300, "/painel"),
		webvitals.IngestInput{ID: "b", Name: webvitals.CLS, Value: 0.3, Path: "/painel"})
	ingest(t, conn, now, lcp("", 400, "/painel"), lcp("", 400, "/painel"))
	var stored string
	if err := conn.Pool.QueryRow(t.Context(), "select string_agg(name || value || rating, ' ' order by name, value) from web_vitals").
		Scan(&stored); err != nil || stored != "CLS0.3poor LCP300good LCP400good LCP400good" {
		t.Errorf("stored %q, %v", stored, err)
	}
}

func TestIngest_Refused(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for name, change := range map[string]func(*webvitals.IngestInput){
		"long id":  func(in *webvitals.IngestInput) { in.ID = strings.Repeat("a", 101) },
		"name":     func(in *webvitals.IngestInput) { in.Name = "FID" },
		"negative": func(in *webvitals.IngestInput) { in.Value = -1 },
		"too long": func(in *webvitals.IngestInput) { in.Value = 3_600_001 },
		"no path":  func(in *webvitals.IngestInput) { in.Path = "painel" },
	} {
		input := lcp("a", 1, "/painel")
		change(&input)
		if _, err := webvitals.Ingest(t.Context(), conn.DB, auth.Caller{}.At(now),
			[]webvitals.IngestInput{lcp("b", 1, "/painel"), input}); !errs.HasCode(err, errs.CodeValidation) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var rows int
	if err := conn.Pool.QueryRow(t.Context(), "select count(*) from web_vitals").Scan(&rows); err != nil || rows != 0 {
		t.Errorf("%d rows are stored, %v", rows, err)
	}
}

func TestPathOf(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"/painel":                              "/painel",
		"/painel/pedidos/266/pagar":            "/painel/pedidos/:id/pagar",
		"/a/1/2/3":                             "/a/:id/:id/:id",
		"/painel/associados?busca=Maria#x":     "/painel/associados",
		"https://acolhe.org/painel/pedidos/2":  "/painel/pedidos/:id",
		"/assinar/Zm9vYmFyYmF6cXV4Zm9vYmFy1":   "/assinar/:id",
		"/verificar/AB12-CD34":                 "/verificar/:id",
		"/x/maria@exemplo.org.br":              "/x/:id",
		"/x/maria%40exemplo.org.br/529.982.24": "/x/:id/:id",
		"painel":                               "", "": "", "//": "", "javascript:1": "", "%": "",
	} {
		if got := webvitals.PathOf(address); got != want {
			t.Errorf("%q is %q, want %q", address, got, want)
		}
	}
}

// Days are those of the association; steps without measurements are there too.
func TestReadSeries(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	camila := dbtest.Camila.Caller().At(now)
	saoPaulo, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	ingest(t, conn, now, lcp("a", 100, "/painel"), lcp("b", 300, "/admin"))
	ingest(t, conn, time.Date(2026, 11, 20, 2, 59, 0, 0, time.UTC), lcp("c", 500, "/painel")) // the 19th in São Paulo
	points, err := webvitals.ReadSeries(t.Context(), conn.DB, camila, webvitals.SeriesInput{}, saoPaulo)
	if err != nil || len(points) != 8 || points[7].Count != 2 || *points[7].P50 != 200 || points[6].Count != 1 || points[5].P75 != nil ||
		!points[7].At.Equal(time.Date(2026, 11, 20, 3, 0, 0, 0, time.UTC)) {
		t.Errorf("by day: %+v, %v", points, err)
	}
	hours, err := webvitals.ReadSeries(t.Context(), conn.DB, camila,
		webvitals.SeriesInput{PeriodInput: webvitals.PeriodInput{Period: "24h"}, Path: "/painel"}, saoPaulo)
	if err != nil || len(hours) != 25 || hours[24].Count != 1 {
		t.Errorf("by hour: %d, %v", len(hours), err)
	}
	pages, err := webvitals.ReadPages(t.Context(), conn.DB, camila, webvitals.SeriesInput{})
	if err != nil || len(pages) != 2 || pages[0].Path != "/painel" || *pages[0].P75 != 400 || pages[0].Count != 2 ||
		pages[1].Rating != webvitals.Good {
		t.Errorf("by page: %+v, %v", pages, err)
	}
}

func TestSummarize_Refused(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	if _, err := webvitals.Summarize(t.Context(), conn.DB, dbtest.Bruno.Caller().At(now), webvitals.PeriodInput{}); !errs.HasCode(err,
		errs.CodeForbidden) {
		t.Errorf("a colleague: %v", err)
	}
	if _, err := webvitals.ReadPages(t.Context(), conn.DB, dbtest.Camila.Caller().At(now),
		webvitals.SeriesInput{Name: "FID"}); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("an unknown name: %v", err)
	}
}
