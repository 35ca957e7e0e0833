package tags

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// colors matches colours such as #0f766e.
var colors = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// Fields are the writable fields of a tag. Adding a tag applies them to a row with defaults.
type Fields struct {
	errs.BindErrors

	Name       patch.Field[string] `json:"name" form:"name" null:"omit"`
	Color      patch.Field[string] `json:"color" form:"color"`
	Collection patch.Field[string] `json:"collection" form:"collection"`
}

// AddInput is a new tag.
type AddInput struct {
	Fields
	// IsSample is only for administrators.
	IsSample patch.Field[bool] `json:"is_sample" form:"is_sample"`
}

// Required names the members that must be sent.
func (AddInput) Required() []string { return []string{"name"} }

// ChangeInput changes the sent fields of a tag. Version is the version of the opened form.
type ChangeInput struct {
	ID      int64  `json:"-" form:"-"`
	Version string `json:"-" form:"version"`
	Fields
}

// Add stores a new tag. It returns 400 VALIDATION_ERROR for wrong fields and 409 CONFLICT for a
// name that the collection already has.
func Add(ctx context.Context, tx *db.DB, by auth.Caller, input AddInput) (Tag, error) {
	if err := access.CheckSample(by, input.IsSample); err != nil {
		return Tag{}, err
	}
	tag := Tag{IsSample: input.IsSample.Value, DateCreated: by.Now, DateUpdated: by.Now}
	if err := input.apply(&tag); err != nil {
		return tag, err
	}
	err := tx.WithContext(ctx).Create(&tag).Error
	return tag, err
}

// Change changes a tag; a new name also replaces the old one in all rows that have the tag, in the same transaction.
// It returns the errors of Add, 404 NOT_FOUND for an unknown tag, and 409 CONFLICT for a stale version.
func Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (Tag, error) {
	return ChangeWithProgress(ctx, tx, by, input, unreported)
}

// ChangeWithProgress is Change for a tag with many rows. It also returns the errors of progress.
func ChangeWithProgress(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput, progress Progress) (Tag, error) {
	var before, changed Tag
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		changed, err = db.Change(ctx, tx, input.ID, input.Version, func(_ *db.DB, stored Tag, tag *Tag) error {
			before, tag.DateUpdated = stored, by.Now
			return input.apply(tag)
		})
		if err != nil || changed.Name == before.Name {
			return err
		}
		_, err = rename(before, changed.Name, progress).apply(tx, by)
		return err
	})
	return changed, err
}

// errValid ends a transaction that only validates.
var errValid = errors.New("the input is valid")

// CheckChange returns the errors of Change without changing anything.
func CheckChange(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) error {
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		_, err := db.Change(ctx, tx, input.ID, input.Version, func(_ *db.DB, _ Tag, tag *Tag) error { return input.apply(tag) })
		if err != nil {
			return err
		}
		return errValid
	})
	if errors.Is(err, errValid) {
		return nil
	}
	return err
}

// apply sets the fields in a tag and validates it.
func (f Fields) apply(t *Tag) error {
	f.Name.Set(&t.Name)
	f.Color.SetNullable(&t.Color)
	f.Collection.SetNullable(&t.Collection)
	t.Name = strings.TrimSpace(t.Name)
	return f.BindErrors.Merge(t.validate()).Err()
}

func (t Tag) validate() errs.Problems {
	var problems errs.Problems
	problems.Require(t.Name != "", "name", "informe o nome")
	problems.Require(texts.Fits(t.Name, MaxLength), "name", "deve ter no máximo 60 caracteres")
	problems.Require(t.Color == nil || colors.MatchString(*t.Color), "color", "deve ser uma cor como #0f766e")
	problems.Require(t.Collection == nil || slices.Contains(access.Collections(), *t.Collection), "collection", "não existe esta coleção")
	return problems
}
