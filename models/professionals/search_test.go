package professionals_test

import (
	"slices"
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/professionals"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

var (
	camila = auth.Caller{Kind: auth.Operator, Roles: []auth.Role{auth.Administrador}}
	renata = auth.Caller{Kind: auth.Operator, Roles: []auth.Role{auth.Profissional}, InternalCode: dbtest.DraRenata.Code}
)

func TestSearch(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	for words, want := range map[string][]string{
		"":            {dbtest.DrOtavio.Code, dbtest.DraRenata.Code},
		"otavio":      {dbtest.DrOtavio.Code},
		"RIBEIRO crm": {dbtest.DraRenata.Code},
		"otavio-crmv": {dbtest.DrOtavio.Code},
		"4321":        {dbtest.DrOtavio.Code},
		"ninguem":     nil,
	} {
		found, err := professionals.Search(t.Context(), tx, camila, words, 8)
		if err != nil {
			t.Fatal(err)
		}
		if got := codes(found); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", words, got, want)
		}
	}
}

// Scoped data rule 2: a partner sees their own record and no other.
func TestSearch_Partner(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	for code, want := range map[string][]string{dbtest.DraRenata.Code: {dbtest.DraRenata.Code}, "": nil, "GONE": nil} {
		partner := renata
		partner.InternalCode = code
		found, err := professionals.Search(t.Context(), tx, partner, "", 8)
		if err != nil {
			t.Fatal(err)
		}
		if got := codes(found); !slices.Equal(got, want) {
			t.Errorf("the partner %q sees %v, want %v", code, got, want)
		}
		if _, err := professionals.FindByCode(t.Context(), tx, partner, dbtest.DrOtavio.Code); !errs.HasCode(err, errs.CodeNotFound) {
			t.Errorf("the partner %q finds another: %v", code, err)
		}
		byID, err := professionals.ByIDs(t.Context(), tx, partner, []int64{dbtest.DraRenata.ID, dbtest.DrOtavio.ID})
		if err != nil || len(byID) != len(want) {
			t.Errorf("the partner %q finds %d by id (%v)", code, len(byID), err)
		}
	}
	found, err := professionals.FindByCode(t.Context(), tx, camila, dbtest.DrOtavio.Code)
	if err != nil || found.Name != dbtest.DrOtavio.Name {
		t.Errorf("found %+v, %v", found, err)
	}
}

func codes(found []professionals.Professional) []string {
	var codes []string
	for _, professional := range found {
		codes = append(codes, professional.Code)
	}
	return codes
}
