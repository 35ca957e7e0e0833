package catalog

import (
	"context"
	"fmt"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/page"
	"acolhe/models/types/patch"
)

// Entry is a type at its place in the catalogue; ID is the place, from 1.
type Entry struct {
	ID                       int64         `gorm:"primaryKey"`
	Name                     string        `gorm:"column:name"`
	AssociationFee           money.Amount  `gorm:"column:association_fee"`
	DefaultConsultationPrice *money.Amount `gorm:"column:default_consultation_price"`
	Active                   bool          `gorm:"column:active"`
}

// Fields are the fields of a type that its form changes.
type Fields struct {
	errs.BindErrors

	AssociationFee           patch.Field[money.Amount] `form:"association_fee"`
	DefaultConsultationPrice patch.Field[money.Amount] `form:"default_consultation_price"`
	Active                   patch.Field[bool]         `form:"active"`
}

// AddInput is a new type. Its name is the id in the JSON interface and never changes.
type AddInput struct {
	Name string `form:"name"`
	Fields
}

// ChangeInput changes the sent fields of the type at a place. Version is the version of the opened form.
type ChangeInput struct {
	ID      int64  `form:"-"`
	Version string `form:"version"`
	Fields
}

// FindEntry returns the type at a place; an unknown place is 404 NOT_FOUND.
func FindEntry(ctx context.Context, tx *db.DB, _ auth.Caller, id int64) (Entry, error) {
	types, err := Types(ctx, tx)
	if err != nil {
		return Entry{}, err
	}
	return entryAt(types, id)
}

// Add adds a type at the end of the catalogue. It returns 400 VALIDATION_ERROR for a wrong type, and for a name that
// another type has.
func Add(ctx context.Context, tx *db.DB, by auth.Caller, input AddInput) (added Entry, err error) {
	err = changeTypes(ctx, tx, by, func(types []Type) ([]Type, error) {
		entry := Entry{ID: int64(len(types)) + 1, Name: strings.TrimSpace(input.Name), Active: true}
		types, err := input.apply(append(types, Type{}), &entry)
		added = entry
		return types, err
	})
	return added, err
}

// Change changes a type. It returns 400 VALIDATION_ERROR for wrong amounts, 404 NOT_FOUND, and 409 CONFLICT for a
// stale version.
func Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (changed Entry, err error) {
	err = changeTypes(ctx, tx, by, func(types []Type) ([]Type, error) {
		entry, err := entryAt(types, input.ID)
		if err != nil {
			return nil, err
		}
		if input.Version != "" && input.Version != db.VersionOf(tx, &entry) {
			return nil, errs.Stale()
		}
		types, err = input.apply(types, &entry)
		changed = entry
		return types, err
	})
	return changed, err
}

// ListInput is a page of the types.
type ListInput struct{ page.Window }

// ListEntries returns a page of the types that the form changes, in the order of the catalogue.
func ListEntries(ctx context.Context, tx *db.DB, _ auth.Caller, input ListInput) (found page.Of[Entry], err error) {
	window, err := input.Normalize()
	if err != nil {
		return found, err
	}
	types, err := Types(ctx, tx)
	for i := window.Offset; i < min(len(types), window.Offset+window.Limit); i++ {
		entry, _ := entryAt(types, int64(i)+1)
		found.Items = append(found.Items, entry)
	}
	return found, err
}

// CountEntries counts the types.
func CountEntries(ctx context.Context, tx *db.DB, _ auth.Caller, _ ListInput, _ int) (page.Counted, error) {
	types, err := Types(ctx, tx)
	return page.Counted{Rows: len(types)}, err
}

func entryAt(types []Type, id int64) (Entry, error) {
	if id < 1 || id > int64(len(types)) {
		return Entry{}, errs.NotFound("Tipo não encontrado.")
	}
	t := types[id-1]
	return Entry{ID: id, Name: t.ID, AssociationFee: t.AssociationFee, DefaultConsultationPrice: t.DefaultConsultationPrice, Active: t.Active},
		nil
}

// apply sets the fields in an entry and the entry in the types, and validates it.
func (f Fields) apply(types []Type, entry *Entry) ([]Type, error) {
	f.AssociationFee.Set(&entry.AssociationFee)
	f.DefaultConsultationPrice.SetNullable(&entry.DefaultConsultationPrice)
	f.Active.Set(&entry.Active)
	types[entry.ID-1] = Type{ID: entry.Name, AssociationFee: entry.AssociationFee, DefaultConsultationPrice: entry.DefaultConsultationPrice,
		Active: entry.Active}
	var problems errs.Problems
	for _, problem := range typeProblems(types) {
		at, field, _ := strings.Cut(problem.Path, "].")
		switch {
		case at != fmt.Sprintf("[%d", entry.ID-1):
			return nil, errs.Invalid("name", problem.Message)
		case field == "id":
			problems.Add("name", "informe um nome de até 60 caracteres que nenhum outro tipo tem")
		default:
			problems.Add(field, problem.Message)
		}
	}
	return types, f.BindErrors.Merge(problems).Err()
}
