package lifeevents

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

// Basis is why the data of a person who came of age are still handled.
type Basis string

// The bases.
const (
	Waiting  Basis = "waiting"
	Consent  Basis = "consent"
	Guardian Basis = "guardian"
)

// Bases returns the bases that may be recorded.
func Bases() []Basis { return []Basis{Consent, Guardian} }

// Label returns the basis for people.
func (b Basis) Label() string {
	return map[Basis]string{Waiting: "Espera a pessoa", Consent: "A própria pessoa permite", Guardian: "Segue com quem responde (curatela)"}[b]
}

// Adult is a row of adult_patients: a patient who came of age while another person answered for them.
type Adult struct {
	UserID      int64 `gorm:"primaryKey"`
	Since       civil.Date
	DateCreated time.Time
	Basis       Basis
	Document    string
	DecidedBy   string `gorm:"column:decided_by_name"`
	DateDecided *time.Time
	// Letter is to whom the letter went: own, responsible or none.
	Letter string
	// Name is that of the person, Responsible the name of who answered, ResponsibleID the row.
	Name          string `gorm:"->"`
	Responsible   string `gorm:"->"`
	ResponsibleID int64  `gorm:"->"`
}

// TableName returns the name of the table.
func (Adult) TableName() string { return "adult_patients" }

// OwnSQL returns the SQL condition of patients whose requests are their own: of age, without a guardian. alias names users.
func OwnSQL(alias string) string {
	return "exists (select from adult_patients a where a.user_id = " + alias + ".id and a.basis <> 'guardian')"
}

// RequestsSQL returns the SQL condition of persons who may ask about their data: associates, and patients of age.
func RequestsSQL(alias string) string {
	return "(" + alias + ".status <> 'patient' or " + OwnSQL(alias) + ")"
}

const adultRow = `adult_patients.*, btrim(coalesce(u.name, '') || ' ' || coalesce(u.last_name, '')) as name, coalesce(r.id, 0) as responsible_id,
	coalesce(nullif(btrim(coalesce(r.associate_name, '')), ''), btrim(coalesce(r.name, '') || ' ' || coalesce(r.last_name, ''))) as responsible`

func adults(ctx context.Context, tx *db.DB, by auth.Caller) *db.DB {
	return db.AdministratorsOnly(tx.WithContext(ctx), by).Model(&Adult{}).Select(adultRow).
		Joins("join users u on u.id = adult_patients.user_id").Joins("left join users r on r.user_code = u.responsible_code")
}

// Adults returns the latest persons who came of age for an administrator: those who have not decided first.
func Adults(ctx context.Context, tx *db.DB, by auth.Caller, limit int) (found []Adult, err error) {
	err = adults(ctx, tx, by).Order("adult_patients.basis = 'waiting' desc, adult_patients.since desc, adult_patients.user_id").Limit(limit).
		Find(&found).Error
	return found, err
}

// FindAdult returns a person who came of age for an administrator, else 404 NOT_FOUND.
func FindAdult(ctx context.Context, tx *db.DB, by auth.Caller, user int64) (Adult, error) {
	return db.First[Adult](adults(ctx, tx, by).Where("adult_patients.user_id = ?", user), errs.NotFound("Esta pessoa não está mais aqui."))
}

// OwnNames returns the names of the patients of an associate whose requests are their own, and of those who have not decided.
func OwnNames(ctx context.Context, tx *db.DB, responsible uuid.UUID) (own, undecided []string, err error) {
	var rows []struct {
		Name  string
		Basis Basis
	}
	const query = `select btrim(coalesce(u.name, '') || ' ' || coalesce(u.last_name, '')) as name, a.basis from adult_patients a join users u on u.id = a.user_id
		where u.responsible_code = ? and a.basis <> 'guardian' order by u.id`
	if err := tx.WithContext(ctx).Raw(query, responsible).Scan(&rows).Error; err != nil {
		return nil, nil, err
	}
	for _, row := range rows {
		own = append(own, row.Name)
		if row.Basis == Waiting {
			undecided = append(undecided, row.Name)
		}
	}
	return own, undecided, nil
}

// DecideInput records how the data of a person who came of age go on.
type DecideInput struct {
	UserID int64 `form:"-"`
	Basis  Basis `form:"basis"`
	// Document is the consent of the person, or the decision of the court.
	Document string `form:"document"`
}

// Decide records the basis of a person who came of age for an administrator; a later one takes its place. With the person's own consent
// the earlier guardian is not named in the registration any more.
func Decide(ctx context.Context, tx *db.DB, by auth.Caller, input DecideInput) error {
	if err := require(by); err != nil {
		return err
	}
	document := strings.TrimSpace(input.Document)
	var problems errs.Problems
	problems.Require(slices.Contains(Bases(), input.Basis), "basis", "escolha quem decide")
	problems.Require(document != "" && len([]rune(document)) <= maxDocument, "document", "diga qual é o documento, em até 500 caracteres")
	if err := problems.Err(); err != nil {
		return err
	}
	if _, err := FindAdult(ctx, tx, by, input.UserID); err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		const decided = "update adult_patients set basis = ?, document = ?, decided_by_name = ?, date_decided = ? where user_id = ?"
		if err := tx.Exec(decided, input.Basis, document, by.FullName(), by.Now, input.UserID).Error; err != nil {
			return err
		}
		if input.Basis == Guardian {
			return nil
		}
		return tx.Exec("update users set guardian_name = null, guardian_cpf = null, date_updated = ? where id = ?", by.Now, input.UserID).Error
	})
}

// CameOfAge is the letter to a person who came of age, else to who answered for the person. It cannot be switched off.
var CameOfAge = mail.KindOf[CameOfAgeMessage]{Kind: "came_of_age", Label: "Paciente que fez 18 anos", Required: true}

// CameOfAgeMessage is the content of CameOfAge. Name is that of the person, IsOwn reports whether the letter goes to the person.
type CameOfAgeMessage struct {
	Name  string `json:"name"`
	IsOwn bool   `json:"is_own"`
}

// find is the periodic job that finds patients who came of age.
type find struct{}

// Kind returns the name of the job in the queue.
func (find) Kind() string { return "find_adult_patients" }

// Finder finds patients who came of age.
type Finder struct {
	DB   *db.DB
	Mail mail.Outbox
	Now  func() time.Time
}

const (
	// majority is the age from which persons decide alone (Civil Code, article 5).
	majority = 18
	// letterDays are the days after the birthday in which the letter is still written: the first run finds birthdays of long ago.
	letterDays = 60
)

// Find stores the patients who came of age since they were registered, writes the letters, and returns their number. Animals, persons
// who were of age when they were registered, who died or were erased are not among them; a corrected birth date takes one away
// who has not decided.
func (f Finder) Find(ctx context.Context) (count int, err error) {
	zone, err := settings.Location(ctx, f.DB)
	if err != nil {
		return 0, err
	}
	now := f.Now()
	today := civil.Of(now.In(zone))
	names := map[string]any{"now": now, "today": today, "born": today.Add(-majority, 0, 0), "years": majority}
	err = f.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		const younger = `delete from adult_patients a using users u where u.id = a.user_id and a.basis = 'waiting'
			and (u.status <> 'patient' or u.birth_date is null or u.birth_date > @born)`
		if err := tx.Exec(younger, names).Error; err != nil {
			return err
		}
		var found []adult
		if err := tx.Raw(ofAge, names).Scan(&found).Error; err != nil {
			return err
		}
		count = len(found)
		for _, one := range found {
			if err := f.write(ctx, tx, one, today); err != nil {
				return err
			}
		}
		return nil
	})
	return count, err
}

// adult is a person who was found, with the addresses of the letter.
type adult struct {
	UserID           int64
	Since            civil.Date
	Name             string
	Email            string
	ResponsibleName  string
	ResponsibleEmail string
}

// grows is the SQL condition of patients (u) who come of age: persons who live and were not erased.
const grows = `u.status = 'patient' and coalesce(u.species, '') = '' and not u.is_sample
	and not exists (select from deaths d where d.user_id = u.id) and not exists (select from tombstones t where t.user_id = u.id)`

// ofAge stores the patients who came of age and returns them.
const ofAge = `with found as (
		insert into adult_patients (user_id, since, date_created)
		select u.id, (u.birth_date + make_interval(years => @years))::date, @now from users u
		where ` + grows + ` and u.birth_date <= @born and u.date_created < u.birth_date + make_interval(years => @years)
		on conflict do nothing returning user_id, since)
	select found.user_id, found.since, coalesce(u.name, '') as name, coalesce(u.email, '') as email,
		coalesce(r.name, r.associate_name, '') as responsible_name, coalesce(r.email_account, r.email, '') as responsible_email
	from found join users u on u.id = found.user_id left join users r on r.user_code = u.responsible_code order by found.user_id`

// write writes to the person, or without an own address to who answered.
func (f Finder) write(ctx context.Context, tx *db.DB, one adult, today civil.Date) error {
	to, letter := mail.Message{To: one.Email, Name: one.Name}, "own"
	if one.Email == "" || strings.EqualFold(one.Email, one.ResponsibleEmail) {
		to, letter = mail.Message{To: one.ResponsibleEmail, Name: one.ResponsibleName}, "responsible"
	}
	if to.To == "" || one.Since.DaysUntil(today) > letterDays {
		return nil
	}
	status, err := f.Mail.Send(ctx, tx, auth.Caller{Kind: auth.System}.At(f.Now()), CameOfAge.With(CameOfAgeMessage{one.Name, letter == "own"}, to))
	if err != nil || status != mail.Queued {
		return err
	}
	return tx.Exec("update adult_patients set letter = ? where user_id = ?", letter, one.UserID).Error
}
