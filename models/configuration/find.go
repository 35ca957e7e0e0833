package configuration

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// ListInput is the query of the list of keys.
type ListInput struct {
	page.Window
	// System is the group whose keys are listed; empty lists all.
	System string `json:"system" form:"system"`
}

// System is a group of keys with how many it has.
type System struct {
	System string `json:"system"`
	Keys   int    `json:"keys"`
}

// PublicInput is the query of what everybody may read.
type PublicInput struct {
	System string `json:"system" form:"system"`
}

// List returns the keys of a system, or all of them; a system without keys has none.
func (c Catalogue) List(ctx context.Context, tx *db.DB, input ListInput) (page.Of[Setting], error) {
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Setting]{}, err
	}
	filtered := tx.WithContext(ctx).Model(&row{})
	if input.System != "" {
		filtered = filtered.Where("system = ?", input.System)
	}
	found, err := db.ReadPage[row](tx.WithContext(ctx).Model(&row{}), filtered, window, "system, key, id")
	return page.Of[Setting]{Items: c.settings(found.Items), Meta: found.Meta}, err
}

// Systems lists the systems that have keys.
func Systems(ctx context.Context, tx *db.DB) ([]System, error) {
	systems := []System{}
	err := tx.WithContext(ctx).Model(&row{}).Select("system", "count(*) as keys").
		Group("system").Order("system").Limit(page.MaxLimit).Scan(&systems).Error
	return systems, err
}

// Find returns one key; an unknown id is 404 NOT_FOUND.
func (c Catalogue) Find(ctx context.Context, tx *db.DB, id int64) (Setting, error) {
	var found row
	if err := tx.WithContext(ctx).Where("id = ?", id).Take(&found).Error; err != nil {
		return Setting{}, err
	}
	return c.setting(found), nil
}

// Public returns what everybody may read of a system (decisions.md, "Names that the specification
// does not give"): of the declared keys those that say so, and the keys of administrators that are not sensitive.
// It returns 400 VALIDATION_ERROR without a system, and 404 NOT_FOUND for an unknown one and for a
// declared one whose keys are all private.
func (c Catalogue) Public(ctx context.Context, tx *db.DB, input PublicInput) ([]Setting, error) {
	if input.System == "" {
		return nil, errs.Invalid("system", "informe o sistema, como store")
	}
	var rows []row
	err := tx.WithContext(ctx).Where("system = ?", input.System).Order("key, id").Limit(page.MaxLimit).Find(&rows).Error
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 || c.isPrivate(input.System) {
		return nil, errs.NotFound("Não há configurações públicas deste sistema.")
	}
	rows = slices.DeleteFunc(rows, func(r row) bool { return r.IsSensitive || !c.definitionOf(r).Public })
	return c.settings(rows), nil
}

func (c Catalogue) settings(rows []row) []Setting {
	settings := make([]Setting, len(rows))
	for i, r := range rows {
		settings[i] = c.setting(r)
	}
	return settings
}
