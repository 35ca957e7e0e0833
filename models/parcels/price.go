package parcels

import (
	"context"
	"slices"
	"strings"

	"acolhe/models/externalservices"
	"acolhe/models/freight"
	"acolhe/models/orders"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
)

// PriceOf returns what the label of an order costs now, at most 15 minutes old. It returns 409 FREIGHT_MISSING if the
// carrier no longer offers the option, and the carrier's failure.
func (o Office) PriceOf(ctx context.Context, order orders.Order) (money.Amount, error) {
	quote, meta, err := o.Freight.Quote(ctx, o.Now(), QuoteOf(order))
	if err != nil {
		return money.Amount{}, err
	}
	key := freight.KeyOf(order.FreightOption.OptionKey)
	if at := slices.IndexFunc(quote.Options, func(option freight.Option) bool { return option.OptionKey == key }); at >= 0 {
		return quote.Options[at].Price, nil
	}
	name, _, _ := strings.Cut(key, ":")
	for _, failure := range meta.Failed {
		if failure.Provider == name {
			return money.Amount{}, errs.New(errs.KindProviderFailed, failure.Code, failure.Message)
		}
	}
	definition, _ := externalservices.DefinitionOf(externalservices.Name(name))
	return money.Amount{}, errs.Conflict(CodeNoOption, definition.Label+" não oferece mais este frete. Escolha outro no pedido.")
}
