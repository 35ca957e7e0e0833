// Package freight quotes the shipping of an order and stores the favourite option. Each carrier
// implements Provider in its own package; the caller decides which of them are enabled.
package freight

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
)

// The codes of refused quotes (specification, "Errors").
const (
	CodeModuleDisabled = "MODULE_DISABLED"
	CodeNoQuote        = "FREIGHT_NO_QUOTE"
	CodeProvider       = "PROVIDER_ERROR"
)

// Provider is a carrier.
type Provider interface {
	// Quote returns the carrier's options, which may be none. It returns when ctx is done.
	Quote(ctx context.Context, request QuoteInput) ([]Option, error)
	// Catalog lists the options that may be favourites, without calling the carrier.
	Catalog() []ServiceOption
}

// Quoter quotes freight.
type Quoter struct {
	DB *db.DB
	// Providers lists the enabled carriers.
	Providers []Provider
}

// QuoteInput is a parcel: its items and its destination.
type QuoteInput struct {
	Address Address `json:"address"`
	Items   []Item  `json:"items"`
}

// Address is the destination of a parcel; carriers need the CEP.
type Address struct {
	Street       string `json:"street"`
	Number       string `json:"number"`
	Neighborhood string `json:"neighborhood"`
	Complement   string `json:"complement"`
	City         string `json:"city"`
	State        string `json:"state"`
	CEP          string `json:"cep"`
}

// Item is a product with its quantity.
type Item struct {
	Code     string `json:"code"`
	Quantity int    `json:"quantity"`
}

// Option is a shipping option as a carrier offers it.
type Option struct {
	// OptionKey is `<provider>:<type or ids>`.
	OptionKey    string       `json:"option_key"`
	Provider     string       `json:"provider"`
	CompanyName  string       `json:"company_name"`
	ServiceName  string       `json:"service_name"`
	ServiceLabel string       `json:"service_label"`
	Price        money.Amount `json:"price"`
	ETADays      int          `json:"eta_days"`
	Status       string       `json:"status"`
	// FreightType is set by carrier_a, CompanyID and ServiceID by carrier_b.
	FreightType string `json:"freight_type,omitempty"`
	CompanyID   int    `json:"company_id,omitempty"`
	ServiceID   int    `json:"service_id,omitempty"`
}

// Ready is the status of an option that can be chosen.
const Ready = "ready"

// Quote holds the options of all carriers.
type Quote struct {
	// ApplyToTotal reports whether the price counts in the order's total.
	ApplyToTotal      bool     `json:"apply_to_total"`
	DefaultOptionKey  string   `json:"default_option_key"`
	SelectedOptionKey string   `json:"selected_option_key"`
	Options           []Option `json:"options"`
}

// quoteTimeout is the maximum time of a carrier's answer (decisions.md, "Wire conventions").
const quoteTimeout = 10 * time.Second

// Quote queries all carriers concurrently. It returns 400 VALIDATION_ERROR for wrong fields, 503
// MODULE_DISABLED if no carrier is enabled, 422 FREIGHT_NO_QUOTE if no carrier has an option, and
// 502 PROVIDER_ERROR if there is no option and a carrier failed. If there are options, carriers
// that failed are ignored.
func (d Quoter) Quote(ctx context.Context, input QuoteInput) (Quote, error) {
	input.normalise()
	if err := input.check(); err != nil {
		return Quote{}, err
	}
	if len(d.Providers) == 0 {
		return Quote{}, errs.New(errs.KindUnavailable, CodeModuleDisabled, "Nenhuma transportadora está ligada para cotações.")
	}
	stored, err := settings.Read(ctx, d.DB, settings.ApplyFreightToTotal, defaultOption)
	if err != nil {
		return Quote{}, err
	}
	options, err := d.quoteAll(ctx, input)
	if err != nil {
		return Quote{}, err
	}
	favourite := settings.Of(stored, defaultOption)
	return Quote{
		ApplyToTotal: settings.Of(stored, settings.ApplyFreightToTotal), DefaultOptionKey: favourite,
		SelectedOptionKey: selected(options, favourite), Options: options,
	}, nil
}

// quoteAll returns the options of all carriers, in the order of the carriers.
func (d Quoter) quoteAll(ctx context.Context, input QuoteInput) ([]Option, error) {
	ctx, cancel := context.WithTimeout(ctx, quoteTimeout)
	defer cancel()
	offers, failures := make([][]Option, len(d.Providers)), make([]error, len(d.Providers))
	var quotes sync.WaitGroup
	for i, provider := range d.Providers {
		quotes.Go(func() { offers[i], failures[i] = provider.Quote(ctx, input) })
	}
	quotes.Wait()
	options := slices.Concat(offers...)
	failed := errors.Join(failures...)
	switch {
	case len(options) > 0:
		return options, nil
	case failed != nil:
		return nil, errs.New(errs.KindProviderFailed, CodeProvider, "As transportadoras não responderam à cotação.").WithCause(failed)
	}
	return nil, errs.New(errs.KindUnprocessable, CodeNoQuote, "Nenhuma transportadora tem uma opção para este endereço.")
}

// selected returns the key of the favourite if it is among the options, else of the cheapest ready one.
func selected(options []Option, favourite string) string {
	if slices.ContainsFunc(options, func(o Option) bool { return o.OptionKey == favourite }) {
		return favourite
	}
	ready := slices.DeleteFunc(slices.Clone(options), func(o Option) bool { return o.Status != Ready })
	if len(ready) == 0 {
		return ""
	}
	return slices.MinFunc(ready, func(a, b Option) int { return a.Price.Cmp(b.Price) }).OptionKey
}

func (in *QuoteInput) normalise() {
	in.Address.CEP = brdoc.Digits(in.Address.CEP)
	in.Address.State = strings.ToUpper(strings.TrimSpace(in.Address.State))
}

// Limits of a quote.
const (
	maxItems    = 500
	maxQuantity = 9999
	maxCode     = 60
	maxText     = 250
)

func (in QuoteInput) check() error {
	var p errs.Problems
	_, valid := brdoc.CEP(in.Address.CEP)
	p.Require(valid, "address.cep", "informe um CEP de oito dígitos")
	p.Require(in.Address.State == "" || brdoc.IsState(in.Address.State), "address.state", "deve ser a sigla de um estado")
	in.Address.checkTexts(&p)
	p.Require(len(in.Items) > 0, "items", "inclua pelo menos um item")
	p.Require(len(in.Items) <= maxItems, "items", fmt.Sprintf("deve ter no máximo %d itens", maxItems))
	for i, item := range in.Items {
		path := fmt.Sprintf("items[%d].", i)
		p.Require(strings.TrimSpace(item.Code) != "" && texts.Fits(item.Code, maxCode), path+"code", "informe o código do produto")
		p.Require(item.Quantity >= 1 && item.Quantity <= maxQuantity, path+"quantity", "deve ser um número inteiro de 1 a 9999")
	}
	return p.Err()
}

func (a Address) checkTexts(p *errs.Problems) {
	for _, part := range []struct{ path, text string }{
		{"street", a.Street}, {"number", a.Number}, {"neighborhood", a.Neighborhood}, {"complement", a.Complement}, {"city", a.City},
	} {
		p.Require(texts.Fits(part.text, maxText), "address."+part.path, "é longo demais")
	}
}
