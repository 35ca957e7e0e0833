package associates_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/errs"
)

func TestSearch_FoldsAndMatchesDigits(t *testing.T) {
	connection := dbtest.New(t)
	ana, joao, carla := dbtest.Ana.FullName(), dbtest.Joao.FullName(), dbtest.Carla.FullName()
	for words, want := range map[string][]string{
		"ana beatriz":         {ana},
		"BEATRIZ souza":       {ana},
		"joao":                {joao},
		"JOÃO conceicao":      {joao},
		"davila":              {carla},
		"529.982.247-25":      {ana},
		"529982":              {ana},
		"(11) 99999-0003":     {joao},
		"carla@exemplo":       {carla},
		"exemplo.org.br":      {ana, carla, joao},
		"miguel":              {},
		"be so":               {ana},
		"ea":                  {},
		"52":                  {ana},
		"82":                  {},
		"a":                   {},
		"   ":                 {},
		"%%":                  {},
		"'; drop table users": {},
	} {
		found, err := associates.Search(t.Context(), connection.DB, dbtest.Bruno.Caller(), words, 10)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) != len(want) {
			t.Errorf("%q finds %d, want %v", words, len(found), want)
			continue
		}
		for i, associate := range found {
			if associate.FullName() != want[i] {
				t.Errorf("%q finds %s at %d, want %s", words, associate.FullName(), i, want[i])
			}
		}
	}
	if found, err := associates.Search(t.Context(), connection.DB, dbtest.Bruno.Caller(), "exemplo", 2); err != nil || len(found) != 2 {
		t.Errorf("the limit gave %d (%v)", len(found), err)
	}
}

// Names that begin with the words come before those that contain them elsewhere.
func TestSearch_PrefixesFirst(t *testing.T) {
	connection := dbtest.New(t)
	for _, name := range []string{"Adriana Anacleto", "Anastácia Ribeiro", "Bia Anabela"} {
		if _, err := associates.Register(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), named(name)); err != nil {
			t.Fatal(err)
		}
	}
	found, err := associates.Search(t.Context(), connection.DB, dbtest.Bruno.Caller(), "aná", 10)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, associate := range found {
		names = append(names, associate.FullName())
	}
	if want := []string{dbtest.Ana.FullName(), "Anastácia Ribeiro", "Adriana Anacleto", "Bia Anabela"}; !slices.Equal(names, want) {
		t.Errorf("found %q, want %q", names, want)
	}
}

func TestFind_ByCodeAndID(t *testing.T) {
	connection := dbtest.New(t)
	ana, err := associates.FindByCodeFor(t.Context(), connection.DB, dbtest.Bruno.Caller(), uuid.MustParse(dbtest.Ana.UserCode))
	if err != nil || ana.ID != dbtest.Ana.ID || ana.ContactEmail() != dbtest.Ana.Email {
		t.Errorf("found %+v (%v)", ana, err)
	}
	ana, err = associates.FindByEmailFor(t.Context(), connection.DB, dbtest.Bruno.Caller(), dbtest.Ana.Email)
	if err != nil || ana.ID != dbtest.Ana.ID {
		t.Errorf("by e-mail: %+v (%v)", ana, err)
	}
	if _, err := associates.FindFor(t.Context(), connection.DB, dbtest.Bruno.Caller(), 999); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("a stranger is %v", err)
	}
	if _, err := associates.FindByCodeFor(t.Context(), connection.DB, dbtest.Bruno.Caller(), uuid.New()); !errs.HasCode(err,
		errs.CodeNotFound) {
		t.Errorf("a stranger is %v", err)
	}
}

func TestCountNew_NoPatients(t *testing.T) {
	connection := dbtest.New(t)
	for since, want := range map[time.Time]int{dbtest.Today.AddDate(-1, 0, 0): 3, dbtest.Today.AddDate(0, -2, 0): 2, dbtest.Today: 0} {
		if count, err := associates.CountNew(t.Context(), connection.DB, dbtest.Bruno.Caller(), since); err != nil || count != want {
			t.Errorf("since %s: %d (%v), want %d", since, count, err, want)
		}
	}
}
