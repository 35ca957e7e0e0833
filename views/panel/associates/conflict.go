package associates

import (
	"slices"
	"strings"

	"acolhe/models/associates"
	"acolhe/views/form"
)

func (f Form) conflict() form.Conflict {
	return form.Conflict{This: "este cadastro", Differences: f.differences(), Stored: f.action()}
}

// differences are in the order of the form.
func (f Form) differences() []form.Difference {
	var found []form.Difference
	stored := f.stored()
	for _, name := range formFields {
		if typed, posted := f.Typed[name]; posted && strings.TrimSpace(typed[0]) != stored[name] {
			found = append(found, form.Difference{Label: Label(name), Stored: optionWords(name, stored[name]), Typed: optionWords(name, strings.TrimSpace(typed[0]))})
		}
	}
	if typed, posted := f.Typed["prescriber_code_texto"]; posted && strings.TrimSpace(typed[0]) != stored["prescriber"] {
		found = append(found, form.Difference{Label: "Prescritor", Stored: stored["prescriber"], Typed: strings.TrimSpace(typed[0])})
	}
	if ticked := f.Typed.Values("tags"); !slices.Equal(ticked, f.Row.Tags) {
		found = append(found, form.Difference{Label: "Etiquetas", Stored: strings.Join(f.Row.Tags, ", "), Typed: strings.Join(ticked, ", ")})
	}
	if !f.isPatient() && f.consents() != f.Row.ContactConsent {
		found = append(found, form.Difference{Label: Label("contact_consent"), Stored: yesOrNo(f.Row.ContactConsent), Typed: yesOrNo(f.consents())})
	}
	return found
}

// optionWords spells the value of a field that is chosen from a list.
func optionWords(name, value string) string {
	switch name {
	case "gender":
		gender := associates.Gender(value)
		return genderWord(&gender)
	case "responsible_type":
		kind := associates.ResponsibleType(value)
		return TreatmentName(&kind)
	}
	return value
}

func yesOrNo(holds bool) string { return map[bool]string{true: "sim", false: "não"}[holds] }
