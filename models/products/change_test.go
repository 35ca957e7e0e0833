package products_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"acolhe/models/platform/dbtest"
	"acolhe/models/products"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
)

var now = dbtest.Today

func TestSizesAreReadAsPeopleAndScriptsWriteThem(t *testing.T) {
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

// What is answered is what is stored, to the last decimal.
func TestAnAnswerIsWhatIsStored(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	var width products.Centimetres
	if err := width.UnmarshalText([]byte("5,25")); err != nil {
		t.Fatal(err)
	}
	added, err := products.Add(t.Context(), connection.DB, auth.Caller{}.At(now), products.AddInput{Code: " X ", Name: "X", Price: money.MustParse("1.5"), WidthCm: &width})
	if err != nil {
		t.Fatal(err)
	}
	stored, err := products.FindByID(t.Context(), connection.DB, added.ID)
	if err != nil || stored.Code != "X" || stored.WidthCm.String() != "5.25" || !stored.Active {
		t.Errorf("stored %+v (%v)", stored, err)
	}
	if _, err := products.Add(t.Context(), connection.DB, auth.Caller{}.At(now), products.AddInput{Code: "X", Name: "Y"}); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("the same code again gave %v", err)
	}
}

func TestAnEditIsOfTheEditionThatWasSeen(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	oil, err := products.FindByID(t.Context(), connection.DB, dbtest.Oil.ID)
	if err != nil {
		t.Fatal(err)
	}
	seen, err := oil.Edition()
	if err != nil {
		t.Fatal(err)
	}
	edit := func(name string) error {
		input := products.EditInput{ChangeInput: products.ChangeInput{ID: oil.ID, Name: patch.Of(name)}, Edition: seen}
		_, err := products.Edit(t.Context(), connection.DB, auth.Caller{}.At(now.Add(time.Hour)), input)
		return err
	}
	if err := edit("Óleo novo"); err != nil {
		t.Fatal(err)
	}
	if err := edit("Óleo velho"); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("a stale edit gave %v", err)
	}
	if row, err := products.FindByID(t.Context(), connection.DB, oil.ID); err != nil || row.Name != "Óleo novo" {
		t.Errorf("stored is %q (%v)", row.Name, err)
	}
	unknown := products.EditInput{ChangeInput: products.ChangeInput{ID: 999}, Edition: seen}
	if _, err := products.Edit(t.Context(), connection.DB, auth.Caller{}.At(now), unknown); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown one gave %v", err)
	}
}
