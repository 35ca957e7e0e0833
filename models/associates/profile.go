package associates

import (
	"context"
	"encoding/json"

	"acolhe/models/db"
	"acolhe/models/errs"
	"acolhe/models/person"
)

// maxPatients bounds a list that nobody turns the pages of.
const maxPatients = 100

// Phase is a phase of the funnel: "1" to "5", or the word assinatura_termo.
type Phase string

// Profile is what an associate sees of themself (GET /auth/associate/me).
type Profile struct {
	ID              int64         `json:"id"`
	UserCode        string        `json:"user_code"`
	Name            *string       `json:"name"`
	LastName        *string       `json:"last_name"`
	SocialName      *string       `json:"social_name"`
	AssociateName   *string       `json:"associate_name"`
	EmailAccount    *string       `json:"email_account"`
	Status          Status        `json:"status"`
	AssociateStatus *Phase        `json:"associate_status"`
	InvalidFields   []string      `json:"invalid_fields" gorm:"serializer:json"`
	Patients        []PatientName `json:"patients" gorm:"-"`
}

// PatientName names a patient of an associate.
type PatientName struct {
	UserCode string  `json:"user_code"`
	Name     *string `json:"name"`
	LastName *string `json:"last_name"`
}

// TableName is the specification's name of the table.
func (Profile) TableName() string { return "users" }

// TableName is the specification's name of the table.
func (PatientName) TableName() string { return "users" }

// ProfileOf gives the associate who asks, with the patients they answer for, oldest first; 404
// NOT_FOUND when the row is gone.
func ProfileOf(ctx context.Context, tx *db.DB, by person.Person) (Profile, error) {
	var profile Profile
	found := tx.WithContext(ctx).Where("id = ? and status <> ?", by.ID, Patient).Limit(1).Find(&profile)
	if found.Error != nil {
		return profile, found.Error
	}
	if found.RowsAffected == 0 {
		return profile, errs.NotFound("Associado não encontrado.")
	}
	profile.Patients = []PatientName{}
	return profile, tx.WithContext(ctx).Where("responsible_code = ?", profile.UserCode).
		Order("date_created, id").Limit(maxPatients).Find(&profile.Patients).Error
}

// MarshalJSON writes phases as numbers and the one word as a string (decisions.md, "Associate funnel").
func (p Phase) MarshalJSON() ([]byte, error) {
	if len(p) == 1 {
		return []byte(p), nil
	}
	return json.Marshal(string(p))
}

// WireValues lists how a phase is written.
func (Phase) WireValues() []any { return []any{1, 2, 3, 4, 5, "assinatura_termo"} }
