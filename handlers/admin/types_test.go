package admin_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const typesPath = "/admin/tipos"

func TestTypes_AddAndChange(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	if page := camila.GET(typesPath).Want(200).Words(); !strings.Contains(page, "Medicina medic Ativo R$ 0,00 sem preço") {
		t.Errorf("the types are not there: %s", page)
	}
	added := url.Values{"name": {"nutritionist"}, "association_fee": {"20"}, "default_consultation_price": {"150,50"}, "active": {"true"}}
	camila.Form(typesPath+"/novo", added).Want(303)
	version := camila.FormAt(typesPath + "/7").Get("version")
	change := url.Values{"version": {version}, "association_fee": {"25,50"}, "default_consultation_price": {""}}
	camila.Form(typesPath+"/7", change).Want(303)
	if page := camila.GET(typesPath).Want(200).Words(); !strings.Contains(page, "nutritionist nutritionist Inativo R$ 25,50 sem preço") {
		t.Errorf("the change is not there: %s", page)
	}
	change.Set("association_fee", "30")
	if page := camila.Form(typesPath+"/7", change).Want(422).Words(); !strings.Contains(page, "Outra pessoa mudou este tipo") {
		t.Error("a stale form is stored")
	}
	for says, form := range map[string]url.Values{
		"Nome: informe um nome":               {"name": {"medic"}, "association_fee": {"1"}},
		"Taxa da associação: deve estar":      {"name": {"x"}, "association_fee": {"-1"}},
		"Preço da consulta: deve ser um valo": {"name": {"x"}, "association_fee": {"1"}, "default_consultation_price": {"caro"}},
	} {
		if page := camila.Form(typesPath+"/novo", form).Want(422).Words(); !strings.Contains(page, says) {
			t.Errorf("%q is not said in %s", says, page)
		}
	}
	camila.GET(typesPath + "/99").Want(404)
	camila.Form(typesPath+"/99", change).Want(404)
}

func TestTypes_AdministratorsOnly(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, path := range []string{typesPath, typesPath + "/novo", typesPath + "/1"} {
		for _, operator := range []dbtest.Operator{dbtest.Bruno, dbtest.Priscila, dbtest.Fernando, dbtest.Renata} {
			app.As(t, operator).GET(path).Want(403)
		}
		if at := app.Nobody(t).GET(path).Want(303).Location(); !strings.HasPrefix(at, "/entrar") {
			t.Errorf("nobody is sent to %s", at)
		}
	}
	app.As(t, dbtest.Bruno).Form(typesPath+"/1", url.Values{"association_fee": {"1"}}).Want(403)
}
