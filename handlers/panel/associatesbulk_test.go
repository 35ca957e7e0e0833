package panel_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/dbtest"
)

const tagging = "/painel/associados/etiquetar"

func TestTaggingChosenAssociates(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	chosen := url.Values{"ids": {"1", "3", "3"}, "tag": {"Prioritário"}, "volta": {"/painel/associados?uf=SC"}}
	worn := func(want int) {
		t.Helper()
		if got := app.Count(t, "users", `tags = '["Prioritário"]'`); got != want {
			t.Errorf("%d wear the tag, want %d", got, want)
		}
	}
	for range 2 {
		if at := bruno.Form(tagging, chosen).Want(303).Location(); at != "/painel/associados?uf=SC" {
			t.Errorf("it leads to %s", at)
		}
		worn(2)
	}
	bruno.Form("/painel/associados/desetiquetar", url.Values{"ids": {"1"}, "tag": {"Prioritário"}, "volta": {"https://evil.example"}}).Want(303)
	worn(1)
}

// All or nothing: one who is no associate keeps the others from the tag.
func TestTaggingIsRefusedWhole(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	many := url.Values{"tag": {"Prioritário"}}
	for id := 1; id <= 501; id++ {
		many.Add("ids", strconv.Itoa(id))
	}
	for _, c := range map[string]struct {
		form   url.Values
		status int
	}{
		"nobody":     {url.Values{"tag": {"Prioritário"}}, 400},
		"no tag":     {url.Values{"ids": {"1"}, "tag": {" "}}, 400},
		"long tag":   {url.Values{"ids": {"1"}, "tag": {strings.Repeat("a", 61)}}, 400},
		"no number":  {url.Values{"ids": {"1", "x"}, "tag": {"Prioritário"}}, 400},
		"stranger":   {url.Values{"ids": {"1", "999"}, "tag": {"Prioritário"}}, 404},
		"a patient":  {url.Values{"ids": {"1", "2"}, "tag": {"Prioritário"}}, 404},
		"overflowed": {many, 400},
	} {
		bruno.Form(tagging, c.form).Want(c.status)
	}
	chosen := url.Values{"ids": {"1"}, "tag": {"Prioritário"}}
	for _, reader := range []dbtest.Operator{dbtest.Priscila, dbtest.Fernando, dbtest.Renata} {
		app.As(t, reader).Form(tagging, chosen).Want(403)
	}
	if page := app.As(t, dbtest.Priscila).GET("/painel/associados").Want(200).Body; strings.Contains(page, "Etiquetar") || strings.Contains(page, `name="ids"`) {
		t.Error("Priscila is offered what she may not do")
	}
	app.WithToken(t, "*").Form(tagging, chosen).Want(403)
	if app.Count(t, "users", "tags <> '[]'") != 0 {
		t.Error("somebody wears a tag")
	}
}
