package associates

import (
	"context"

	"github.com/google/uuid"
	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// maxPatients is the maximum number of patients of an associate; lists of patients have no pages.
const maxPatients = 100

// The kinds of patients in a form. They are not stored: a patient with a species is an animal.
const (
	Person = "pessoa"
	Animal = "animal"
)

// PatientInput is the body of POST /users/:id/patients and PATCH /users/:id/patients/:patientId,
// and the form of a patient. Omitted fields are not changed.
type PatientInput struct {
	// Responsible is the row of the associate, ID that of the patient; 0 for a new one.
	Responsible int64 `json:"-" form:"-"`
	ID          int64 `json:"-" form:"-"`
	// Version is the version of the opened form.
	Version string `json:"-" form:"version"`
	Profile
	DependentInput
	Reserved
	IsSample patch.ReadOnly `json:"is_sample"`
}

// NewPatientInput is a patient to add.
type NewPatientInput struct{ PatientInput }

// Required names the members that must be sent.
func (NewPatientInput) Required() []string { return []string{"name"} }

// ListPatients returns the patients of an associate whom the caller may see, oldest first; any other associate is 404 NOT_FOUND.
func ListPatients(ctx context.Context, tx *db.DB, by auth.Caller, responsible int64) ([]Associate, error) {
	associate, err := first(tx.WithContext(ctx).Scopes(visibleTo(by)).Where("id = ? and status <> ?", responsible, Patient))
	if err != nil {
		return nil, err
	}
	patients := []Associate{}
	err = patientsOf(tx.WithContext(ctx), associate.UserCode).Order("date_created, id").Limit(maxPatients).Find(&patients).Error
	return patients, err
}

// FindPatientFor returns a patient of the associate if the caller may see them; any other row is 404 NOT_FOUND.
func FindPatientFor(ctx context.Context, tx *db.DB, by auth.Caller, responsible Associate, id int64) (Associate, error) {
	query := patientsOf(tx.WithContext(ctx).Scopes(visibleTo(by)), responsible.UserCode).Where("id = ?", id)
	return db.First[Associate](query, errs.NotFound("Paciente não encontrado."))
}

// AddPatient creates a patient of an associate: the server sets user_code, status and
// responsible_code. A patient of a sample associate is a sample too. It returns 400
// VALIDATION_ERROR with every wrong field, and 404 NOT_FOUND for an unknown associate.
func AddPatient(ctx context.Context, tx *db.DB, by auth.Caller, input PatientInput) (Associate, error) {
	row := newRow(Patient, by.Now)
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		responsible, err := lockAssociate(tx, input.Responsible)
		if err != nil {
			return err
		}
		row.ResponsibleCode, row.IsSample = &responsible.UserCode, responsible.IsSample
		r, err := newUpdate(ctx, tx, by, &row)
		if err != nil {
			return err
		}
		if err := r.countPatients(tx); err != nil {
			return err
		}
		if err := r.applyPatient(tx, input.Profile, input.DependentInput); err != nil {
			return err
		}
		return tx.Create(&row).Error
	})
	return row, err
}

// ChangePatient changes the sent fields of a patient of the associate. Any other patient is 404 NOT_FOUND, and a stale
// version 409 CONFLICT.
func ChangePatient(ctx context.Context, tx *db.DB, by auth.Caller, input PatientInput) (Associate, error) {
	var row Associate
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		responsible, err := lockAssociate(tx, input.Responsible)
		if err != nil {
			return err
		}
		if _, err := lockPatient(tx, responsible, input.ID); err != nil {
			return err
		}
		row, err = db.Change(ctx, tx, input.ID, input.Version, func(tx *db.DB, _ Associate, row *Associate) error {
			r, err := newUpdate(ctx, tx, by, row)
			if err != nil {
				return err
			}
			return r.changePatient(ctx, tx, ChangeInput{Profile: input.Profile, DependentInput: input.DependentInput})
		})
		return err
	})
	return row, err
}

func (r *update) changePatient(ctx context.Context, tx *db.DB, input ChangeInput) error {
	input.AccountInput.refuse(r)
	if err := r.applyPatient(tx, input.Profile, input.DependentInput); err != nil {
		return err
	}
	return r.finish(ctx, tx)
}

// applyPatient applies the sent fields to a patient and returns all problems.
func (r *update) applyPatient(tx *db.DB, profile Profile, dependent DependentInput) error {
	r.checkPatient(profile, dependent)
	if err := r.requireOwnCPF(tx); err != nil {
		return err
	}
	return r.err()
}

// checkPatient applies the sent fields to a patient; it does not read other rows.
func (r *update) checkPatient(profile Profile, dependent DependentInput) {
	profile.applyTo(r)
	dependent.applyTo(r)
	isNew := r.row.ID == 0
	if isNew || profile.Name.Sent {
		r.problems.Require(r.row.Name != nil, "name", "informe o nome")
	}
	switch {
	case dependent.Kind == Animal:
		r.problems.Require(r.row.Species != nil, "species", "informe a espécie")
	case isNew || profile.LastName.Sent || dependent.Species.Sent:
		r.problems.Require(r.row.LastName != nil || r.row.Species != nil, "last_name", "informe o sobrenome, obrigatório para pessoas")
	}
}

// requireOwnCPF reports a CPF that another patient of the same associate has.
func (r *update) requireOwnCPF(tx *db.DB) error {
	if r.row.CPF == nil {
		return nil
	}
	var other int64
	err := patientsOf(tx.Model(&Associate{}), *r.row.ResponsibleCode).Where("cpf = ? and id <> ?", *r.row.CPF, r.row.ID).
		Select("id").Limit(1).Scan(&other).Error
	r.problems.Require(other == 0, "cpf", "já é de outro paciente deste associado")
	return err
}

// countPatients refuses a patient beyond maxPatients.
func (r *update) countPatients(tx *db.DB) error {
	var count int64
	err := patientsOf(tx.Model(&Associate{}), *r.row.ResponsibleCode).Count(&count).Error
	r.problems.Require(count < maxPatients, "name", "este associado já tem pacientes demais")
	return err
}

func patientsOf(query *db.DB, code uuid.UUID) *db.DB {
	return query.Where("responsible_code = ?", code)
}

func lockPatient(tx *db.DB, responsible Associate, id int64) (Associate, error) {
	query := patientsOf(tx.Clauses(clause.Locking{Strength: "NO KEY UPDATE"}), responsible.UserCode).Where("id = ?", id)
	return db.First[Associate](query, errs.NotFound("Paciente não encontrado."))
}
