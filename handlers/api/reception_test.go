package api_test

import (
	"fmt"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const receptionPath = "/api/v1/reception"

func itemPath(visit dbtest.Visit, verb string) string {
	return fmt.Sprintf("%s/%d/%s", receptionPath, visit.ID, verb)
}

func TestReception_WorkedByStaff(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	var item body
	bruno.POST(receptionPath, body{"name": "Nova pessoa", "phone": "48999991234"}).Want(201).Data(&item)
	if item["status"] != "waiting" || item["source"] != "panel" {
		t.Errorf("queued %v", item)
	}
	stranger := dbtest.StrangerWaits
	bruno.JSON("PATCH", itemPath(stranger, "attendant"), body{"attendant": dbtest.Bruno.UserCode}).Want(200).Data(&item)
	if item["attendant"] != dbtest.Bruno.UserCode {
		t.Errorf("attended by %v", item["attendant"])
	}
	bruno.JSON("PATCH", itemPath(stranger, "attendant"), body{"attendant": nil}).Want(200)
	bruno.JSON("PATCH", itemPath(stranger, "attendant"), body{"attendant": dbtest.Ana.UserCode}).WantCode(400, "VALIDATION_ERROR")
	bruno.JSON("PATCH", itemPath(stranger, "attendant"), body{}).WantCode(400, "VALIDATION_ERROR")
	bruno.JSON("PATCH", itemPath(stranger, "status"), body{"status": "in_progress"}).Want(200)
	bruno.JSON("PATCH", itemPath(stranger, "status"), body{"status": "elsewhere"}).WantCode(400, "VALIDATION_ERROR")
	bruno.JSON("PATCH", itemPath(stranger, "link"), body{"associate_code": dbtest.Joao.UserCode}).Want(200).Data(&item)
	if item["associate_name"] != dbtest.Joao.FullName() || item["is_associate"] != true {
		t.Errorf("linked %v", item)
	}
	bruno.JSON("PATCH", itemPath(stranger, "link"), body{"associate_code": dbtest.Bruno.UserCode}).WantCode(400, "VALIDATION_ERROR")
	bruno.POST(itemPath(stranger, "unlink"), body{}).Want(200)
	bruno.JSON("PATCH", itemPath(stranger, "complete"), body{"completion_reason": "Outro"}).WantCode(400, "VALIDATION_ERROR")
	bruno.JSON("PATCH", itemPath(stranger, "complete"), body{"completion_reason": "Agendamento"}).Want(200).Data(&item)
	if item["status"] != "done" || item["completion_reason"] != "Agendamento" {
		t.Errorf("completed %v", item)
	}
	bruno.JSON("PATCH", receptionPath+"/999/status", body{"status": "waiting"}).WantCode(404, "NOT_FOUND")
}

func TestReception_OpenByEmail(t *testing.T) {
	t.Parallel()
	bruno := handlertest.New(t).As(t, dbtest.Bruno)
	for _, query := range []string{"email=ANA@exemplo.org.br", "associate_code=" + dbtest.Ana.UserCode} {
		var item body
		bruno.GET(receptionPath + "/open-by-email?" + query).Want(200).Data(&item)
		if item["id"] != float64(dbtest.AnaWaits.ID) {
			t.Errorf("%s: %v", query, item)
		}
	}
	bruno.GET(receptionPath+"/open-by-email?email="+dbtest.Joao.Email).WantCode(404, "NOT_FOUND")
	bruno.GET(receptionPath+"/open-by-email").WantCode(400, "VALIDATION_ERROR")
	bruno.GET(receptionPath+"/open-by-email?associate_code=x").WantCode(400, "VALIDATION_ERROR")
}

func TestReception_StatusCounts(t *testing.T) {
	t.Parallel()
	var counts map[string]int
	handlertest.New(t).As(t, dbtest.Bruno).GET(receptionPath + "/status-counts").Want(200).Data(&counts)
	if len(counts) != 3 || counts["waiting"] != 2 || counts["in_progress"] != 0 || counts["done"] != 1 {
		t.Errorf("%v", counts)
	}
}

func TestReceptionPublic_Limited(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	nobody := app.Nobody(t)
	var form struct {
		Title  string
		Fields []struct{ ID string }
	}
	nobody.GET(receptionPath + "/form-schema").Want(200).Data(&form)
	if form.Title == "" || len(form.Fields) != 4 {
		t.Errorf("the form is %+v", form)
	}
	contact := body{"name": "Ana", "email": dbtest.Ana.Email, "phone": "48999991234", "message": "Olá"}
	var stored body
	nobody.POST(receptionPath+"/public", contact).Want(201).Data(&stored)
	if len(stored) != 1 {
		t.Errorf("the sender is answered %v", stored)
	}
	nobody.POST(receptionPath+"/public", body{"name": "Ana", "status": "done"}).WantCode(400, "VALIDATION_ERROR")
	for range 3 {
		nobody.POST(receptionPath+"/public", contact).Want(201)
	}
	nobody.POST(receptionPath+"/public", contact).WantCode(429, "RATE_LIMITED")
	if app.Count(t, "reception", "source = 'public' and associate_code = '"+dbtest.Ana.UserCode+"' and message = 'Olá'") != 4 {
		t.Error("not every contact is stored and linked")
	}
}

// A token that may write and not read learns the ids alone.
func TestReception_WriteOnlyToken(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	writer := app.WithToken(t, "items:reception:write")
	var item body
	writer.JSON("PATCH", itemPath(dbtest.AnaWaits, "status"), body{"status": "in_progress"}).Want(200).Data(&item)
	if len(item) != 1 {
		t.Errorf("answered %v", item)
	}
	writer.GET(receptionPath+"/status-counts").WantCode(403, "FORBIDDEN")
}

// An order completes both open items of its associate, one with the code and one with the e-mail in other letters, and
// each completion leaves its event.
func TestReception_CompletedByOrder(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `insert into webhook_endpoints (name, url, secret_encrypted, encryption_key_id, tables, actions)
		values ('ERP', 'https://erp.exemplo.org.br', 'x', 'k', '["reception"]', '["update"]')`)
	app.Exec(t, "update users set email = 'contato@exemplo.org.br' where id = $1", dbtest.Joao.ID)
	bruno := app.As(t, dbtest.Bruno)
	ids := map[string]int64{}
	for name, contact := range map[string]body{
		"by code":        {"name": "João", "associate_code": dbtest.Joao.UserCode},
		"by e-mail":      {"name": "João", "email": " Contato@Exemplo.ORG.br "},
		"another person": {"name": "João", "email": "joao@outro.org.br"},
	} {
		var item struct{ ID int64 }
		bruno.POST(receptionPath, contact).Want(201).Data(&item)
		ids[name] = item.ID
	}
	// As if the person had come before the e-mail was theirs.
	app.Exec(t, "update reception set associate_code = null, is_associate = false where id = $1", ids["by e-mail"])
	app.Exec(t, "delete from webhook_outbox")
	bruno.POST("/api/v1/orders", anOrder(body{"user_code": dbtest.Joao.UserCode, "user": dbtest.Joao.ID})).Want(201)
	for name, id := range ids {
		completed := app.Count(t, "reception", "id = $1 and completion_reason = 'Pedido' and completed_at is not null", id)
		events := app.Count(t, "webhook_outbox", "table_name = 'reception' and action = 'update' and record_id = $1", id)
		if want := map[bool]int{true: 0, false: 1}[name == "another person"]; completed != want || events != want {
			t.Errorf("%s: completed %d, %d events, want %d", name, completed, events, want)
		}
	}
}

// A contact keeps the typed name until an e-mail resolves the person; the resolved name wins.
func TestItemsReception_TypedName(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	var item struct {
		ID            int64
		AssociateName string  `json:"associate_name"`
		AssociateCode *string `json:"associate_code"`
		Phone         string
	}
	bruno.POST("/api/v1/items/reception", body{"associate_name": "Moça da feira", "phone": "48 99999-1234"}).Want(201).Data(&item)
	one := fmt.Sprintf("/api/v1/items/reception/%d", item.ID)
	bruno.JSON("PATCH", one, body{"associate_name": "Lúcia da feira", "email": "ninguem@exemplo.org.br", "phone": "48 99999-4321"}).Want(200).
		Data(&item)
	if item.AssociateName != "Lúcia da feira" || item.AssociateCode != nil || !strings.HasSuffix(item.Phone, "4321") {
		t.Errorf("typed it is %+v", item)
	}
	bruno.JSON("PATCH", one, body{"associate_name": "Outra", "email": dbtest.Ana.Email}).Want(200).Data(&item)
	if item.AssociateName != dbtest.Ana.FullName() || item.AssociateCode == nil || *item.AssociateCode != dbtest.Ana.UserCode {
		t.Errorf("resolved it is %+v", item)
	}
	bruno.JSON("PATCH", one, body{"associate_name": "Outra"}).Want(200).Data(&item)
	if item.AssociateName != dbtest.Ana.FullName() {
		t.Errorf("the resolved name became %q", item.AssociateName)
	}
	app.As(t, dbtest.Priscila).JSON("PATCH", one, body{"associate_name": "x"}).WantCode(403, "FORBIDDEN")
	app.Nobody(t).JSON("PATCH", one, body{"associate_name": "x"}).WantCode(401, "UNAUTHORIZED")
}
