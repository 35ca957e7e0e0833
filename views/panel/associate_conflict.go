package panel

import (
	"slices"
	"strings"

	"acolhe/models/associates"
	"acolhe/views/ui"
)

// difference is a field of which the form says something else than is stored by now: what a
// colleague changed meanwhile, and what the person did.
type difference struct{ label, stored, typed string }

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
	ticked := slices.DeleteFunc(slices.Clone(f.Typed["tags"]), func(name string) bool { return name == "" })
	if !slices.Equal(ticked, f.Row.Tags) {
		found = append(found, difference{"Etiquetas", strings.Join(f.Row.Tags, ", "), strings.Join(ticked, ", ")})
	}
	if typed := f.Typed.Or("contact_consent", "") != ""; !f.isPatient() && typed != f.Row.ContactConsent {
		found = append(found, difference{AssociateLabel("contact_consent"), yesOrNo[f.Row.ContactConsent], yesOrNo[typed]})
	}
	return found
}

func (f PersonForm) differenceFacts() []ui.Fact {
	var facts []ui.Fact
	for _, one := range f.differences() {
		facts = append(facts, ui.Fact{Label: one.label, Content: one.sides()})
	}
	return facts
}

var yesOrNo = map[bool]string{true: "sim", false: "não"}

// optionWords spells the value of a field that is chosen from a list.
func optionWords(name, value string) string {
	switch name {
	case "gender":
		gender := associates.Gender(value)
		return genderWord(&gender)
	case "responsible_type":
		kind := associates.ResponsibleType(value)
		return treatmentWord(&kind)
	}
	return value
}

func orNothing(value string) string {
	if value == "" {
		return "–"
	}
	return value
}
