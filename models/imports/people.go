package imports

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/imports/cells"
	"acolhe/models/imports/kinds"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// Reasons why a row may be a stored person.
const (
	ReasonCPF   = "cpf"
	ReasonEmail = "email"
	ReasonPhone = "phone"
	ReasonName  = "name"
	ReasonBirth = "birth"
)

// targets are the kinds of imports with what their rows become.
var targets = map[Kind]target{
	Associates: {label: "Associados e pacientes", file: "associados", fields: func() []cells.Field { return cells.Associates },
		identity: personIdentity, check: checkPeople, run: runPeople, undo: undoPerson},
	Annotations: {label: "Anotações", file: "anotacoes", fields: func() []cells.Field { return cells.Annotations },
		identity: noIdentity, check: checkAnnotations, run: runAnnotations, undo: undoAnnotation},
	Products:      record(kinds.Products),
	Tags:          record(kinds.Tags),
	Professionals: record(kinds.Professionals),
	Orders:        sale(kinds.Orders),
	Services:      sale(kinds.Services),
	Scans:         scanTarget(),
}

func noIdentity(map[string]string) string { return "" }

// personIdentity is the CPF, else the name with the birth date or the first phone or e-mail.
func personIdentity(values map[string]string) string {
	if cpf := values["associate_cpf"]; cpf != "" {
		return "cpf " + cpf
	}
	name := cells.Fold(values["name"])
	for _, other := range []string{"birth_date", "email", "phone"} {
		if name != "" && values[other] != "" {
			return name + "|" + values[other]
		}
	}
	return ""
}

// checkPeople finds stored people who may be those of the rows, and what the registration would refuse.
func checkPeople(ctx context.Context, tx *db.DB, by auth.Caller, rows []*Row) error {
	for _, row := range rows {
		checkPerson(row)
	}
	if err := findTwins(ctx, tx, rows); err != nil {
		return err
	}
	var checked []*Row
	var registrations []associates.Registration
	seen := map[string]bool{}
	for _, row := range rows {
		// A person of an earlier row or of the database would be refused for that alone.
		identity := texts.Of(row.Identity)
		if row.MatchID != nil || hasProblem(*row, "name_empty:name", "name_wrong:name") || identity != "" && seen[identity] {
			continue
		}
		seen[identity] = true
		one := registration(hopeful(*row), row.Notes)
		// Two people of the file may share an e-mail, which findRepeated sees.
		one.Email, one.EmailAccount = one.EmailAccount, patch.Field[string]{}
		checked, registrations = append(checked, row), append(registrations, one)
	}
	results, err := associates.CheckRegistrations(ctx, tx, by, registrations)
	if err != nil {
		return err
	}
	for i, row := range checked {
		for _, wrong := range errs.FieldsOf(results[i].Err) {
			row.Problems = append(row.Problems, cells.Problem{Kind: "refused:" + wrong.Path, Field: wrong.Path, Value: wrong.Message})
		}
	}
	return nil
}

// checkPerson finds what is wrong between the cells of a row.
func checkPerson(row *Row) {
	values := row.Data
	if values["name"] == "" && !hasProblemOf(*row, "name") {
		row.Problems = append(row.Problems, cells.Problem{Kind: "name_empty:name", Field: "name"})
	}
	if values["self"] != "" {
		for _, name := range []string{"patient_birth", "patient_cpf", "patient_relationship", "patient_species"} {
			delete(values, name)
		}
		return
	}
	patient := values["patient_name"]
	if patient == "" && !hasProblemOf(*row, "patient_name") {
		for _, name := range []string{"patient_birth", "patient_cpf"} {
			if values[name] != "" {
				row.Problems = append(row.Problems, cells.Problem{Kind: "patient_without_name", Field: "patient_name", Value: values[name]})
				break
			}
		}
		return
	}
	_, last := fmtbr.SplitName(patient)
	if patient != "" && last == "" && values["patient_species"] == "" {
		_, family := fmtbr.SplitName(values["name"])
		row.Problems = append(row.Problems, cells.Problem{Kind: "patient_last_name", Field: "patient_last_name", Value: patient,
			Fix: lastWord(family)})
	}
}

func lastWord(text string) string {
	words := strings.Fields(text)
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

func hasProblem(row Row, kinds ...string) bool {
	return slices.ContainsFunc(row.Problems, func(problem cells.Problem) bool { return slices.Contains(kinds, problem.Kind) })
}

func hasProblemOf(row Row, field string) bool {
	return slices.ContainsFunc(row.Problems, func(problem cells.Problem) bool { return problem.Field == field })
}

// hopeful returns the values of a row as if each problem were fixed, so that the registration shows only further ones.
func hopeful(row Row) map[string]string {
	values := map[string]string{}
	for name, value := range row.Data {
		values[name] = value
	}
	for _, problem := range row.Problems {
		switch {
		case problem.Fix != "" && values[problem.Field] == "":
			values[problem.Field] = problem.Fix
		case problem.Field == "name" && values["name"] == "":
			values["name"] = "Sem nome"
		case strings.HasPrefix(problem.Kind, "patient_last_name"):
			values["patient_last_name"] = "Sem sobrenome"
		}
	}
	return values
}

// final returns the values and notes of a row with what the person decided about its problems.
func final(row Row, actions map[string]cells.Action) (values map[string]string, notes []string) {
	values, notes = map[string]string{}, slices.Clone(row.Notes)
	for name, value := range row.Data {
		values[name] = value
	}
	for _, problem := range row.Problems {
		base, _, _ := strings.Cut(problem.Kind, ":")
		action := actions[problem.Kind]
		switch {
		case base == "twice":
		case base == "sale_total":
			values["total_from"] = string(action)
		case strings.HasPrefix(base, "scan_"), strings.HasPrefix(base, "sale_") && problem.Fix == "", base == "sale_phase" && action == cells.Clear:
		case base == "email_twice" && action == cells.Fix:
			values["contact_only"] = "true"
		case base == "two_people" && action == cells.Split:
			problem.SplitPeople(values)
		case base == "patient_last_name" && action == cells.Clear, base == "patient_without_name":
			notes = append(notes, fmt.Sprintf("Importação, linha %d: paciente sem nome completo (%s).", row.Line, problem.Value))
			delete(values, "patient_name")
		case action == cells.Fix && problem.Fix != "":
			if values[problem.Field] == "" || base == "text_long" {
				values[problem.Field] = problem.Fix
			}
		case action == cells.Keep && isTextual(problem.Field):
			values[problem.Field] = problem.Value
		case base != "refused":
			if problem.Value != "" {
				notes = append(notes, fmt.Sprintf("Importação, linha %d: “%s” não entrou (%s).", row.Line, problem.Value,
					strings.ToLower(cells.KindOf(problem.Kind, nil).Title)))
			}
		}
	}
	return values, notes
}

// isTextual reports whether a field takes any text.
func isTextual(name string) bool {
	for _, fields := range kinds.AllFields() {
		if field, known := cells.FieldOf(fields, name); known {
			return field.Kind == cells.Text || field.Kind == cells.Name || field.Kind == cells.Patient
		}
	}
	return false
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

func tagList(values map[string]string) []string {
	record := cells.Record{Values: values}
	return record.TagList()
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

// findTwins finds the stored associate of each row by CPF, e-mail, phone with a like name, or name with birth date.
func findTwins(ctx context.Context, tx *db.DB, rows []*Row) error {
	identities := make([]associates.Identity, len(rows))
	for i, row := range rows {
		v := row.Data
		identities[i] = associates.Identity{CPF: v["associate_cpf"], Email: v["email"], Phone: v["phone"], Name: v["name"],
			BirthDate: v["birth_date"]}
	}
	twins, err := associates.FindTwins(ctx, tx, identities)
	if err != nil || len(twins) == 0 {
		return err
	}
	patients, err := patientsOf(ctx, tx, twins)
	if err != nil {
		return err
	}
	index := indexOf(twins)
	for i, row := range rows {
		best, reasons := bestTwin(identities[i], index)
		if best == nil {
			continue
		}
		row.MatchID, row.Reasons = &best.ID, reasons
		differences := Compare(row.Data, best.Associate, patients[best.UserCode])
		if row.Decision == nil || *row.Decision == ToLeaveOut {
			row.Taken = defaultTaken(differences)
		}
		if row.Decision == nil && reasons[0] == ReasonCPF && !slices.ContainsFunc(differences, func(d Difference) bool { return !d.Same }) {
			skip, note := ToSkip, "já estava aqui"
			row.Decision, row.Note = &skip, &note
		}
	}
	return nil
}

func patientsOf(ctx context.Context, tx *db.DB, twins []associates.Twin) (map[uuid.UUID][]associates.Associate, error) {
	codes := make([]uuid.UUID, len(twins))
	for i, twin := range twins {
		codes[i] = twin.UserCode
	}
	return associates.PatientsOf(ctx, tx, codes)
}

// indexOf lists the twins under each value that identifies them.
func indexOf(twins []associates.Twin) map[string][]*associates.Twin {
	index := map[string][]*associates.Twin{}
	for i := range twins {
		twin := &twins[i]
		keys := map[string]bool{}
		for _, key := range []string{"cpf " + texts.Of(twin.AssociateCPF), "email " + texts.Of(twin.EmailAccount),
			"email " + texts.Of(twin.Email), "phone " + texts.Of(twin.Phone), "name " + cells.Fold(twin.Folded)} {
			if _, value, _ := strings.Cut(key, " "); value != "" && !keys[key] {
				keys[key] = true
				index[key] = append(index[key], twin)
			}
		}
	}
	return index
}

// bestTwin returns the twin with the most reasons, the strongest first; nil if none is likely.
func bestTwin(of associates.Identity, index map[string][]*associates.Twin) (best *associates.Twin, reasons []string) {
	folded := cells.Fold(of.Name)
	for _, key := range []string{"cpf " + of.CPF, "email " + of.Email, "phone " + of.Phone, "name " + folded} {
		for _, twin := range index[key] {
			why := reasonsOf(of, folded, twin)
			if isLikely(why, of, folded, twin) && len(why) > len(reasons) && !slices.Contains(reasons, ReasonCPF) ||
				slices.Contains(why, ReasonCPF) {
				best, reasons = twin, why
			}
		}
	}
	return best, reasons
}

func reasonsOf(of associates.Identity, folded string, twin *associates.Twin) (reasons []string) {
	add := func(reason string, is bool) {
		if is {
			reasons = append(reasons, reason)
		}
	}
	add(ReasonCPF, of.CPF != "" && of.CPF == texts.Of(twin.AssociateCPF))
	add(ReasonEmail, of.Email != "" && (of.Email == texts.Of(twin.EmailAccount) || of.Email == texts.Of(twin.Email)))
	add(ReasonPhone, of.Phone != "" && of.Phone == texts.Of(twin.Phone))
	add(ReasonName, folded != "" && folded == cells.Fold(twin.Folded))
	add(ReasonBirth, of.BirthDate != "" && twin.BirthDate != nil && of.BirthDate == twin.BirthDate.String())
	return reasons
}

// isLikely reports whether the reasons make a twin worth a question. Another CPF is another person; a family shares its phone.
func isLikely(reasons []string, of associates.Identity, folded string, twin *associates.Twin) bool {
	has := func(reason string) bool { return slices.Contains(reasons, reason) }
	if has(ReasonCPF) {
		return true
	}
	if of.CPF != "" && twin.AssociateCPF != nil && of.CPF != *twin.AssociateCPF {
		return has(ReasonEmail)
	}
	first, _, _ := strings.Cut(folded, " ")
	sameFirst := first != "" && strings.HasPrefix(cells.Fold(twin.Folded)+" ", first+" ")
	return has(ReasonEmail) || has(ReasonName) && has(ReasonBirth) || has(ReasonPhone) && (sameFirst || has(ReasonBirth))
}
