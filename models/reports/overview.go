package reports

import (
	"context"
	"strconv"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/bookings/commissions"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/professionals"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// Selection selects the rows of a report: those of a month (YYYY-MM, the current one if empty), of a professional (row id
// or professional_code), with these words, and with a validation as in commissions.Input.
type Selection struct {
	Month        string
	Professional string
	Search       string
	Validation   *bookings.Validation
}

// Sum are the rows of one validation, empty for none, on a statement or not.
type Sum struct {
	Validation  bookings.Validation
	OnStatement bool
	Count       int
	Share       Share `gorm:"embedded"`
}

// All matches every sum.
func All(Sum) bool { return true }

// Group are the rows of one professional.
type Group struct {
	Professional Professional
	Sums         []Sum
}

// Sum adds up the sums that match.
func (g Group) Sum(matches func(Sum) bool) (count int, share Share) {
	for _, sum := range g.Sums {
		if matches(sum) {
			count, share = count+sum.Count, share.Add(sum.Share)
		}
	}
	return count, share
}

// Overview is the report of a month without its rows, which Rows and Each read. Groups are by the name of the
// professional.
type Overview struct {
	Month  civil.Month
	Zone   *time.Location
	Groups []Group

	input commissions.Input
	rules rules
}

// FindOverview returns the sums of the paid services that the caller may see. It returns 400 VALIDATION_ERROR for a wrong
// month.
func FindOverview(ctx context.Context, tx *db.DB, by auth.Caller, selection Selection) (Overview, error) {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return Overview{}, err
	}
	month := civil.MonthOf(by.Now.In(zone))
	if selection.Month != "" {
		if month, err = civil.ParseMonth(selection.Month); err != nil {
			return Overview{}, errs.Invalid("month", civil.ErrNotMonth.Error())
		}
	}
	overview := Overview{Month: month, Zone: zone, input: commissions.Input{Span: month.In(zone), Professional: selection.Professional,
		Search: selection.Search, Validation: selection.Validation}}
	if overview.rules, err = findRules(ctx, tx); err != nil {
		return overview, err
	}
	return overview, overview.sumUp(ctx, tx, by)
}

// sumUp reads the sums of each professional.
func (o *Overview) sumUp(ctx context.Context, tx *db.DB, by auth.Caller) error {
	services, err := commissions.Select(ctx, tx, by, o.input)
	if err != nil {
		return err
	}
	sums, err := o.rules.sums(services)
	if err != nil {
		return err
	}
	var ids []int64
	for _, sum := range sums {
		ids = append(ids, sum.ProfessionalID)
	}
	people, err := peopleOf(ctx, tx, ids)
	if err != nil {
		return err
	}
	for _, sum := range sums {
		if last := len(o.Groups) - 1; last < 0 || o.Groups[last].Professional.ID != sum.ProfessionalID {
			o.Groups = append(o.Groups, Group{Professional: professionalOf(people[sum.ProfessionalID])})
		}
		group := &o.Groups[len(o.Groups)-1]
		group.Sums = append(group.Sums, sum.Sum)
	}
	return nil
}

// peopleOf reads professionals of services that the caller may see: their names and prices belong to the services.
func peopleOf(ctx context.Context, tx *db.DB, ids []int64) (map[int64]professionals.Professional, error) {
	return professionals.ByIDs(ctx, tx, auth.Caller{Kind: auth.System}, ids)
}

func professionalOf(p professionals.Professional) Professional {
	return Professional{ID: p.ID, Code: p.Code, Name: p.Name, Type: p.Type, ContestReports: p.Contests(), PaymentDetails: p.PaymentDetails}
}

// Sum adds up the sums of all groups that match.
func (o Overview) Sum(matches func(Sum) bool) (count int, share Share) {
	for _, group := range o.Groups {
		of, sum := group.Sum(matches)
		count, share = count+of, share.Add(sum)
	}
	return count, share
}

// With returns the part of the overview with a validation, of all for nil.
func (o Overview) With(validation *bookings.Validation) Overview {
	if validation == nil {
		return o
	}
	part := o
	part.input.Validation, part.Groups = validation, nil
	for _, group := range o.Groups {
		kept := Group{Professional: group.Professional}
		for _, sum := range group.Sums {
			if sum.Validation == *validation {
				kept.Sums = append(kept.Sums, sum)
			}
		}
		if len(kept.Sums) > 0 {
			part.Groups = append(part.Groups, kept)
		}
	}
	return part
}

// Of returns the part of the overview of one professional.
func (o Overview) Of(professionalID int64) Overview {
	part := o
	part.input.Professional, part.Groups = strconv.FormatInt(professionalID, 10), nil
	for _, group := range o.Groups {
		if group.Professional.ID == professionalID {
			part.Groups = []Group{group}
		}
	}
	return part
}

// Rows returns a window of the rows by professional and date. It reads only those of the professionals in the window.
func (o Overview) Rows(ctx context.Context, tx *db.DB, by auth.Caller, window page.Range) ([]Row, error) {
	services, err := commissions.Page(ctx, tx, by, o.input, o.covered(window))
	if err != nil {
		return nil, err
	}
	return rowsOf(ctx, tx, services)
}

// covered returns the professionals of a window, whose offset is then that from the first of them.
func (o Overview) covered(window page.Range) commissions.Window {
	covered := commissions.Window{Limit: window.Limit, Offset: window.Offset}
	before := 0
	for _, group := range o.Groups {
		count, _ := group.Sum(All)
		switch {
		case before+count <= window.Offset:
			covered.Offset -= count
		case before < window.Offset+window.Limit:
			covered.IDs = append(covered.IDs, group.Professional.ID)
		}
		before += count
	}
	return covered
}

// Position returns the number of rows of the professional of a service that come before it.
func (o Overview) Position(ctx context.Context, tx *db.DB, by auth.Caller, service bookings.Service) (int, error) {
	return commissions.CountBefore(ctx, tx, by, o.input, service)
}

// Each calls yield with every row, by professional and date, until it returns an error.
func (o Overview) Each(ctx context.Context, tx *db.DB, by auth.Caller, yield func(Row) error) error {
	for _, group := range o.Groups {
		part := o.Of(group.Professional.ID)
		count, _ := group.Sum(All)
		for offset := 0; offset < count; offset += page.MaxLimit {
			rows, err := part.Rows(ctx, tx, by, page.Range{Limit: page.MaxLimit, Offset: offset})
			if err != nil {
				return err
			}
			for _, row := range rows {
				if err := yield(row); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
