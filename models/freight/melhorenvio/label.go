package melhorenvio

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"acolhe/models/externalservices"
	"acolhe/models/freight"
	"acolhe/models/platform/provider"
	"acolhe/models/types/errs"
)

// Buy implements freight.Provider: cart, checkout, generate and print. Cart and checkout are called once; a checkout
// without an answer is settled by reading the order.
func (c *Carrier) Buy(ctx context.Context, label freight.LabelInput) (freight.Label, error) {
	values, err := c.values(ctx)
	if err != nil {
		return freight.Label{}, err
	}
	service, isOption := serviceOf(label.OptionKey)
	if !isOption {
		return freight.Label{}, errs.Invalid("option_key", "não é um serviço do Melhor Envio")
	}
	id, err := c.addToCart(ctx, values, service, label)
	if err != nil {
		return freight.Label{}, err
	}
	if err := c.checkout(ctx, values, id); err != nil {
		return freight.Label{ID: id}, err
	}
	return c.finish(ctx, values, id)
}

func serviceOf(option string) (int, bool) {
	_, ids, _ := strings.Cut(option, ":")
	_, service, has := strings.Cut(ids, "-")
	number, err := strconv.Atoi(service)
	return number, has && err == nil
}

func (c *Carrier) addToCart(ctx context.Context, values externalservices.Values, service int, label freight.LabelInput) (string, error) {
	from, box := label.From, label.Package
	sender := party(freight.Recipient{Name: from.Name, Document: from.Document, Phone: from.Phone, Email: from.Email},
		freight.Address{Street: from.Street, Number: from.Number, Complement: from.Complement, Neighborhood: from.Neighborhood, City: from.City, State: from.State, CEP: from.CEP})
	var answer struct {
		ID string `json:"id"`
	}
	err := c.try(ctx, values, provider.Call{Method: http.MethodPost, URL: "/cart", Timeout: labelTimeout, Into: &answer, Body: map[string]any{
		"service": service, "from": sender, "to": party(label.Recipient, label.To),
		"products": []any{map[string]any{"name": label.Content, "quantity": 1, "unitary_value": label.Value}},
		"volumes":  []any{map[string]any{"height": box.HeightCm, "width": box.WidthCm, "length": box.LengthCm, "weight": kilograms(box.WeightG)}},
		"options": map[string]any{"insurance_value": label.Value, "receipt": false, "own_hand": false, "reverse": false, "non_commercial": true,
			"platform": "Acolhe", "tags": []any{map[string]any{"tag": label.Reference, "url": nil}}},
	}})
	// An item in the cart costs nothing before the checkout.
	if err == nil && answer.ID == "" {
		return "", freight.ErrProvider("O Melhor Envio", "", nil)
	}
	return answer.ID, classify(err)
}

func party(who freight.Recipient, at freight.Address) map[string]any {
	const cpf = 11
	document := "document"
	if len(who.Document) > cpf {
		document = "company_document"
	}
	return map[string]any{"name": who.Name, "phone": who.Phone, "email": who.Email, document: who.Document, "address": at.Street, "number": at.Number,
		"complement": at.Complement, "district": at.Neighborhood, "city": at.City, "state_abbr": at.State, "country_id": "BR", "postal_code": at.CEP}
}

// checkout pays for a label. It returns 502 LABEL_UNKNOWN if the outcome cannot be read either.
func (c *Carrier) checkout(ctx context.Context, values externalservices.Values, id string) error {
	err := c.try(ctx, values, provider.Call{Method: http.MethodPost, URL: "/shipment/checkout", Timeout: labelTimeout, Body: ordersOf(id)})
	failed := provider.As(err)
	if err == nil || failed == nil || !failed.IsUnknown {
		return classify(err)
	}
	status, read := c.statusOf(context.WithoutCancel(ctx), values, id)
	switch {
	case read != nil:
		return freight.ErrUnknown("Melhor Envio", err)
	case status == "pending":
		return classify(err)
	}
	return nil
}

func ordersOf(ids ...string) map[string]any { return map[string]any{"orders": ids} }

func (c *Carrier) statusOf(ctx context.Context, values externalservices.Values, id string) (string, error) {
	var answer struct {
		Status string `json:"status"`
	}
	err := c.call(ctx, values, provider.Call{Method: http.MethodGet, URL: "/orders/" + id, Repeatable: true, Into: &answer})
	return answer.Status, err
}

// finish generates a paid label and asks for its address; both may be done later, so that their failure is no failure
// of the purchase.
func (c *Carrier) finish(ctx context.Context, values externalservices.Values, id string) (freight.Label, error) {
	label := freight.Label{ID: id, Status: "paid"}
	if err := c.call(ctx, values, provider.Call{Method: http.MethodPost, URL: "/shipment/generate", Timeout: labelTimeout, Body: ordersOf(id)}); err != nil {
		return label, nil
	}
	var printed struct {
		URL string `json:"url"`
	}
	err := c.call(ctx, values, provider.Call{Method: http.MethodPost, URL: "/shipment/print", Timeout: labelTimeout, Into: &printed,
		Body: map[string]any{"mode": "public", "orders": []string{id}}})
	if err == nil && printed.URL != "" {
		label.Status, label.URL = "ready", printed.URL
	}
	if tracked, err := c.Track(ctx, []string{id}); err == nil && len(tracked) == 1 {
		label.TrackingCode = tracked[0].TrackingCode
	}
	return label, nil
}

// reasonOther is Melhor Envio's reason of a cancellation without a special one.
const reasonOther = "2"

// Cancel implements freight.Provider.
func (c *Carrier) Cancel(ctx context.Context, id string) (freight.Cancellation, error) {
	values, err := c.values(ctx)
	if err != nil {
		return freight.Cancellation{}, err
	}
	var answer map[string]struct {
		Canceled bool `json:"canceled"`
	}
	err = c.call(ctx, values, provider.Call{Method: http.MethodPost, URL: "/shipment/cancel", Timeout: labelTimeout, Into: &answer,
		Body: map[string]any{"order": map[string]string{"id": id, "reason_id": reasonOther, "description": "Cancelado pela associação"}}})
	return freight.Cancellation{Cancelled: answer[id].Canceled}, err
}

// Track implements freight.Provider.
func (c *Carrier) Track(ctx context.Context, codes []string) ([]freight.Tracking, error) {
	values, err := c.values(ctx)
	if err != nil {
		return nil, err
	}
	var answer map[string]struct {
		ID       string  `json:"id"`
		Status   string  `json:"status"`
		Tracking *string `json:"tracking"`
	}
	err = c.call(ctx, values, provider.Call{Method: http.MethodPost, URL: "/shipment/tracking", Repeatable: true, Into: &answer, Body: ordersOf(codes...)})
	found := []freight.Tracking{}
	for _, code := range codes {
		tracked, isKnown := answer[code]
		if !isKnown {
			continue
		}
		state := freight.Tracking{ID: code, Status: provider.Clean(tracked.Status)}
		if tracked.Tracking != nil {
			state.TrackingCode = *tracked.Tracking
		}
		found = append(found, state)
	}
	return found, err
}
