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

	"acolhe/models/externalservices"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
)

// The codes of refused quotes (specification, "Errors").
const (
	CodeNoQuote  = "FREIGHT_NO_QUOTE"
	CodeProvider = "PROVIDER_ERROR"
)

// Quoter quotes freight.
type Quoter struct {
	DB *db.DB
	// Services tells which carriers are used for quotes.
	Services externalservices.Store
	// Providers lists the carriers, in the order of their options.
	Providers []Provider
}

// QuoteInput is a parcel: its items and its destination.
type QuoteInput struct {
	Address Address `json:"address"`
	Items   []Item  `json:"items"`
}

// Required names the members that must be sent.
func (QuoteInput) Required() []string { return []string{"address", "items"} }

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

// Required names the members that must be sent.
func (Address) Required() []string { return []string{"cep"} }

// Item is a product with its quantity.
type Item struct {
	Code     string `json:"code"`
	Quantity int    `json:"quantity"`
}

// Required names the members that must be sent.
func (Item) Required() []string { return []string{"code", "quantity"} }

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

// KeyOf returns an option key in the spelling of quotes: carrier_a:FREIGHT_TYPE_ECONOMIC is carrier_a:ECONOMIC.
func KeyOf(key string) string { return strings.Replace(key, ":FREIGHT_TYPE_", ":", 1) }

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

// Failure is a carrier that did not answer a quote.
type Failure struct {
	Provider string `json:"provider"`
	Code     string `json:"code"`
	Message  string `json:"message"`
}

// QuoteMeta names the carriers whose options are missing.
type QuoteMeta struct {
	Failed []Failure `json:"failed"`
	// WeightG is the weight of the parcel.
	WeightG int `json:"weight_g"`
	// QuotedAt is the time of the oldest answer.
	QuotedAt time.Time `json:"-"`
}

// Timeouts limit the calls of a carrier: a quote with its repeats, and each call of a label.
type Timeouts struct{ Quote, Label time.Duration }

// DefaultTimeouts returns those of integrations.md, 8.
func DefaultTimeouts() Timeouts { return Timeouts{Quote: 10 * time.Second, Label: 30 * time.Second} }

// Quote queries all enabled carriers concurrently, each answer once in 15 minutes for the same parcel. It returns 400
// VALIDATION_ERROR for wrong fields, 503 MODULE_DISABLED if no carrier is enabled, 503 CONFIG_INCOMPLETE with the missing
// settings, 422 FREIGHT_NO_QUOTE if no carrier has an option, and the carriers' error, or 502 PROVIDER_ERROR if they
// differ, if there is no option and a carrier failed. If there are options, the carriers that failed are in the meta.
func (d Quoter) Quote(ctx context.Context, now time.Time, input QuoteInput) (Quote, QuoteMeta, error) {
	p, err := d.prepare(ctx, input, now)
	if err != nil {
		return Quote{}, QuoteMeta{}, err
	}
	if err := d.ask(ctx, p, now); err != nil {
		return Quote{}, QuoteMeta{}, err
	}
	return p.quote()
}

// Cached returns what Quote would from the answers so far, without calling a carrier. isKnown is false if a carrier has
// to be asked.
func (d Quoter) Cached(ctx context.Context, now time.Time, input QuoteInput) (quote Quote, meta QuoteMeta, isKnown bool, err error) {
	p, err := d.prepare(ctx, input, now)
	if err != nil {
		return Quote{}, QuoteMeta{}, false, err
	}
	for i := range p.carriers {
		if p.answers[i] == nil {
			return Quote{}, QuoteMeta{}, false, nil
		}
	}
	quote, meta, err = p.quote()
	return quote, meta, true, err
}

// carrier is an enabled carrier with the key of its answer.
type carrier struct {
	Provider
	key []byte
}

// prepared is a quote before it asks the carriers, with the answers so far.
type prepared struct {
	stored   settings.Stored
	shipment Shipment
	carriers []carrier
	answers  []*cached
}

func (d Quoter) prepare(ctx context.Context, input QuoteInput, now time.Time) (p prepared, err error) {
	input.normalise()
	if err := input.check(); err != nil {
		return p, err
	}
	states, err := d.Services.States(ctx)
	if err != nil {
		return p, err
	}
	if !slices.ContainsFunc(d.Providers, func(p Provider) bool { return states[p.Service()].Has(externalservices.UseForQuote) }) {
		return p, errs.New(errs.KindUnavailable, externalservices.CodeDisabled, "Nenhuma transportadora está ligada para cotações.")
	}
	if p.stored, err = settings.Read(ctx, d.DB, quoteKeys()...); err != nil {
		return p, err
	}
	if p.shipment, err = d.shipmentOf(ctx, d.DB, p.stored, input); err != nil {
		return p, err
	}
	var keys [][]byte
	for _, provider := range d.Providers {
		if state := states[provider.Service()]; state.Has(externalservices.UseForQuote) {
			key := cacheKey(string(provider.Service()), state.Version, p.shipment)
			keys, p.carriers = append(keys, key), append(p.carriers, carrier{provider, key})
		}
	}
	found, err := readCache(ctx, d.DB, keys, now)
	p.answers = make([]*cached, len(p.carriers))
	for i, key := range keys {
		if row, isFound := found[string(key)]; isFound {
			p.answers[i] = &row
		}
	}
	return p, err
}

// ask asks the carriers without an answer, and those that failed before, at the same time.
func (d Quoter) ask(ctx context.Context, p prepared, now time.Time) error {
	failures := make([]error, len(p.carriers))
	var quotes sync.WaitGroup
	for i, carrier := range p.carriers {
		if p.answers[i] != nil && p.answers[i].Failure == nil {
			continue
		}
		quotes.Go(func() {
			answer := carrier.answer(ctx, p.shipment)
			failures[i] = answer.store(ctx, d.DB, now)
			p.answers[i] = &answer
		})
	}
	quotes.Wait()
	return errors.Join(failures...)
}

// answer asks a carrier. An unexpected error is a failure of the carrier.
func (c carrier) answer(ctx context.Context, shipment Shipment) cached {
	answer := cached{Key: c.key, Provider: string(c.Service())}
	options, err := c.Quote(ctx, shipment)
	if err == nil {
		answer.Options = options
		return answer
	}
	refused := errs.As(err)
	if refused == nil {
		refused = errs.As(ErrProvider("A transportadora", "", err))
	}
	answer.Failure = &Failure{Provider: answer.Provider, Code: refused.Code, Message: refused.Message}
	return answer
}

// quote joins the answers; only all failed is an error.
func (p prepared) quote() (Quote, QuoteMeta, error) {
	options := []Option{}
	meta := QuoteMeta{Failed: []Failure{}, WeightG: p.shipment.Package.WeightG}
	for _, answer := range p.answers {
		options = append(options, answer.Options...)
		if answer.Failure != nil {
			meta.Failed = append(meta.Failed, *answer.Failure)
			continue
		}
		if at := answer.ExpiresAt.Add(-cacheTime); meta.QuotedAt.IsZero() || at.Before(meta.QuotedAt) {
			meta.QuotedAt = at
		}
	}
	if len(options) == 0 {
		return Quote{}, meta, errNoOptions(meta.Failed, len(p.answers))
	}
	favourite := settings.Of(p.stored, defaultOption)
	return Quote{
		ApplyToTotal: settings.Of(p.stored, settings.ApplyFreightToTotal), DefaultOptionKey: favourite,
		SelectedOptionKey: selected(options, favourite), Options: options,
	}, meta, nil
}

// errNoOptions returns the error that all carriers have in common, else 502 PROVIDER_ERROR if one failed.
func errNoOptions(failed []Failure, carriers int) error {
	if len(failed) == 0 {
		return errs.New(errs.KindUnprocessable, CodeNoQuote, "Nenhuma transportadora tem uma opção para este endereço.")
	}
	first := failed[0]
	isCommon := len(failed) == carriers && !slices.ContainsFunc(failed, func(f Failure) bool { return f.Code != first.Code })
	switch {
	case isCommon && first.Code == externalservices.CodeInvalid:
		return errs.New(errs.KindUnprocessable, first.Code, first.Message)
	case isCommon && first.Code == externalservices.CodeMissing:
		return errs.New(errs.KindUnavailable, first.Code, first.Message)
	}
	return errs.New(errs.KindProviderFailed, CodeProvider, "As transportadoras não responderam à cotação.")
}

// selected returns the key of the favourite if it is among the options, else of the cheapest ready one.
func selected(options []Option, favourite string) string {
	favourite = KeyOf(favourite)
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
