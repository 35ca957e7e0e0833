package associates

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Registration is one of many associates to register, with their patients.
type Registration struct {
	RegisterInput
	// Since is when the person was registered; the zero time is now.
	Since time.Time
	// IsMember makes the associate a member, as MakeAssociate does.
	IsMember bool
	Patients []PatientInput
}

// Registered is the result of a Registration. Err is the error that Register, MakeAssociate or AddPatient would return; then
// nothing of it is stored.
type Registered struct {
	Associate Associate
	Patients  []Associate
	Err       error
}

// RegisterMany does what Register, MakeAssociate and AddPatient do, for many in few statements. A registration that is refused
// does not affect the others; one with the CPF or login e-mail of an earlier one in the list is refused. The error is of the
// database: nothing is stored then.
func RegisterMany(ctx context.Context, tx *db.DB, by auth.Caller, many []Registration) ([]Registered, error) {
	var results []Registered
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		if results, err = CheckRegistrations(ctx, tx, by, many); err != nil {
			return err
		}
		return storeRegistered(tx, results)
	})
	if errs.HasCode(err, errs.CodeConflict) {
		return registerEach(ctx, tx, by, many)
	}
	return results, err
}

// registerEach registers one after the other, after a conflict with what was written at the same time.
func registerEach(ctx context.Context, tx *db.DB, by auth.Caller, many []Registration) ([]Registered, error) {
	all := make([]Registered, 0, len(many))
	for _, one := range many {
		var results []Registered
		err := tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
			if results, err = CheckRegistrations(ctx, tx, by, []Registration{one}); err != nil {
				return err
			}
			return storeRegistered(tx, results)
		})
		if errs.HasCode(err, errs.CodeConflict) {
			results, err = []Registered{{Err: err}}, nil
		}
		if err != nil {
			return nil, err
		}
		all = append(all, results...)
	}
	return all, nil
}

// CheckRegistrations returns the results of RegisterMany without storing anything; rows have no ids.
func CheckRegistrations(ctx context.Context, tx *db.DB, by auth.Caller, many []Registration) ([]Registered, error) {
	empty := newRow(Active, by.Now)
	first, err := newUpdate(ctx, tx, by, &empty)
	if err != nil {
		return nil, err
	}
	results, updates := make([]Registered, len(many)), make([]*update, len(many))
	for i, one := range many {
		results[i].Associate = one.row(by)
		updates[i] = first.of(&results[i].Associate)
		one.apply(updates[i])
		updates[i].problems.Require(!one.IsSample.Sent || access.CheckSample(by, one.IsSample) == nil, "is_sample", "só administradores")
	}
	if err := requireUniqueAmong(ctx, tx, updates); err != nil {
		return nil, err
	}
	for i, one := range many {
		results[i].Err = updates[i].err()
		if results[i].Err == nil {
			results[i].checkPatients(first, one.Patients)
		}
	}
	return results, nil
}

// of returns an update of another row with the same settings.
func (r *update) of(row *Associate) *update {
	return &update{row: row, before: *row, by: r.by, today: r.today, policy: r.policy}
}

// row returns the initial values of the associate.
func (one Registration) row(by auth.Caller) Associate {
	row, phase := newRow(Active, by.Now), FirstPhase
	row.IsSample = one.IsSample.Value
	if !one.Since.IsZero() {
		row.DateCreated, row.CreatedDate = one.Since, one.Since
	}
	if one.IsMember {
		row.Status, phase = Associado, AwaitingTerm
	}
	row.AssociateStatus = &phase
	return row
}

// checkPatients validates the patients of a new associate, whose CPFs must differ.
func (result *Registered) checkPatients(first *update, inputs []PatientInput) {
	seen := map[string]bool{}
	for _, input := range inputs {
		row := newRow(Patient, first.by.Now)
		row.ResponsibleCode, row.IsSample, row.DateCreated = &result.Associate.UserCode, result.Associate.IsSample, result.Associate.DateCreated
		r := first.of(&row)
		r.checkPatient(input.Profile, input.DependentInput)
		cpf := texts.Of(row.CPF)
		r.problems.Require(cpf == "" || !seen[cpf], "cpf", "já é de outro paciente deste associado")
		r.problems.Require(len(inputs) <= maxPatients, "name", "este associado já tem pacientes demais")
		seen[cpf] = true
		if result.Err = r.err(); result.Err != nil {
			return
		}
		result.Patients = append(result.Patients, row)
	}
}

// requireUniqueAmong is requireUnique for many, of each other too.
func requireUniqueAmong(ctx context.Context, tx *db.DB, updates []*update) error {
	for _, unique := range []struct {
		path  string
		value func(*Associate) *string
	}{
		{"associate_cpf", func(a *Associate) *string { return a.AssociateCPF }},
		{"email_account", func(a *Associate) *string { return a.EmailAccount }},
	} {
		values := []string{}
		for _, r := range updates {
			if value := unique.value(r.row); value != nil {
				values = append(values, *value)
			}
		}
		var others []Associate
		if err := tx.WithContext(ctx).Where(unique.path+" in ? and status <> ?", values, Patient).Limit(len(values)).Find(&others).
			Error; err != nil {
			return err
		}
		taken := map[string]Associate{}
		for _, other := range others {
			taken[*unique.value(&other)] = other
		}
		for _, r := range updates {
			value := unique.value(r.row)
			if value == nil {
				continue
			}
			other, isTaken := taken[*value]
			r.problems.Require(!isTaken, unique.path, takenBy(r.by, other))
			if !isTaken && r.err() == nil {
				taken[*value] = *r.row
			}
		}
	}
	return nil
}

// storeRegistered inserts the associates without an error, then their patients.
func storeRegistered(tx *db.DB, results []Registered) error {
	people, patients := []*Associate{}, []*Associate{}
	for i := range results {
		if results[i].Err != nil {
			continue
		}
		people = append(people, &results[i].Associate)
		for at := range results[i].Patients {
			patients = append(patients, &results[i].Patients[at])
		}
	}
	for _, rows := range [][]*Associate{people, patients} {
		if len(rows) == 0 {
			continue
		}
		if err := tx.Create(rows).Error; err != nil {
			return err
		}
	}
	return nil
}
