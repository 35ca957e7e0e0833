package calendar

import (
	"context"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// readInterval is how often the calendars of the account are read.
const readInterval = 5 * time.Minute

// Limits of the columns; a longer name is cut.
const (
	maxListed = 250
	maxName   = 500
	maxZone   = 100
)

// listed is a row of calendars: a calendar of the connected account as it was last read.
type listed struct {
	ID        string `gorm:"primaryKey"`
	Summary   string
	IsPrimary bool
	TimeZone  string
}

// TableName returns the name of the table.
func (listed) TableName() string { return "calendars" }

// Listed returns the calendars of the connected account as they were last read, the primary one first, then by name; none
// while the module is off.
func Listed(ctx context.Context, tx *db.DB) ([]Calendar, error) {
	var rows []listed
	err := tx.WithContext(ctx).Table("connected_calendars").Order("is_primary desc, fold(summary), id").Limit(maxListed).Find(&rows).Error
	calendars := make([]Calendar, len(rows))
	for i, row := range rows {
		calendars[i] = Calendar{ID: row.ID, Summary: row.Summary, Primary: row.IsPrimary, TimeZone: row.TimeZone}
	}
	return calendars, err
}

// CanChoose reports whether a professional may have a calendar: it is one of the account's. While none is known every id
// is accepted (specification, "Professionals").
func CanChoose(ctx context.Context, tx *db.DB, id string) (bool, error) {
	calendars, err := Listed(ctx, tx)
	isListed := slices.ContainsFunc(calendars, func(c Calendar) bool { return c.ID == id })
	return isListed || len(calendars) == 0, err
}

// Read reads the calendars of the connected account and stores them in place of the ones before.
func (m Module) Read(ctx context.Context) ([]Calendar, error) {
	calendars, err := m.Provider.Calendars(ctx)
	if err != nil {
		return nil, err
	}
	rows, ids := make([]listed, 0, len(calendars)), make([]string, 0, len(calendars))
	for _, calendar := range calendars {
		if calendar.ID == "" || len(calendar.ID) > maxCalendarID || strings.Contains(calendar.ID, "\x00") || len(rows) == maxListed {
			continue
		}
		ids = append(ids, calendar.ID)
		rows = append(rows, listed{ID: calendar.ID, Summary: texts.Truncate(stored(calendar.Summary), maxName), IsPrimary: calendar.Primary,
			TimeZone: texts.Truncate(stored(calendar.TimeZone), maxZone)})
	}
	return calendars, m.Store.DB.WithContext(ctx).Transaction(func(tx *db.DB) error { return replace(tx, rows, ids) })
}

// stored returns a text without the character that PostgreSQL cannot store.
func stored(text string) string { return strings.ReplaceAll(text, "\x00", "") }

func replace(tx *db.DB, rows []listed, ids []string) error {
	if err := forget(tx.Where("id not in ?", append(ids, ""))); err != nil || len(rows) == 0 {
		return err
	}
	return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&rows).Error
}

func forget(query *db.DB) error { return query.Delete(&listed{}).Error }

// readCalendars is the job that reads the calendars, or forgets them while the module is off.
type readCalendars struct{}

// Kind returns the name of the job in the queue.
func (readCalendars) Kind() string { return "read_calendars" }

// readListed reads the calendars of the account. After a failed call the next run reads again; the service's page shows what the account
// refuses.
func (m Module) readListed(ctx context.Context) error {
	status, err := m.Status(ctx)
	if err != nil {
		return err
	}
	if !status.Enabled || !status.Connected {
		return forget(m.Store.DB.WithContext(ctx).Where("true"))
	}
	_, err = m.Read(ctx)
	if errs.As(err) != nil {
		return nil
	}
	return err
}
