package retention

import (
	"context"
	"strings"
	"time"

	"acolhe/models/lawtexts"
	"acolhe/models/platform/db"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

// Change is a row of retention_changes: a period that an administrator chose.
type Change struct {
	ID            int64 `gorm:"primaryKey"`
	Kind          string
	Count         int
	Unit          personal.Unit
	ChangedByName string
	DateCreated   time.Time
}

// TableName returns the name of the table.
func (Change) TableName() string { return "retention_changes" }

// Period returns the chosen period.
func (c Change) Period() personal.Period { return personal.Period{Count: c.Count, Unit: c.Unit} }

// periods returns the current period of each kind. One that the program does not allow any more is the default.
func (k Keeper) periods(ctx context.Context, tx *db.DB) (map[string]personal.Period, error) {
	var changes []Change
	err := tx.WithContext(ctx).Raw("select distinct on (kind) * from retention_changes order by kind, id desc").Scan(&changes).Error
	current := map[string]personal.Period{}
	for _, term := range k.Terms {
		current[term.Name] = term.Period
		for _, change := range changes {
			if change.Kind == term.Name && term.Allows(change.Period()) {
				current[term.Name] = change.Period()
			}
		}
	}
	return current, err
}

// CurrentTerms returns the terms with the current texts of their laws.
func (k Keeper) CurrentTerms(ctx context.Context) (terms []personal.Term, err error) {
	texts, err := lawtexts.Read(ctx, k.DB)
	for _, term := range k.Terms {
		terms = append(terms, texts.ApplyTo(term))
	}
	return terms, err
}

// TermOf returns the term with a name, else 404 NOT_FOUND.
func (k Keeper) TermOf(ctx context.Context, name string) (personal.Term, error) {
	terms, err := k.CurrentTerms(ctx)
	if err != nil {
		return personal.Term{}, err
	}
	for _, term := range terms {
		if term.Name == name {
			return term, nil
		}
	}
	return personal.Term{}, errs.NotFound("Este prazo não existe mais.")
}

// History returns the latest changes of a kind for an administrator, newest first.
func (k Keeper) History(ctx context.Context, by auth.Caller, kind string, limit int) (found []Change, err error) {
	err = db.AdministratorsOnly(k.DB.WithContext(ctx), by).Where("kind = ?", kind).Order("id desc").Limit(limit).Find(&found).Error
	return found, err
}

// ChangeInput is the choice of a period: 12-months. Seen is the number of rows that would leave at once, as the page showed it.
type ChangeInput struct {
	Kind   string `form:"-"`
	Period string `form:"period"`
}

// Parse returns the chosen period if the term allows it, else 422.
func (in ChangeInput) Parse(term personal.Term) (personal.Period, error) {
	period, err := personal.ParsePeriod(in.Period)
	if err != nil {
		return period, errs.Invalid("period", "escolha um dos prazos")
	}
	if term.Least != nil && period.IsShorter(term.Least.Period) {
		return period, errs.Invalid("period", "a lei pede pelo menos "+term.PeriodLabel(term.Least.Period)+": "+term.Least.Law.Article)
	}
	if !term.Allows(period) {
		return period, errs.Invalid("period", "escolha um dos prazos")
	}
	return period, nil
}

// SetPeriod changes the period of a kind. One that is shorter than the law's is 422 VALIDATION_ERROR with the law.
func (k Keeper) SetPeriod(ctx context.Context, by auth.Caller, input ChangeInput) error {
	if err := require(by); err != nil {
		return err
	}
	term, err := k.TermOf(ctx, input.Kind)
	if err != nil {
		return err
	}
	period, err := input.Parse(term)
	if err != nil {
		return err
	}
	return k.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		row := Change{Kind: term.Name, Count: period.Count, Unit: period.Unit, ChangedByName: by.FullName(), DateCreated: by.Now}
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.RetentionChanged,
			Subject: strings.ToLower(term.Label) + " por " + term.PeriodLabel(period)})
	})
}

// LeavingNow returns how many rows of a kind a period would let leave today, by the last count.
func (k Keeper) LeavingNow(ctx context.Context, term personal.Term, period personal.Period, today civil.Date) (sum int64, err error) {
	counts, err := k.counts(ctx, k.DB)
	for _, counted := range counts[term.Name] {
		if !today.Before(term.LeavesOn(counted.Day, period)) {
			sum += counted.Count
		}
	}
	return sum, err
}

// counted is a row of retention_counts.
type counted struct {
	Kind  string
	Day   civil.Date
	Count int64
}

func (k Keeper) counts(ctx context.Context, tx *db.DB) (map[string][]counted, error) {
	var rows []counted
	err := tx.WithContext(ctx).Table("retention_counts").Order("kind, day").Scan(&rows).Error
	counts := map[string][]counted{}
	for _, row := range rows {
		counts[row.Kind] = append(counts[row.Kind], row)
	}
	return counts, err
}
