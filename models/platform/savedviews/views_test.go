package savedviews_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/savedviews"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

var (
	camila, bruno, fernando = dbtest.Camila.Caller(), dbtest.Bruno.Caller(), dbtest.Fernando.Caller()
	priscila                = dbtest.Priscila.Caller()
	// An associate and a token with Bruno's id.
	associate = auth.Caller{Kind: auth.Associate, ID: dbtest.Bruno.ID}
	token     = auth.Caller{Kind: auth.Token, ID: dbtest.Bruno.ID, Scopes: []string{"*"}}
)

func save(t *testing.T, connection *db.Connection, by auth.Caller, name string, roles ...auth.Role) savedviews.View {
	t.Helper()
	view, err := savedviews.Save(t.Context(), connection.DB, by.At(dbtest.Today),
		savedviews.SaveInput{Page: "lista", Fields: savedviews.Fields{Name: patch.Of(name), Query: patch.Of("q=" + name),
			SharedWith: patch.Of(roles)}})
	if err != nil {
		t.Fatal(err)
	}
	return view
}

func names(t *testing.T, connection *db.Connection, by auth.Caller) string {
	t.Helper()
	found, err := savedviews.ListFor(t.Context(), connection.DB, by, "lista")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, view := range found {
		all = append(all, view.Name)
	}
	return strings.Join(all, " ")
}

func TestListFor_OwnerAndRole(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	save(t, connection, bruno, "zebra")
	save(t, connection, bruno, "  Água ")
	save(t, connection, bruno, "financeiro", auth.Financeiro, auth.Financeiro)
	save(t, connection, fernando, "cofre")
	save(t, connection, fernando, "ambos", auth.Acolhimento, auth.Producao)
	if _, err := savedviews.Save(t.Context(), connection.DB, bruno.At(dbtest.Today),
		savedviews.SaveInput{Page: "outra", Fields: savedviews.Fields{Name: patch.Of("alheia")}}); err != nil {
		t.Fatal(err)
	}
	for by, want := range map[*auth.Caller]string{
		&bruno: "Água financeiro zebra ambos", &fernando: "ambos cofre financeiro", &priscila: "ambos",
		&camila: "ambos financeiro", &associate: "", &token: "", {}: "",
	} {
		if got := names(t, connection, *by); got != want {
			t.Errorf("%s %d sees %q, want %q", by.Kind, by.ID, got, want)
		}
	}
}

// An operator who does not see a view gets 404, one who sees it but may not change it 403.
func TestChange_Permission(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	own := save(t, connection, bruno, "minha")
	shared := save(t, connection, bruno, "nossa", auth.Financeiro)
	for name, c := range map[string]struct {
		by          auth.Caller
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
			_, err := savedviews.Change(t.Context(), connection.DB, c.by.At(dbtest.Today),
				savedviews.ChangeInput{ID: id, Fields: savedviews.Fields{Query: patch.Of("q=nova")}})
			if (want == "") != (err == nil) || err != nil && !errs.HasCode(err, want) {
				t.Errorf("%s changes %d: %v, want %q", name, id, err, want)
			}
			if want == "" {
				continue
			}
			if _, err := savedviews.Remove(t.Context(), connection.DB, c.by, id); !errs.HasCode(err, want) {
				t.Errorf("%s removes %d: %v, want %q", name, id, err, want)
			}
		}
	}
	if _, err := savedviews.Remove(t.Context(), connection.DB, camila, shared.ID); err != nil {
		t.Error(err)
	}
	if got := names(t, connection, bruno); got != "minha" {
		t.Errorf("left are %q", got)
	}
}

func TestChange_OnlySentFields(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	view := save(t, connection, bruno, "uma", auth.Financeiro)
	save(t, connection, bruno, "outra")
	later := dbtest.Today.Add(time.Hour)
	change := func(fields savedviews.Fields) (savedviews.View, error) {
		return savedviews.Change(t.Context(), connection.DB, bruno.At(later), savedviews.ChangeInput{ID: view.ID, Fields: fields})
	}
	if _, err := change(savedviews.Fields{Name: patch.Of(" Nova ")}); err != nil {
		t.Fatal(err)
	}
	if _, err := change(savedviews.Fields{SharedWith: patch.Of([]auth.Role{})}); err != nil {
		t.Fatal(err)
	}
	stored, err := savedviews.FindFor(t.Context(), connection.DB, bruno, view.ID)
	if err != nil || stored.Name != "Nova" || stored.Query != "q=uma" || stored.IsShared() || !stored.DateUpdated.Equal(later) ||
		!stored.DateCreated.Equal(dbtest.Today) {
		t.Errorf("stored is %+v (%v)", stored, err)
	}
	for name, c := range map[string]struct {
		input savedviews.Fields
		code  string
	}{
		"no name":      {savedviews.Fields{Name: patch.Of("  ")}, errs.CodeValidation},
		"long name":    {savedviews.Fields{Name: patch.Of(strings.Repeat("á", 81))}, errs.CodeValidation},
		"taken name":   {savedviews.Fields{Name: patch.Of("outra")}, errs.CodeConflict},
		"long query":   {savedviews.Fields{Query: patch.Of(strings.Repeat("q", 4001))}, errs.CodeValidation},
		"professional": {savedviews.Fields{SharedWith: patch.Of([]auth.Role{auth.Profissional})}, errs.CodeValidation},
		"unknown role": {savedviews.Fields{SharedWith: patch.Of([]auth.Role{"Chefe"})}, errs.CodeValidation},
	} {
		if _, err := change(c.input); !errs.HasCode(err, c.code) {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
	}
	if after, err := savedviews.FindFor(t.Context(), connection.DB, bruno, view.ID); err != nil || after.Name != "Nova" ||
		after.Query != "q=uma" {
		t.Errorf("after refusals it is %+v (%v)", after, err)
	}
}

// A page has at most thirty views of an operator, also if two tabs save concurrently.
func TestSave_Limit(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	var saved, refused atomic.Int32
	var saving sync.WaitGroup
	for n := range 34 {
		saving.Go(func() {
			_, err := savedviews.Save(t.Context(), connection.DB, bruno.At(dbtest.Today),
				savedviews.SaveInput{Page: "lista", Fields: savedviews.Fields{Name: patch.Of(strings.Repeat("x", n+1))}})
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
	if saved.Load() != savedviews.MostPerPage || refused.Load() != 4 {
		t.Errorf("%d saved, %d refused", saved.Load(), refused.Load())
	}
	if _, err := savedviews.Save(t.Context(), connection.DB, bruno.At(dbtest.Today),
		savedviews.SaveInput{Page: "outra", Fields: savedviews.Fields{Name: patch.Of("x")}}); err != nil {
		t.Errorf("on another page: %v", err)
	}
	for _, by := range []auth.Caller{associate, token, {}} {
		if _, err := savedviews.Save(t.Context(), connection.DB, by.At(dbtest.Today),
			savedviews.SaveInput{Page: "lista", Fields: savedviews.Fields{Name: patch.Of("x")}}); !errs.HasCode(err, errs.CodeForbidden) {
			t.Errorf("%s saves: %v", by.Kind, err)
		}
	}
}
