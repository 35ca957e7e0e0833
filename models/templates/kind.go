// Package templates holds the two kinds of adhesion term: their drafts, published versions, variables and parties. It
// stores the PDF of each version, which package paper draws from the text of package richtext; who signs a term, and the
// PDFs of contracts, belong to signing.
package templates

import (
	"acolhe/models/types/errs"
)

// Kind is the kind of a term.
type Kind string

// The kinds of the specification: for oneself or a pet, and for another person.
const (
	Self        Kind = "self"
	WithPatient Kind = "with_patient"
)

// Values lists the kinds, for the API document.
func (Kind) Values() []string { return []string{string(Self), string(WithPatient)} }

// Kinds lists the kinds in the order of the pages.
func Kinds() []Kind { return []Kind{Self, WithPatient} }

// Label returns the name of the kind on pages.
func (k Kind) Label() string {
	if k == WithPatient {
		return "Com paciente"
	}
	return "Associado ou animal"
}

// described returns the kind inside a sentence, such as "Modelo com paciente".
func (k Kind) described() string {
	if k == WithPatient {
		return "com paciente"
	}
	return "do associado ou de um animal"
}

// validate returns 404 NOT_FOUND for an unknown kind.
func (k Kind) validate() error {
	if k != Self && k != WithPatient {
		return errs.NotFound("Este tipo de termo não existe: os tipos são self e with_patient.")
	}
	return nil
}
