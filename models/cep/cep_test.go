package cep_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"acolhe/models/cep"
	"acolhe/models/cep/cepsim"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/errs"
)

const day = 24 * time.Hour

// hurried does not wait two seconds for what never comes.
func hurried(sim *cepsim.ViaCEP) cep.Directory {
	return cep.Directory{URL: sim.URL, Patience: 300 * time.Millisecond}
}

func TestLookupFindsAddresses(t *testing.T) {
	t.Parallel()
	connection, sim := dbtest.New(t), cepsim.New(t)
	directory := cep.Directory{URL: sim.URL + "/"}
	for typed, want := range map[string]cep.Address{
		"88010-000":  {CEP: cepsim.Felipe, Street: "Rua Felipe Schmidt", Neighborhood: "Centro", City: "Florianópolis", State: "SC"},
		" 01001.000": {CEP: cepsim.Se, Street: "Praça da Sé", Neighborhood: "Sé", City: "São Paulo", State: "SP"},
		cepsim.Town:  {CEP: cepsim.Town, City: "Alto Paraíso de Goiás", State: "GO"},
	} {
		found, err := directory.Lookup(t.Context(), connection.DB, typed, dbtest.Today)
		if err != nil || found != want {
			t.Errorf("%q: %+v (%v), want %+v", typed, found, err, want)
		}
	}
	for _, typed := range []string{"", "8801000", "880100000", "00000-000", "abcdefgh"} {
		if _, err := directory.Lookup(t.Context(), connection.DB, typed, dbtest.Today); !errs.HasCode(err, errs.CodeValidation) {
			t.Errorf("%q: %v", typed, err)
		}
	}
	if asked := sim.Asked(); len(asked) != 3 {
		t.Errorf("asked for %v", asked)
	}
}

// An address is asked for once in thirty days, a code that is none once a day.
func TestAnswersAreKept(t *testing.T) {
	t.Parallel()
	connection, sim := dbtest.New(t), cepsim.New(t)
	directory := hurried(sim)
	for _, step := range []struct {
		after time.Duration
		code  string
		asks  bool
	}{
		{0, cepsim.Felipe, true}, {0, cepsim.Unknown, true}, {0, cepsim.AlsoUnknown, true},
		{day - time.Second, cepsim.Unknown, false}, {day, cepsim.Unknown, true}, {day, cepsim.AlsoUnknown, true},
		{30*day - time.Second, cepsim.Felipe, false}, {30 * day, cepsim.Felipe, true}, {31 * day, cepsim.Felipe, false},
	} {
		before := len(sim.Asked())
		found, err := directory.Lookup(t.Context(), connection.DB, step.code, dbtest.Today.Add(step.after))
		if known := step.code == cepsim.Felipe; known != (err == nil) || known != (found.City == "Florianópolis") {
			t.Errorf("after %s %s is %+v (%v)", step.after, step.code, found, err)
		}
		if asks := len(sim.Asked()) > before; asks != step.asks {
			t.Errorf("after %s the directory is asked for %s: %v", step.after, step.code, asks)
		}
	}
}

// However the directory fails, the answer is that it does not say, in time, and nothing is kept.
func TestEveryFaultIsTheSameRefusal(t *testing.T) {
	t.Parallel()
	connection, sim := dbtest.New(t), cepsim.New(t)
	for _, fault := range cepsim.Faults() {
		sim.Fail(fault)
		_, err := hurried(sim).Lookup(t.Context(), connection.DB, cepsim.Felipe, dbtest.Today)
		if !errs.HasCode(err, cep.CodeProvider) || strings.Contains(err.Error(), cepsim.Felipe) {
			t.Errorf("%s: %v", fault, err)
		}
	}
	if asked := sim.Asked(); slices.Contains(asked, cepsim.Se) {
		t.Error("the redirect was followed")
	}
	for name, directory := range map[string]cep.Directory{"nothing listens": {URL: "http://127.0.0.1:1"}, "none": {}, "no address": {URL: "::"}} {
		if _, err := directory.Lookup(t.Context(), connection.DB, cepsim.Felipe, dbtest.Today); !errs.HasCode(err, cep.CodeProvider) {
			t.Errorf("%s: %v", name, err)
		}
	}
	sim.Fail(cepsim.Sound)
	if _, err := hurried(sim).Lookup(t.Context(), connection.DB, cepsim.Felipe, dbtest.Today); err != nil {
		t.Errorf("a failure was kept: %v", err)
	}
}

// An address that has grown old still serves while the directory is away.
func TestAnOldAddressIsBetterThanNone(t *testing.T) {
	t.Parallel()
	connection, sim := dbtest.New(t), cepsim.New(t)
	for _, code := range []string{cepsim.Felipe, cepsim.Unknown} {
		_, _ = hurried(sim).Lookup(t.Context(), connection.DB, code, dbtest.Today)
	}
	sim.Fail(cepsim.Broken)
	later := dbtest.Today.Add(40 * day)
	if found, err := hurried(sim).Lookup(t.Context(), connection.DB, cepsim.Felipe, later); err != nil || found.State != "SC" {
		t.Errorf("found %+v (%v)", found, err)
	}
	if _, err := hurried(sim).Lookup(t.Context(), connection.DB, cepsim.Unknown, later); !errs.HasCode(err, cep.CodeProvider) {
		t.Errorf("that a code was unknown is still believed: %v", err)
	}
}
