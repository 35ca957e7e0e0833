package api_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

func TestSearch_ShortRows(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	var found map[string][]body
	bruno.GET("/api/v1/search?q=concei%C3%A7%C3%A3o").Want(200).Data(&found)
	if len(found) != 9 || len(found["users"]) != 1 || len(found["orders"]) != 1 || len(found["services"]) != 1 ||
		len(found["reception"]) != 1 || found["professionals"] == nil {
		t.Fatalf("found %v", found)
	}
	joao, order := found["users"][0], found["orders"][0]
	if joao["user_code"] != dbtest.Joao.UserCode || joao["associate_cpf"] != dbtest.Joao.CPF || order["total"] != 280.0 ||
		order["status"] != "Aguardando pagamento" {
		t.Errorf("found %v and %v", joao, order)
	}
	for _, hidden := range []string{"account_password", "session_token", "annotations", "health_notes", "search_text"} {
		if _, there := joao[hidden]; there {
			t.Errorf("%s is answered", hidden)
		}
	}
	bruno.GET("/api/v1/search").Want(200).Data(&found)
	for collection, rows := range found {
		if rows == nil || len(rows) != 0 {
			t.Errorf("without words %s has %v", collection, rows)
		}
	}
}

func TestSearch_Access(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	const path = "/api/v1/search?q=conceicao"
	app.Nobody(t).GET(path).WantCode(401, "UNAUTHORIZED")
	app.Nobody(t).With("Authorization", "Bearer ac_000000000000_wrong").GET(path).WantCode(401, "UNAUTHORIZED")
	var found map[string][]body
	app.As(t, dbtest.Fernando).GET(path).Want(200).Data(&found)
	if len(found["reception"]) != 0 || len(found["orders"]) != 1 {
		t.Errorf("Financeiro finds %v", found)
	}
	app.As(t, dbtest.Renata).GET("/api/v1/search?q=renata").Want(200).Data(&found)
	if len(found["users"])+len(found["orders"])+len(found["reception"]) != 0 || len(found["services"]) != 1 ||
		len(found["professionals"]) != 1 {
		t.Errorf("a professional finds %v", found)
	}
	app.WithToken(t, "items:orders:read").GET(path).Want(200).Data(&found)
	if len(found["users"]) != 0 || len(found["orders"]) != 1 {
		t.Errorf("a token of orders finds %v", found)
	}
}

func TestSearch_Refused(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	for _, query := range []string{"q=" + strings.Repeat("a", 201), "q=a%00b", "q=a%ffb", "Only=users", "busca=x"} {
		camila.GET("/api/v1/search?"+query).WantCode(400, "VALIDATION_ERROR")
	}
	for _, odd := range []string{"%%", "__", `\\`, "'\"", "a' or '1'='1", "\u202e\u202e", strings.Repeat("a ", 100), "99999999999999999999",
		"-1", "1.2.3"} {
		camila.GET("/api/v1/search?q=" + url.QueryEscape(odd)).Want(200)
	}
}
