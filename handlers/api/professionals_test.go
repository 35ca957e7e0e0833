package api_test

import (
	"strings"
	"testing"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
	"acolhe/models/tokens"
	"acolhe/models/types/secret"
)

const (
	professionalsPath = "/api/v1/professionals"
	renatasPath       = professionalsPath + "/1"
	otaviosPath       = professionalsPath + "/2"
	configsPath       = "/api/v1/configs/services"
)

// partnerToken is a token bound to Dra. Renata.
func partnerToken(t *testing.T, app *handlertest.App) *handlertest.Client {
	return app.WithTokenOf(t, tokens.IssueInput{Name: "parceira", Scopes: []string{"items:professionals:read"},
		InternalCode: dbtest.DraRenata.Code})
}

// attempt is a request that several callers send.
type attempt struct {
	method, path string
	sent         any
}

// wantEach sends a request as each caller and checks the status; 401 for nobody.
func wantEach(t *testing.T, app *handlertest.App, request attempt, statuses map[dbtest.Operator]int) {
	t.Helper()
	app.Nobody(t).JSON(request.method, request.path, request.sent).WantCode(401, "UNAUTHORIZED")
	app.AsAssociate(t, dbtest.Ana).JSON(request.method, request.path, request.sent).Want(401)
	for _, operator := range dbtest.Staff() {
		if got := app.As(t, operator).JSON(request.method, request.path, request.sent).StatusCode; got != statuses[operator] {
			t.Errorf("%s %s as %s is %d, want %d", request.method, request.path, operator.Name, got, statuses[operator])
		}
	}
}

func TestListProfessionals(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update professionals set active = false, is_collaborator = true where id = 2")
	fernando := app.As(t, dbtest.Fernando)
	for query, want := range map[string]int{
		"": 2, "?active=1": 1, "?active=0": 1, "?active=true": 1, "?is_collaborator=true": 1, "?is_prescriber=1": 2, "?is_prescriber=0": 0,
		"?type=medic": 1, "?type=x": 0,
		"?q=otavio@acolhe": 1, "?q=renata": 1, "?limit=1": 1, "?limit=5&offset=1": 1, "?active=1&q=otavio": 0,
	} {
		var found []body
		if fernando.GET(professionalsPath + query).Want(200).Data(&found); len(found) != want {
			t.Errorf("%q finds %d, want %d", query, len(found), want)
		}
	}
	for _, query := range []string{"?active=talvez", "?limit=1001", "?sort=name", "?password=x", "?q=%00"} {
		fernando.GET(professionalsPath+query).WantCode(400, "VALIDATION_ERROR")
	}
	var rows []body
	fernando.GET(professionalsPath + "?type=medic").Want(200).Data(&rows)
	calendar, there := rows[0]["calendar"]
	if !there || calendar != nil || rows[0]["consultation_price"] != 300.0 || rows[0]["donation_balance"] != 0.0 ||
		rows[0]["is_collaborator"] != false {
		t.Errorf("a row is %v", rows[0])
	}
	for name, partner := range map[string]*handlertest.Client{"Renata": app.As(t, dbtest.Renata), "her token": partnerToken(t, app)} {
		var rows []body
		partner.GET(professionalsPath).Want(200).Data(&rows)
		if _, shown := rows[0]["donation_balance"]; len(rows) != 1 || rows[0]["professional_code"] != dbtest.DraRenata.Code || shown {
			t.Errorf("%s reads %v", name, rows)
		}
	}
	everyone := map[dbtest.Operator]int{dbtest.Camila: 200, dbtest.Bruno: 200, dbtest.Priscila: 403, dbtest.Fernando: 200, dbtest.Renata: 200}
	wantEach(t, app, attempt{"GET", professionalsPath, ""}, everyone)
	wantEach(t, app, attempt{"GET", renatasPath, ""}, everyone)
	app.As(t, dbtest.Renata).GET(otaviosPath).WantCode(404, "NOT_FOUND")
	app.WithToken(t, "items:orders:read").GET(professionalsPath).WantCode(403, "FORBIDDEN")
	for _, id := range []string{"999", "abc"} {
		fernando.GET(professionalsPath+"/"+id).WantCode(404, "NOT_FOUND")
	}
}

func TestProfessional_RegisterChangeDeactivate(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	var made body
	camila.POST(professionalsPath, body{"name": "Dra. Lia Prado", "type": "psychologist", "email": "LIA@exemplo.org.br",
		"is_collaborator": true}).Want(201).Data(&made)
	if made["email"] != "lia@exemplo.org.br" || made["active"] != true || made["professional_code"] == "" {
		t.Errorf("made %v", made)
	}
	if refused := camila.POST(professionalsPath, body{"name": "", "type": "wizard", "consultation_price": -1}).
		WantCode(400, "VALIDATION_ERROR"); len(refused.Messages()) != 3 {
		t.Errorf("refused with %v", refused.Messages())
	}
	camila.POST(professionalsPath, body{"name": "X", "type": "medic", "professional_code": dbtest.DrOtavio.Code}).WantCode(409, "CONFLICT")
	wantEach(t, app, attempt{"POST", professionalsPath, body{"name": "Y", "type": "medic"}},
		map[dbtest.Operator]int{dbtest.Camila: 201, dbtest.Bruno: 403, dbtest.Priscila: 403, dbtest.Fernando: 403, dbtest.Renata: 403})

	tag := camila.GET(otaviosPath).Want(200).Header.Get("ETag")
	camila.With("If-Match", tag).JSON("PATCH", otaviosPath, body{"consultation_price": 190.5, "calendar_id": "agenda@exemplo.org.br"}).
		Want(200).Data(&made)
	if made["consultation_price"] != 190.5 || made["calendar_id"] != "agenda@exemplo.org.br" {
		t.Errorf("changed to %v", made)
	}
	camila.With("If-Match", tag).JSON("PATCH", otaviosPath, body{"name": "Outro"}).WantCode(412, "PRECONDITION_FAILED")
	camila.JSON("PATCH", otaviosPath, body{"donation_balance": 5}).WantCode(400, "VALIDATION_ERROR")
	camila.JSON("PATCH", otaviosPath, body{"professional_code": "X"}).WantCode(400, "VALIDATION_ERROR")
	app.WithToken(t, "items:professionals:write").JSON("PATCH", otaviosPath, body{"name": "Otávio"}).Want(200)
	wantEach(t, app, attempt{"PATCH", otaviosPath, body{"name": "Otávio Linhares"}},
		map[dbtest.Operator]int{dbtest.Camila: 200, dbtest.Bruno: 200, dbtest.Priscila: 403, dbtest.Fernando: 403, dbtest.Renata: 404})

	// The soft delete keeps the row, with its services; the hard one is refused.
	wantEach(t, app, attempt{"DELETE", otaviosPath, ""},
		map[dbtest.Operator]int{dbtest.Camila: 200, dbtest.Bruno: 403, dbtest.Priscila: 403, dbtest.Fernando: 403, dbtest.Renata: 403})
	camila.JSON("DELETE", otaviosPath, "").Want(200)
	if app.Count(t, "professionals", "id = 2 and not active") != 1 {
		t.Error("Otávio is not inactive")
	}
	camila.JSON("DELETE", "/api/v1/items"+strings.TrimPrefix(renatasPath, "/api/v1"), "").WantCode(409, "HAS_LINKED_RECORDS")
	camila.JSON("DELETE", professionalsPath+"/999", "").WantCode(404, "NOT_FOUND")
}

func TestMoveDonations(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	const path = renatasPath + "/donation-balance"
	var balance body
	app.As(t, dbtest.Bruno).JSON("PATCH", path, body{"amount": 120.5, "reason": "Doação de novembro"}).Want(200).Data(&balance)
	if balance["donation_balance"] != 120.5 || balance["id"] != 1.0 {
		t.Errorf("answered %v", balance)
	}
	camila := app.As(t, dbtest.Camila)
	camila.JSON("PATCH", path, body{"amount": -120.51, "reason": "Consulta"}).WantCode(409, "CONFLICT")
	for _, wrong := range []body{{}, {"amount": 0, "reason": "x"}, {"amount": 1}, {"amount": 1, "reason": " "}, {"amount": "1", "reason": "x"},
		{"amount": 1.001, "reason": "x"}, {"amount": 1, "reason": "x", "id": 2}} {
		camila.JSON("PATCH", path, wrong).WantCode(400, "VALIDATION_ERROR")
	}
	camila.JSON("PATCH", professionalsPath+"/999/donation-balance", body{"amount": 1, "reason": "x"}).WantCode(404, "NOT_FOUND")
	wantEach(t, app, attempt{"PATCH", path, body{"amount": 1, "reason": "Doação"}},
		map[dbtest.Operator]int{dbtest.Camila: 200, dbtest.Bruno: 200, dbtest.Priscila: 403, dbtest.Fernando: 200, dbtest.Renata: 403})
	app.WithToken(t, "items:professionals:read").JSON("PATCH", path, body{"amount": 1, "reason": "x"}).WantCode(403, "FORBIDDEN")
	partnerToken(t, app).JSON("PATCH", path, body{"amount": 1, "reason": "x"}).WantCode(403, "FORBIDDEN")
	if app.Count(t, "donation_movements", "professional_id = 1") != 4 ||
		app.Count(t, "professionals", "id = 1 and donation_balance = 123.5") != 1 {
		t.Error("the ledger does not hold the four movements")
	}
}

func TestPortalAccess(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	const path = otaviosPath + "/portal-access"
	var granted body
	bruno := app.As(t, dbtest.Bruno)
	bruno.POST(path+"/resend", "").WantCode(404, "NOT_FOUND")
	bruno.POST(path, "").Want(201).Data(&granted)
	link, _ := granted["invite_url"].(string)
	_, token, _ := strings.Cut(link, "/convite?token=")
	if !strings.HasPrefix(link, app.URL) || token == "" || granted["email_sent"] != false ||
		granted["email_status"] != "module_not_configured" || granted["expires_at"] == nil {
		t.Errorf("answered %v", granted)
	}
	if app.Count(t, "system_users", `internal_code = 'OTAVIO-CRMV' and permissions = '["Profissional"]' and status = 'pending' and email = 'otavio@acolhe.test' and invite_token = $1`, secret.Hash(token)) != 1 {
		t.Error("there is no invited operator with the sole role Profissional")
	}
	if letters := app.Letters(t); len(letters) != 1 || letters[0].Kind != mail.Invite.Kind || letters[0].To != dbtest.DrOtavio.Email {
		t.Errorf("the letters are %+v", letters)
	}
	bruno.POST(path, "").WantCode(409, "CONFLICT")
	bruno.POST(path+"/resend", "").Want(200).Data(&granted)
	app.Nobody(t).GET("/api/v1/auth/system-invite/preview?token="+token).WantCode(400, "TOKEN_INVALID")
	_, token, _ = strings.Cut(granted["invite_url"].(string), "token=")
	app.Nobody(t).POST("/api/v1/auth/system-invite/accept", body{"token": token, "password": "Laranja!2026x"}).Want(200)
	bruno.POST(path+"/resend", "").WantCode(409, "CONFLICT")
	bruno.POST(renatasPath+"/portal-access", "").WantCode(409, "CONFLICT")
	bruno.POST(professionalsPath+"/999/portal-access", "").WantCode(404, "NOT_FOUND")
	if strings.Contains(app.Log.String(), token) {
		t.Error("the token is in the log")
	}
	denied := map[dbtest.Operator]int{dbtest.Camila: 409, dbtest.Bruno: 409, dbtest.Priscila: 403, dbtest.Fernando: 409, dbtest.Renata: 403}
	wantEach(t, app, attempt{"POST", renatasPath + "/portal-access", ""}, denied)
	wantEach(t, app, attempt{"POST", renatasPath + "/portal-access/resend", ""}, denied)
}

func TestPortalAccess_Refused(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, func(config *handlers.Config) { config.Mail = mail.Outbox{} })
	const path = otaviosPath + "/portal-access"
	camila := app.As(t, dbtest.Camila)
	app.Exec(t, "update professionals set email = null where id = 2")
	camila.POST(path, "").WantCode(400, "VALIDATION_ERROR")
	app.Exec(t, "update professionals set email = 'bruno@acolhe.test' where id = 2")
	camila.POST(path, "").WantCode(400, "VALIDATION_ERROR")
	app.Exec(t, "update professionals set email = 'otavio@acolhe.test', active = false where id = 2")
	camila.POST(path, "").WantCode(409, "CONFLICT")
	app.Exec(t, "update professionals set active = true, name = 'Dr. Otávio Linhares' where id = 2")
	var granted body
	camila.POST(path, "").Want(201).Data(&granted)
	if app.Count(t, "system_users", "internal_code = 'OTAVIO-CRMV' and name = 'Dr. Otávio' and last_name = 'Linhares'") != 1 {
		t.Error("the title is taken for the first name")
	}
	if granted["email_status"] != "module_not_configured" || granted["email_sent"] != false ||
		!strings.Contains(granted["invite_url"].(string), "/convite?token=") {
		t.Errorf("answered %v", granted)
	}
}

func TestProfessionalTypes(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	const path = configsPath + "/professional-types"
	var types []body
	app.As(t, dbtest.Bruno).GET(path).Want(200).Data(&types)
	if len(types) != 6 || types[0]["id"] != "medic" || types[0]["default_consultation_price"] != nil || types[0]["active"] != true {
		t.Errorf("the types are %v", types)
	}
	medic := body{"id": "medic", "association_fee": 30, "default_consultation_price": 220, "active": true}
	camila := app.As(t, dbtest.Camila)
	for name, c := range map[string]struct {
		sent any
		at   string
	}{
		"none": {[]body{}, "body"}, "one": {medic, "body"}, "twice": {[]body{medic, medic}, "[1].id"},
		"a negative fee":   {[]body{{"id": "x", "association_fee": -1}}, "[0].association_fee"},
		"no fee":           {[]body{{"id": "x", "active": true}}, "[0].association_fee"},
		"null as the fee":  {[]body{{"id": "x", "association_fee": nil}}, "[0].association_fee"},
		"a negative price": {[]body{{"id": "x", "association_fee": 0, "default_consultation_price": -1}}, "[0].default_consultation_price"},
		"no id":            {[]body{{"id": "", "association_fee": 0}}, "[0].id"},
		"another field":    {[]body{{"id": "x", "association_fee": 0, "fee": 1}}, "[0].fee"},
	} {
		if refused := camila.JSON("PUT", path, c.sent).WantCode(400, "VALIDATION_ERROR"); !strings.Contains(refused.Body, `"message":"`+c.at+": ") {
			t.Errorf("%s is refused by %s", name, refused.Body)
		}
	}
	for name, sent := range map[string]body{"left out": {"id": "x", "association_fee": 0}, "null": {"id": "x", "association_fee": 0, "active": nil}} {
		if camila.JSON("PUT", path, []body{sent}).Want(200).Data(&types); types[0]["active"] != true {
			t.Errorf("active %s: %v", name, types)
		}
	}
	wantEach(t, app, attempt{"PUT", path, []body{medic}},
		map[dbtest.Operator]int{dbtest.Camila: 200, dbtest.Bruno: 403, dbtest.Priscila: 403, dbtest.Fernando: 403, dbtest.Renata: 403})
	wantEach(t, app, attempt{"GET", path, ""},
		map[dbtest.Operator]int{dbtest.Camila: 200, dbtest.Bruno: 200, dbtest.Priscila: 403, dbtest.Fernando: 200, dbtest.Renata: 200})
	app.As(t, dbtest.Fernando).GET(path).Want(200).Data(&types)
	if len(types) != 1 || types[0]["association_fee"] != 30.0 {
		t.Errorf("the types are %v", types)
	}
	camila.POST(professionalsPath, body{"name": "Z", "type": "lawyer"}).WantCode(400, "VALIDATION_ERROR")
	var made body
	if camila.POST(professionalsPath, body{"name": "Z", "type": "medic"}).Want(201).Data(&made); made["consultation_price"] != 220.0 {
		t.Errorf("made %v", made)
	}
}

func TestReportSettings(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	const path = configsPath + "/report-settings"
	sent := body{"deduct_donation_from_payable": true}
	wantEach(t, app, attempt{"PUT", path, sent},
		map[dbtest.Operator]int{dbtest.Camila: 200, dbtest.Bruno: 403, dbtest.Priscila: 403, dbtest.Fernando: 403, dbtest.Renata: 403})
	wantEach(t, app, attempt{"GET", path, ""},
		map[dbtest.Operator]int{dbtest.Camila: 200, dbtest.Bruno: 200, dbtest.Priscila: 403, dbtest.Fernando: 200, dbtest.Renata: 200})
	var stored body
	if app.As(t, dbtest.Fernando).GET(path).Want(200).Data(&stored); stored["deduct_donation_from_payable"] != true {
		t.Errorf("stored %v", stored)
	}
	for _, wrong := range []body{{}, {"deduct_donation_from_payable": nil}, {"deduct_donation_from_payable": "sim"}} {
		app.As(t, dbtest.Camila).JSON("PUT", path, wrong).WantCode(400, "VALIDATION_ERROR")
	}
}

// A Profissional changes only phone and payment details of the own record.
func TestUpdateItem_OwnProfessional(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	renata := app.As(t, dbtest.Renata)
	const own, other = "/api/v1/items/professionals/1", "/api/v1/items/professionals/2"
	var changed body
	renata.JSON("PATCH", own, body{"phone": "(48) 98888-0000", "payment_details": "Pix renata@exemplo.org.br"}).Want(200).Data(&changed)
	if changed["phone"] != "48988880000" || changed["payment_details"] != "Pix renata@exemplo.org.br" {
		t.Errorf("answered %v", changed)
	}
	for name, sent := range map[string]body{
		"another field":   {"name": "Outra"},
		"one beside":      {"phone": "(48) 98888-0001", "consultation_price": 1},
		"null":            {"email": nil},
		"a boolean":       {"active": false},
		"the own details": {"payment_details": "x", "calendar_id": "x"},
		"the balance":     {"donation_balance": 1},
		"the code":        {"professional_code": "OUTRO"},
		"the id":          {"id": 1, "phone": "(48) 98888-0001"},
		"no field":        {"phone": "(48) 98888-0001", "x": 1},
	} {
		for _, path := range []string{own, professionalsPath + "/1"} {
			renata.JSON("PATCH", path, sent).WantCode(403, "FORBIDDEN")
		}
		if answer := renata.JSON("PATCH", "/api/v1/items/professionals", body{"keys": []int{1}, "data": sent}); answer.StatusCode != 403 {
			t.Errorf("%s: %d", name, answer.StatusCode)
		}
	}
	renata.JSON("PATCH", own, body{"phone": 1}).WantCode(400, "VALIDATION_ERROR")
	app.As(t, dbtest.Camila).JSON("PATCH", own, body{"x": 1}).WantCode(400, "VALIDATION_ERROR")
	renata.JSON("PATCH", other, body{"phone": "(48) 98888-0000"}).WantCode(404, "NOT_FOUND")
	renata.JSON("PATCH", "/api/v1/items/professionals", body{"keys": []int{1, 2}, "data": body{"phone": "(48) 98888-0002"}}).
		WantCode(404, "NOT_FOUND")
	renata.POST("/api/v1/items/professionals", body{"name": "Nova", "type": "medic"}).WantCode(403, "FORBIDDEN")
	renata.JSON("DELETE", own, nil).WantCode(403, "FORBIDDEN")
	app.As(t, dbtest.Fernando).JSON("PATCH", own, body{"phone": "(48) 98888-0000"}).WantCode(403, "FORBIDDEN")
	app.Nobody(t).JSON("PATCH", own, body{"phone": "(48) 98888-0000"}).WantCode(401, "UNAUTHORIZED")
	if app.Count(t, "professionals", "phone = '48988880000'") != 1 || app.Count(t, "professionals", "payment_details = 'x'") != 0 {
		t.Error("a refused change was stored")
	}
}
