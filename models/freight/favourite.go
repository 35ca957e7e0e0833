package freight

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// ServiceOption is an option that can be the favourite.
type ServiceOption struct {
	OptionKey    string `json:"option_key"`
	Provider     string `json:"provider"`
	ServiceLabel string `json:"service_label"`
}

// Favourite is the preselected option; its key is null without one.
type Favourite struct {
	OptionKey *string `json:"option_key"`
}

// FavouriteInput is the body of PUT /freight/default-option.
type FavouriteInput struct {
	OptionKey string `json:"option_key"`
}

// Catalog lists the options of the enabled carriers that may be the favourite.
func (d Quoter) Catalog() []ServiceOption {
	options := []ServiceOption{}
	for _, provider := range d.Providers {
		options = append(options, provider.Catalog()...)
	}
	return options
}

// FindFavourite returns store.freight.default_option.
func (d Quoter) FindFavourite(ctx context.Context) (Favourite, error) {
	key, err := settings.Get(ctx, d.DB, defaultOption)
	if err != nil || key == "" {
		return Favourite{}, err
	}
	return Favourite{OptionKey: &key}, nil
}

// ChooseFavourite stores the favourite. It returns 400 VALIDATION_ERROR for a key that does not
// have the form of an option. It does not check whether a carrier offers the option, because
// carriers are switched on and off.
func (d Quoter) ChooseFavourite(ctx context.Context, by auth.Caller, input FavouriteInput) (Favourite, error) {
	if err := checkOption(input.OptionKey); err != nil {
		return Favourite{}, errs.Invalid("option_key", err.Error())
	}
	return Favourite{OptionKey: &input.OptionKey}, d.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		before, err := settings.Get(ctx, tx, defaultOption)
		if err != nil {
			return err
		}
		if err := settings.Put(ctx, tx, by, defaultOption.To(input.OptionKey)); err != nil {
			return err
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.ConfigChanged, Subject: "store.freight.default_option",
			Details: map[string]any{"fields": []string{"value"}, "from": before, "to": input.OptionKey}})
	})
}
