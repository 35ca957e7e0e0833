package signing

import (
	"acolhe/models/associates"
	"acolhe/models/templates"
)

// kindFor returns the kind of an associate's term and the patient or pet whom it names, the oldest one (specification,
// "Contract creation rules"). For an associate who has not said for whom the treatment is, a patient decides.
func kindFor(signer associates.Associate, patients []associates.Associate) (Kind, *associates.Associate) {
	treats := associates.ForOtherPerson
	if signer.ResponsibleType != nil {
		treats = *signer.ResponsibleType
	}
	for i, patient := range patients {
		switch isPet := patient.Species != nil; {
		case treats == associates.ForPet && isPet:
			return templates.Self, &patients[i]
		case treats == associates.ForOtherPerson && !isPet:
			return templates.WithPatient, &patients[i]
		}
	}
	return templates.Self, nil
}
