package incidents

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/closures"
	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/platform/settings"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

// BusinessDays is the time in which the authority and the persons are notified.
const BusinessDays = 3

// State is the state of an incident.
type State string

// The states.
const (
	Open      State = "open"
	Closed    State = "closed"
	Dismissed State = "dismissed"
)

// Incident is a row of incidents.
type Incident struct {
	ID       int64 `gorm:"primaryKey"`
	Year     int
	Sequence int
	Title    string
	State    State
	// NoticedAt is when it was known, NoticedHow by whom and how.
	NoticedAt  time.Time
	DueOn      civil.Date
	NoticedHow string
	Stopped    string
	Happened   string
	Search     Search `gorm:"serializer:json"`
	// Lists is the number of lists and exports that the search found, which do not say who was on them.
	Lists           int
	IsEncrypted     bool
	DateAffected    *time.Time
	Letter          string
	DateLetters     *time.Time
	Authority       string
	DateAuthority   *time.Time
	Lessons         string
	DismissedReason string
	DateClosed      *time.Time
	CreatedByName   string
	DateCreated     time.Time
}

// TableName returns the name of the table.
func (Incident) TableName() string { return "incidents" }

// Number returns the number of the incident: 2026/003.
func (i Incident) Number() string { return fmt.Sprintf("%d/%03d", i.Year, i.Sequence) }

// Part is a part of the work on an incident, in its order.
type Part int

// The parts.
const (
	Stop Part = iota + 1
	Happen
	Affect
	Write
	Report
	End
)

// IsDone reports whether a part is done.
func (i Incident) IsDone(part Part) bool {
	switch part {
	case Stop:
		return i.Stopped != ""
	case Happen:
		return i.Happened != ""
	case Affect:
		return i.DateAffected != nil
	case Write:
		return i.DateLetters != nil
	case Report:
		return i.DateAuthority != nil
	}
	return i.State != Open
}

// Current returns the first part that is not done; 0 for an incident that is over.
func (i Incident) Current() Part {
	for part := Stop; part <= End; part++ {
		if !i.IsDone(part) && i.State == Open {
			return part
		}
	}
	return 0
}

// Clock is the time that is left: whole business days, of which today counts while it is one.
type Clock struct {
	DueOn civil.Date
	// Left is the number of business days until DueOn; IsLate reports that it is over.
	Left   int
	IsLate bool
}

const maxText = 4000

// require returns 403 FORBIDDEN unless the caller is an administrator.
func require(by auth.Caller) error {
	if access.IsAdministrator(by) {
		return nil
	}
	return errs.Forbidden("Só quem administra o Acolhe cuida dos incidentes.")
}

func errNotFound() error { return errs.NotFound("Este incidente não existe.") }

// List returns the latest incidents of a state for an administrator, newest first.
func (d Desk) List(ctx context.Context, by auth.Caller, state State, limit int) (found []Incident, err error) {
	err = db.AdministratorsOnly(d.DB.WithContext(ctx), by).Where("state = ?", state).Order("id desc").Limit(limit).Find(&found).Error
	return found, err
}

// FirstDue returns the open incident that is due first, for an administrator; nil without one.
func (d Desk) FirstDue(ctx context.Context, by auth.Caller) (*Incident, error) {
	var found []Incident
	err := SelectOpen(d.DB.WithContext(ctx), by).Order("due_on, id").Limit(1).Find(&found).Error
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// Counts returns the number of incidents by state for an administrator.
func (d Desk) Counts(ctx context.Context, by auth.Caller) (map[State]int, error) {
	return db.CountBy[State](db.AdministratorsOnly(d.DB.WithContext(ctx).Model(&Incident{}), by), "state")
}

// SelectOpen selects the open incidents for an administrator.
func SelectOpen(tx *db.DB, by auth.Caller) *db.DB {
	return db.AdministratorsOnly(tx.Model(&Incident{}), by).Where("state = ?", Open)
}

// Find returns an incident for an administrator, else 404 NOT_FOUND.
func (d Desk) Find(ctx context.Context, by auth.Caller, id int64) (Incident, error) {
	return db.First[Incident](db.AdministratorsOnly(d.DB.WithContext(ctx), by).Where("id = ?", id), errNotFound())
}

// OpenInput opens an incident. NoticedAt is a local time (2026-11-24T08:04), NoticedHow says who noticed it and how.
type OpenInput struct {
	Title      string `form:"title"`
	NoticedAt  string `form:"noticed_at"`
	NoticedHow string `form:"noticed_how"`
}

// Open opens an incident; its clock runs from the time at which it was known. It returns 422 for a time to come.
func (d Desk) Open(ctx context.Context, by auth.Caller, input OpenInput) (Incident, error) {
	if err := require(by); err != nil {
		return Incident{}, err
	}
	zone, err := settings.Location(ctx, d.DB)
	if err != nil {
		return Incident{}, err
	}
	at, badTime := civil.ParseLocalTime(input.NoticedAt, zone)
	title, who := strings.TrimSpace(input.Title), strings.TrimSpace(input.NoticedHow)
	var problems errs.Problems
	problems.Require(title != "" && len([]rune(title)) <= 200, "title", "escreva em até 200 caracteres")
	problems.Require(badTime == nil && !at.After(by.Now), "noticed_at", "diga o dia e a hora em que se soube")
	problems.Require(who != "" && len([]rune(who)) <= 200, "noticed_how", "diga quem percebeu e como, em até 200 caracteres")
	if err := problems.Err(); err != nil {
		return Incident{}, err
	}
	row := Incident{Title: title, State: Open, NoticedAt: at, NoticedHow: who, Year: by.Now.In(zone).Year(), CreatedByName: by.FullName(),
		DateCreated: by.Now}
	if row.DueOn, err = d.dueOn(ctx, civil.Of(at.In(zone))); err != nil {
		return row, err
	}
	err = d.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Exec("lock table incidents in share row exclusive mode").Error; err != nil {
			return err
		}
		if err := tx.Raw("select coalesce(max(sequence), 0) + 1 from incidents where year = ?", row.Year).Scan(&row.Sequence).Error; err != nil {
			return err
		}
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		if err := note(ctx, tx, by, row.ID, line{"Incidente aberto", title}); err != nil {
			return err
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.IncidentOpened, Subject: row.Number()})
	})
	return row, err
}

// dueOn returns the last of the business days after a day: neither weekends nor the holidays of the agenda count.
func (d Desk) dueOn(ctx context.Context, day civil.Date) (civil.Date, error) {
	closed, err := d.holidays(ctx, day)
	for left := BusinessDays; left > 0 && err == nil; {
		if day = day.Add(0, 0, 1); isBusinessDay(day, closed) {
			left--
		}
	}
	return day, err
}

// searchedDays are the days in which business days are counted.
const searchedDays = 40

func (d Desk) holidays(ctx context.Context, from civil.Date) (map[civil.Date]bool, error) {
	holidays, err := closures.ListHolidays(ctx, d.DB, from, from.Add(0, 0, searchedDays))
	closed := map[civil.Date]bool{}
	for _, holiday := range holidays {
		closed[holiday.Day] = !holiday.IsOpen
	}
	return closed, err
}

func isBusinessDay(day civil.Date, closed map[civil.Date]bool) bool {
	weekday := day.In(time.UTC).Weekday()
	return weekday != time.Saturday && weekday != time.Sunday && !closed[day]
}

// Clock returns how many business days are left.
func (d Desk) Clock(ctx context.Context, incident Incident, today civil.Date) (clock Clock, err error) {
	clock = Clock{DueOn: incident.DueOn, IsLate: incident.DueOn.Before(today)}
	if clock.IsLate {
		return clock, nil
	}
	closed, err := d.holidays(ctx, today)
	for day := today; day.Before(incident.DueOn); {
		if day = day.Add(0, 0, 1); isBusinessDay(day, closed) {
			clock.Left++
		}
	}
	return clock, err
}

// TextInput is the text of a part.
type TextInput struct {
	Text string `form:"text"`
}

// Describe stores the text of a part: what was stopped, or what happened.
func (d Desk) Describe(ctx context.Context, by auth.Caller, id int64, part Part, input TextInput) error {
	column := map[Part]string{Stop: "stopped", Happen: "happened"}[part]
	if column == "" {
		return errNotFound()
	}
	text := strings.TrimSpace(input.Text)
	if text == "" || len([]rune(text)) > maxText {
		return errs.Invalid("text", "escreva em até 4.000 caracteres")
	}
	action := map[Part]string{Stop: "Escreveu o que foi parado", Happen: "Escreveu o que aconteceu"}[part]
	return d.change(ctx, by, id, line{action, text}, func(tx *db.DB, _ Incident) error {
		return tx.Exec("update incidents set "+column+" = ? where id = ?", text, id).Error
	})
}

// change changes an open incident and leaves a line of evidence; one that is over is 409 CONFLICT.
func (d Desk) change(ctx context.Context, by auth.Caller, id int64, done line, apply func(tx *db.DB, before Incident) error) error {
	if err := require(by); err != nil {
		return err
	}
	return d.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		before, err := db.First[Incident](tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id), errNotFound())
		if err != nil {
			return err
		}
		if before.State != Open {
			return errs.Conflict(errs.CodeConflict, "Este incidente já foi encerrado.")
		}
		return cmp.Or(apply(tx, before), note(ctx, tx, by, id, done))
	})
}

// Event is a row of incident_events.
type Event struct {
	ID          int64 `gorm:"primaryKey"`
	IncidentID  int64
	Action      string
	Text        string
	ActorName   string
	DateCreated time.Time
}

// TableName returns the name of the table.
func (Event) TableName() string { return "incident_events" }

// line is a line of evidence: what was done, with its text.
type line struct{ action, text string }

func note(ctx context.Context, tx *db.DB, by auth.Caller, id int64, done line) error {
	return tx.WithContext(ctx).Create(&Event{IncidentID: id, Action: done.action, Text: done.text, ActorName: cmp.Or(by.FullName(), "sistema"),
		DateCreated: by.Now}).Error
}

// Events returns what was done on an incident for an administrator, oldest first.
func (d Desk) Events(ctx context.Context, by auth.Caller, id int64, limit int) (found []Event, err error) {
	err = db.AdministratorsOnly(d.DB.WithContext(ctx), by).Where("incident_id = ?", id).Order("id").Limit(limit).Find(&found).Error
	return found, err
}

// AuthorityInput says how the authority was notified, or why it need not be.
type AuthorityInput struct {
	Text string `form:"text"`
}

// InformAuthority records that the authority was notified, with the protocol, or why it need not be.
func (d Desk) InformAuthority(ctx context.Context, by auth.Caller, id int64, input AuthorityInput) error {
	text := strings.TrimSpace(input.Text)
	if text == "" || len([]rune(text)) > 1000 {
		return errs.Invalid("text", "escreva o protocolo, ou por que não é preciso avisar, em até 1.000 caracteres")
	}
	return d.change(ctx, by, id, line{"Aviso à autoridade", text}, func(tx *db.DB, before Incident) error {
		if before.DateAffected == nil {
			return errs.Conflict(errs.CodeConflict, "Antes, diga quem foi atingido.")
		}
		return tx.Exec("update incidents set authority = ?, date_authority = ? where id = ?", text, by.Now, id).Error
	})
}

// Close ends an incident with what changed so that it does not happen again. The other parts must be done (409 CONFLICT).
func (d Desk) Close(ctx context.Context, by auth.Caller, id int64, input TextInput) error {
	text := strings.TrimSpace(input.Text)
	if text == "" || len([]rune(text)) > maxText {
		return errs.Invalid("text", "escreva em até 4.000 caracteres")
	}
	return d.change(ctx, by, id, line{"Encerrou", text}, func(tx *db.DB, before Incident) error {
		if before.Current() != End {
			return errs.Conflict(errs.CodeConflict, "Falta terminar uma parte antes.")
		}
		if err := tx.Exec("update incidents set state = ?, lessons = ?, date_closed = ? where id = ?", Closed, text, by.Now, id).
			Error; err != nil {
			return err
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.IncidentClosed, Subject: before.Number()})
	})
}

// DismissInput says why something was no incident.
type DismissInput struct {
	Reason string `form:"reason"`
}

// Dismiss ends something that was no incident, with the reason. Once letters went out it is one: 409 CONFLICT.
func (d Desk) Dismiss(ctx context.Context, by auth.Caller, id int64, input DismissInput) error {
	reason := strings.TrimSpace(input.Reason)
	if reason == "" || len([]rune(reason)) > 1000 {
		return errs.Invalid("reason", "diga por quê, em até 1.000 caracteres")
	}
	return d.change(ctx, by, id, line{"Não é incidente", reason}, func(tx *db.DB, before Incident) error {
		if before.DateLetters != nil {
			return errs.Conflict(errs.CodeConflict, "As cartas já saíram. Encerre o incidente.")
		}
		err := tx.Exec("update incidents set state = ?, dismissed_reason = ?, date_closed = ? where id = ?", Dismissed, reason, by.Now, id).Error
		if err != nil {
			return err
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.IncidentDismissed, Subject: before.Number(),
			Details: map[string]any{"reason": reason}})
	})
}
