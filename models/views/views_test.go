package views_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"acolhe/models/db"
	"acolhe/models/dbtest"
	"acolhe/models/errs"
	"acolhe/models/patch"
	"acolhe/models/person"
	"acolhe/models/views"
)

func operator(of dbtest.Operator) person.Person {
	return person.Person{Kind: person.Operator, ID: of.ID, Code: of.UserCode, Roles: []person.Role{of.Role}}
}

var (
	camila, bruno, fernando = operator(dbtest.Camila), operator(dbtest.Bruno), operator(dbtest.Fernando)
	priscila                = operator(dbtest.Priscila)
	// The same number as Bruno's, of an associate and of a token.
	associate = person.Person{Kind: person.Associate, ID: dbtest.Bruno.ID}
	token     = person.Person{Kind: person.Token, ID: dbtest.Bruno.ID, Scopes: []string{"*"}}
)

func save(t *testing.T, connection *db.Connection, by person.Person, name string, roles ...person.Role) views.View {
	t.Helper()
	view, err := views.Save(t.Context(), connection.DB, by,
		views.SaveInput{Page: "lista", Name: name, Query: "q=" + name, SharedWith: roles}, dbtest.Today)
	if err != nil {
		t.Fatal(err)
	}
	return view
}

func names(t *testing.T, connection *db.Connection, by person.Person) string {
	t.Helper()
	found, err := views.ListFor(t.Context(), connection.DB, by, "lista")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, view := range found {
		all = append(all, view.Name)
	}
	return strings.Join(all, " ")
}

func TestViewsAreSeenByTheirOwnerAndByRole(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	save(t, connection, bruno, "zebra")
	save(t, connection, bruno, "  Água ")
	save(t, connection, bruno, "financeiro", person.Financeiro, person.Financeiro)
	save(t, connection, fernando, "cofre")
	save(t, connection, fernando, "ambos", person.Acolhimento, person.Producao)
	if _, err := views.Save(t.Context(), connection.DB, bruno, views.SaveInput{Page: "outra", Name: "alheia"}, dbtest.Today); err != nil {
		t.Fatal(err)
	}
	for by, want := range map[*person.Person]string{
		&bruno: "Água financeiro zebra ambos", &fernando: "ambos cofre financeiro", &priscila: "ambos",
		&camila: "ambos financeiro", &associate: "", &token: "", {}: "",
	} {
		if got := names(t, connection, *by); got != want {
			t.Errorf("%s %d sees %q, want %q", by.Kind, by.ID, got, want)
		}
	}
}

// Who does not see a view does not learn that it is there; who sees it may yet not change it.
func TestWhoMayChangeAView(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	own := save(t, connection, bruno, "minha")
	shared := save(t, connection, bruno, "nossa", person.Financeiro)
	for name, c := range map[string]struct {
		by          person.Person
		own, shared string
	}{
		"owner":         {bruno, "", ""},
		"administrator": {camila, errs.CodeNotFound, ""},
		"reader":        {fernando, errs.CodeNotFound, errs.CodeForbidden},
		"stranger":      {priscila, errs.CodeNotFound, errs.CodeNotFound},
		"associate":     {associate, errs.CodeNotFound, errs.CodeNotFound},
		"token":         {token, errs.CodeNotFound, errs.CodeNotFound},
	} {
		for id, want := range map[int64]string{own.ID: c.own, shared.ID: c.shared} {
			_, err := views.Change(t.Context(), connection.DB, c.by, views.ChangeInput{ID: id, Query: patch.Of("q=nova")}, dbtest.Today)
			if (want == "") != (err == nil) || err != nil && !errs.HasCode(err, want) {
				t.Errorf("%s changes %d: %v, want %q", name, id, err, want)
			}
			if want == "" {
				continue
			}
			if _, err := views.Remove(t.Context(), connection.DB, c.by, id); !errs.HasCode(err, want) {
				t.Errorf("%s removes %d: %v, want %q", name, id, err, want)
			}
		}
	}
	if _, err := views.Remove(t.Context(), connection.DB, camila, shared.ID); err != nil {
		t.Error(err)
	}
	if got := names(t, connection, bruno); got != "minha" {
		t.Errorf("left are %q", got)
	}
}

func TestAChangeTouchesWhatWasSent(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	view := save(t, connection, bruno, "uma", person.Financeiro)
	save(t, connection, bruno, "outra")
	later := dbtest.Today.Add(time.Hour)
	change := func(input views.ChangeInput) (views.View, error) {
		input.ID = view.ID
		return views.Change(t.Context(), connection.DB, bruno, input, later)
	}
	if _, err := change(views.ChangeInput{Name: patch.Of(" Nova ")}); err != nil {
		t.Fatal(err)
	}
	if _, err := change(views.ChangeInput{SharedWith: patch.Of([]person.Role{})}); err != nil {
		t.Fatal(err)
	}
	stored, err := views.FindFor(t.Context(), connection.DB, bruno, view.ID)
	if err != nil || stored.Name != "Nova" || stored.Query != "q=uma" || stored.IsShared() || !stored.DateUpdated.Equal(later) || !stored.DateCreated.Equal(dbtest.Today) {
		t.Errorf("stored is %+v (%v)", stored, err)
	}
	for name, c := range map[string]struct {
		input views.ChangeInput
		code  string
	}{
		"no name":      {views.ChangeInput{Name: patch.Of("  ")}, errs.CodeValidation},
		"long name":    {views.ChangeInput{Name: patch.Of(strings.Repeat("á", 81))}, errs.CodeValidation},
		"taken name":   {views.ChangeInput{Name: patch.Of("outra")}, errs.CodeConflict},
		"long query":   {views.ChangeInput{Query: patch.Of(strings.Repeat("q", 4001))}, errs.CodeValidation},
		"professional": {views.ChangeInput{SharedWith: patch.Of([]person.Role{person.Profissional})}, errs.CodeValidation},
		"unknown role": {views.ChangeInput{SharedWith: patch.Of([]person.Role{"Chefe"})}, errs.CodeValidation},
	} {
		if _, err := change(c.input); !errs.HasCode(err, c.code) {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
	}
	if after, err := views.FindFor(t.Context(), connection.DB, bruno, view.ID); err != nil || after.Name != "Nova" || after.Query != "q=uma" {
		t.Errorf("after refusals it is %+v (%v)", after, err)
	}
}

// Thirty of a page are enough, also when two tabs save the last one at once.
func TestThirtyViewsOfAPage(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	var saved, refused atomic.Int32
	var saving sync.WaitGroup
	for n := range 34 {
		saving.Go(func() {
			_, err := views.Save(t.Context(), connection.DB, bruno,
				views.SaveInput{Page: "lista", Name: strings.Repeat("x", n+1)}, dbtest.Today)
			switch {
			case err == nil:
				saved.Add(1)
			case errs.HasCode(err, errs.CodeConflict):
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	saving.Wait()
	if saved.Load() != views.MostPerPage || refused.Load() != 4 {
		t.Errorf("%d saved, %d refused", saved.Load(), refused.Load())
	}
	if _, err := views.Save(t.Context(), connection.DB, bruno, views.SaveInput{Page: "outra", Name: "x"}, dbtest.Today); err != nil {
		t.Errorf("on another page: %v", err)
	}
	for _, by := range []person.Person{associate, token, {}} {
		if _, err := views.Save(t.Context(), connection.DB, by, views.SaveInput{Page: "lista", Name: "x"}, dbtest.Today); !errs.HasCode(err, errs.CodeForbidden) {
			t.Errorf("%s saves: %v", by.Kind, err)
		}
	}
}
