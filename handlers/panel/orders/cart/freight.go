package cart

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"

	"acolhe/handlers/panel/cartform"
	"acolhe/models/externalservices"
	"acolhe/models/freight"
	"acolhe/models/orders"
	"acolhe/models/types/access"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
	view "acolhe/views/panel/orders/cart"
	"acolhe/web"
)

// quoteAction is the button that quotes the freight.
const quoteAction = "cotar"

// quoteCart asks the carriers for the freight of an open cart. The answers are kept, so that the cart then shows them.
func (p Pages) quoteCart(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input cartform.Form
	if err := posted.Bind(&input); err != nil {
		return err
	}
	// The cart itself shows why there is no option.
	if _, _, err := p.Freight.Quote(r.Context(), r.By.Now, parcelOf(input.Fields)); errs.As(err) == nil && err != nil {
		return err
	}
	return r.Recompute()
}

// parcelOf returns what a cart wants to have shipped.
func parcelOf(fields orders.Fields) freight.QuoteInput {
	to := fields.Address.Value
	input := freight.QuoteInput{Address: freight.Address{Street: to.Street, Number: to.Number, Neighborhood: to.Neighborhood,
		Complement: to.Complement,
		City:       to.City, State: to.State, CEP: to.CEP}}
	for _, item := range fields.Items.Value {
		input.Items = append(input.Items, freight.Item{Code: item.Code, Quantity: item.Quantity})
	}
	return input
}

// readFreight reads the choice of a cart and sets its option and price from the carriers' answers, never from the form.
// Only a save and the button without scripts wait for carriers.
func (p Pages) readFreight(r *web.Request, cart *view.Cart) error {
	f := &cart.Freight
	f.Chosen = cart.Typed.Or("frete", "")
	if err := p.openFreight(r, f); err != nil {
		return err
	}
	if f.State == view.FreightOff {
		if option := cart.Stored.FreightOption; option != nil && cart.Typed != nil &&
			!cart.Input.DeliveryPrice.Value.Equal(cart.Stored.DeliveryPrice) {
			dropOption(cart)
		}
		return nil
	}
	parcel := parcelOf(cart.Input.Fields)
	f.Content = contentOf(parcel)
	_, isCEP := brdoc.CEP(parcel.Address.CEP)
	switch {
	case cart.Unreadable, len(parcel.Items) == 0:
		f.State = view.FreightNeedsItems
		return nil
	case cart.Typed.Or("acao", "") != quoteAction && isStored(*cart, parcel):
		keepStored(cart)
		return nil
	case !isCEP:
		f.State = view.FreightNeedsCEP
	case isSave(cart.Typed.Or("acao", "")) && !f.IsOption():
		// A typed price needs no carrier.
	default:
		if err := p.quote(r, cart, parcel); err != nil {
			return err
		}
	}
	choose(cart)
	return nil
}

// openFreight finds out whether the person quotes at all.
func (p Pages) openFreight(r *web.Request, f *view.Freight) error {
	if !access.Can(r.By, access.Freight, access.Read) {
		return nil
	}
	states, err := p.Freight.Services.States(r.Context())
	for _, provider := range p.Freight.Providers {
		if states[provider.Service()].Has(externalservices.UseForQuote) {
			f.State = view.FreightWaiting
		}
	}
	f.SetsUp, f.Prefers = access.IsAdministrator(r.By), access.Can(r.By, "orders", access.Create)
	if err != nil || f.State == view.FreightOff {
		return err
	}
	favourite, err := p.Freight.FindDefaultOption(r.Context())
	f.Favourite = freight.KeyOf(texts.Of(favourite.OptionKey))
	return err
}

// preferNew chooses the favourite freight from the cart of a new order, and shows the cart again.
func (p Pages) preferNew(r *web.Request) error {
	if err := p.prefer(r); err != nil {
		return err
	}
	return p.post(r, view.Cart{Freight: view.Freight{Preferred: true}})
}

// preferStored chooses the favourite freight from the cart of a stored order, and shows the cart again.
func (p Pages) preferStored(r *web.Request) error {
	order, err := p.find(r)
	if err != nil {
		return err
	}
	if err := p.prefer(r); err != nil {
		return err
	}
	cart := view.Of(order)
	cart.Freight.Preferred = true
	return p.post(r, cart)
}

func (p Pages) prefer(r *web.Request) error {
	_, err := p.Freight.ChooseDefaultOption(r.Context(), r.By, freight.DefaultOptionInput{OptionKey: r.Query("opcao")})
	return err
}

// contentOf identifies a parcel on the page.
func contentOf(parcel freight.QuoteInput) string {
	raw, _ := json.Marshal(parcel) // plain values always encode
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:6])
}

// isStored reports whether a cart ships what its stored order does, with the stored option or without one.
func isStored(cart view.Cart, parcel freight.QuoteInput) bool {
	if cart.Stored.ID == 0 || cart.Stored.Address == nil {
		return false
	}
	stored := orders.Fields{Address: patch.Of(*cart.Stored.Address), Items: patch.Of(cart.Stored.Items)}
	before, chosen, option := parcelOf(stored), cart.Freight, cart.Stored.FreightOption
	isParcel := brdoc.Digits(before.Address.CEP) == brdoc.Digits(parcel.Address.CEP) && slices.Equal(before.Items, parcel.Items)
	return isParcel && (!chosen.IsOption() || option != nil && freight.KeyOf(option.OptionKey) == chosen.Chosen)
}

// keepStored offers the stored option beside a typed price.
func keepStored(cart *view.Cart) {
	f, option := &cart.Freight, cart.Stored.FreightOption
	f.State = view.FreightStored
	if option != nil {
		f.Options = []freight.Option{{OptionKey: freight.KeyOf(option.OptionKey), Provider: option.Provider, FreightType: option.FreightType,
			ServiceLabel: option.ServiceLabel, Price: option.Price, ETADays: option.ETADays, Status: freight.Ready}}
	}
	switch {
	case f.Chosen == "" && cart.Typed == nil && option != nil:
		f.Chosen = freight.KeyOf(option.OptionKey)
	case f.Chosen == "":
		f.Chosen = view.ManualFreight
	}
	if f.IsOption() {
		cart.Input.DeliveryPrice = patch.Of(cart.Stored.DeliveryPrice)
		return
	}
	if cart.Typed != nil {
		take(cart)
	}
}

// quote reads the answers of the carriers.
func (p Pages) quote(r *web.Request, cart *view.Cart, parcel freight.QuoteInput) error {
	f := &cart.Freight
	action := cart.Typed.Or("acao", "")
	var quote freight.Quote
	var err error
	switch isKnown := true; {
	case isSave(action), action == quoteAction && !r.IsFragment():
		quote, f.Meta, err = p.Freight.Quote(r.Context(), r.By.Now, parcel)
	case action == quoteAction:
		f.Content += "-" + strconv.FormatInt(r.By.Now.UnixMilli(), 36)
		return nil
	default:
		if quote, f.Meta, isKnown, err = p.Freight.Cached(r.Context(), r.By.Now, parcel); !isKnown && err == nil {
			return nil
		}
	}
	switch {
	case errs.HasCode(err, errs.CodeValidation):
		f.State = view.FreightNeedsItems
	case errs.As(err) != nil:
		f.State, f.Failure = view.FreightFailed, err
	case err != nil:
		return err
	default:
		f.State, f.Options = view.FreightKnown, quote.Options
		if f.Chosen == "" && cart.Input.DeliveryPrice.Value.IsZero() {
			f.Chosen = quote.SelectedOptionKey
		}
	}
	return nil
}

// choose applies the choice. It reports when the chosen option costs something else, or cannot be checked.
func choose(cart *view.Cart) {
	f := &cart.Freight
	seen := cart.Typed.Or(view.SeenPrice(f.Chosen), "")
	option, isOffered := f.Option()
	switch {
	case f.State == view.FreightKnown && f.Chosen == "":
		f.Chosen = view.ManualFreight
	case !f.IsOption() || f.State == view.FreightWaiting:
	case f.State == view.FreightKnown && isOffered:
		if seen != "" && seen != option.Price.String() {
			f.Changed = "O frete de " + option.ServiceLabel + " mudou de " + shownPrice(seen) + " para " + fmtbr.Money(option.Price) + "."
		}
	case f.State == view.FreightKnown:
		f.Chosen, f.Changed = view.ManualFreight, "A opção de frete escolhida não existe mais para este pedido. Escolha outra ou digite o valor."
	default:
		f.Chosen, f.Changed = "", "Não foi possível conferir o frete escolhido. Tente de novo ou digite o valor."
	}
	take(cart)
}

// take sets the price and the option of the choice. While the carriers are asked, the last price stays.
func take(cart *view.Cart) {
	f := cart.Freight
	option, isOption := f.Option()
	switch {
	case isOption:
		cart.Input.DeliveryPrice, cart.Input.FreightCarrier = patch.Of(option.Price), patch.Of(option.Provider)
		cart.Input.FreightOption = patch.Of(orders.QuotedOption{FreightOption: orders.FreightOption{OptionKey: option.OptionKey, Provider: option.Provider,
			FreightType:  option.FreightType,
			ServiceLabel: option.ServiceLabel, Price: option.Price, ETADays: option.ETADays}})
	case f.Chosen == view.Pickup:
		cart.Input.DeliveryPrice = patch.Of(money.Zero)
		dropOption(cart)
	case !f.IsOption():
		dropOption(cart)
	}
}

// dropOption leaves the order without a carrier's option, because its price is typed.
func dropOption(cart *view.Cart) {
	cart.Input.FreightOption = patch.Field[orders.QuotedOption]{Sent: true, Null: true}
	if cart.Stored.FreightOption != nil {
		cart.Input.FreightCarrier = patch.Field[string]{Sent: true, Null: true}
	}
}

func shownPrice(text string) string {
	amount, err := money.Parse(text)
	if err != nil {
		return text
	}
	return fmtbr.Money(amount)
}
