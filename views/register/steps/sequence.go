package steps

import (
	"slices"
	"strconv"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/consents"
	"acolhe/models/registration"
	"acolhe/models/types/errs"
	"acolhe/views/register"
)

// All returns all steps.
func All() []Step { return slices.Clone(table) }

// stepsOf returns the steps of an associate: those of the chosen treatment, and for each further patient the documents.
func stepsOf(progress registration.Progress) []Step {
	var own []Step
	for _, step := range table {
		if len(step.For) > 0 && (progress.Row.ResponsibleType == nil || !slices.Contains(step.For, *progress.Row.ResponsibleType)) {
			continue
		}
		own = append(own, step)
		for _, patient := range step.further(progress) {
			other := step
			other.Patient = strconv.FormatInt(patient, 10)
			own = append(own, other)
		}
	}
	return own
}

// further returns the patients beside the treated one with a step of their own.
func (s Step) further(progress registration.Progress) (patients []int64) {
	treated := progress.TreatedPerson().PatientID
	switch {
	case s.Kind == Photos && s.Subject == registration.Patient:
		for _, identity := range progress.Documents.Identities {
			if identity.PatientID != nil && *identity.PatientID != treated {
				patients = append(patients, *identity.PatientID)
			}
		}
	case s.Kind == Prescription:
		for _, patient := range progress.Patients {
			if patient.ID != treated {
				patients = append(patients, patient.ID)
			}
		}
	}
	return patients
}

// find returns the place of a step among others; -1 if it is not there.
func (s Step) find(others []Step) int {
	return slices.IndexFunc(others, func(other Step) bool { return other.Slug == s.Slug && other.Patient == s.Patient })
}

// After returns the step after another one for an associate. After a further patient it is the check of the phase.
func After(progress registration.Progress, step Step) Step {
	own := stepsOf(progress)
	at := step.find(own)
	if step.IsOfPatient() && step.Patient != "" {
		at = slices.IndexFunc(own, func(other Step) bool { return other.Phase == step.Phase && other.Kind == Check }) - 1
	}
	return own[min(at+1, len(own)-1)]
}

// before returns the address of the step before another one in its phase, else that of the overview.
func before(progress registration.Progress, step Step) string {
	if step.IsOfPatient() && step.Patient != "" {
		return After(progress, step).Href()
	}
	own := stepsOf(progress)
	at := step.find(own)
	if at <= 0 || own[at-1].Phase != step.Phase {
		return register.Home
	}
	return own[at-1].Href()
}

// Applies reports whether an associate has the step. Once the kind of treatment is chosen, further patients of either kind
// can be added and changed.
func (s Step) Applies(progress registration.Progress) bool {
	if s.IsOfPatient() && s.Patient != "" {
		return progress.Row.ResponsibleType != nil && (s.Patient == NewPatient || s.Person(progress).PatientID != 0)
	}
	return s.find(stepsOf(progress)) >= 0
}

// Resume returns the step at which an associate continues: the first incomplete one of the phase, or the optional
// questions before it that have no answer yet; else the last one of the phase.
func Resume(progress registration.Progress) Step {
	own := slices.DeleteFunc(stepsOf(progress), func(step Step) bool { return step.Phase != progress.Phase })
	at := slices.IndexFunc(own, func(step Step) bool { return len(step.Missing(progress)) > 0 })
	if at < 0 {
		return own[len(own)-1]
	}
	for at > 0 && own[at-1].isOpen(progress.Row) {
		at--
	}
	return own[at]
}

// isOpen reports whether all questions of a step are optional and have no answer.
func (s Step) isOpen(row associates.Associate) bool {
	isAnswered := func(field Field) bool { return !field.Optional || Shown(row, field.Name) != "" }
	return len(s.Fields) > 0 && !slices.ContainsFunc(s.Fields, isAnswered)
}

// Person returns whose document or data the step asks for.
func (s Step) Person(progress registration.Progress) registration.Person {
	id, _ := strconv.ParseInt(s.Patient, 10, 64)
	isOwn := slices.ContainsFunc(progress.Patients, func(patient associates.Associate) bool { return patient.ID == id })
	switch {
	case s.Patient != "" && isOwn:
		return registration.Person{Subject: registration.Patient, PatientID: id}
	case s.Patient != "":
		return registration.Person{Subject: registration.Patient}
	case s.Kind == Photos && s.Subject == registration.Responsible:
		return registration.Person{Subject: registration.Responsible}
	}
	return progress.TreatedPerson()
}

// PatientOf returns the row whose data the step asks for; there is none for a new patient.
func (s Step) PatientOf(progress registration.Progress) (associates.Associate, bool) {
	person := s.Person(progress)
	for _, patient := range progress.Patients {
		if patient.ID == person.PatientID {
			return patient, true
		}
	}
	return associates.Associate{}, false
}

// Missing returns the missing answers of an associate on the step.
func (s Step) Missing(progress registration.Progress) errs.Problems {
	if s.Kind == Consents {
		return missingConsent(progress)
	}
	if !s.IsOfPatient() || s.Patient == "" {
		return s.missing(progress.Missing(s.Phase))
	}
	patient, _ := s.PatientOf(progress)
	kind := associates.ForOtherPerson
	if slices.Contains(s.For, associates.ForPet) {
		kind = associates.ForPet
	}
	return s.missing(append(registration.MissingOfPatient(patient, kind), registration.OwnCPF(progress.Row, patient, "patient.cpf")...))
}

// ConsentStep is the step that asks what the associate allows.
func ConsentStep() Step {
	return table[slices.IndexFunc(table, func(step Step) bool { return step.Kind == Consents })]
}

func missingConsent(progress registration.Progress) (missing errs.Problems) {
	missing.Require(progress.Consents.Allows(consents.Treatment), string(consents.Treatment), "Diga o que você permite")
	return missing
}

// missing returns the problems that a step can solve, under the names of its fields.
func (s Step) missing(all errs.Problems) (own errs.Problems) {
	photos := "documents." + s.Subject + "."
	if s.Patient != "" {
		photos += s.Patient + "."
	}
	for _, problem := range all {
		name := strings.TrimPrefix(problem.Path, "patient.")
		isField := slices.ContainsFunc(s.Fields, func(field Field) bool { return field.Name == name })
		side, isPhoto := strings.CutPrefix(problem.Path, photos)
		switch {
		case isField && s.IsOfPatient() == (name != problem.Path):
			own.Add(name, problem.Message)
		case s.IsOfPatient() && problem.Path == "patients":
			own.Add(s.Fields[0].Name, problem.Message)
		case s.Kind == Photos && isPhoto && !strings.Contains(side, "."):
			own.Add(side, problem.Message)
		case s.Kind == Prescription && s.Patient == "" && problem.Path == "prescription":
			own.Add("prescription", problem.Message)
		}
	}
	return own
}

// done returns the progress of its phase after the step, in percent.
func (s Step) done(progress registration.Progress) int {
	own := slices.DeleteFunc(stepsOf(progress), func(step Step) bool { return step.Phase != s.Phase })
	return max(10, s.find(own)*100/len(own))
}
