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

// ServiceOption is an option that can be the default option.
type ServiceOption struct {
	OptionKey    string `json:"option_key"`
	Provider     string `json:"provider"`
	ServiceLabel string `json:"service_label"`
}

// DefaultOption is the preselected option; its key is null without one.
type DefaultOption struct {
	OptionKey *string `json:"option_key"`
}

// DefaultOptionInput is the body of PUT /freight/default-option.
type DefaultOptionInput struct {
	OptionKey string `json:"option_key"`
}

// Required names the members that must be sent.
func (DefaultOptionInput) Required() []string { return []string{"option_key"} }

// Catalog lists the options of the enabled carriers that may be the default option. A carrier that fails is left out, unless
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

// FindDefaultOption returns store.freight.default_option.
func (d Quoter) FindDefaultOption(ctx context.Context) (DefaultOption, error) {
	key, err := settings.Get(ctx, d.DB, defaultOption)
	if err != nil || key == "" {
		return DefaultOption{}, err
	}
	return DefaultOption{OptionKey: &key}, nil
}

// ChooseDefaultOption stores the default option. It returns 400 VALIDATION_ERROR for a key that does not
// have the form of an option. It does not check whether a carrier offers the option, because
// carriers are switched on and off.
func (d Quoter) ChooseDefaultOption(ctx context.Context, by auth.Caller, input DefaultOptionInput) (DefaultOption, error) {
	if err := checkOption(input.OptionKey); err != nil {
		return DefaultOption{}, errs.Invalid("option_key", err.Error())
	}
	return DefaultOption{OptionKey: &input.OptionKey}, d.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
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
