// Package freight quotes what sending an order costs, and keeps the favourite option. The
// carriers stand behind Provider, one package each; which of them is on is not decided here.
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
	// Quote gives what the carrier offers; no options are no error. It ends when ctx does.
	Quote(ctx context.Context, request QuoteInput) ([]Option, error)
	// Catalog lists the options that may be favourites, without asking the carrier for prices.
	Catalog() []ServiceOption
}

// Quoter is where freight is asked for.
type Quoter struct {
	DB *db.DB
	// Providers are those that are on for quotes.
	Providers []Provider
}

// QuoteInput is what is to be sent where.
type QuoteInput struct {
	Address Address `json:"address"`
	Items   []Item  `json:"items"`
}

// Address is where a parcel goes; carriers need the CEP.
type Address struct {
	Street       string `json:"street"`
	Number       string `json:"number"`
	Neighborhood string `json:"neighborhood"`
	Complement   string `json:"complement"`
	City         string `json:"city"`
	State        string `json:"state"`
	CEP          string `json:"cep"`
}

// Item is a product with how many of it.
type Item struct {
	Code     string `json:"code"`
	Quantity int    `json:"quantity"`
}

// Option is one way of sending, as a carrier offers it.
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
	// FreightType is carrier_a's, CompanyID and ServiceID are carrier_b's.
	FreightType string `json:"freight_type,omitempty"`
	CompanyID   int    `json:"company_id,omitempty"`
	ServiceID   int    `json:"service_id,omitempty"`
}

// Ready is the status of an option that can be chosen.
const Ready = "ready"

// Quote is what the carriers offer together.
type Quote struct {
	// ApplyToTotal tells that the price counts in the order's total.
	ApplyToTotal      bool     `json:"apply_to_total"`
	DefaultOptionKey  string   `json:"default_option_key"`
	SelectedOptionKey string   `json:"selected_option_key"`
	Options           []Option `json:"options"`
}

// quoteTimeout is how long a carrier may take (decisions.md, "Wire conventions").
const quoteTimeout = 10 * time.Second

// Quote asks all carriers at once. It answers 400 VALIDATION_ERROR for wrong fields, 503
// MODULE_DISABLED when no carrier is on, 502 PROVIDER_ERROR when none of them answers, and 422
// FREIGHT_NO_QUOTE when none offers anything. A carrier that fails beside another that offers
// something is left out.
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
	options, err := d.ask(ctx, input)
	if err != nil {
		return Quote{}, err
	}
	favourite := settings.Of(stored, defaultOption)
	return Quote{
		ApplyToTotal: settings.Of(stored, settings.ApplyFreightToTotal), DefaultOptionKey: favourite,
		SelectedOptionKey: selected(options, favourite), Options: options,
	}, nil
}

// ask merges what the carriers offer, in their order.
func (d Quoter) ask(ctx context.Context, input QuoteInput) ([]Option, error) {
	ctx, cancel := context.WithTimeout(ctx, quoteTimeout)
	defer cancel()
	offers, failures := make([][]Option, len(d.Providers)), make([]error, len(d.Providers))
	var asking sync.WaitGroup
	for i, provider := range d.Providers {
		asking.Go(func() { offers[i], failures[i] = provider.Quote(ctx, input) })
	}
	asking.Wait()
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

// selected is the favourite when it is offered, else the cheapest option that is ready.
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
