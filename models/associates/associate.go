// Package associates are the people of the association and their patients: rows of
// users. It owns finding them; the funnel, annotations and writing come with their issues.
package associates

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/brdoc"
	"acolhe/models/db"
	"acolhe/models/errs"
)

// Status is what kind of row it is.
type Status string

// The statuses of the specification; Active is an associate on the way through the funnel.
const (
	Active    Status = "active"
	Associado Status = "Associado"
	Patient   Status = "patient"
)

// Associate is a row of users as far as other areas ask for it.
type Associate struct {
	ID              int64     `gorm:"primaryKey"`
	UserCode        uuid.UUID `gorm:"column:user_code"`
	Status          Status    `gorm:"column:status"`
	AssociateStatus *string   `gorm:"column:associate_status"`
	AssociateName   *string   `gorm:"column:associate_name"`
	AssociateCPF    *string   `gorm:"column:associate_cpf"`
	Name            *string   `gorm:"column:name"`
	LastName        *string   `gorm:"column:last_name"`
	EmailAccount    *string   `gorm:"column:email_account"`
	Email           *string   `gorm:"column:email"`
	AvatarURL       *string   `gorm:"column:avatar_url"`
	Phone           *string   `gorm:"column:phone"`
	Street          *string   `gorm:"column:street"`
	Number          *string   `gorm:"column:number"`
	Complement      *string   `gorm:"column:complement"`
	Neighborhood    *string   `gorm:"column:neighborhood"`
	City            *string   `gorm:"column:city"`
	State           *string   `gorm:"column:state"`
	CEP             *string   `gorm:"column:cep"`
	Prescriber      *string   `gorm:"column:prescriber"`
	PrescriberCode  *string   `gorm:"column:prescriber_code"`
	DateCreated     time.Time `gorm:"column:date_created"`
}

// TableName is the specification's name of the table.
func (Associate) TableName() string { return "users" }

// FullName is the name to show: the registered one, else the parts, else the e-mail.
func (a Associate) FullName() string {
	if name := text(a.AssociateName); name != "" {
		return name
	}
	if name := strings.TrimSpace(text(a.Name) + " " + text(a.LastName)); name != "" {
		return name
	}
	return a.ContactEmail()
}

// ContactEmail is the login e-mail, else the contact one; empty when there is none.
func (a Associate) ContactEmail() string {
	if email := text(a.EmailAccount); email != "" {
		return email
	}
	return text(a.Email)
}

// FindByCode gives an associate or patient by user_code; an unknown one is 404 NOT_FOUND.
func FindByCode(ctx context.Context, tx *db.DB, code uuid.UUID) (Associate, error) {
	return first(tx.WithContext(ctx).Where("user_code = ?", code))
}

// FindByEmail gives the associate of a login or contact e-mail, as it is stored; the oldest
// when several have it. An unknown one is 404 NOT_FOUND.
func FindByEmail(ctx context.Context, tx *db.DB, email string) (Associate, error) {
	return first(tx.WithContext(ctx).Where("status <> ? and (email_account = ? or email = ?)", Patient, email, email).Order("id"))
}

// Exists tells whether there is an associate or patient of this user_code.
func Exists(ctx context.Context, tx *db.DB, code uuid.UUID) (bool, error) {
	var id int64
	err := tx.WithContext(ctx).Model(&Associate{}).Select("id").Where("user_code = ?", code).Limit(1).Scan(&id).Error
	return id != 0, err
}

// FindByID gives an associate or patient by row id; an unknown one is 404 NOT_FOUND.
func FindByID(ctx context.Context, tx *db.DB, id int64) (Associate, error) {
	return first(tx.WithContext(ctx).Where("id = ?", id))
}

// Search finds associates whose name, e-mail, CPF or phone holds the words, patients left
// out. Accents, case and punctuation do not matter. Fewer than two characters find nobody.
func Search(ctx context.Context, tx *db.DB, words string, limit int) ([]Associate, error) {
	words = strings.TrimSpace(words)
	if len([]rune(words)) < 2 {
		return nil, nil
	}
	query := tx.WithContext(ctx).Where("status <> ?", Patient)
	for word := range strings.FieldsSeq(asDigits(words)) {
		query = query.Where("search_text like '%' || fold(?) || '%'", word)
	}
	var found []Associate
	err := query.Order("fold(associate_name), id").Limit(limit).Find(&found).Error
	return found, err
}

// CountNew counts the associates registered since then, patients left out.
func CountNew(ctx context.Context, tx *db.DB, since time.Time) (int, error) {
	var count int64
	err := tx.WithContext(ctx).Model(&Associate{}).Where("status <> ? and date_created >= ?", Patient, since).Count(&count).Error
	return int(count), err
}

// asDigits makes a CPF or a phone that was typed with punctuation and spaces one word.
func asDigits(words string) string {
	digits := brdoc.Digits(words)
	if len(digits) >= 4 && strings.Trim(words, "0123456789 .-()+/") == "" {
		return digits
	}
	return words
}

func first(query *db.DB) (Associate, error) {
	var associate Associate
	found := query.Limit(1).Find(&associate)
	if found.Error == nil && found.RowsAffected == 0 {
		return associate, errs.NotFound("Associado não encontrado.")
	}
	return associate, found.Error
}

func text(value *string) string {
	if value == nil {
		return ""
	}
	return *value
}
