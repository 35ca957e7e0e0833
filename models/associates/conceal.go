package associates

import (
	"strings"

	"acolhe/models/types/auth"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
)

// concealedFrom returns the associate as a list shows them to the caller: without the values of what is hidden.
func (a Associate) concealedFrom(by auth.Caller) Associate {
	if len(by.Hidden) == 0 {
		return a
	}
	for kind, columns := range map[auth.Private][]**string{
		auth.CPF:    {&a.AssociateCPF, &a.CPF, &a.GuardianCPF, &a.RG, &a.RGIssuer},
		auth.Health: {&a.HealthCondition, &a.ICDCode, &a.Medications, &a.Allergies, &a.HealthNotes},
	} {
		for _, column := range columns {
			*column = by.ConcealOf(kind, *column)
		}
	}
	if by.Hides(auth.Address) {
		a.Street = by.ConcealOf(auth.Address, new(a.AddressLine()))
		a.Number, a.Complement, a.Neighborhood, a.CEP = nil, nil, nil, nil
	}
	if by.Hides(auth.Health) {
		a.Prescription, a.Annotations = nil, nil
	}
	return a
}

// concealed returns the associates of a list as the caller sees them.
func concealed(by auth.Caller, people []Associate) []Associate {
	for i := range people {
		people[i] = people[i].concealedFrom(by)
	}
	return people
}

// AddressLine returns street, number, complement, neighborhood and CEP in one line; empty without any of them.
func (a Associate) AddressLine() string {
	return fmtbr.Join(", ", strings.TrimSpace(texts.Of(a.Street)+" "+texts.Of(a.Number)), texts.Of(a.Complement), texts.Of(a.Neighborhood),
		fmtbr.CEP(texts.Of(a.CEP)))
}
