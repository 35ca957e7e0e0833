package lifeevents

import (
	"context"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

// Death is a row of deaths.
type Death struct {
	UserID      int64 `gorm:"primaryKey"`
	DiedOn      civil.Date
	Document    string
	RecordedBy  string `gorm:"column:recorded_by_name"`
	DateCreated time.Time
	// Name is that of the person.
	Name string `gorm:"->"`
}

// TableName returns the name of the table.
func (Death) TableName() string { return "deaths" }

// Deaths returns the latest deaths for an administrator, newest first.
func Deaths(ctx context.Context, tx *db.DB, by auth.Caller, limit int) (found []Death, err error) {
	err = db.AdministratorsOnly(tx.WithContext(ctx), by).Model(&Death{}).Joins("join users u on u.id = deaths.user_id").
		Select("deaths.*, " + personName + " as name").Order("deaths.died_on desc, deaths.user_id").Limit(limit).Find(&found).Error
	return found, err
}

const personName = `coalesce(nullif(btrim(coalesce(u.associate_name, '')), ''), btrim(coalesce(u.name, '') || ' ' || coalesce(u.last_name, '')))`

// Person is an associate or a patient of whom a death is recorded.
type Person struct {
	ID   int64
	Name string
	// Death is the recorded death; its UserID is 0 if there is none.
	Death Death `gorm:"-"`
}

// FindPerson returns a person who was not erased for an administrator, else 404 NOT_FOUND.
func FindPerson(ctx context.Context, tx *db.DB, by auth.Caller, user int64) (Person, error) {
	query := db.AdministratorsOnly(tx.WithContext(ctx), by).Table("users u").Select("u.id, "+personName+" as name").
		Where("u.id = ? and not exists (select from tombstones t where t.user_id = u.id)", user)
	found, err := db.First[Person](query, errs.NotFound("Este cadastro não existe mais."))
	if err != nil {
		return found, err
	}
	found.Death, err = DeathOf(ctx, tx, user)
	return found, err
}

// DeathOf returns the death of a person; the zero value if none is recorded.
func DeathOf(ctx context.Context, tx *db.DB, user int64) (found Death, err error) {
	err = tx.WithContext(ctx).Where("user_id = ?", user).Limit(1).Omit("Name").Find(&found).Error
	return found, err
}

// IsRecorded reports whether the death is recorded.
func (d Death) IsRecorded() bool { return d.UserID != 0 }

// RecordInput records a death.
type RecordInput struct {
	UserID int64      `form:"-"`
	DiedOn civil.Date `form:"died_on"`
	// Document is the certificate of death: office and number.
	Document string `form:"document"`
}

// Record records the death of a person for an administrator: nobody is signed in with the login any more, and no letter goes to the
// addresses of the person. It returns 409 CONFLICT for a recorded one.
func Record(ctx context.Context, tx *db.DB, by auth.Caller, input RecordInput) error {
	if err := require(by); err != nil {
		return err
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return err
	}
	document := strings.TrimSpace(input.Document)
	var problems errs.Problems
	problems.Require(input.DiedOn != civil.Date{} && !civil.Of(by.Now.In(zone)).Before(input.DiedOn), "died_on", "diga o dia")
	problems.Require(document != "" && len([]rune(document)) <= maxDocument, "document", "diga o cartório e o número, em até 500 caracteres")
	if err := problems.Err(); err != nil {
		return err
	}
	if _, err := FindPerson(ctx, tx, by, input.UserID); err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		stored := tx.Exec(`insert into deaths (user_id, died_on, document, recorded_by_name, date_created) values (?, ?, ?, ?, ?) on conflict do nothing`,
			input.UserID, input.DiedOn, document, by.FullName(), by.Now)
		if stored.Error != nil {
			return stored.Error
		}
		if stored.RowsAffected == 0 {
			return errs.Conflict(errs.CodeConflict, "O falecimento já está registrado.")
		}
		return tx.Exec("delete from sessions where associate_id = ?", input.UserID).Error
	})
}

// Revoke takes the record of a death back for an administrator: it was a mistake. Any other is 404 NOT_FOUND.
func Revoke(ctx context.Context, tx *db.DB, by auth.Caller, user int64) error {
	if err := require(by); err != nil {
		return err
	}
	removed := tx.WithContext(ctx).Exec("delete from deaths where user_id = ?", user)
	if removed.Error == nil && removed.RowsAffected == 0 {
		return errs.NotFound("Nenhum falecimento registrado aqui.")
	}
	return removed.Error
}

// IsStopped reports whether no letter goes to an address: it is that of persons who died, and of nobody else.
func IsStopped(ctx context.Context, tx *db.DB, address string) (isStopped bool, err error) {
	const query = `select exists (select from deaths d join users u on u.id = d.user_id where lower(@address) in (u.email_account, lower(u.email)))
		and not exists (select from users u where lower(@address) in (u.email_account, lower(u.email)) and not exists (select from deaths d where d.user_id = u.id))
		and not exists (select from system_users s where lower(s.email) = lower(@address))
		and not exists (select from professionals p where lower(p.email) = lower(@address))`
	err = tx.WithContext(ctx).Raw(query, map[string]any{"address": address}).Scan(&isStopped).Error
	return isStopped, err
}
