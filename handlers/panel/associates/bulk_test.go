package associates_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/tasks"
)

const tagging = "/painel/associados/etiquetar"

func TestBulkActions_TagSelected(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	chosen := url.Values{"ids": {"1", "3", "3"}, "tag": {"Prioritário"}, "volta": {"/painel/associados?uf=SC"}}
	wantTagged := func(want int) {
		t.Helper()
		if got := app.Count(t, "users", `tags = '["Prioritário"]'`); got != want {
			t.Errorf("%d have the tag, want %d", got, want)
		}
	}
	for range 2 {
		if at := bruno.Form(tagging, chosen).Want(303).Location(); at != "/painel/associados?uf=SC" {
			t.Errorf("it leads to %s", at)
		}
		wantTagged(2)
	}
	bruno.Form("/painel/associados/desetiquetar", url.Values{"ids": {"1"}, "tag": {"Prioritário"}, "volta": {"https://evil.example"}}).
		Want(303)
	wantTagged(1)
}

// All or nothing: if one person is not an associate, none gets the tag.
func TestApply_TaggingRefusedWhole(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	many := url.Values{"tag": {"Prioritário"}}
	for id := 1; id <= tasks.MaxPicked+1; id++ {
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
	page := app.As(t, dbtest.Priscila).GET("/painel/associados").Want(200).Body
	for _, offer := range []string{"Etiquetar", "Enviar para a recepção"} {
		if strings.Contains(page, offer) {
			t.Errorf("Priscila is offered to %s", offer)
		}
	}
	app.WithToken(t, "*").Form(tagging, chosen).Want(403)
	if app.Count(t, "users", "tags <> '[]'") != 0 {
		t.Error("somebody wears a tag")
	}
}

const enqueueing = "/painel/associados/recepcao"

// Associates who already wait are skipped, matched by record or by e-mail.
func TestBulkActions_Enqueue(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "insert into reception (name, email, status) values ('Carla', $1, 'waiting')", dbtest.Carla.Email)
	bruno := app.As(t, dbtest.Bruno)
	chosen := url.Values{"ids": {"1", "3", "5", "3"}, "volta": {"/painel/associados?uf=SC"}}
	sent := bruno.Form(enqueueing, chosen).Want(303)
	if at := sent.Location(); at != "/painel/associados?uf=SC" {
		t.Errorf("it leads to %s", at)
	}
	if said := sent.Notice().Text; said != "1 na fila, 2\u00a0já esperavam." {
		t.Errorf("it says %q", said)
	}
	if came := app.Count(t, "reception", "completed_at is null and associate_code = $1 and email = $2 and phone = $3 and status = 'waiting' and is_associate",
		dbtest.Joao.UserCode, dbtest.Joao.Email, dbtest.Joao.Phone); came != 1 {
		t.Errorf("João waits %d times", came)
	}
	bruno.Form(enqueueing, chosen).Want(303)
	if open := app.Count(t, "reception", "completed_at is null"); open != 4 {
		t.Errorf("%d wait, want 4", open)
	}
}

func TestApply_EnqueueRefusedWhole(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	for name, c := range map[string]struct {
		form   url.Values
		status int
	}{
		"nobody":      {url.Values{}, 400},
		"no number":   {url.Values{"ids": {"3", "x"}}, 400},
		"stranger":    {url.Values{"ids": {"3", "999"}}, 404},
		"a patient":   {url.Values{"ids": {"3", "4"}}, 404},
		"no filter":   {url.Values{"todos": {"1"}, "filtros": {"fase=9"}}, 400},
		"nobody left": {url.Values{"todos": {"1"}, "filtros": {"uf=AC"}}, 400},
	} {
		if status := bruno.Form(enqueueing, c.form).StatusCode; status != c.status {
			t.Errorf("%s: %d, want %d", name, status, c.status)
		}
	}
	chosen := url.Values{"ids": {"3"}}
	for _, reader := range []dbtest.Operator{dbtest.Priscila, dbtest.Fernando, dbtest.Renata} {
		app.As(t, reader).Form(enqueueing, chosen).Want(403)
	}
	app.WithToken(t, "*").Form(enqueueing, chosen).Want(403)
	if open := app.Count(t, "reception", "completed_at is null"); open != 2 {
		t.Errorf("%d wait, want the 2 of the cast", open)
	}
}

// "All of the filter" means the rows that match when the button is pressed, whatever was selected.
func TestBulkActions_TagAllOfTheFilter(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	all := url.Values{"todos": {"1"}, "filtros": {"situacao=associado"}, "tag": {"Prioritário"}, "ids": {"5"}}
	if said := bruno.Form(tagging, all).Want(303).Notice().Text; said != "2\u00a0associados com a etiqueta “Prioritário”." {
		t.Errorf("it says %q", said)
	}
	if tagged := app.Count(t, "users", "tags <> '[]' and id in (1, 3)"); tagged != 2 || app.Count(t, "users", "tags <> '[]'") != 2 {
		t.Error("others have the tag")
	}
}
