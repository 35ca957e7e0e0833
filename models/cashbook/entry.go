// Package cashbook holds the costs and the other income that the staff types, and the result of a month: what came in for
// orders and services, what went out to professionals, and what was typed. Closing a month keeps its entries as they are.
package cashbook

import (
	"context"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
)

// Kind tells costs from income.
type Kind string

// The kinds.
const (
	Cost   Kind = "cost"
	Income Kind = "income"
)

// Entry is a row of cash_entries.
type Entry struct {
	ID          int64        `gorm:"primaryKey" json:"id"`
	Kind        Kind         `gorm:"column:kind" json:"kind"`
	Category    string       `gorm:"column:category" json:"category"`
	Value       money.Amount `gorm:"column:value" json:"value"`
	Day         civil.Date   `gorm:"column:day" json:"day"`
	Note        *string      `gorm:"column:note" json:"note"`
	AuthorName  string       `gorm:"column:author_name" json:"author_name"`
	DateCreated time.Time    `gorm:"column:date_created" json:"date_created"`
}

// TableName returns the name of the table.
func (Entry) TableName() string { return "cash_entries" }

const (
	maxCategory = 60
	maxNote     = 500
	// maxEntries is the number of entries of a month.
	maxEntries = 2000
)

// Categories returns the categories that the page suggests for a kind.
func Categories(kind Kind) []string {
	if kind == Income {
		return []string{"Doação", "Mensalidade", "Evento", "Outras entradas"}
	}
	return []string{"Aluguel", "Salários", "Insumos", "Frete", "Impostos", "Serviços de terceiros", "Outros custos"}
}

// EntryInput is a new entry.
type EntryInput struct {
	errs.BindErrors
	Kind     Kind          `form:"kind"`
	Category string        `form:"category"`
	Value    *money.Amount `form:"value"`
	Day      *civil.Date   `form:"day"`
	Note     string        `form:"note"`
}

func (in *EntryInput) validate() error {
	in.Category, in.Note = strings.TrimSpace(in.Category), strings.TrimSpace(in.Note)
	var p errs.Problems
	p.Require(in.Kind == Cost || in.Kind == Income, "kind", "escolha custo ou entrada")
	p.Require(in.Category != "" && texts.Fits(in.Category, maxCategory), "category", "escreva a categoria, com até 60 letras")
	p.Require(texts.Fits(in.Note, maxNote), "note", "deve ter no máximo 500 letras")
	p.Require(in.Day != nil, "day", "informe o dia")
	if in.Day != nil {
		p.Require(!in.Day.Before(civil.MustParse("2000-01-01")) && in.Day.Before(civil.MustParse("2101-01-01")), "day", "confira o ano")
	}
	p.Require(in.Value != nil && in.Value.Cmp(money.Zero) > 0 &&
		in.Value.Cmp(money.FromCents(999_999_999)) <= 0, "value", "informe um valor maior que zero")
	return in.Merge(p).Err()
}

// require returns 403 FORBIDDEN for callers who do not settle accounts.
func require(by auth.Caller) error { return access.RequireSettle(by) }

// Add stores an entry. It returns 400 VALIDATION_ERROR with every wrong field, 403 FORBIDDEN for callers who do not settle
// accounts, and 409 CONFLICT for a closed month or beyond 2,000 entries of one.
func Add(ctx context.Context, tx *db.DB, by auth.Caller, input EntryInput) (entry Entry, err error) {
	if err := require(by); err != nil {
		return entry, err
	}
	if err := input.validate(); err != nil {
		return entry, err
	}
	entry = Entry{Kind: input.Kind, Category: input.Category, Value: *input.Value, Day: *input.Day, Note: texts.Optional(input.Note),
		AuthorName: by.FullName(), DateCreated: by.Now}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := refuseClosed(tx, entry.Day); err != nil {
			return err
		}
		var count int64
		if err := inMonth(tx, MonthOf(entry.Day)).Count(&count).Error; err != nil {
			return err
		}
		if count >= maxEntries {
			return errs.Conflict(errs.CodeConflict, "Este mês já tem 2.000 lançamentos.")
		}
		return tx.Create(&entry).Error
	})
	return entry, err
}

// EntryRemoval is the kind of undo of Remove.
const EntryRemoval undo.Kind = "cashbook.entry.remove"

// Remove removes an entry, and returns it with the id of the undo. It returns 403 FORBIDDEN for callers who do not settle
// accounts, 404 NOT_FOUND for an unknown entry, and 409 CONFLICT for one of a closed month.
func Remove(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (entry Entry, undoID int64, err error) {
	if err := require(by); err != nil {
		return entry, 0, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if entry, err = db.First[Entry](tx.Where("id = ?", id), errs.NotFound("Lançamento não encontrado.")); err != nil {
			return err
		}
		if err := refuseClosed(tx, entry.Day); err != nil {
			return err
		}
		if err := tx.Delete(&entry).Error; err != nil {
			return err
		}
		undoID, err = undo.Keep(ctx, tx, by, EntryRemoval, entry)
		return err
	})
	return entry, undoID, err
}

// Restore undoes Remove.
func Restore(ctx context.Context, tx *db.DB, by auth.Caller, entry Entry) error {
	if err := require(by); err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := refuseClosed(tx, entry.Day); err != nil {
			return err
		}
		return tx.Create(&entry).Error
	})
}

// MonthOf returns the month of a day.
func MonthOf(day civil.Date) civil.Month { return civil.MonthOf(day.In(time.UTC)) }

// inMonth selects the entries of a month.
func inMonth(tx *db.DB, month civil.Month) *db.DB {
	return tx.Model(&Entry{}).Where("day >= ? and day < ?", month, month.Add(1))
}
