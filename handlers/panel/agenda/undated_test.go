package agenda_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A service without a date is on the agenda, below the calendar, with the way to give it one, and on the first page of the
// day once it has waited for more than a day; without any, neither shows anything.
func TestAgenda_Undated(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	isDayNone := func() bool {
		cell := bruno.GET("/painel").Want(200).HTML().Find(`a[href="/painel/agenda/lista?quando=sem-data"]`)
		return strings.Contains(cell.Text(), "nenhum há mais de um dia")
	}
	if bruno.GET(agendaPath).Want(200).HTML().Find("#sem-data").Length() != 0 || !isDayNone() {
		t.Error("there is a tray without services")
	}
	app.Exec(t, "update services set consultation_date = null, date_created = now() - interval '20 hours' where id = 2")
	for _, view := range []string{"", "?modo=dia", "?profissional=2"} {
		tray := bruno.GET(agendaPath + view).Want(200).HTML().Find("#sem-data")
		if text := tray.Text(); !strings.Contains(text, dbtest.Pipoca.FullName()) || !strings.Contains(text, "Otávio") ||
			!strings.Contains(text, "há 20\u00a0h") {
			t.Errorf("%q: the tray is %q", view, text)
		}
		if tray.Find(`a[href="`+joaosPage+`/remarcar"]`).Length() != 1 {
			t.Errorf("%q: no way to give it a date", view)
		}
	}
	if bruno.GET(agendaPath+"?profissional=1").Want(200).HTML().Find("#sem-data").Length() != 0 {
		t.Error("the tray has another professional's")
	}
	if app.As(t, dbtest.Fernando).GET(agendaPath).Want(200).HTML().Find("#sem-data a[href$='/remarcar']").Length() != 1 {
		t.Error("Financeiro, who may change services, has no way to give a date")
	}
	if !isDayNone() {
		t.Error("the day page names one of today")
	}
	app.Exec(t, "update services set date_created = now() - interval '25 hours' where id = 2")
	if isDayNone() {
		t.Error("the day page does not name one of yesterday")
	}
}

// What associates booked and did not pay for a day stands in a tray of its own, which leads to the payment and to their list.
func TestAgenda_UnpaidOwn(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update services set status = 'Aguardando Pagamento', price = 180, created_by_user_code = null, consultation_date = now() + interval '6 days',
		date_created = now() - interval '25 hours' where id = 2`)
	bruno := app.As(t, dbtest.Bruno)
	tray := bruno.GET(agendaPath).Want(200).HTML().Find("#nao-pagos")
	if !strings.Contains(tray.Text(), dbtest.DrOtavio.Name) || tray.Find(`a[href="`+joaosPage+`/pagar"]`).Length() != 1 {
		t.Errorf("the tray is %q", tray.Text())
	}
	if words := bruno.GET("/painel/agenda/lista?quando=todas&nao_pagos=1").Want(200).
		Words(); !strings.Contains(words, dbtest.Pipoca.FullName()) || strings.Contains(words, dbtest.Miguel.FullName()) {
		t.Errorf("the list has %s", words)
	}
	app.Exec(t, "update services set date_created = now() - interval '23 hours' where id = 2")
	if bruno.GET(agendaPath).Want(200).HTML().Find("#nao-pagos").Length() != 0 {
		t.Error("one of today stands in the tray")
	}
}

// The record of a professional leads to all their services, and that of an associate to the form for a new one.
func TestAgenda_LinksOfRecords(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	bruno := app.As(t, dbtest.Bruno)
	app.Exec(t, "update services set consultation_date = null where id = 2")
	all, _ := bruno.GET("/painel/profissionais/2").Want(200).HTML().Find(`a[href*="/painel/agenda/lista?"]`).Attr("href")
	if words := bruno.GET(all).Want(200).Words(); !strings.Contains(words, dbtest.Pipoca.FullName()) ||
		strings.Contains(words, dbtest.Miguel.FullName()) {
		t.Errorf("%s lists %s", all, words)
	}
	form, _ := bruno.GET("/painel/associados/3").Want(200).HTML().Find(`a[href^="` + newPath + `?associado="]`).Attr("href")
	if words := bruno.GET(form).Want(200).Words(); !strings.Contains(words, dbtest.Joao.FullName()) {
		t.Errorf("%s shows %s", form, words)
	}
	if app.As(t, dbtest.Fernando).GET("/painel/associados/3").HTML().Find(`a[href^="`+newPath+`"]`).Length() != 0 {
		t.Error("Financeiro may not book and is offered to")
	}
}
