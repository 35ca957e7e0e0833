package freight

import (
	"context"

	"acolhe/models/externalservices"
	"acolhe/models/platform/settings"
	"acolhe/models/types/errs"
)

// Provider returns one carrier, or 503 MODULE_DISABLED if it is not enabled.
func (d Quoter) Provider(ctx context.Context, name externalservices.Name) (Provider, error) {
	states, err := d.Services.States(ctx)
	if err != nil {
		return nil, err
	}
	for _, provider := range d.Providers {
		if provider.Service() == name && states[name].Flags[externalservices.Enabled] {
			return provider, nil
		}
	}
	return nil, errs.New(errs.KindUnavailable, externalservices.CodeDisabled, "Esta transportadora está desligada.")
}

// Ready returns 503 MODULE_DISABLED for a carrier that is not enabled, and 503 CREDENTIAL_MISSING for one that lacks a
// credential.
func (d Quoter) Ready(ctx context.Context, name externalservices.Name) error {
	if _, err := d.Provider(ctx, name); err != nil {
		return err
	}
	values, err := d.Services.Values(ctx, name)
	if err != nil {
		return err
	}
	if definition, _ := externalservices.DefinitionOf(name); len(values.Missing(definition)) > 0 {
		return ErrMissing(definition.Of())
	}
	return nil
}

// DirectQuote is the answer of one carrier.
type DirectQuote struct {
	Options []Option `json:"options"`
}

// QuoteWith quotes one enabled carrier, used for quotes or not, without the cache. Its errors are those of Quote.
func (d Quoter) QuoteWith(ctx context.Context, name externalservices.Name, input QuoteInput) (DirectQuote, error) {
	input.normalise()
	if err := input.check(); err != nil {
		return DirectQuote{}, err
	}
	provider, err := d.Provider(ctx, name)
	if err != nil {
		return DirectQuote{}, err
	}
	stored, err := settings.Read(ctx, d.DB, quoteKeys()...)
	if err != nil {
		return DirectQuote{}, err
	}
	shipment, err := d.shipmentOf(ctx, d.DB, stored, input)
	if err != nil {
		return DirectQuote{}, err
	}
	options, err := provider.Quote(ctx, shipment)
	if err == nil && len(options) == 0 {
		err = errs.New(errs.KindUnprocessable, CodeNoQuote, "A transportadora não tem uma opção para este endereço.")
	}
	return DirectQuote{options}, err
}

// Testers returns the tests of the carriers' credentials.
func (d Quoter) Testers() map[externalservices.Name]externalservices.Tester {
	testers := map[externalservices.Name]externalservices.Tester{}
	for _, provider := range d.Providers {
		testers[provider.Service()] = provider.Test
	}
	return testers
}

// CatalogOf lists the options of one enabled carrier.
func (d Quoter) CatalogOf(ctx context.Context, name externalservices.Name) ([]ServiceOption, error) {
	provider, err := d.Provider(ctx, name)
	if err != nil {
		return nil, err
	}
	return provider.Catalog(ctx)
}
