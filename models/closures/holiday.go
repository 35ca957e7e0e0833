package closures

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Own is a holiday that the association added: on one day, or every year on that day.
type Own struct {
	ID          int64      `gorm:"primaryKey"`
	Name        string     `gorm:"column:name"`
	Day         civil.Date `gorm:"column:day"`
	IsYearly    bool       `gorm:"column:is_yearly"`
	DateCreated time.Time  `gorm:"column:date_created"`
}

// TableName returns the name of the table.
func (Own) TableName() string { return "holidays" }

// OpenDay is a holiday on which the association attends.
type OpenDay struct {
	Day civil.Date `gorm:"column:day;primaryKey"`
}

// TableName returns the name of the table.
func (OpenDay) TableName() string { return "open_holidays" }

// Holiday is a holiday on a day. OwnID is that of an added one, 0 for a national one; IsOpen reports whether the association
// attends.
type Holiday struct {
	Day    civil.Date
	Name   string
	OwnID  int64
	IsOpen bool
}

const (
	maxName = 120
	maxOwn  = 500
)

// HolidayInput is a new holiday.
type HolidayInput struct {
	errs.BindErrors
	Name     string      `form:"name"`
	Day      *civil.Date `form:"day"`
	IsYearly bool        `form:"is_yearly"`
}

// AddHoliday stores a holiday. It returns 400 VALIDATION_ERROR with every wrong field, and 409 CONFLICT beyond 500 of them.
func AddHoliday(ctx context.Context, tx *db.DB, by auth.Caller, input HolidayInput) (Own, error) {
	name := strings.TrimSpace(input.Name)
	var p errs.Problems
	p.Require(name != "", "name", "informe o nome do feriado")
	p.Require(texts.Fits(name, maxName), "name", "deve ter no máximo 120 caracteres")
	p.Require(input.Day != nil, "day", "informe o dia")
	if input.Day != nil {
		p.Require(!input.Day.Before(civil.MustParse("2000-01-01")) && input.Day.Before(civil.MustParse("2101-01-01")), "day", "confira o ano")
	}
	if err := input.Merge(p).Err(); err != nil {
		return Own{}, err
	}
	var count int64
	if err := tx.WithContext(ctx).Model(&Own{}).Count(&count).Error; err != nil {
		return Own{}, err
	}
	if count >= maxOwn {
		return Own{}, errs.Conflict(errs.CodeConflict, "Há feriados demais. Remova os antigos antes de acrescentar outro.")
	}
	own := Own{Name: name, Day: *input.Day, IsYearly: input.IsYearly, DateCreated: by.Now}
	err := tx.WithContext(ctx).Create(&own).Error
	return own, err
}

// HolidayRemoval is the kind of undo of RemoveHoliday.
const HolidayRemoval undo.Kind = "closures.holiday.remove"

// RemoveHoliday removes an added holiday and returns the id of the undo. An unknown one is 404 NOT_FOUND.
func RemoveHoliday(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (undoID int64, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		own, err := db.Lock[Own](tx, id)
		if err != nil {
			return err
		}
		if err := db.Remove[Own](ctx, tx, id); err != nil {
			return err
		}
		undoID, err = undo.Keep(ctx, tx, by, HolidayRemoval, own)
		return err
	})
	return undoID, err
}

// RestoreHoliday undoes RemoveHoliday.
func RestoreHoliday(ctx context.Context, tx *db.DB, _ auth.Caller, own Own) error {
	return tx.WithContext(ctx).Create(&own).Error
}

// AttendInput is a holiday, and whether the association attends on it.
type AttendInput struct {
	Day     civil.Date
	Attends bool
}

// Attend stores whether the association attends on a holiday. A day that is no holiday is 404 NOT_FOUND.
func Attend(ctx context.Context, tx *db.DB, input AttendInput) (Holiday, error) {
	found, err := readHolidays(ctx, tx, input.Day, input.Day)
	holiday, isHoliday := found[input.Day.String()]
	switch {
	case err != nil:
		return holiday, err
	case !isHoliday:
		return holiday, errs.NotFound("Este dia não é feriado.")
	}
	holiday.IsOpen = input.Attends
	if input.Attends {
		return holiday, tx.WithContext(ctx).Exec("insert into open_holidays (day) values (?) on conflict do nothing", input.Day).Error
	}
	return holiday, tx.WithContext(ctx).Where("day = ?", input.Day).Delete(&OpenDay{}).Error
}

// ListHolidays returns the holidays from the first to the last day, both included, by day.
func ListHolidays(ctx context.Context, tx *db.DB, first, last civil.Date) ([]Holiday, error) {
	found, err := readHolidays(ctx, tx, first, last)
	holidays := make([]Holiday, 0, len(found))
	for _, holiday := range found {
		holidays = append(holidays, holiday)
	}
	slices.SortFunc(holidays, func(a, b Holiday) int { return cmp.Compare(a.Day.String(), b.Day.String()) })
	return holidays, err
}

// readHolidays returns the holidays of the days by civil day. An added one takes the place of a national one.
func readHolidays(ctx context.Context, tx *db.DB, first, last civil.Date) (map[string]Holiday, error) {
	holidays := map[string]Holiday{}
	for day := first; !last.Before(day); day = day.Add(0, 0, 1) {
		if name := day.Holiday(); name != "" {
			holidays[day.String()] = Holiday{Day: day, Name: name}
		}
	}
	var own []Own
	if err := tx.WithContext(ctx).Where("is_yearly or day between ? and ?", first, last).Order("day, id").Limit(maxOwn).Find(&own).
		Error; err != nil {
		return nil, err
	}
	for _, one := range own {
		for _, day := range one.days(first, last) {
			holidays[day.String()] = Holiday{Day: day, Name: one.Name, OwnID: one.ID}
		}
	}
	var open []OpenDay
	err := tx.WithContext(ctx).Where("day between ? and ?", first, last).Order("day").Limit(maxOwn).Find(&open).Error
	for _, one := range open {
		if holiday, isHoliday := holidays[one.Day.String()]; isHoliday {
			holiday.IsOpen = true
			holidays[one.Day.String()] = holiday
		}
	}
	return holidays, err
}

// days returns the days of an added holiday within the period, from its own first day on. One of 29 February is in leap years
// alone.
func (o Own) days(first, last civil.Date) []civil.Date {
	if !o.IsYearly {
		return []civil.Date{o.Day}
	}
	var days []civil.Date
	for years := 0; ; years++ {
		day := o.Day.Add(years, 0, 0)
		if last.Before(day) {
			return days
		}
		if !day.Before(first) && day.String()[5:] == o.Day.String()[5:] {
			days = append(days, day)
		}
	}
}
