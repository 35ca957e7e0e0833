package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
	"acolhe/models/tokens"
)

const bookingPath = "/api/v1/services"

type booked struct {
	ID       int64       `json:"id"`
	Code     string      `json:"service_code"`
	Group    string      `json:"booking_group_code"`
	Name     string      `json:"associate_name"`
	User     string      `json:"associate_user_code"`
	Patient  *string     `json:"patient_name"`
	Date     *string     `json:"consultation_date"`
	With     string      `json:"professional_name"`
	Price    json.Number `json:"price"`
	Donation json.Number `json:"donation"`
	Status   string      `json:"status"`
	Tags     []string    `json:"tags"`
	Link     *string     `json:"payment_link"`
	By       *string     `json:"created_by_user_code"`
}

type overlapping struct {
	Overlaps []struct {
		Service int64  `json:"service_id"`
		Other   int64  `json:"other_id"`
		Name    string `json:"professional_name"`
		At      string `json:"consultation_date"`
	} `json:"overlaps"`
}

// aBooking books Ana's son Miguel with Dra. Renata.
func aBooking(changes body) body {
	booking := body{
		"associate_user_code": dbtest.Ana.UserCode, "patient_user_code": dbtest.Miguel.UserCode,
		"items": []body{{"professional_id": dbtest.DraRenata.ID, "consultation_date": "2026-11-27T14:00:00-03:00"}},
	}
	maps.Copy(booking, changes)
	return booking
}

func with(professional dbtest.Professional, date string) body {
	return body{"professional_id": professional.ID, "consultation_date": date}
}

func block(t *testing.T, app *handlertest.App) {
	t.Helper()
	app.Exec(t, `insert into system_configs (system, key, value) values ('services', 'block_overlap', 'true')
		on conflict (system, key) do update set value = excluded.value`)
}

// Specification, "Server rules on create".
func TestBook_Group(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	var group []booked
	app.As(t, dbtest.Bruno).POST(bookingPath, aBooking(body{"tags": []string{"Retorno"}, "items": []body{
		with(dbtest.DraRenata, "2026-11-27T14:00:00-03:00"),
		{"professional_id": dbtest.DrOtavio.ID, "price": 150.5, "donation": 10, "create_calendar_event": true},
		{"professional_id": dbtest.DrOtavio.ID, "price": 0},
	}})).Want(201).Data(&group)
	if len(group) != 3 || group[0].Group == "" || group[0].Code == group[1].Code {
		t.Fatalf("booked %+v", group)
	}
	for i, price := range []json.Number{"300.00", "150.50", "0.00"} {
		service := group[i]
		if service.Price != price || service.Group != group[0].Group || service.Name != dbtest.Ana.FullName() ||
			*service.Patient != dbtest.Miguel.FullName() ||
			service.Status != "Aguardando Pagamento" || service.Link != nil || *service.By != dbtest.Bruno.UserCode || service.Tags[0] != "Retorno" {
			t.Errorf("the %dth is %+v", i, service)
		}
	}
	if *group[0].Date != "2026-11-27T17:00:00Z" || group[1].Date != nil || group[1].Donation != "10.00" {
		t.Errorf("booked %+v", group)
	}
	if app.Count(t, "reception", "id = $1 and completion_reason = 'Serviço'", dbtest.AnaWaits.ID) != 1 {
		t.Error("Ana still waits in reception")
	}
}

func TestBook_AllOrNone(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	before := app.Count(t, "services", "true")
	for path, changes := range map[string]body{
		"items[1].professional_id":       {"items": []body{with(dbtest.DraRenata, "2026-11-27T14:00:00Z"), {"professional_id": 99}}},
		"items[1].price":                 {"items": []body{with(dbtest.DraRenata, "2026-11-27T14:00:00Z"), {"professional_id": 1, "price": -1}}},
		"items[0].consultation_date":     {"items": []body{with(dbtest.DraRenata, "1999-12-31T23:59:59Z")}},
		"items":                          {"items": []body{}},
		"professional_ids[1]":            {"items": nil, "professional_ids": []int{1, 99}},
		"professional_ids":               {"professional_ids": []int{1}},
		"patient_user_code":              {"patient_user_code": dbtest.Pipoca.UserCode},
		"booking_group_code":             {"booking_group_code": dbtest.JoaosService.BookingGroup},
		"associate_user_code":            {"associate_user_code": dbtest.Miguel.UserCode},
		"status":                         {"status": "Pago"},
		"payment_link":                   {"payment_link": "https://exemplo.org.br"},
		"items[0].event_id":              {"items": []body{{"professional_id": 1, "event_id": "x"}}},
		"is_sample":                      {"is_sample": true},
		"tags[0]":                        {"tags": []string{strings.Repeat("x", 61)}},
		"items[0].create_calendar_event": {"items": []body{{"professional_id": 1, "create_calendar_event": "sim"}}},
		"associate_email":                {"associate_email": "nada"},
	} {
		answer := bruno.POST(bookingPath, aBooking(changes)).WantCode(400, "VALIDATION_ERROR")
		if !strings.HasPrefix(answer.Messages()[0], path+": ") || len(answer.Messages()) != 1 {
			t.Errorf("%s: %v", path, answer.Messages())
		}
	}
	if app.Count(t, "services", "true") != before || app.Count(t, "reception", "id = $1 and completed_at is null", dbtest.AnaWaits.ID) != 1 {
		t.Error("something of a refused booking was stored")
	}
	bruno.With("If-Match", `"x"`).POST(bookingPath, aBooking(nil)).WantCode(400, "VALIDATION_ERROR")
}

func TestBook_Access(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	hour := 8
	for name, c := range map[string]struct {
		client *handlertest.Client
		status int
	}{
		"Administrador":     {app.As(t, dbtest.Camila), 201},
		"Acolhimento":       {app.As(t, dbtest.Bruno), 201},
		"Produção":          {app.As(t, dbtest.Priscila), 403},
		"Financeiro":        {app.As(t, dbtest.Fernando), 403},
		"Profissional":      {app.As(t, dbtest.Renata), 403},
		"the associate":     {app.AsAssociate(t, dbtest.Ana), 201},
		"another associate": {app.AsAssociate(t, dbtest.Joao), 400},
		"nobody":            {app.Nobody(t), 401},
		"write scope":       {app.WithToken(t, "items:services:write"), 201},
		"read scope":        {app.WithToken(t, "items:services:read"), 403},
		"other scope":       {app.WithToken(t, "items:orders:*"), 403},
	} {
		before := app.Count(t, "services", "true")
		hour++
		atOwnTime := fmt.Sprintf("2096-12-01T%02d:00:00Z", hour) // associates book free times
		c.client.POST(bookingPath, aBooking(body{"items": []body{with(dbtest.DraRenata, atOwnTime)}})).Want(c.status)
		if stored := app.Count(t, "services", "true") - before; (stored == 1) != (c.status == 201) {
			t.Errorf("%s stored %d", name, stored)
		}
	}
	var ids []body
	app.WithToken(t, "items:services:write").POST(bookingPath, aBooking(nil)).Want(201).Data(&ids)
	if len(ids) != 1 || len(ids[0]) != 1 || ids[0]["id"] == nil {
		t.Errorf("a caller who may not read is answered %v", ids)
	}
}

// decisions.md, "Creating services from an associate session".
func TestBook_ByAssociate(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	ana := app.AsAssociate(t, dbtest.Ana)
	var own, withDates []booked
	ana.POST(bookingPath, body{"professional_ids": []int64{dbtest.DraRenata.ID, dbtest.DrOtavio.ID}, "observations": "Prefiro de manhã"}).
		Want(201).Data(&own)
	if len(own) != 2 || own[0].User != dbtest.Ana.UserCode || own[0].Patient != nil || own[0].Date != nil || own[0].Price != "300.00" ||
		own[1].Price != "180.00" ||
		own[0].Group != own[1].Group || own[0].By != nil {
		t.Errorf("booked %+v", own)
	}
	answer := ana.POST(bookingPath, body{"patient_user_code": dbtest.Miguel.UserCode, "tags": []string{"Social"},
		"status":         "Pagamento Concluído",
		"associate_name": "Outra", "associate_email": dbtest.StrangerWaits.Email, "patient_name": "Outro", "items": []body{
			{"professional_id": 1, "consultation_date": "2096-12-01T12:00:00Z", "price": 1, "donation": 5, "price_paid": 300},
		}}).Want(201).Data(&withDates)
	stored := withDates[0]
	if stored.Price != "300.00" || stored.Donation != "0.00" || len(stored.Tags) != 0 || stored.Status != "Aguardando Pagamento" ||
		*stored.Patient != dbtest.Miguel.FullName() || stored.Name != dbtest.Ana.FullName() || *stored.Date != "2096-12-01T12:00:00Z" {
		t.Errorf("booked %s", answer.Body)
	}
	if app.Count(t, "services", "id = $1 and price_paid is null and paid_at is null", stored.ID) != 1 ||
		app.Count(t, "reception", "id = $1 and completed_at is null", dbtest.StrangerWaits.ID) != 1 {
		t.Error("the associate paid without paying, or sent somebody else from the queue")
	}
	for path, changes := range map[string]body{
		"associate_user_code": {"associate_user_code": dbtest.Joao.UserCode, "patient_user_code": nil},
		"patient_user_code":   {"patient_user_code": dbtest.Pipoca.UserCode},
		"booking_group_code":  {"booking_group_code": dbtest.JoaosService.BookingGroup},
		"is_sample":           {"is_sample": true},
	} {
		if refused := ana.POST(bookingPath, aBooking(changes)).
			WantCode(400, "VALIDATION_ERROR"); !strings.HasPrefix(refused.Messages()[0], path+": ") {
			t.Errorf("%s: %v", path, refused.Messages())
		}
	}
	// Other people's appointments are not named to an associate.
	taken := app.AsAssociate(t, dbtest.Joao).POST(bookingPath, body{"items": []body{with(dbtest.DraRenata, "2096-12-01T12:30:00Z")}}).
		WantCode(409, "SLOT_TAKEN")
	if strings.Contains(taken.Body, dbtest.Ana.Name) {
		t.Errorf("João is told %s", taken.Body)
	}
}

func TestBook_IdempotencyKey(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	before := app.Count(t, "services", "true")
	first := bruno.With(key, "k 1").POST(bookingPath, aBooking(nil)).Want(201)
	again := bruno.With(key, "k 1").POST(bookingPath, jsonOf(aBooking(nil))+" ").Want(201)
	if again.Body != first.Body || again.Header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("again %s\n%s", again.Body, first.Body)
	}
	bruno.With(key, "k 1").POST(bookingPath, aBooking(body{"observations": "outra"})).WantCode(409, "IDEMPOTENCY_KEY_REUSED")
	atOwnTime := aBooking(body{"items": []body{with(dbtest.DraRenata, "2096-12-01T12:00:00Z")}})
	app.AsAssociate(t, dbtest.Ana).With(key, "k 1").POST(bookingPath, atOwnTime).Want(201)
	if stored := app.Count(t, "services", "true") - before; stored != 2 {
		t.Errorf("%d services were stored", stored)
	}
}

// decisions.md: overlaps are allowed and named, the setting services.block_overlap refuses them.
func TestBook_Overlaps(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	var meta overlapping
	var first, second []booked
	if bruno.POST(bookingPath, aBooking(nil)).Want(201).Data(&first).Meta(&meta); len(meta.Overlaps) != 0 {
		t.Errorf("alone it overlaps with %+v", meta.Overlaps)
	}
	bruno.POST(bookingPath, aBooking(body{"items": []body{with(dbtest.DraRenata, "2026-11-27T14:59:59-03:00")}})).Want(201).Data(&second).
		Meta(&meta)
	if len(meta.Overlaps) != 1 || meta.Overlaps[0].Service != second[0].ID || meta.Overlaps[0].Other != first[0].ID ||
		meta.Overlaps[0].Name != dbtest.DraRenata.Name || meta.Overlaps[0].At != "2026-11-27T17:00:00Z" {
		t.Errorf("it overlaps with %+v", meta.Overlaps)
	}
	one := fmt.Sprintf("%s/%d", bookingPath, second[0].ID)
	if bruno.JSON("PATCH", one, body{"consultation_date": "2026-11-27T15:00:00-03:00"}).Want(200).Meta(&meta); len(meta.Overlaps) != 0 {
		t.Errorf("moved behind it, it overlaps with %+v", meta.Overlaps)
	}
	if bruno.JSON("PATCH", one, body{"consultation_date": "2026-11-27T13:30:00-03:00"}).Want(200).Meta(&meta); len(meta.Overlaps) != 1 {
		t.Errorf("moved before it, it overlaps with %+v", meta.Overlaps)
	}
	block(t, app)
	refused := bruno.POST(bookingPath, aBooking(body{"items": []body{with(dbtest.DrOtavio, "2026-11-30T10:00:00Z"),
		with(dbtest.DraRenata, "2026-11-27T14:00:00-03:00")}})).
		WantCode(409, "SLOT_TAKEN")
	if want := "Renata Ribeiro já tem um atendimento em 27/11/2026 13:30. Escolha outro horário."; refused.Messages()[0] != want {
		t.Errorf("refused with %v", refused.Messages())
	}
	if app.Count(t, "services", "consultation_date = '2026-11-30 10:00Z'") != 0 {
		t.Error("half of the refused booking was stored")
	}
	bruno.JSON("PATCH", one, body{"consultation_date": "2026-11-27T14:30:00-03:00"}).WantCode(409, "SLOT_TAKEN")
	bruno.JSON("PATCH", services+fmt.Sprintf("/%d", second[0].ID), body{"consultation_date": "2026-11-27T14:30:00-03:00"}).
		WantCode(409, "SLOT_TAKEN")
	// What is not moved may stay where it was.
	bruno.JSON("PATCH", one, body{"observations": "fica"}).Want(200)
}

func TestChangeService_StatusAndIfMatch(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	const one, item = bookingPath + "/2", services + "/2"
	stale := bruno.GET(item).Want(200).Header.Get("ETag")
	var changed booked
	answer := bruno.With("If-Match", stale).JSON("PATCH", one, body{"status": "Pagamento Concluído", "price_paid": 180}).Want(200).
		Data(&changed)
	if changed.Status != "Pagamento Concluído" || answer.Header.Get("ETag") == stale ||
		answer.Header.Get("ETag") != bruno.GET(item).Header.Get("ETag") {
		t.Errorf("changed to %+v with the ETag %s", changed, answer.Header.Get("ETag"))
	}
	if app.Count(t, "services", "id = 2 and paid_at is not null") != 1 {
		t.Error("the time of the payment is missing")
	}
	bruno.With("If-Match", stale).JSON("PATCH", one, body{"observations": "velho"}).WantCode(412, "PRECONDITION_FAILED")
	bruno.JSON("PATCH", one, body{"status": "Aguardando Pagamento"}).Want(200)
	if app.Count(t, "services", "id = 2 and status = 'Aguardando Pagamento' and paid_at is null and observations is null") != 1 {
		t.Error("the status did not move back")
	}
	bruno.JSON("PATCH", one, body{"status": "Cancelado"}).WantCode(400, "VALIDATION_ERROR")
	bruno.JSON("PATCH", one, body{"associate_user_code": dbtest.Ana.UserCode}).WantCode(400, "VALIDATION_ERROR")
	bruno.JSON("PATCH", one, body{"event_id": "e1", "event_link": "https://calendar.example/e1"}).Want(200)
	bruno.JSON("PATCH", one, body{"consultation_date": "2026-12-01T10:00:00Z"}).WantCode(409, "EVENT_DATE_CONFIRMATION_REQUIRED")
	bruno.JSON("PATCH", one, body{"consultation_date": "2026-12-01T10:00:00Z", "replace_calendar_event": true}).Want(200)
}

func TestChangeService_Access(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for name, c := range map[string]struct {
		client *handlertest.Client
		status int
	}{
		"Administrador": {app.As(t, dbtest.Camila), 200},
		"Acolhimento":   {app.As(t, dbtest.Bruno), 200},
		"Produção":      {app.As(t, dbtest.Priscila), 200},
		"Financeiro":    {app.As(t, dbtest.Fernando), 200},
		"Profissional":  {app.As(t, dbtest.Renata), 403},
		"the associate": {app.AsAssociate(t, dbtest.Joao), 401},
		"nobody":        {app.Nobody(t), 401},
		"write scope":   {app.WithToken(t, "items:services:write"), 200},
		"read scope":    {app.WithToken(t, "items:services:read"), 403},
	} {
		c.client.JSON("PATCH", bookingPath+"/2", body{"commission_validation": "contested", "observations": name}).Want(c.status)
		if (app.Count(t, "services", "observations = $1", name) == 1) != (c.status == 200) {
			t.Errorf("%s changed it, or did not", name)
		}
	}
	app.As(t, dbtest.Bruno).JSON("PATCH", bookingPath+"/99", body{"observations": "x"}).WantCode(404, "NOT_FOUND")
	app.As(t, dbtest.Bruno).JSON("PATCH", bookingPath+"/x", body{"observations": "x"}).WantCode(404, "NOT_FOUND")
	// The page of services is taken from Produção, and the services with it.
	app.Exec(t, `insert into system_configs (system, key, value) values ('system', 'role_pages', '{"Produção": ["orders"]}')
		on conflict (system, key) do update set value = excluded.value`)
	app.As(t, dbtest.Priscila).JSON("PATCH", bookingPath+"/2", body{"observations": "x"}).WantCode(403, "FORBIDDEN")
	app.As(t, dbtest.Priscila).GET(bookingPath).WantCode(403, "FORBIDDEN")
}

// Specification, "Service status": a proof pays the service and its whole group.
func TestBook_ProofPaysGroup(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	var group, other []booked
	three := []body{with(dbtest.DraRenata, "2026-11-27T14:00:00Z"), with(dbtest.DrOtavio, "2026-11-27T14:00:00Z"), {"professional_id": 2}}
	bruno.POST(bookingPath, aBooking(body{"items": three})).Want(201).Data(&group)
	bruno.POST(bookingPath, aBooking(nil)).Want(201).Data(&other)
	var file struct {
		ID int64 `json:"id"`
	}
	bruno.Upload("/api/v1/files", "comprovante.pdf", mediatest.PDF("comprovante"), nil).Want(201).Data(&file)
	path := fmt.Sprintf("/api/v1/files/%d/attach", file.ID)
	bruno.POST(path, body{"collection": "services", "id": group[1].ID, "kind": "receipt"}).Want(201)
	if app.Count(t, "services", "booking_group_code = $1 and status = 'Pagamento Concluído'", group[0].Group) != 0 {
		t.Error("a file that is no proof paid")
	}
	bruno.POST(path, body{"collection": "services", "id": group[1].ID, "kind": "proof"}).Want(201)
	if app.Count(t, "services", "booking_group_code = $1 and status = 'Pagamento Concluído' and paid_at is not null", group[0].Group) != 3 {
		t.Error("the proof did not pay the group")
	}
	if app.Count(t, "services", "id = $1 and status = 'Aguardando Pagamento'", other[0].ID) != 1 {
		t.Error("the proof paid another booking")
	}
}

func TestListServices_Filters(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	app.Exec(t, "update services set date_created = '2026-11-01 12:00Z', tags = '[\"Retorno\"]', created_by_user_code = null where id = 1")
	app.Exec(t, "update services set date_created = '2026-11-02 12:00Z', created_by_user_code = $1 where id = 2", dbtest.Bruno.UserCode)
	for query, want := range map[string]string{
		"":                 "2 1",
		"limit=1":          "2",
		"limit=1&offset=1": "1",
		"booking_group_code=" + dbtest.AnasService.BookingGroup: "1",
		"associate_user_code=" + dbtest.Joao.UserCode:           "2",
		"associate_user_code=" + dbtest.Miguel.UserCode:         "",
		"professional_id=1":                      "1",
		"professional_id=OTAVIO-CRMV":            "2",
		"professional_id=99":                     "",
		"professional_id=99999999999999999999":   "",
		"tag=Retorno":                            "1",
		"tag=retorno":                            "",
		"q=conceicao":                            "2",
		"q=S-ANA":                                "1",
		"q=" + url.QueryEscape("renata ribeiro"): "1",
		"q=%25":                                  "",
		"created_by_user_code=" + dbtest.Bruno.UserCode:                    "2",
		"date_from=2026-11-02":                                             "2",
		"date_to=2026-11-01":                                               "1",
		"date_from=2026-11-01&date_to=2026-11-02":                          "2 1",
		"date_from=2026-11-03&date_to=2026-11-01":                          "",
		"date_from=2026-11-01T12:00:00Z&date_to=2026-11-01T12:00:00Z":      "1",
		"date_from=" + url.QueryEscape("2026-11-01T09:00:00.000001-03:00"): "2",
	} {
		if got := idsIn(t, bruno.GET(bookingPath+"?"+query)); got != want {
			t.Errorf("%s finds %q, want %q", query, got, want)
		}
	}
	var meta struct {
		Total    int `json:"total_count"`
		Filtered int `json:"filter_count"`
	}
	if bruno.GET(bookingPath + "?meta=*&q=conceicao").Want(200).Meta(&meta); meta.Total != 2 || meta.Filtered != 1 {
		t.Errorf("counted %+v", meta)
	}
	for query, path := range map[string]string{
		"date_from=ontem": "date_from", "date_to=2026-02-30": "date_to", "date_to=2026-11-01T12:00:00": "date_to", "limit=2000": "limit",
		"offset=-1":            "offset",
		"booking_group_code=x": "booking_group_code", "associate_user_code=%00": "associate_user_code", "status=x": "status", "q=a&q=b": "q",
	} {
		if refused := bruno.GET(bookingPath+"?"+query).WantCode(400, "VALIDATION_ERROR"); !strings.HasPrefix(refused.Messages()[0], path+": ") {
			t.Errorf("%s: %v", query, refused.Messages())
		}
	}
}

// Civil days are those of the association: 23:30 belongs to the day that ends, also in Manaus and Fernando de Noronha, and
// on the last day of a month.
func TestListServices_DaysOfZone(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	for zone, offset := range map[string]string{"America/Sao_Paulo": "-03", "America/Manaus": "-04", "America/Noronha": "-02"} {
		app.Exec(t, `insert into system_configs (system, key, value) values ('system', 'time_zone', to_jsonb($1::text))
			on conflict (system, key) do update set value = excluded.value`, zone)
		app.Exec(t, "update services set date_created = $1::timestamptz where id = 1", "2026-10-31 23:30:00"+offset)
		app.Exec(t, "update services set date_created = $1::timestamptz where id = 2", "2026-11-01 00:00:00"+offset)
		for query, want := range map[string]string{
			"date_from=2026-10-31&date_to=2026-10-31": "1", "date_from=2026-11-01&date_to=2026-11-01": "2",
			"date_from=2026-10-01&date_to=2026-10-31": "1", "date_from=2026-11-01": "2", "date_to=2026-10-30": "",
		} {
			if got := idsIn(t, bruno.GET(bookingPath+"?"+query)); got != want {
				t.Errorf("%s: %s finds %q, want %q", zone, query, got, want)
			}
		}
	}
}

func TestListServices_Access(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	renata := tokens.IssueInput{Name: "x", Scopes: []string{"items:services:read"}, InternalCode: dbtest.DraRenata.Code}
	for name, c := range map[string]struct {
		client             *handlertest.Client
		status             int
		all, renata, other string
	}{
		"Administrador": {app.As(t, dbtest.Camila), 200, "2 1", "1", "2"},
		"Acolhimento":   {app.As(t, dbtest.Bruno), 200, "2 1", "1", "2"},
		"Produção":      {app.As(t, dbtest.Priscila), 200, "2 1", "1", "2"},
		"Financeiro":    {app.As(t, dbtest.Fernando), 200, "2 1", "1", "2"},
		"Profissional":  {app.As(t, dbtest.Renata), 200, "1", "1", "404"},
		"a partner":     {app.WithTokenOf(t, renata), 200, "1", "1", "404"},
		"an associate":  {app.AsAssociate(t, dbtest.Ana), 401, "", "", ""},
		"nobody":        {app.Nobody(t), 401, "", "", ""},
		"read scope":    {app.WithToken(t, "items:services:read"), 200, "2 1", "1", "2"},
		"write scope":   {app.WithToken(t, "items:services:write"), 403, "", "", ""},
	} {
		if c.status != 200 {
			for _, path := range []string{"", "/by-professional/1", "/exists?service_code=S-ANA"} {
				c.client.GET(bookingPath + path).Want(c.status)
			}
			continue
		}
		for path, want := range map[string]string{"": c.all, "/by-professional/RENATA-CRM": c.renata, "/by-professional/2": c.other} {
			answer := c.client.GET(bookingPath + path)
			if want == "404" {
				answer.WantCode(404, "NOT_FOUND")
			} else if got := idsIn(t, answer); got != want {
				t.Errorf("%s: %s finds %q, want %q", name, path, got, want)
			}
		}
		var found struct{ Exists bool }
		if c.client.GET(bookingPath + "/exists?service_code=S-JOAO").Want(200).Data(&found); found.Exists != (c.other == "2") {
			t.Errorf("%s is told that João's service exists: %t", name, found.Exists)
		}
	}
	for _, unknown := range []string{"NINGUEM", "0", "-1", "%00", "%ff"} {
		app.As(t, dbtest.Bruno).GET(bookingPath+"/by-professional/"+unknown).WantCode(404, "NOT_FOUND")
	}
}

// The area's route and the generic route return the same bytes.
func TestListServices_RowsAsItems(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, who := range []dbtest.Operator{dbtest.Camila, dbtest.Bruno, dbtest.Renata} {
		client := app.As(t, who)
		for list, collection := range map[string]string{
			"?meta=*&limit=1":            "?meta=*&limit=1&sort=-date_created",
			"?q=conceicao":               "?search=conceicao",
			"/by-professional/1?limit=5": "?limit=5&filter[professional_id]=1&sort=-date_created",
		} {
			if one, other := client.GET(bookingPath+list).Want(200).Body, client.GET(services+collection).Want(200).Body; one != other {
				t.Errorf("%s: %s answers\n%s\nand %s\n%s", who.Name, list, one, collection, other)
			}
		}
	}
}

func TestServiceExists(t *testing.T) {
	t.Parallel()
	bruno := handlertest.New(t).As(t, dbtest.Bruno)
	for query, want := range map[string]string{
		"service_code=S-ANA":  `{"exists":true,"id":1}`,
		"service_code=S-NONE": `{"exists":false,"id":null}`,
		"professional_id=2&consultation_date=2026-11-27T18:30:00Z":                `{"exists":true,"id":2}`,
		"professional_id=OTAVIO-CRMV&consultation_date=2026-11-27T15:30:00-03:00": `{"exists":true,"id":2}`,
		"professional_id=1&consultation_date=2026-11-27T18:30:00Z":                `{"exists":false,"id":null}`,
		"professional_id=99&consultation_date=2026-11-27T18:30:00Z":               `{"exists":false,"id":null}`,
		"professional_id=2&consultation_date=2026-11-27T18:31:00Z":                `{"exists":false,"id":null}`,
	} {
		var data json.RawMessage
		if bruno.GET(bookingPath + "/exists?" + query).Want(200).Data(&data); string(data) != want {
			t.Errorf("%s is answered %s", query, data)
		}
	}
	for query, path := range map[string]string{
		"": "professional_id", "professional_id=1": "consultation_date", "consultation_date=2026-11-27T18:30:00Z": "professional_id",
		"professional_id=1&consultation_date=2026-11-27":          "consultation_date",
		"professional_id=1&consultation_date=2026-11-27T18:30:00": "consultation_date",
		"service_code=S-ANA&professional_id=1":                    "service_code", "code=x": "code",
		"professional_id=1&consultation_date=2026-11-27T18:30:00+03:00": "consultation_date",
	} {
		if refused := bruno.GET(bookingPath+"/exists?"+query).
			WantCode(400, "VALIDATION_ERROR"); !strings.HasPrefix(refused.Messages()[0], path+": ") {
			t.Errorf("%s: %v", query, refused.Messages())
		}
	}
}

// idsIn returns the ids of a list in their order.
func idsIn(t *testing.T, answer *handlertest.Answer) string {
	t.Helper()
	var rows []struct {
		ID int64 `json:"id"`
	}
	answer.Want(200).Data(&rows)
	ids := make([]string, len(rows))
	for i, row := range rows {
		ids[i] = fmt.Sprint(row.ID)
	}
	return strings.Join(ids, " ")
}

// A professional reads of own services what the report shows, by whatever route.
func TestServices_ProfessionalFields(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update services set professional_id = $1, status = 'Pagamento Concluído', consultation_date = now(), observations = 'Crise ontem',
		associate_email = 'segredo@exemplo.org.br'`, dbtest.DraRenata.ID)
	renata := app.As(t, dbtest.Renata)
	for _, path := range []string{"/api/v1/services", "/api/v1/services/by-professional/1", "/api/v1/items/services",
		"/api/v1/items/services/1",
		"/api/v1/services/reports?month=" + time.Now().Format("2006-01"), "/api/v1/items/services?export=json",
		"/api/v1/items/services?export=csv"} {
		answer := renata.GET(path).Want(200)
		if !strings.Contains(answer.Body, dbtest.DraRenata.Name) {
			t.Errorf("%s is empty: %s", path, answer.Body)
		}
		for _, hidden := range []string{"observations", "associate_email", "Crise", "segredo"} {
			if strings.Contains(answer.Body, hidden) {
				t.Errorf("%s shows %s", path, hidden)
			}
		}
	}
	for _, path := range []string{"/portal", "/portal/semana", "/portal/falta", "/portal/contestar/1", "/portal/dados"} {
		if words := renata.GET(path).Want(200).Body; strings.Contains(words, "Crise") || strings.Contains(words, "segredo@") {
			t.Errorf("%s shows what the report does not", path)
		}
	}
	for _, path := range []string{"/api/v1/services?q=segredo", "/api/v1/items/services?search=segredo"} {
		var found []any
		if renata.GET(path).Want(200).Data(&found); len(found) != 0 {
			t.Errorf("%s finds %v", path, found)
		}
	}
	for _, path := range []string{"sort=associate_email", "fields=observations", "filter[observations][_contains]=crise"} {
		renata.GET("/api/v1/items/services?"+path).WantCode(400, "VALIDATION_ERROR")
	}
	if answer := app.As(t, dbtest.Bruno).GET("/api/v1/services").Want(200); !strings.Contains(answer.Body, "segredo@exemplo.org.br") {
		t.Error("the staff does not see the e-mail")
	}
}
