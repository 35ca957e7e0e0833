package tags

import (
	"context"
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

// colors are what a page can show without being told how: #0f766e.
var colors = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// AddInput is a new tag.
type AddInput struct {
	errs.BindErrors

	Name       string  `json:"name" form:"name"`
	Color      *string `json:"color" form:"color"`
	Collection *string `json:"collection" form:"collection"`
	// IsSample is for administrators alone.
	IsSample patch.Field[bool] `json:"is_sample" form:"is_sample"`
}

// ChangeInput is what of a tag is to be another.
type ChangeInput struct {
	errs.BindErrors

	ID         int64               `json:"-" form:"-"`
	Name       patch.Field[string] `json:"name" form:"name"`
	Color      patch.Field[string] `json:"color" form:"color"`
	Collection patch.Field[string] `json:"collection" form:"collection"`
}

// Add offers a new tag. It answers 400 VALIDATION_ERROR for wrong fields and 409 CONFLICT for
// a name that its collection has already.
func Add(ctx context.Context, tx *db.DB, by auth.Caller, input AddInput) (Tag, error) {
	if err := access.CheckSample(by, input.IsSample); err != nil {
		return Tag{}, err
	}
	tag := Tag{
		Name: strings.TrimSpace(input.Name), Color: input.Color, Collection: input.Collection, IsSample: input.IsSample.Value,
		DateCreated: by.Now, DateUpdated: by.Now,
	}
	if err := tag.check(input.BindErrors); err != nil {
		return tag, err
	}
	err := tx.WithContext(ctx).Create(&tag).Error
	return tag, err
}

// Change changes a tag; rows that wear it keep the name it had. It answers as Add does, and
// 404 NOT_FOUND for an unknown one.
func Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (Tag, error) {
	return db.Change(ctx, tx, input.ID, patch.Sent(input), func(_ *db.DB, tag *Tag) error {
		input.Name.Set(&tag.Name)
		input.Color.SetNullable(&tag.Color)
		input.Collection.SetNullable(&tag.Collection)
		tag.Name, tag.DateUpdated = strings.TrimSpace(tag.Name), by.Now
		return tag.check(input.BindErrors)
	})
}

// Remove offers a tag no longer; rows that wear it keep it.
func Remove(ctx context.Context, tx *db.DB, _ auth.Caller, id int64) error {
	return db.Remove[Tag](ctx, tx, id)
}

func (t Tag) check(unread errs.BindErrors) error {
	var p errs.Problems
	p.Require(t.Name != "", "name", "informe o nome")
	p.Require(texts.Fits(t.Name, MaxLength), "name", "deve ter no máximo 60 caracteres")
	p.Require(t.Color == nil || colors.MatchString(*t.Color), "color", "deve ser uma cor como #0f766e")
	p.Require(t.Collection == nil || slices.Contains(access.Collections(), *t.Collection), "collection", "não existe esta coleção")
	return unread.Merge(p).Err()
}
