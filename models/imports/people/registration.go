package people

import (
	"strings"
	"time"

	"acolhe/models/associates"
	"acolhe/models/imports/cells"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// registration returns what a row registers.
func registration(values map[string]string, notes []string) associates.Registration {
	var one associates.Registration
	one.AssociateName, one.AssociateCPF = sent(values, "name"), sent(values, "associate_cpf")
	if values["contact_only"] != "" {
		one.Email = sent(values, "email")
	} else {
		one.EmailAccount = sent(values, "email")
	}
	setShared(&one.Profile, values)
	one.IsMember = values["status"] == "member"
	if since, err := civil.Parse(values["since"]); err == nil {
		one.Since = since.In(time.UTC).Add(12 * time.Hour)
	}
	for _, note := range notes {
		one.Annotations.Value = append(one.Annotations.Value, associates.AnnotationInput{Text: texts.Truncate(strings.TrimSpace(note), 4000)})
	}
	one.Annotations.Sent = len(notes) > 0
	if tags := tagList(values); len(tags) > 0 {
		one.Tags = patch.Of(tags)
	}
	patient, hasPatient := patientOf(values)
	switch {
	case values["self"] != "":
		one.ResponsibleType = patch.Of(associates.ForSelf)
	case hasPatient && values["patient_species"] != "":
		one.ResponsibleType = patch.Of(associates.ForPet)
	case hasPatient:
		one.ResponsibleType = patch.Of(associates.ForOtherPerson)
	}
	if hasPatient {
		one.Patients = []associates.PatientInput{patient}
		return one
	}
	one.HealthCondition, one.Medications, one.Prescriber = sent(values, "diagnosis"), sent(values, "medications"), sent(values, "prescriber")
	return one
}

// patientOf returns the patient of a row, if it has one.
func patientOf(values map[string]string) (patient associates.PatientInput, has bool) {
	if values["patient_name"] == "" || values["self"] != "" {
		return patient, false
	}
	first, last := fmtbr.SplitName(values["patient_name"])
	if last == "" {
		last = values["patient_last_name"]
	}
	patient.Name = patch.Of(first)
	if last != "" {
		patient.LastName = patch.Of(last)
	}
	patient.BirthDate = sentDate(values, "patient_birth")
	patient.CPF, patient.Relationship, patient.Species = sent(values, "patient_cpf"), sent(values, "patient_relationship"),
		sent(values, "patient_species")
	patient.HealthCondition, patient.Medications, patient.Prescriber = sent(values, "diagnosis"), sent(values, "medications"),
		sent(values, "prescriber")
	return patient, true
}

func sent(values map[string]string, name string) patch.Field[string] {
	if values[name] == "" {
		return patch.Field[string]{}
	}
	return patch.Of(values[name])
}

func sentDate(values map[string]string, name string) patch.Field[civil.Date] {
	date, err := civil.Parse(values[name])
	if err != nil {
		return patch.Field[civil.Date]{}
	}
	return patch.Of(date)
}

func tagList(values map[string]string) []string {
	record := cells.Record{Values: values}
	return record.TagList()
}

// setShared sets the fields of a profile that the values have.
func setShared(profile *associates.Profile, values map[string]string) {
	for name, field := range map[string]*patch.Field[string]{
		"phone": &profile.Phone, "phone_secondary": &profile.PhoneSecondary, "rg": &profile.RG, "mother_name": &profile.MotherName,
		"occupation":     &profile.Occupation,
		"marital_status": &profile.MaritalStatus, "street": &profile.Street, "number": &profile.Number, "complement": &profile.Complement,
		"neighborhood": &profile.Neighborhood, "city": &profile.City, "state": &profile.State, "cep": &profile.CEP,
	} {
		if value, has := values[name]; has {
			*field = patch.Of(value)
		}
	}
	profile.BirthDate = sentDate(values, "birth_date")
	if value, has := values["birth_date"]; has && value == "" {
		profile.BirthDate = patch.Field[civil.Date]{Sent: true, Null: true}
	}
	if value, has := values["gender"]; has {
		profile.Gender = patch.Of(associates.Gender(value))
	}
}

// changeInput returns the change of a person that sets the values; an empty one clears its column.
func changeInput(id int64, values map[string]string) associates.ChangeInput {
	input := associates.ChangeInput{ID: id}
	setShared(&input.Profile, values)
	if value, has := values["name"]; has {
		input.AssociateName = patch.Of(value)
	}
	if value, has := values["associate_cpf"]; has {
		input.AssociateCPF = patch.Of(value)
	}
	if value, has := values["email"]; has {
		input.Email = patch.Of(value)
	}
	if value, has := values["tags"]; has {
		input.Tags = patch.Of(strings.FieldsFunc(value, func(r rune) bool { return r == '\n' }))
	}
	return input
}

// storedValue returns a column of a person in the form in which rows hold it.
func storedValue(stored associates.Associate, name string) string {
	switch name {
	case "birth_date":
		if stored.BirthDate == nil {
			return ""
		}
		return stored.BirthDate.String()
	case "email":
		return stored.ContactEmail()
	case "name":
		return texts.Of(stored.AssociateName)
	case "gender":
		return texts.Of(stored.Gender)
	case "tags":
		return strings.Join(stored.Tags, "\n")
	}
	return texts.Of(map[string]*string{
		"associate_cpf": stored.AssociateCPF, "phone": stored.Phone, "phone_secondary": stored.PhoneSecondary, "rg": stored.RG,
		"mother_name": stored.MotherName,
		"occupation":  stored.Occupation, "marital_status": stored.MaritalStatus, "street": stored.Street, "number": stored.Number,
		"complement":   stored.Complement,
		"neighborhood": stored.Neighborhood, "city": stored.City, "state": stored.State, "cep": stored.CEP,
	}[name])
}
