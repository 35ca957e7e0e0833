package api_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/areas"
	"acolhe/models/platform/dbtest"
	"acolhe/models/tokens"
)

const services = "/api/v1/items/services"

// aService is an appointment of Ana's son Miguel with Dra. Renata.
func aService(changes body) body {
	service := body{
		"associate_user_code": dbtest.Ana.UserCode, "patient_user_code": dbtest.Miguel.UserCode, "professional_id": dbtest.DraRenata.ID,
		"consultation_date": "2026-11-27T14:00:00-03:00",
	}
	maps.Copy(service, changes)
	return service
}

func TestServices_BookChangeRemove(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	var created body
	bruno.POST(services, aService(body{"donation": 10, "create_calendar_event": true, "patient_name": nil, "booking_group_code": nil,
		"tags": []string{"Retorno"}})).
		Want(201).Data(&created)
	for field, want := range map[string]any{
		"associate_name": dbtest.Ana.FullName(), "associate_email": dbtest.Ana.Email, "patient_name": dbtest.Miguel.FullName(),
		"professional_name": dbtest.DraRenata.Name, "type": "medic", "price": 300, "donation": 10, "price_paid": nil,
		"status":            "Aguardando Pagamento",
		"consultation_date": "2026-11-27T17:00:00Z", "payment_link": nil, "event_id": nil, "commission_validation": nil,
		"tags":                 []string{"Retorno"},
		"created_by_user_code": dbtest.Bruno.UserCode, "is_sample": false,
	} {
		if jsonOf(created[field]) != jsonOf(want) && jsonOf(created[field]) != jsonOf(want)+".00" {
			t.Errorf("%s is %v, want %v", field, created[field], want)
		}
	}
	if app.Count(t, "reception", "id = $1 and completion_reason = 'Serviço'", dbtest.AnaWaits.ID) != 1 {
		t.Error("Ana still waits in reception")
	}
	one := services + "/" + jsonOf(created["id"])
	var changed body
	bruno.JSON("PATCH", one, body{"professional_id": dbtest.DrOtavio.ID, "status": "Pagamento Concluído", "consultation_date": nil}).Want(200).
		Data(&changed)
	if changed["professional_name"] != dbtest.DrOtavio.Name || changed["status"] != "Pagamento Concluído" ||
		changed["consultation_date"] != nil ||
		changed["associate_name"] != dbtest.Ana.FullName() {
		t.Errorf("changed to %v", changed)
	}
	stale := bruno.GET(one).Want(200).Header.Get("ETag")
	bruno.JSON("PATCH", one, body{"event_id": "abc"}).Want(200)
	bruno.With("If-Match", stale).JSON("PATCH", one, body{"payment_type": "Pix"}).WantCode(412, "PRECONDITION_FAILED")
	bruno.JSON("PATCH", one, body{"consultation_date": "2026-12-01T10:00:00Z"}).WantCode(409, "EVENT_DATE_CONFIRMATION_REQUIRED")
	bruno.JSON("PATCH", one, body{"consultation_date": "2026-12-01T10:00:00Z", "replace_calendar_event": true}).Want(200)
	bruno.JSON("DELETE", one, "").Want(200)
	bruno.GET(one).WantCode(404, "NOT_FOUND")
	bruno.JSON("PATCH", one, body{"status": "Aguardando Pagamento"}).WantCode(404, "NOT_FOUND")
	bruno.JSON("DELETE", one, "").WantCode(404, "NOT_FOUND")
}

func TestServices_Batch(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	before := app.Count(t, "services", "true")
	answer := bruno.POST(services, []body{aService(nil), aService(body{"professional_id": 99})}).WantCode(400, "VALIDATION_ERROR")
	if answer.Messages()[0] != "[1].professional_id: este profissional não existe ou está inativo" ||
		app.Count(t, "services", "true") != before ||
		app.Count(t, "reception", "id = $1 and completed_at is null", dbtest.AnaWaits.ID) != 1 {
		t.Errorf("%v, or half of it was stored", answer.Messages())
	}
	var created []struct {
		ID    int64  `json:"id"`
		Code  string `json:"service_code"`
		Group string `json:"booking_group_code"`
	}
	bruno.POST(services, []body{aService(nil), aService(nil)}).Want(201).Data(&created)
	if created[0].Code == created[1].Code || created[0].Group == created[1].Group {
		t.Errorf("two bookings are %+v", created)
	}
	keys := []int64{created[0].ID, created[1].ID}
	bruno.JSON("PATCH", services, body{"keys": keys, "data": body{"commission_validation": "approved"}}).Want(200)
	bruno.JSON("PATCH", services, body{"keys": append(keys, 999999), "data": body{"commission_validation": "contested"}}).
		WantCode(404, "NOT_FOUND")
	if app.Count(t, "services", "commission_validation = 'approved'") != 2 ||
		app.Count(t, "services", "commission_validation = 'contested'") != 0 {
		t.Error("the batch was not all or none")
	}
	bruno.JSON("DELETE", services, append(keys, 999999)).WantCode(404, "NOT_FOUND")
	bruno.JSON("DELETE", services, body{"keys": keys}).Want(200)
	if app.Count(t, "services", "true") != before {
		t.Error("the removed are still there")
	}
}

func TestServices_Access(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	const one = services + "/2"
	for name, c := range map[string]struct {
		client                 *handlertest.Client
		create, update, delete int
	}{
		"Administrador": {app.As(t, dbtest.Camila), 201, 200, 404},
		"Acolhimento":   {app.As(t, dbtest.Bruno), 201, 200, 404},
		"Produção":      {app.As(t, dbtest.Priscila), 403, 200, 403},
		"Financeiro":    {app.As(t, dbtest.Fernando), 403, 200, 403},
		"Profissional":  {app.As(t, dbtest.Renata), 403, 403, 403},
		"an associate":  {app.AsAssociate(t, dbtest.Joao), 401, 401, 401},
		"nobody":        {app.Nobody(t), 401, 401, 401},
		"write scope":   {app.WithToken(t, "items:services:write"), 201, 200, 403},
		"delete scope":  {app.WithToken(t, "items:services:delete"), 403, 403, 404},
		"read scope":    {app.WithToken(t, "items:services:read"), 403, 403, 403},
		"other scope":   {app.WithToken(t, "items:orders:*", "items:services_files:*"), 403, 403, 403},
		"everything":    {app.WithToken(t, "*"), 201, 200, 404},
		"a partner": {app.WithTokenOf(t, tokens.IssueInput{Name: "x", Scopes: []string{"items:services:read"},
			InternalCode: dbtest.DraRenata.Code}), 403, 403, 403},
	} {
		before := app.Count(t, "services", "true")
		c.client.POST(services, aService(nil)).Want(c.create)
		if created := app.Count(t, "services", "true") - before; (created == 1) != (c.create == 201) {
			t.Errorf("%s created %d", name, created)
		}
		c.client.JSON("PATCH", one, body{"commission_validation": "contested", "observations": name}).Want(c.update)
		if (app.Count(t, "services", "observations = $1", name) == 1) != (c.update == 200) {
			t.Errorf("%s changed it, or did not", name)
		}
		// Only callers who may remove learn that a row is missing.
		c.client.JSON("DELETE", services, []int{99999}).Want(c.delete)
	}
}

func TestServices_Wrong(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	var state, after string
	const read = "select md5(string_agg(services::text, ' ' order by id)) from services"
	if err := app.Pool.QueryRow(t.Context(), read).Scan(&state); err != nil {
		t.Fatal(err)
	}
	for want, changes := range map[string]body{
		"items":                 {"items": []body{}},
		"service_code":          {"service_code": "S-1"},
		"event_id":              {"event_id": "abc"},
		"commission_validation": {"commission_validation": "approved"},
		"date_created":          {"date_created": "2026-01-01T00:00:00Z"},
		"is_sample":             {"is_sample": false},
		"associate_user_code":   {"associate_user_code": "ana"},
		"patient_user_code":     {"patient_user_code": dbtest.Pipoca.UserCode},
		"professional_id":       {"professional_id": "1"},
		"consultation_date":     {"consultation_date": "amanhã"},
		"price":                 {"price": "300"},
		"price_paid":            {"price_paid": 0.001},
		"donation":              {"donation": -1},
		"create_calendar_event": {"create_calendar_event": "sim"},
		"tags":                  {"tags": "Retorno"},
		"status":                {"status": "Pago"},
		"observations":          {"observations": "a\x00b"},
	} {
		if got := fieldsOf(bruno.POST(services, aService(changes)).WantCode(400, "VALIDATION_ERROR")); got != want {
			t.Errorf("refused %q, want %q", got, want)
		}
	}
	for want, sent := range map[string]body{
		"associate_user_code": {"associate_user_code": dbtest.Joao.UserCode}, "patient_name": {"patient_name": "x"},
		"booking_group_code": {"booking_group_code": nil},
		"is_sample":          {"is_sample": true}, "event_state": {"event_state": "created"}, "price": {"price": 1e12}, "type": {"type": "mago"},
		"commission_validation": {"commission_validation": "aprovada"}, "professional_id": {"professional_id": 99},
		"consultation_date":      {"consultation_date": "0001-01-01T00:00:00Z"},
		"replace_calendar_event": {"replace_calendar_event": 1}, "event_link": {"event_link": "javascript:alert(1)"},
	} {
		if got := fieldsOf(bruno.JSON("PATCH", services+"/2", sent).WantCode(400, "VALIDATION_ERROR")); got != want {
			t.Errorf("refused %q, want %q", got, want)
		}
	}
	if err := app.Pool.QueryRow(t.Context(), read).Scan(&after); err != nil || state != after {
		t.Errorf("something changed (%v)", err)
	}
}

// everyKind are values of every kind, some at the limits of their type.
var everyKind = []any{
	nil, true, 0, -1, 2, 1.505, 9_999_999.99, 1e30, json.RawMessage("9223372036854775808"), "", "a\x00", "proof", "Pagamento Concluído",
	strings.Repeat("é", 300), "0001-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59", dbtest.Ana.UserCode, []any{}, []any{"a"}, body{},
}

// Every field of a service and of an attachment, with every kind of value: valid ones are stored, invalid ones refused,
// and no answer is 5xx.
func TestServices_EveryValueOfEveryField(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	rows := map[string]body{"services": aService(nil)}
	for collection, to := range attachments() {
		rows[collection] = attachment(uploaded(t, app), to, nil)
	}
	all, statuses := areas.Described(), map[int]int{}
	for _, collection := range all {
		row, written := rows[collection.Name()]
		if !written {
			continue
		}
		path := "/api/v1/items/" + collection.Name()
		var created body
		camila.POST(path, row).Want(201).Data(&created)
		one := path + "/" + jsonOf(created["id"])
		for _, value := range everyKind {
			var answers []*handlertest.Answer
			for _, field := range namesOf(collection.CreateInput()) {
				sent := maps.Clone(row)
				sent[field] = value
				answers = append(answers, camila.POST(path, sent))
			}
			for _, field := range namesOf(collection.UpdateInput()) {
				answers = append(answers, camila.JSON("PATCH", one, body{field: value}))
			}
			for _, answer := range answers {
				if statuses[answer.StatusCode]++; answer.StatusCode >= 500 {
					t.Errorf("%s: %d %s", collection.Name(), answer.StatusCode, answer.Body)
				}
			}
		}
	}
	if statuses[201] < 50 || statuses[200] < 50 || statuses[400] < 500 {
		t.Errorf("the answers are %v", statuses)
	}
}

// namesOf lists the JSON names of an input's fields.
func namesOf(input any) []string {
	var names []string
	for _, member := range reflect.VisibleFields(reflect.TypeOf(input).Elem()) {
		if name := member.Tag.Get("json"); name != "" && name != "-" {
			names = append(names, name)
		}
	}
	return names
}
