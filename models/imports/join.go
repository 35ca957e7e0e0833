package imports

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/imports/cells"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// Difference is a field of a row beside that of the stored person.
type Difference struct {
	Field, Label string
	// File and Stored are shown; Same reports whether they mean the same.
	File, Stored string
	Same         bool
}

// addressFields are joined together.
var addressFields = []string{"street", "number", "complement", "neighborhood", "city", "state", "cep"}

// joinFields are the further fields of a person that can be joined.
var joinFields = []string{"name", "associate_cpf", "birth_date", "phone", "phone_secondary", "email", "rg", "gender", "mother_name",
	"occupation", "marital_status"}

// Compare returns the fields that the file has of a person, beside what is stored.
func Compare(values map[string]string, stored associates.Associate, patients []associates.Associate) []Difference {
	var found []Difference
	for _, name := range joinFields {
		if values[name] == "" {
			continue
		}
		field, _ := cells.FieldOf(cells.Associates, name)
		is := storedValue(stored, name)
		found = append(found, Difference{Field: name, Label: field.Label, File: Shown(name, values[name]), Stored: Shown(name, is),
			Same: cells.Fold(is) == cells.Fold(values[name])})
	}
	if file := addressOf(func(name string) string { return values[name] }); file != "" {
		is := addressOf(func(name string) string { return storedValue(stored, name) })
		found = append(found, Difference{Field: "address", Label: "Endereço", File: file, Stored: is, Same: sameAddress(values, stored)})
	}
	if patient := values["patient_name"]; patient != "" && values["self"] == "" {
		names := make([]string, len(patients))
		for i, one := range patients {
			names[i] = one.FullName()
		}
		same := slices.ContainsFunc(names, func(name string) bool { return isNamed(name, patient) })
		found = append(found, Difference{Field: "patient", Label: "Paciente", File: patient, Stored: fmtbr.List(names), Same: same})
	}
	return found
}

// isNamed reports whether a patient has the name, or begins with it if the file has only a first name.
func isNamed(name, typed string) bool {
	name, typed = cells.Fold(name), cells.Fold(typed)
	return name == typed || !strings.Contains(typed, " ") && strings.HasPrefix(name, typed+" ")
}

func sameAddress(values map[string]string, stored associates.Associate) bool {
	for _, name := range addressFields {
		if values[name] != "" && cells.Fold(values[name]) != cells.Fold(storedValue(stored, name)) {
			return false
		}
	}
	return true
}

func addressOf(value func(string) string) string {
	street := fmtbr.Join(", ", value("street"), value("number"), value("complement"))
	return fmtbr.Join(" · ", street, value("neighborhood"), fmtbr.Join("/", value("city"), value("state")), fmtbr.CEP(value("cep")))
}

// Shown formats a stored value for people.
func Shown(name, value string) string {
	switch name {
	case "associate_cpf", "patient_cpf":
		return fmtbr.CPF(value)
	case "phone", "phone_secondary":
		return fmtbr.Phone(value)
	case "cep":
		return fmtbr.CEP(value)
	case "birth_date", "patient_birth", "since", "date":
		if date, ok := cells.ParseDate(value, false); ok {
			return date.Shown()
		}
	case "gender":
		return map[string]string{"female": "Feminino", "male": "Masculino", "other": "Outro", "not_informed": "Não informado"}[value]
	case "tags":
		return strings.ReplaceAll(value, "\n", ", ")
	}
	return value
}

// defaultTaken are the fields that are empty in the stored record: filled beats empty, and nothing else is decided by itself.
func defaultTaken(differences []Difference) (taken []string) {
	for _, difference := range differences {
		if !difference.Same && (difference.Stored == "" || difference.Field == "patient") {
			taken = append(taken, difference.Field)
		}
	}
	return taken
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

// join takes the chosen fields of a row into the stored person. What is left of the row becomes an annotation.
func join(ctx context.Context, tx *db.DB, by auth.Caller, row *Row) error {
	values, notes := row.Data, row.Notes
	stored, err := associates.FindFor(ctx, tx, by, *row.MatchID)
	if err != nil {
		return err
	}
	patients, err := associates.ListPatients(ctx, tx, by, stored.ID)
	if err != nil {
		return err
	}
	taken, left := map[string]string{}, []string{}
	for _, difference := range Compare(values, stored, patients) {
		switch {
		case difference.Same:
		case !slices.Contains(row.Taken, difference.Field):
			left = append(left, difference.Label+": "+difference.File)
		case difference.Field == "patient":
			if err := joinPatient(ctx, tx, by, row, stored); err != nil {
				return err
			}
		case difference.Field == "address":
			takeAddress(taken, values)
		default:
			taken[difference.Field] = values[difference.Field]
		}
	}
	addTags(taken, stored, values)
	if err := row.take(ctx, tx, by, stored, taken); err != nil {
		return err
	}
	if len(left) > 0 {
		notes = append(notes, fmt.Sprintf("Da planilha, linha %d: %s.", row.Line, strings.Join(left, "; ")))
	}
	for _, note := range notes {
		if slices.ContainsFunc(stored.Annotations, func(one associates.Annotation) bool { return one.Text == strings.TrimSpace(note) }) {
			continue
		}
		made, err := associates.Annotate(ctx, tx, by, associates.AnnotateInput{ID: stored.ID, Text: texts.Truncate(note, 4000)})
		if err != nil {
			return err
		}
		row.Made.Annotations = append(row.Made.Annotations, made.ID.String())
	}
	row.RecordID = &stored.ID
	return nil
}

// takeAddress takes the address of the file. With a street, its number and complement are those of the file too.
func takeAddress(taken, values map[string]string) {
	for _, name := range addressFields {
		isOfStreet := values["street"] != "" && (name == "number" || name == "complement")
		if values[name] != "" || isOfStreet {
			taken[name] = values[name]
		}
	}
}

func addTags(taken map[string]string, stored associates.Associate, values map[string]string) {
	all := slices.Clone(stored.Tags)
	for _, tag := range tagList(values) {
		if !slices.Contains(all, tag) {
			all = append(all, tag)
		}
	}
	if len(all) > len(stored.Tags) {
		taken["tags"] = strings.Join(all, "\n")
	}
}

func joinPatient(ctx context.Context, tx *db.DB, by auth.Caller, row *Row, stored associates.Associate) error {
	input, has := patientOf(row.Data)
	if !has {
		return nil
	}
	input.Responsible = stored.ID
	patient, err := associates.AddPatient(ctx, tx, by, input)
	if err != nil {
		return err
	}
	row.Made.Patients = append(row.Made.Patients, patient.ID)
	return nil
}

// take changes the person and keeps what was there before.
func (r *Row) take(ctx context.Context, tx *db.DB, by auth.Caller, stored associates.Associate, taken map[string]string) error {
	if len(taken) == 0 {
		return nil
	}
	changed, err := associates.Accounts{}.Change(ctx, tx, by, changeInput(stored.ID, taken))
	if err != nil {
		return err
	}
	r.Made.Before, r.Made.After = map[string]string{}, map[string]string{}
	for name := range taken {
		r.Made.Before[name], r.Made.After[name] = storedValue(stored, name), storedValue(changed, name)
	}
	return nil
}
