package panel_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// An entry is typed as people write it, stands in the month and its file, and can be removed and brought back.
func TestCashbook(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	fernando := app.As(t, dbtest.Fernando)
	const page = "/painel/resultado"
	if day := fernando.GET(page).Want(200).Fields().Get("day"); len(day) != len("03/11/2026") {
		t.Errorf("the day of a new entry of this month is %q", day)
	}
	if day := fernando.GET(page + "?mes=2020-01").Want(200).Fields().Get("day"); day != "" {
		t.Errorf("the day of a new entry of another month is %q", day)
	}
	to := fernando.Form(page, url.Values{"kind": {"cost"}, "category": {"Aluguel"}, "value": {"1.234,50"}, "day": {"03/11/2026"},
		"note": {"sala 2"}}).Want(303).Location()
	if to != page+"?mes=2026-11" {
		t.Errorf("leads to %s", to)
	}
	if words := fernando.GET(to).Want(200).Words(); !strings.Contains(words, "Aluguel") || !strings.Contains(words, "1.234,50") {
		t.Errorf("the month says %s", words)
	}
	if file := fernando.GET(page + "/arquivo.csv?mes=2026-11").Want(200).CSV(); len(file) < 5 {
		t.Errorf("the file is %q", file)
	}
	refused := fernando.Form(page, url.Values{"kind": {"cost"}, "category": {"Aluguel"}, "value": {"dez"}, "day": {"31/02/2026"}}).Want(422)
	if fields := refused.Fields(); fields.Get("category") != "Aluguel" {
		t.Errorf("the refused form holds %v", fields)
	}
	removed := fernando.Form(page+"/1/remover", nil).Want(303)
	if app.Count(t, "cash_entries", "true") != 0 {
		t.Error("the entry is still there")
	}
	fernando.Form(removed.Notice().Undo, nil).Want(303)
	if app.Count(t, "cash_entries", "note = 'sala 2'") != 1 {
		t.Error("the entry does not come back")
	}
	fernando.Form(page+"/fechar", url.Values{"mes": {"2026-11"}}).Want(303)
	fernando.Form(page+"/1/remover", nil).Want(409)
	fernando.Form(page+"/reabrir", url.Values{"mes": {"2026-11"}}).Want(403)
	app.As(t, dbtest.Camila).Form(page+"/reabrir", url.Values{"mes": {"2026-11"}}).Want(303)
	app.As(t, dbtest.Bruno).GET(page).Want(403)
	app.As(t, dbtest.Renata).GET(page).Want(403)
}
