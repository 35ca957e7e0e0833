// Package registration is the funnel in which associates register without the staff: the required data of each phase, saving
// step by step, and moving to the next phase. It holds the rules of decisions.md ("Associate funnel"); package account has
// the account, package associates the fields of people, package files their documents. An associate reaches only the own row
// and own patients.
package registration

import (
	"slices"

	"acolhe/models/associates"
	"acolhe/models/types/errs"
)

// The phases of the funnel; AwaitingTerm counts as Signature.
const (
	OwnData      = 1
	Treatment    = 2
	Documents    = 3
	Signature    = 4
	Prescription = 5
)

// phaseOf returns the phase of an associate; without one it is the first.
func phaseOf(row associates.Associate) int {
	if row.AssociateStatus == nil {
		return OwnData
	}
	return row.AssociateStatus.Step()
}

// IsComplete reports whether the registration is complete.
func IsComplete(row associates.Associate) bool { return row.Status == associates.Associado }

// fieldPhases has the phase of each field. Other fields can always be changed: phones and e-mails. Health data is open
// until the end, like the prescription.
var fieldPhases = map[string]int{
	"associate_name": OwnData, "associate_cpf": OwnData, "name": OwnData, "last_name": OwnData, "social_name": OwnData,
	"birth_date": OwnData, "gender": OwnData, "rg": OwnData, "rg_issuer": OwnData, "nationality": OwnData,
	"marital_status": OwnData, "occupation": OwnData, "mother_name": OwnData,
	"cep": OwnData, "street": OwnData, "number": OwnData, "complement": OwnData, "neighborhood": OwnData, "city": OwnData, "state": OwnData,
	"responsible_type": Treatment,
	"prescription":     Prescription,
}

// addressFields can be changed again after the registration.
var addressFields = []string{"cep", "street", "number", "complement", "neighborhood", "city", "state"}

// checkFields returns 403 PHASE_LOCKED for a field of an earlier phase, or of the last one before it is reached.
func checkFields(row associates.Associate, names []string) error {
	at := phaseOf(row)
	for _, name := range names {
		phase, known := fieldPhases[name]
		switch {
		case !known, IsComplete(row) && slices.Contains(addressFields, name):
		case phase == Prescription && at < Prescription && !IsComplete(row):
			return errNotOpen()
		case phase < at || IsComplete(row) && phase < Prescription:
			return errLocked()
		}
	}
	return nil
}

func errLocked() error {
	return errs.New(errs.KindForbidden, associates.CodePhaseLocked, "Esta etapa já foi concluída. Peça a correção à equipe.")
}

func errNotOpen() error {
	return errs.New(errs.KindForbidden, associates.CodePhaseLocked, "A receita é enviada na última etapa, depois da assinatura do termo.")
}
