package products_test

import (
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/products"
	"acolhe/models/types/errs"
)

func TestPick(t *testing.T) {
	connection := dbtest.New(t)
	for named, want := range map[string]string{
		"OLEO-30": "OLEO-30", " oleo-30 ": "OLEO-30", "creme": "CREME-60", "alivio": "CREME-60",
		// Inactive, unknown, empty, and ambiguous.
		"OLEO-10": "", "nada": "", "": "", "  ": "", "0": "",
	} {
		product, err := products.Pick(t.Context(), connection.DB, dbtest.Bruno.Caller(), named)
		if product.Code != want && want != "" || (want == "") != errs.HasCode(err, errs.CodeNotFound) {
			t.Errorf("%q picks %q (%v), want %q", named, product.Code, err, want)
		}
	}
}

func TestSearch_ActiveProducts(t *testing.T) {
	connection := dbtest.New(t)
	for words, want := range map[string]int{"": 2, "oleo": 1, "ml": 1, "óleo 3.000": 1, "fora de linha": 0} {
		if found, err := products.Search(t.Context(), connection.DB, dbtest.Bruno.Caller(), words, 10); err != nil || len(found) != want {
			t.Errorf("%q finds %d (%v), want %d", words, len(found), err, want)
		}
	}
}
