package api_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const reportsPath = "/api/v1/services/reports"

// report is the answer of GET /services/reports.
type report struct {
	Services      []body `json:"services"`
	Professionals []body `json:"professionals"`
	Types         []body `json:"types"`
	Totals        body   `json:"totals"`
}

func TestReportServices(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	for name, c := range map[string]struct {
		by    dbtest.Operator
		query string
		count int
	}{
		"works": {dbtest.Fernando, "?month=2026-11", 1}, "colleague": {dbtest.Bruno, "?month=2026-11&professional_id=RENATA-CRM", 1},
		"the current month":    {dbtest.Camila, "", 1},
		"own":                  {dbtest.Renata, "?month=2026-11&professional_id=2&status=Aguardando%20Pagamento", 1},
		"another month":        {dbtest.Fernando, "?month=2026-10", 0},
		"another professional": {dbtest.Fernando, "?month=2026-11&professional_id=2", 0},
	} {
		var found report
		answer := app.As(t, c.by).GET(reportsPath + c.query).Want(200)
		if answer.Data(&found); !strings.Contains(answer.Body, `"meta":{"limit":1000,"offset":0}`) {
			t.Errorf("%s: %s", name, answer.Body)
		}
		if len(found.Services) != c.count || found.Totals["count"] != float64(c.count) || len(found.Types) != 6 ||
			len(found.Professionals) != c.count {
			t.Errorf("%s: %+v", name, found)
		}
		if c.count == 1 && (found.Services[0]["payable"] != 300.0 || found.Services[0]["service_code"] != dbtest.AnasService.Code ||
			found.Totals["payable_sum"] != 300.0) {
			t.Errorf("%s: %+v", name, found)
		}
	}
	var none report
	window := app.As(t, dbtest.Fernando).GET(reportsPath + "?month=2026-11&limit=5&offset=1").Want(200)
	if window.Data(&none); !strings.Contains(window.Body, `"meta":{"limit":5,"offset":1}`) || len(none.Services) != 0 || none.Totals["count"] != 1.0 {
		t.Errorf("beyond the last service: %s", window.Body)
	}
	app.As(t, dbtest.Fernando).GET(reportsPath+"?month=2026-13").WantCode(400, "VALIDATION_ERROR")
	app.Nobody(t).GET(reportsPath).WantCode(401, "UNAUTHORIZED")
	app.AsAssociate(t, dbtest.Ana).GET(reportsPath).Want(401)
}

func TestValidateServices(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	validate := body{"ids": []int64{dbtest.AnasService.ID}, "commission_validation": "approved"}
	path := reportsPath + "/validate"
	app.As(t, dbtest.Renata).POST(path, validate).WantCode(403, "FORBIDDEN")
	app.As(t, dbtest.Renata).JSON("PATCH", "/api/v1/services/1", body{"commission_validation": "approved"}).WantCode(403, "FORBIDDEN")
	app.Nobody(t).POST(path, validate).WantCode(401, "UNAUTHORIZED")
	app.As(t, dbtest.Fernando).POST(path, body{"ids": []int64{1, 999}, "commission_validation": "approved"}).WantCode(404, "NOT_FOUND")
	if app.Count(t, "services", "commission_validation is not null") != 0 {
		t.Error("a refused call validated")
	}
	app.As(t, dbtest.Fernando).POST(path, validate).Want(200)
	if app.Count(t, "services", "commission_validation = 'approved'") != 1 {
		t.Error("nothing is approved")
	}
	app.WithToken(t, "items:services:write").POST(path, body{"ids": []int64{2}, "commission_validation": "contested"}).Want(200)
	app.As(t, dbtest.Bruno).POST(path, body{"ids": []int64{1, 2}, "commission_validation": nil}).Want(200)
	if app.Count(t, "services", "commission_validation is null") != 2 {
		t.Error("null does not remove the validation")
	}
	app.As(t, dbtest.Fernando).POST(path, body{"ids": []int64{1}}).WantCode(400, "VALIDATION_ERROR")
	app.As(t, dbtest.Fernando).JSON("PATCH", "/api/v1/services/1", body{"commission_validation": "contested"}).Want(200)
}

func TestContestReports(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	own, others := "/api/v1/professionals/1", "/api/v1/professionals/2"
	contest := body{"text": " Falta uma consulta. ", "month": "2026-11"}
	renata, camila := app.As(t, dbtest.Renata), app.As(t, dbtest.Camila)
	renata.POST(others+"/contest-reports", contest).WantCode(404, "NOT_FOUND")
	app.Nobody(t).POST(own+"/contest-reports", contest).WantCode(401, "UNAUTHORIZED")
	app.As(t, dbtest.Priscila).POST(own+"/contest-reports", contest).WantCode(403, "FORBIDDEN")
	for _, wrong := range []body{{"text": "", "month": "2026-11"}, {"text": "x", "month": "11/2026"},
		{"text": "x", "month": "2026-11", "date": "2020-01-01T00:00:00Z"}} {
		renata.POST(own+"/contest-reports", wrong).WantCode(400, "VALIDATION_ERROR")
	}
	var contests []body
	renata.POST(own+"/contest-reports", contest).Want(201).Data(&contests)
	if len(contests) != 1 || contests[0]["text"] != "Falta uma consulta." || contests[0]["date"] == "" {
		t.Errorf("%v", contests)
	}
	app.As(t, dbtest.Fernando).POST(own+"/contest-reports", contest).Want(201)
	renata.JSON("DELETE", own+"/contest-reports/0", "").WantCode(403, "FORBIDDEN")
	for _, at := range []string{"/2", "/-1", "/x", "/00", "/+0"} {
		camila.JSON("DELETE", own+"/contest-reports"+at, "").WantCode(404, "NOT_FOUND")
	}
	app.As(t, dbtest.Priscila).JSON("DELETE", own+"/contest-reports/0", "").WantCode(403, "FORBIDDEN")
	if app.As(t, dbtest.Fernando).JSON("DELETE", own+"/contest-reports/0", "").Want(200).Data(&contests); len(contests) != 1 {
		t.Errorf("%v", contests)
	}
	renata.JSON("PATCH", own, body{"contest_reports": []body{}}).WantCode(403, "FORBIDDEN")
	camila.JSON("PATCH", own, body{"contest_reports": []body{{"text": "a", "month": "2026-10"}, {"text": "", "month": "x"}}}).
		WantCode(400, "VALIDATION_ERROR")
	camila.JSON("PATCH", own, body{"contest_reports": contests}).Want(200)
}
