package panel

import (
	"slices"
	"strings"

	"acolhe/models/associates"
	view "acolhe/views/panel/associates"
)

// differences are in the order of the form.
func (f PersonForm) differences() []difference {
	var found []difference
	stored := f.stored()
	for _, name := range formFields {
		if typed, posted := f.Typed[name]; posted && strings.TrimSpace(typed[0]) != stored[name] {
			found = append(found, difference{AssociateLabel(name), optionWords(name, stored[name]), optionWords(name, strings.TrimSpace(typed[0]))})
		}
	}
	if typed, posted := f.Typed["prescriber_code_texto"]; posted && strings.TrimSpace(typed[0]) != stored["prescriber"] {
		found = append(found, difference{"Prescritor", stored["prescriber"], strings.TrimSpace(typed[0])})
	}
	if ticked := f.Typed.Values("tags"); !slices.Equal(ticked, f.Row.Tags) {
		found = append(found, difference{"Etiquetas", strings.Join(f.Row.Tags, ", "), strings.Join(ticked, ", ")})
	}
	if !f.isPatient() && f.consents() != f.Row.ContactConsent {
		found = append(found, difference{AssociateLabel("contact_consent"), yesOrNo(f.Row.ContactConsent), yesOrNo(f.consents())})
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
		return view.TreatmentName(&kind)
	}
	return value
}
