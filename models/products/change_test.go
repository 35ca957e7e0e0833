package products_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/products"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
)

var now = dbtest.Today

func TestCentimetres_Parse(t *testing.T) {
	for typed, want := range map[string]string{
		"5,5": "5.5", " 12.25 ": "12.25", "0": "0", "1000": "1000", "1e3": "1000", "5,50": "5.5", "0,01": "0.01",
		"-1": "", "1000,01": "", "5,255": "", "x": "", "": "", "1,2,3": "", "1e999999999": "", "NaN": "", strings.Repeat("1", 33): "",
	} {
		var size products.Centimetres
		err := size.UnmarshalText([]byte(typed))
		if (err == nil) != (want != "") || err == nil && size.String() != want && size.String() != want+"0" {
			t.Errorf("%q is %s (%v), want %s", typed, size, err, want)
		}
	}
	var size products.Centimetres
	if err := json.Unmarshal([]byte(`5.25`), &size); err != nil || size.Typed() != "5,25" {
		t.Errorf("read %s (%v)", size, err)
	}
	if raw, err := json.Marshal(size); err != nil || string(raw) != "5.25" {
		t.Errorf("written %s (%v)", raw, err)
	}
	for _, wrong := range []string{`"5.25"`, `5.255`, `-1`, `true`, `{}`} {
		if err := json.Unmarshal([]byte(wrong), &size); err == nil {
			t.Errorf("%s passes as %s", wrong, size)
		}
	}
}

// The answer has the stored values, to the last decimal.
func TestAdd_StoredExactly(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	var width products.Centimetres
	if err := width.UnmarshalText([]byte("5,25")); err != nil {
		t.Fatal(err)
	}
	added, err := products.Add(t.Context(), connection.DB, auth.Caller{}.At(now), products.AddInput{Fields: products.Fields{
		Code: patch.Of(" X "), Name: patch.Of("X"), Price: patch.Of(money.MustParse("1.5")), WidthCm: patch.Of(width)}})
	if err != nil {
		t.Fatal(err)
	}
	stored, err := products.FindFor(t.Context(), connection.DB, dbtest.Camila.Caller(), added.ID)
	if err != nil || stored.Code != "X" || stored.WidthCm.String() != "5.25" || !stored.Active {
		t.Errorf("stored %+v (%v)", stored, err)
	}
	if _, err := products.Add(t.Context(), connection.DB, auth.Caller{}.At(now),
		products.AddInput{Fields: products.Fields{Code: patch.Of("X"), Name: patch.Of("Y")}}); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("the same code again gave %v", err)
	}
}

func TestChange_StaleVersion(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	oil, err := products.FindFor(t.Context(), connection.DB, dbtest.Camila.Caller(), dbtest.Oil.ID)
	if err != nil {
		t.Fatal(err)
	}
	version := db.VersionOf(connection.DB, &oil)
	edit := func(name string) error {
		input := products.ChangeInput{ID: oil.ID, Version: version, Fields: products.Fields{Name: patch.Of(name)}}
		_, err := products.Change(t.Context(), connection.DB, auth.Caller{}.At(now.Add(time.Hour)), input)
		return err
	}
	if err := edit("Óleo novo"); err != nil {
		t.Fatal(err)
	}
	if err := edit("Óleo velho"); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("a stale edit gave %v", err)
	}
	if row, err := products.FindFor(t.Context(), connection.DB, dbtest.Camila.Caller(), oil.ID); err != nil || row.Name != "Óleo novo" {
		t.Errorf("stored is %q (%v)", row.Name, err)
	}
	unknown := products.ChangeInput{ID: 999, Version: version}
	if _, err := products.Change(t.Context(), connection.DB, auth.Caller{}.At(now), unknown); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown one gave %v", err)
	}
}
