package associates

import (
	"slices"
	"testing"

	"acolhe/models/associates"
	"acolhe/models/types/civil"
)

// Every field of the input has a label and a stored value in the form.
func TestForm_EveryFieldNamedAndStored(t *testing.T) {
	t.Parallel()
	day, gender, kind, weight := civil.MustParse("1985-03-14"), associates.Female, associates.ForPet, associates.Kilos(4.25)
	row := associates.Associate{BirthDate: &day, Gender: &gender, ResponsibleType: &kind, WeightKg: &weight}
	stored := map[string]string{}
	for _, field := range slices.Concat(Form().Fields(), PatientForm(row).Fields()) {
		if field.Label == "" || field.Value == nil && field.Values == nil {
			t.Errorf("%s has no label or no stored value", field.Name)
		}
		if field.Value != nil {
			stored[field.Name] = field.Value(&row)
		}
	}
	if stored["weight_kg"] != "4,25" || stored["birth_date"] != "14/03/1985" || stored["gender"] != "female" ||
		stored["responsible_type"] != "pet" {
		t.Errorf("the form begins with %v", stored)
	}
}

func TestWrongFields_OfEitherForm(t *testing.T) {
	t.Parallel()
	associate := associates.Associate{InvalidFields: []string{"rg", "last_name", "weight_kg"}}
	if names := WrongFields(associate); !slices.Equal(names, []string{"RG", "Sobrenome", "Peso (kg)"}) {
		t.Errorf("they are called %v", names)
	}
}
