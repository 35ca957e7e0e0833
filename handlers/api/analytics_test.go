package api_test

import (
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/tokens"
)

const analyticsPath = "/api/v1/analytics"

func TestAnalytics_Access(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, area := range []string{"/associates", "/services", "/orders", "/reception"} {
		path := analyticsPath + area
		for _, by := range []dbtest.Operator{dbtest.Camila, dbtest.Bruno, dbtest.Priscila, dbtest.Fernando} {
			app.As(t, by).GET(path).Want(200)
		}
		app.WithToken(t, "reports:read").GET(path).Want(200)
		app.As(t, dbtest.Renata).GET(path).WantCode(403, "FORBIDDEN")
		app.WithToken(t, "items:orders:read").GET(path).WantCode(403, "FORBIDDEN")
		app.WithTokenOf(t, tokens.IssueInput{Name: "x", Scopes: []string{"reports:read"}, InternalCode: dbtest.DraRenata.Code}).GET(path).
			WantCode(403, "FORBIDDEN")
		app.Nobody(t).GET(path).WantCode(401, "UNAUTHORIZED")
		app.AsAssociate(t, dbtest.Ana).GET(path).Want(401)
		for _, wrong := range []string{"?start=2026-13-01", "?start=01/02/2026", "?end=x", "?start=2026-02-01&end=2026-01-31", "?group_by=hour",
			"?start=1999-12-31",
			"?start=2000-01-01&end=2026-01-01", "?end=2101-01-01", "?start=2026-01-01&start=2026-01-02"} {
			app.As(t, dbtest.Fernando).GET(path+wrong).WantCode(400, "VALIDATION_ERROR")
		}
	}
	for _, wrong := range []string{"/orders?status=pago", "/services?status=Pago", "/associates?status=patient"} {
		app.As(t, dbtest.Fernando).GET(analyticsPath+wrong).WantCode(400, "VALIDATION_ERROR")
	}
}

// analysis is the answer of the routes of analytics.
type analysis struct {
	Period   body              `json:"period"`
	KPIs     body              `json:"kpis"`
	Series   map[string][]body `json:"series"`
	Rankings map[string][]body `json:"rankings"`
}

func TestAnalytics_Answers(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	var orders, services, associates, reception analysis
	fernando := app.As(t, dbtest.Fernando)
	fernando.GET(analyticsPath + "/orders").Want(200).Data(&orders)
	if len(orders.Series["by_date"]) != 12 || orders.Period["group_by"] != "month" ||
		orders.Series["by_date"][11]["count"] != orders.KPIs["total"] ||
		orders.Series["by_date"][0]["count"] != 0.0 || orders.KPIs["total"] != float64(app.Count(t, "orders", "true")) ||
		len(orders.Rankings["top_products"]) == 0 {
		t.Errorf("orders: %+v", orders)
	}
	fernando.GET(analyticsPath + "/services?professional_id=RENATA-CRM").Want(200).Data(&services)
	if services.KPIs["total"] != 1.0 || services.KPIs["payable_sum"] != 300.0 ||
		services.Series["by_professional"][0]["label"] != dbtest.DraRenata.Name ||
		services.Rankings["top_associates"][0]["code"] != dbtest.Ana.UserCode {
		t.Errorf("services: %+v", services)
	}
	fernando.GET(analyticsPath + "/associates?status=Associado&status=active").Want(200).Data(&associates)
	if associates.KPIs["total"] != float64(app.Count(t, "users", "status <> 'patient'")) || len(associates.Series["by_age"]) < 6 {
		t.Errorf("associates: %+v", associates)
	}
	fernando.GET(analyticsPath + "/reception?group_by=week").Want(200).Data(&reception)
	if reception.KPIs["total"] != float64(app.Count(t, "reception", "true")) || len(reception.Series["by_date"]) < 50 {
		t.Errorf("reception: %+v", reception)
	}
}
