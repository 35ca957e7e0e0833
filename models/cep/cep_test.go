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

// shortTimeout returns a directory with a timeout of 300 ms.
func shortTimeout(sim *cepsim.ViaCEP) cep.Directory {
	return cep.Directory{URL: sim.URL, Timeout: 300 * time.Millisecond}
}

func TestLookup(t *testing.T) {
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
	if requests := sim.Requests(); len(requests) != 3 {
		t.Errorf("fetched %v", requests)
	}
}

// An address is fetched once in thirty days, an unknown code once a day.
func TestLookup_Cached(t *testing.T) {
	t.Parallel()
	connection, sim := dbtest.New(t), cepsim.New(t)
	directory := shortTimeout(sim)
	for _, step := range []struct {
		after time.Duration
		code  string
		fetch bool
	}{
		{0, cepsim.Felipe, true}, {0, cepsim.Unknown, true}, {0, cepsim.AlsoUnknown, true},
		{day - time.Second, cepsim.Unknown, false}, {day, cepsim.Unknown, true}, {day, cepsim.AlsoUnknown, true},
		{30*day - time.Second, cepsim.Felipe, false}, {30 * day, cepsim.Felipe, true}, {31 * day, cepsim.Felipe, false},
	} {
		before := len(sim.Requests())
		found, err := directory.Lookup(t.Context(), connection.DB, step.code, dbtest.Today.Add(step.after))
		if known := step.code == cepsim.Felipe; known != (err == nil) || known != (found.City == "Florianópolis") {
			t.Errorf("after %s %s is %+v (%v)", step.after, step.code, found, err)
		}
		if fetched := len(sim.Requests()) > before; fetched != step.fetch {
			t.Errorf("after %s %s is fetched: %v", step.after, step.code, fetched)
		}
	}
}

// Every failure of the directory is PROVIDER_ERROR within the timeout, and nothing is cached.
func TestLookup_DirectoryFails(t *testing.T) {
	t.Parallel()
	connection, sim := dbtest.New(t), cepsim.New(t)
	for _, fault := range cepsim.Faults() {
		sim.Fail(fault)
		_, err := shortTimeout(sim).Lookup(t.Context(), connection.DB, cepsim.Felipe, dbtest.Today)
		if !errs.HasCode(err, cep.CodeProvider) || strings.Contains(err.Error(), cepsim.Felipe) {
			t.Errorf("%s: %v", fault, err)
		}
	}
	if slices.Contains(sim.Requests(), cepsim.Se) {
		t.Error("the redirect was followed")
	}
	for name, directory := range map[string]cep.Directory{"nothing listens": {URL: "http://127.0.0.1:1"}, "none": {},
		"no address": {URL: "::"}} {
		if _, err := directory.Lookup(t.Context(), connection.DB, cepsim.Felipe, dbtest.Today); !errs.HasCode(err, cep.CodeProvider) {
			t.Errorf("%s: %v", name, err)
		}
	}
	sim.Fail(cepsim.Healthy)
	if _, err := shortTimeout(sim).Lookup(t.Context(), connection.DB, cepsim.Felipe, dbtest.Today); err != nil {
		t.Errorf("a failure was cached: %v", err)
	}
}

// An expired address is still returned while the directory fails.
func TestLookup_ExpiredAddress(t *testing.T) {
	t.Parallel()
	connection, sim := dbtest.New(t), cepsim.New(t)
	for _, code := range []string{cepsim.Felipe, cepsim.Unknown} {
		_, _ = shortTimeout(sim).Lookup(t.Context(), connection.DB, code, dbtest.Today)
	}
	sim.Fail(cepsim.Broken)
	later := dbtest.Today.Add(40 * day)
	if found, err := shortTimeout(sim).Lookup(t.Context(), connection.DB, cepsim.Felipe, later); err != nil || found.State != "SC" {
		t.Errorf("found %+v (%v)", found, err)
	}
	if _, err := shortTimeout(sim).Lookup(t.Context(), connection.DB, cepsim.Unknown, later); !errs.HasCode(err, cep.CodeProvider) {
		t.Errorf("that a code was unknown is still believed: %v", err)
	}
}
