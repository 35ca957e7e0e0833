package api_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// everyMorning are weekly hours from 08:00 to 11:00 on every day.
const everyMorning = `'{"mon": "08:00-11:00", "tue": "08:00-11:00", "wed": "08:00-11:00", "thu": "08:00-11:00", "fri": "08:00-11:00", "sat": "08:00-11:00", "sun": "08:00-11:00"}'`

// decisions.md, "Settled while building": an associate reads the professionals whom they may book, and no more of them than
// id, name, type, council and price.
func TestProfessionals_Bookable(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "insert into professionals (name, professional_code, type, active) values ('Inativa', 'INATIVA', 'medic', false)")
	app.Exec(t, "update professionals set consultation_price = null where id = 2")
	app.As(t, dbtest.Camila).JSON("PUT", "/api/v1/configs/services/professional-types", []body{
		{"id": "medic", "association_fee": 0, "default_consultation_price": 10, "active": true},
		{"id": "veterinarian", "association_fee": 0, "default_consultation_price": 95.5, "active": true}}).Want(200)
	const bookable = "/api/v1/professionals?bookable=true"
	var found []map[string]any
	ana := app.AsAssociate(t, dbtest.Ana)
	ana.GET(bookable).Want(200).Data(&found)
	if len(found) != 2 || found[0]["name"] != dbtest.DrOtavio.Name || found[0]["price"] != 95.5 || found[1]["price"] != 300.0 ||
		found[1]["council"] != "CRM" || len(found[1]) != 5 {
		t.Errorf("the associate reads %v", found)
	}
	for _, path := range []string{"/api/v1/professionals", "/api/v1/professionals?bookable=false"} {
		ana.GET(path).WantCode(401, "UNAUTHORIZED")
	}
	ana.GET(bookable+"&q=renata").WantCode(400, "VALIDATION_ERROR")
	ana.GET("/api/v1/professionals/1").Want(401)
	app.Nobody(t).GET(bookable).WantCode(401, "UNAUTHORIZED")
	app.WithToken(t, "freight:quote").GET(bookable).WantCode(403, "FORBIDDEN")
	app.As(t, dbtest.Bruno).GET(bookable).Want(200).Data(&found)
	if len(found) != 2 || found[0]["email"] == nil {
		t.Errorf("the staff reads %v", found)
	}
}

func TestFreeTimes(t *testing.T) {
	t.Parallel()
	noon, stopped := handlertest.AtNoon(t)
	app := handlertest.New(t, stopped)
	app.Exec(t, "update professionals set weekly_hours = "+everyMorning+" where id = 2")
	tomorrow := noon.AddDate(0, 0, 1)
	at := func(hour int) time.Time {
		return time.Date(tomorrow.Year(), tomorrow.Month(), tomorrow.Day(), hour, 0, 0, 0, noon.Location())
	}
	app.Exec(t, "update services set professional_id = 2, consultation_date = $1 where id = 1", at(9))
	const path = "/api/v1/professionals/2/free-times"
	// The time after an appointment is written as the others are.
	app.Exec(t, "update services set slot_end = $1 where id = 1", at(9).Add(time.Hour))
	for name, client := range map[string]*handlertest.Client{"an associate": app.AsAssociate(t, dbtest.Joao),
		"a colleague": app.As(t, dbtest.Bruno), "a token": app.WithToken(t, "*")} {
		var free []string
		client.GET(path + "?days=2").Want(200).Data(&free)
		if !slices.Equal(free, []string{at(8).UTC().Format(time.RFC3339), at(10).UTC().Format(time.RFC3339)}) {
			t.Errorf("%s reads %v", name, free)
		}
	}
	joao := app.AsAssociate(t, dbtest.Joao)
	var free []time.Time
	if joao.GET(path + "?days=1&from=" + tomorrow.Format("2006-01-02")).Want(200).Data(&free); len(free) != 2 {
		t.Errorf("on that day %v", free)
	}
	if joao.GET("/api/v1/professionals/1/free-times").Want(200).Data(&free); free == nil || len(free) != 0 {
		t.Errorf("without weekly hours %v", free)
	}
	for query, problem := range map[string]string{"?days=61": "days: ", "?days=-1": "days: ", "?days=x": "days: ", "?from=amanha": "from: ",
		"?from=9999-12-31": "from: ", "?from=9999-12-01&days=60": "from: ", "?from=0001-01-01": "from: ", "?q=x": "q: "} {
		if refused := joao.GET(path+query).WantCode(400, "VALIDATION_ERROR"); !strings.Contains(refused.Body, `"message":"`+problem) {
			t.Errorf("%s is refused by %s", query, refused.Body)
		}
	}
	joao.GET(path + "?from=2100-12-31&days=60").Want(200)
	app.Exec(t, "update professionals set active = false where id = 2")
	for _, unknown := range []string{path, "/api/v1/professionals/99/free-times", "/api/v1/professionals/x/free-times"} {
		joao.GET(unknown).WantCode(404, "NOT_FOUND")
	}
	app.Nobody(t).GET(path).WantCode(401, "UNAUTHORIZED")
	app.WithToken(t, "freight:quote").GET(path).WantCode(403, "FORBIDDEN")
}
