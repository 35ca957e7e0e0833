package configuration

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// ListInput is the query of the list of keys.
type ListInput struct {
	page.Window
	// System is the group whose keys are listed; empty lists all.
	System string `json:"system" form:"system"`
}

// System is a group of keys with their number.
type System struct {
	System string `json:"system"`
	Keys   int    `json:"keys"`
}

// PublicInput is the input of Public.
type PublicInput struct {
	System string `json:"system" form:"system"`
}

// List returns the keys of a system, or all keys. For a caller who is not an administrator the list
// is empty.
func (c Catalogue) List(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (page.Of[Setting], error) {
	if input.System != "" && input.Limit == nil {
		// The keys of a system come whole.
		input.Limit = new(page.MaxLimit)
	}
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Setting]{}, err
	}
	filtered := visible(ctx, tx, by)
	if input.System != "" {
		filtered = filtered.Where("system = ?", input.System)
	}
	found, err := db.ReadPage[row](visible(ctx, tx, by), filtered, window, "system, key, id")
	return page.Of[Setting]{Items: c.settings(found.Items), Meta: found.Meta}, err
}

// Systems returns the systems with the numbers of their keys. For a caller who is not an
// administrator the list is empty.
func Systems(ctx context.Context, tx *db.DB, by auth.Caller) ([]System, error) {
	systems := []System{}
	err := visible(ctx, tx, by).Select("system", "count(*) as keys").
		Group("system").Order("system").Limit(page.MaxLimit).Scan(&systems).Error
	return systems, err
}

// Find returns a key that the caller may see, else 404 NOT_FOUND.
func (c Catalogue) Find(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Setting, error) {
	var found row
	if err := visible(ctx, tx, by).Where("id = ?", id).Take(&found).Error; err != nil {
		return Setting{}, err
	}
	return c.setting(found), nil
}

// Public returns the public keys of a system (decisions.md, "Names that the specification does not
// give"): the declared keys that are marked public, the payee of Pix codes if settings.PixPublic is
// on, and the keys of administrators that are not sensitive. It returns 400 VALIDATION_ERROR without
// a system, and 404 NOT_FOUND for an unknown one.
func (c Catalogue) Public(ctx context.Context, tx *db.DB, input PublicInput) ([]Setting, error) {
	if input.System == "" {
		return nil, errs.Invalid("system", "informe o sistema, como store")
	}
	var rows []row
	err := tx.WithContext(ctx).Where("system = ?", input.System).Order("key, id").Limit(page.MaxLimit).Find(&rows).Error
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 && !c.isKnown(input.System) {
		return nil, errs.NotFound("Não há configurações deste sistema.")
	}
	showsPix, err := settings.Get(ctx, tx, settings.PixPublic)
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(r row) bool {
		isPublic := c.definitionOf(r).Public || showsPix && r.isPayee()
		return r.IsSensitive || !isPublic
	})
	return c.settings(rows), nil
}

// isPayee reports whether the key is part of the payee of Pix codes.
func (r row) isPayee() bool {
	payee := []settings.AnyKey{settings.PixKey, settings.PixName, settings.PixCity}
	return slices.ContainsFunc(payee, func(key settings.AnyKey) bool { return settings.FullName(key) == r.fullName() })
}

// visible returns the query of the keys that the caller may see.
func visible(ctx context.Context, tx *db.DB, by auth.Caller) *db.DB {
	return db.AdministratorsOnly(tx.WithContext(ctx).Model(&row{}), by)
}

func (c Catalogue) settings(rows []row) []Setting {
	settings := make([]Setting, len(rows))
	for i, r := range rows {
		settings[i] = c.setting(r)
	}
	return settings
}
