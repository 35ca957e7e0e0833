package freight

import (
	"context"

	"acolhe/models/externalservices"
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

// Required names the members that must be sent.
func (FavouriteInput) Required() []string { return []string{"option_key"} }

// Catalog lists the options of the enabled carriers that may be the favourite. A carrier that fails is left out, unless
// all fail.
func (d Quoter) Catalog(ctx context.Context) ([]ServiceOption, error) {
	states, err := d.Services.States(ctx)
	if err != nil {
		return nil, err
	}
	options := []ServiceOption{}
	var failed error
	for _, provider := range d.Providers {
		if !states[provider.Service()].Has(externalservices.UseForQuote) {
			continue
		}
		found, err := provider.Catalog(ctx)
		if err != nil {
			failed = err
		}
		options = append(options, found...)
	}
	if len(options) == 0 {
		return options, failed
	}
	return options, nil
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
