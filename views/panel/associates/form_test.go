package associates

import (
	"testing"

	"acolhe/models/associates"
	"acolhe/models/types/civil"
)

// A field without a label, or one that the form begins without, is a field forgotten.
func TestForm_EveryFieldNamedAndStored(t *testing.T) {
	t.Parallel()
	day, gender, kind, weight := civil.MustParse("1985-03-14"), associates.Female, associates.ForPet, associates.Kilos(4.25)
	form := Form{Row: associates.Associate{BirthDate: &day, Gender: &gender, ResponsibleType: &kind, WeightKg: &weight}}
	stored := form.stored()
	for _, name := range formFields {
		if _, known := stored[name]; !known || Label(name) == "" {
			t.Errorf("%s has no label or no stored value", name)
		}
	}
	if stored["weight_kg"] != "4,25" || stored["birth_date"] != "14/03/1985" {
		t.Errorf("the form begins with %q and %q", stored["weight_kg"], stored["birth_date"])
	}
}
