package registration

import (
	"slices"

	"acolhe/models/associates"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
)

// adultAge is the minimum age of an associate in years.
const adultAge = 18

// record is the data that the rules of the funnel read.
type record struct {
	row       associates.Associate
	patients  []associates.Associate
	documents []Document
	requests  []Request
	today     civil.Date
}

// missingIn returns the missing data of a phase.
func (r record) missingIn(phase int) errs.Problems {
	switch phase {
	case OwnData:
		return r.missingOwnData()
	case Treatment:
		return r.missingTreatment()
	case Documents:
		return r.missingDocuments()
	case Signature:
		return r.missingSignature()
	case Prescription:
		return r.missingPrescription()
	}
	return nil
}

func (r record) missingOwnData() (missing errs.Problems) {
	row := r.row
	for _, required := range []struct {
		field, message string
		value          *string
	}{
		{"associate_name", "Escreva o seu nome.", row.AssociateName},
		{"associate_cpf", "Escreva o seu CPF.", row.AssociateCPF},
		{"phone", "Escreva o seu celular, com o DDD.", row.Phone},
		{"cep", "Escreva o CEP.", row.CEP},
		{"street", "Escreva a rua.", row.Street},
		{"number", "Escreva o número da casa.", row.Number},
		{"neighborhood", "Escreva o bairro.", row.Neighborhood},
		{"city", "Escreva a cidade.", row.City},
		{"state", "Escolha o estado.", row.State},
	} {
		missing.Require(required.value != nil, required.field, required.message)
	}
	isAdult := row.BirthDate != nil && row.BirthDate.YearsUntil(r.today) >= adultAge
	missing.Require(row.BirthDate != nil, "birth_date", "Escreva a sua data de nascimento.")
	missing.Require(row.BirthDate == nil || isAdult, "birth_date", "Para se cadastrar é preciso ter 18 anos ou mais.")
	missing.Require(row.Phone == nil || !isLandline(*row.Phone), "phone", "Este número é de telefone fixo. Escreva o celular, como (48) 99104-2277.")
	return r.withInvalid(missing, OwnData)
}

// isLandline reports whether a stored Brazilian number is no mobile one: those have eleven digits.
func isLandline(phone string) bool { return len(phone) == 10 }

// withInvalid adds the fields of the phase with a refused last value.
func (r record) withInvalid(missing errs.Problems, phase int) errs.Problems {
	for _, name := range r.row.InvalidFields {
		ofPhase := fieldPhases[name] == phase || phase == OwnData && name == "phone"
		missing.Require(!ofPhase || errs.For(missing, name) != "", name, "Confira este campo: o que você escreveu não foi aceito.")
	}
	return missing
}

func (r record) missingTreatment() (missing errs.Problems) {
	kind := r.row.ResponsibleType
	if kind == nil {
		missing.Add("responsible_type", "Escolha para quem é o tratamento.")
		return missing
	}
	if *kind == associates.ForSelf {
		return nil
	}
	treated, found := Treated(r.row, r.patients)
	if !found {
		missing.Add("patients", "Escreva quem vai se tratar.")
		return missing
	}
	missing = MissingOfPatient(treated, *kind)
	for _, patient := range r.patients {
		path := "patients"
		if patient.ID == treated.ID {
			path = "patient.cpf"
		}
		missing = append(missing, OwnCPF(r.row, patient, path)...)
	}
	return missing
}

// OwnCPF is the problem of a patient whose CPF is that of the associate.
func OwnCPF(row, patient associates.Associate, path string) (problems errs.Problems) {
	isOwn := patient.CPF != nil && row.AssociateCPF != nil && *patient.CPF == *row.AssociateCPF
	problems.Require(!isOwn, path, "Este CPF é o seu. Escreva o CPF de "+fmtbr.FirstName(texts.Of(patient.Name))+".")
	return problems
}

// Treated returns the patient for whom the associate seeks treatment: the first complete one of the chosen kind, else
// the first of that kind. There is none if the treatment is for the associate.
func Treated(row associates.Associate, patients []associates.Associate) (associates.Associate, bool) {
	if row.ResponsibleType == nil || *row.ResponsibleType == associates.ForSelf {
		return associates.Associate{}, false
	}
	kind := *row.ResponsibleType
	fitting := slices.DeleteFunc(slices.Clone(patients), func(patient associates.Associate) bool { return !fits(patient, kind) })
	for _, patient := range fitting {
		if len(MissingOfPatient(patient, kind)) == 0 {
			return patient, true
		}
	}
	if len(fitting) == 0 {
		return associates.Associate{}, false
	}
	return fitting[0], true
}

// fits reports whether a patient is of the chosen kind, a person or an animal. A draft with only a name fits both.
func fits(patient associates.Associate, kind associates.ResponsibleType) bool {
	if kind != associates.ForPet {
		return patient.Species == nil
	}
	return patient.Species != nil || patient.CPF == nil && patient.Relationship == nil && patient.LastName == nil
}

// IsAnimal reports whether a patient is an animal; a draft with only a name is what the treatment is for.
func IsAnimal(row associates.Associate, patient associates.Associate) bool {
	isForPet := row.ResponsibleType != nil && *row.ResponsibleType == associates.ForPet
	return patient.Species != nil || isForPet && fits(patient, associates.ForPet)
}

// MissingOfPatient returns the missing data of a patient: name and species of an animal; name, CPF, birth date and
// relation of a person.
func MissingOfPatient(patient associates.Associate, kind associates.ResponsibleType) (missing errs.Problems) {
	missing.Require(patient.Name != nil, "patient.name", "Escreva o nome.")
	if kind == associates.ForPet {
		missing.Require(patient.Species != nil, "patient.species", "Escolha a espécie.")
	} else {
		missing.Require(patient.LastName != nil, "patient.last_name", "Escreva o sobrenome.")
		missing.Require(patient.CPF != nil, "patient.cpf", "Escreva o CPF.")
		missing.Require(patient.BirthDate != nil, "patient.birth_date", "Escreva a data de nascimento.")
		missing.Require(patient.Relationship != nil, "patient.relationship", "Escolha o que essa pessoa é sua.")
	}
	for _, name := range patient.InvalidFields {
		missing.Require(errs.For(missing, "patient."+name) != "", "patient."+name, "Confira este campo: o que você escreveu não foi aceito.")
	}
	return missing
}

func (r record) missingSignature() (missing errs.Problems) {
	missing.Require(r.row.AdhesionTerm != nil, "adhesion_term", "Assine o termo")
	return missing
}

// missingTerm returns 400 VALIDATION_ERROR for an Associado of the staff (associates.MakeAssociate) who has not signed yet.
func (r record) missingTerm() error {
	if r.row.AssociateStatus == nil || *r.row.AssociateStatus != associates.AwaitingTerm {
		return nil
	}
	return r.missingSignature().Err()
}

func (r record) missingPrescription() (missing errs.Problems) {
	isTyped := len(r.row.Prescription) > 0 && string(r.row.Prescription) != "{}" && string(r.row.Prescription) != "[]"
	isSent := slices.ContainsFunc(r.documents, func(sent Document) bool { return sent.DocKind == "prescription" })
	missing.Require(isTyped || isSent, "prescription", "Envie a receita médica")
	return missing
}
