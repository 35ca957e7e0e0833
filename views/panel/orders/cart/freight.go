package cart

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"acolhe/models/externalservices"
	"acolhe/models/freight"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
)

// FreightPath is the address that quotes the freight of an open cart.
const FreightPath = ordersview.NewPath + "/frete"

// favouriteSlug ends the addresses that choose the favourite freight from an open cart.
const favouriteSlug = "/frete-favorito"

// Addresses that choose the favourite freight from the cart of a new and of a stored order.
const (
	NewFavouritePath = ordersview.NewPath + favouriteSlug
	FavouriteSlug    = "/editar" + favouriteSlug
)

// Choices of the freight besides the keys of options.
const (
	ManualFreight = "manual"
	Pickup        = "retirada"
)

// CodeFreightChanged is the code for an option that costs something else than when it was chosen.
const CodeFreightChanged = "FREIGHT_CHANGED"

// FreightState is how far the quote of a cart is.
type FreightState int

// The states.
const (
	// FreightOff has no carriers, or a person who may not quote.
	FreightOff FreightState = iota
	// FreightNeedsCEP and FreightNeedsItems wait for the content of the parcel.
	FreightNeedsCEP
	FreightNeedsItems
	// FreightWaiting is being quoted, FreightFailed has no option.
	FreightWaiting
	FreightFailed
	// FreightKnown offers the options of a quote, FreightStored the stored order's own.
	FreightKnown
	FreightStored
)

// Freight is the freight of a cart.
type Freight struct {
	State   FreightState
	Options []freight.Option
	// Favourite is the key of the preferred option.
	Favourite string
	Meta      freight.QuoteMeta
	// Chosen is ManualFreight, Pickup or the key of an option; empty before a choice.
	Chosen string
	// Content identifies what is being quoted.
	Content string
	// Failure is why there is no option.
	Failure error
	// Changed tells that the chosen option costs something else, or is gone.
	Changed string
	// Prefers reports whether the person may choose the favourite; Preferred that they just did.
	Prefers, Preferred bool
	// SetsUp reports whether the person may complete the settings.
	SetsUp bool
}

// Option returns the chosen option.
func (f Freight) Option() (option freight.Option, isOption bool) {
	at := slices.IndexFunc(f.Options, func(o freight.Option) bool { return o.OptionKey == f.Chosen })
	if at < 0 {
		return freight.Option{}, false
	}
	return f.Options[at], true
}

// IsOption reports whether the choice is an option's key.
func (f Freight) IsOption() bool {
	return f.Chosen != "" && f.Chosen != ManualFreight && f.Chosen != Pickup
}

// IsTyped reports whether the person types the price.
func (f Freight) IsTyped() bool { return !f.IsOption() && f.Chosen != Pickup }

func (f Freight) offers() bool { return f.State == FreightKnown || f.State == FreightStored }

// missing are the settings without which nothing can be quoted.
func (f Freight) missing() []string { return freight.MissingSettings(f.Failure) }

// SeenPrice returns the name of the field with the price of an option that the person saw.
func SeenPrice(key string) string { return "frete_visto." + key }

// freightChoices shows the options, the favourite first and then by price.
func (c Cart) freightChoices() control.Radio {
	f := c.Freight
	options := slices.Clone(f.Options)
	slices.SortStableFunc(options, func(a, b freight.Option) int { return cmp.Compare(a.ETADays, b.ETADays) })
	fastest := first(options)
	slices.SortStableFunc(options, func(a, b freight.Option) int { return a.Price.Cmp(b.Price) })
	cheapest := first(options)
	slices.SortStableFunc(options, func(a, b freight.Option) int {
		return rank(a.OptionKey != f.Favourite) - rank(b.OptionKey != f.Favourite)
	})
	radio := control.Radio{Name: "frete", Label: "Frete", Value: f.Chosen, Wide: true, Hint: f.preferred()}
	for _, o := range options {
		shown := control.Option{Value: o.OptionKey, Label: o.ServiceLabel, Note: fmtbr.Money(o.Price), Detail: arrival(o.ETADays, c.Now),
			Beside: c.favouriteButton(o)}
		switch {
		case o.OptionKey == f.Favourite:
			shown.Mark = "Favorito"
		case f.State == FreightStored:
		case o.OptionKey == cheapest:
			shown.Mark = "Mais barato"
		case o.OptionKey == fastest:
			shown.Mark = "Mais rápido"
		}
		radio.Options = append(radio.Options, shown)
	}
	radio.Options = append(radio.Options, control.Option{Value: Pickup, Label: "Retirada na sede", Note: "Sem frete"},
		control.Option{Value: ManualFreight, Label: "Outro valor", Detail: "Digite o frete ao lado do total."})
	return radio
}

// favouriteButton makes an option the favourite; nil for a person who may not.
func (c Cart) favouriteButton(option freight.Option) ui.Content {
	if !c.Freight.Prefers {
		return nil
	}
	path := c.action() + favouriteSlug + "?" + url.Values{"opcao": {option.OptionKey}}.Encode()
	pressed := "false"
	if option.OptionKey == c.Freight.Favourite {
		pressed = "true"
	}
	return ui.Button{Label: "Frete favorito: " + option.ServiceLabel, Icon: "star", IconOnly: true, Small: true, Variant: ui.Ghost,
		Submit: true,
		Attrs: templ.Attributes{
			"id": "favorito-" + strings.ReplaceAll(option.OptionKey, ":", "-"), "aria-pressed": pressed, "formaction": path,
			"hx-post": path, "hx-target": "#" + Fragment, "hx-swap": "outerMorph"}}
}

// preferred reports which option is the favourite now, after the person chose it.
func (f Freight) preferred() string {
	at := slices.IndexFunc(f.Options, func(o freight.Option) bool { return o.OptionKey == f.Favourite })
	if !f.Preferred || at < 0 {
		return ""
	}
	return f.Options[at].ServiceLabel + " é o frete favorito: já vem escolhido nos próximos pedidos."
}

// first returns the key of the first option, empty if there is none.
func first(options []freight.Option) string {
	if len(options) == 0 {
		return ""
	}
	return options[0].OptionKey
}

func rank(isLater bool) int {
	if isLater {
		return 1
	}
	return 0
}

// arrival returns "Chega em 3 dias úteis, até 25/11".
func arrival(days int, now time.Time) string {
	if days <= 0 {
		return ""
	}
	return "Chega em " + fmtbr.Plural(days, "dia útil",
		"dias úteis") + ", até " + fmtbr.DayMonth(civil.Of(now).AddWorkdays(days).In(now.Location()), now.Location())
}

// failed names the carriers that did not answer: "Loggi não respondeu."
func (f Freight) failed() string {
	var names []string
	for _, failure := range f.Meta.Failed {
		names = append(names, externalservices.LabelOf(failure.Provider))
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0] + " não respondeu."
	}
	return strings.Join(names, " e ") + " não responderam."
}

// quoted returns "cotado às 14:30 · 0,62 kg".
func (c Cart) quoted() string {
	meta := c.Freight.Meta
	if c.Freight.State != FreightKnown || meta.QuotedAt.IsZero() {
		return ""
	}
	return fmtbr.Join(" · ", "cotado às "+fmtbr.Clock(meta.QuotedAt, c.Now.Location()), ordersview.Weight(meta.WeightG))
}
