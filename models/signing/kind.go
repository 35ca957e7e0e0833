package signing

import (
	"acolhe/models/associates"
	"acolhe/models/templates"
)

// kindFor returns the kind of an associate's term and the patient or pet whom it names, the oldest one (specification,
// "Contract creation rules").
func kindFor(signer associates.Associate, patients []associates.Associate) (Kind, *associates.Associate) {
	if signer.ResponsibleType == nil || *signer.ResponsibleType == associates.ForSelf {
		return templates.Self, nil
	}
	for i, patient := range patients {
		switch isPet := patient.Species != nil; {
		case *signer.ResponsibleType == associates.ForPet && isPet:
			return templates.Self, &patients[i]
		case *signer.ResponsibleType == associates.ForOtherPerson && !isPet:
			return templates.WithPatient, &patients[i]
		}
	}
	return templates.Self, nil
}
