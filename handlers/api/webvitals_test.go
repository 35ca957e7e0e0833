package api_test

import (
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

func TestWebVitals(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	measured := body{"id": "v5-1732400000000-1234567890123", "name": "LCP", "value": 1234.5, "delta": 1234.5, "rating": "good",
		"navigationType": "navigate", "entries": []any{}, "path": "/painel/pedidos/2"}
	nobody := app.Nobody(t)
	nobody.POST("/api/v1/web-vitals", measured).Want(202)
	nobody.With("Content-Type", "text/plain;charset=UTF-8").POST("/api/v1/web-vitals", []body{measured}).Want(202)
	camila := app.As(t, dbtest.Camila)
	var summary, series, pages []body
	camila.GET("/api/v1/admin/web-vitals/summary?period=7d").Want(200).Data(&summary)
	camila.GET("/api/v1/admin/web-vitals/series?name=LCP").Want(200).Data(&series)
	camila.GET("/api/v1/admin/web-vitals/by-page?name=LCP").Want(200).Data(&pages)
	if len(summary) != 5 || summary[0]["p75"] != 1234.5 || summary[0]["rating"] != "good" || summary[1]["p75"] != nil {
		t.Errorf("the summary is %v", summary)
	}
	if len(series) != 8 || series[7]["count"] != 1.0 || len(pages) != 1 || pages[0]["path"] != "/painel/pedidos/:id" {
		t.Errorf("the series is %v, the pages %v", series, pages)
	}
	nobody.POST("/api/v1/web-vitals", body{"name": "LCP", "value": 2500, "path": "/painel"}).Want(202)
	nobody.POST("/api/v1/web-vitals", body{"id": nil, "name": "LCP", "value": 2500, "path": "/painel"}).Want(202)
	for _, wrong := range []any{body{}, body{"id": "x", "name": "FID", "value": 1, "path": "/"},
		body{"id": "x", "name": "LCP", "value": "1", "path": "/"}, body{"id": "x", "name": "LCP", "value": -1, "path": "/"},
		`{"id": "x", "name": "LCP", "value": 1e999, "path": "/"}`, `[[]]`, `1`, ``} {
		nobody.POST("/api/v1/web-vitals", wrong).WantCode(400, "VALIDATION_ERROR")
	}
	for range 60 - 12 {
		nobody.POST("/api/v1/web-vitals", []body{}).Want(202)
	}
	nobody.POST("/api/v1/web-vitals", measured).WantCode(429, "RATE_LIMITED")
}

func TestWebVitals_WhoMay(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for client, want := range map[*handlertest.Client]int{app.Nobody(t): 401, app.As(t, dbtest.Bruno): 403,
		app.AsAssociate(t, dbtest.Ana): 401, app.WithToken(t, "items:orders:read"): 403} {
		for _, path := range []string{"summary", "series", "by-page"} {
			client.GET("/api/v1/admin/web-vitals/" + path).Want(want)
		}
	}
	app.As(t, dbtest.Camila).GET("/api/v1/admin/web-vitals/summary?period=1y").WantCode(400, "VALIDATION_ERROR")
}
