package melhorenvio

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"acolhe/models/externalservices"
	"acolhe/models/freight"
	"acolhe/models/platform/provider"
	"acolhe/models/types/errs"
)

// Steps implements freight.Provider. An item in the cart costs nothing before the checkout; the checkout of an order that
// is paid already is refused by Melhor Envio. Generating and printing may be done again.
func (c *Carrier) Steps() []freight.Step {
	return []freight.Step{
		{Name: "cart", Do: c.stepCart},
		{Name: "checkout", Spends: true, Do: c.stepCheckout, Ask: c.askCheckout},
		{Name: "generate", Repeats: true, Do: c.stepGenerate},
		{Name: "print", Repeats: true, Do: c.stepPrint},
		{Name: "tracking", Repeats: true, Do: c.stepTracking},
	}
}

func (c *Carrier) stepCart(ctx context.Context, input freight.LabelInput, _ freight.Label) (freight.Label, error) {
	values, err := c.values(ctx)
	if err != nil {
		return freight.Label{}, err
	}
	service, isOption := serviceOf(input.OptionKey)
	if !isOption {
		return freight.Label{}, errs.Invalid("option_key", "não é um serviço do Melhor Envio")
	}
	id, err := c.addToCart(ctx, values, service, input)
	return freight.Label{ID: id}, err
}

// stepCheckout pays for a label.
func (c *Carrier) stepCheckout(ctx context.Context, _ freight.LabelInput, label freight.Label) (freight.Label, error) {
	values, err := c.values(ctx)
	if err != nil {
		return label, err
	}
	var answer struct {
		Purchase struct {
			Status string `json:"status"`
		} `json:"purchase"`
	}
	err = c.try(ctx, values, provider.Call{Method: http.MethodPost, URL: "/shipment/checkout", Timeout: c.timeouts.Label,
		Body: ordersOf(label.ID),
		Into: &answer})
	if failed := provider.As(err); failed != nil && failed.IsUnknown || err == nil && answer.Purchase.Status != "paid" {
		return label, freight.ErrUnknown("no Melhor Envio", err)
	}
	if lacksMoney(err) {
		return label, errs.New(errs.KindProviderFailed, freight.CodeProvider,
			"Saldo insuficiente no Melhor Envio. Coloque crédito na carteira e compre de novo.").WithCause(err)
	}
	return label, classify(err)
}

// lacksMoney reports whether the wallet has too little money for a checkout. Melhor Envio answers a 4xx with a message and no
// code of its own (integrations.md, 2.4).
func lacksMoney(err error) bool {
	failed := provider.As(err)
	return failed != nil && failed.Status/100 == 4 && strings.Contains(strings.ToLower(failed.Message()), "saldo")
}

func (c *Carrier) askCheckout(ctx context.Context, _ string, label freight.Label) (freight.Label, bool, error) {
	values, err := c.values(ctx)
	if err != nil {
		return label, false, err
	}
	status, err := c.status(ctx, values, label.ID)
	return label, status != "" && status != "pending" && status != "expired" && status != "canceled", err
}

func (c *Carrier) stepGenerate(ctx context.Context, _ freight.LabelInput, label freight.Label) (freight.Label, error) {
	values, err := c.values(ctx)
	if err != nil {
		return label, err
	}
	var answer map[string]struct {
		Status  bool   `json:"status"`
		Message string `json:"message"`
	}
	err = c.call(ctx, values, provider.Call{Method: http.MethodPost, URL: "/shipment/generate", Timeout: c.timeouts.Label,
		Body: ordersOf(label.ID),
		Into: &answer})
	if err != nil || answer[label.ID].Status {
		return label, err
	}
	// A label that is generated already is refused within a 200, as one that is not paid.
	status, err := c.status(ctx, values, label.ID)
	if err == nil && !slices.Contains([]string{"generated", "posted", "delivered"}, status) {
		err = freight.ErrProvider("O Melhor Envio", provider.Clean(answer[label.ID].Message), nil)
	}
	return label, err
}

// status returns the state of a label at Melhor Envio.
func (c *Carrier) status(ctx context.Context, values externalservices.Values, id string) (string, error) {
	var answer struct {
		Status string `json:"status"`
	}
	err := c.call(ctx, values, provider.Call{Method: http.MethodGet, URL: "/orders/" + url.PathEscape(id), Repeatable: true, Into: &answer})
	return answer.Status, err
}

// stepPrint asks whether the label can be printed; generating it is asynchronous.
func (c *Carrier) stepPrint(ctx context.Context, _ freight.LabelInput, label freight.Label) (freight.Label, error) {
	values, err := c.values(ctx)
	if err != nil {
		return label, err
	}
	var printed struct {
		URL string `json:"url"`
	}
	err = c.call(ctx, values, provider.Call{Method: http.MethodPost, URL: "/shipment/print", Timeout: c.timeouts.Label, Into: &printed,
		Body: map[string]any{"mode": "public", "orders": []string{label.ID}}})
	if err == nil && printed.URL == "" {
		err = freight.ErrNotReady(company, nil)
	}
	return label, err
}

// stepTracking reads the carrier's code, which exists once the label is generated.
func (c *Carrier) stepTracking(ctx context.Context, _ freight.LabelInput, label freight.Label) (freight.Label, error) {
	tracked, err := c.Track(ctx, []string{label.ID})
	if err == nil && len(tracked) == 1 {
		label.TrackingCode = tracked[0].TrackingCode
	}
	return label, err
}

// PDF implements freight.Provider. Melhor Envio answers with an address, which must be its own.
func (c *Carrier) PDF(ctx context.Context, id string) (file []byte, err error) {
	values, err := c.values(ctx)
	if err != nil {
		return nil, err
	}
	var from string
	err = c.call(ctx, values, provider.Call{Method: http.MethodGet, URL: "/imprimir/pdf/" + url.PathEscape(id), Timeout: c.timeouts.Label,
		Repeatable: true, Into: &from})
	if err != nil {
		return nil, freight.ErrNotReady(company, err)
	}
	if !externalservices.IsDownload(from, values[externalservices.BaseURL]) {
		return nil, freight.ErrProvider("O Melhor Envio", "", errors.New("the label is at another site"))
	}
	err = c.client.Do(ctx, provider.Call{Method: http.MethodGet, URL: from, Timeout: c.timeouts.Label, Repeatable: true,
		MaxBytes: freight.MaxLabelBytes, PDF: &file})
	return file, classify(err)
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
		freight.Address{Street: from.Street, Number: from.Number, Complement: from.Complement, Neighborhood: from.Neighborhood, City: from.City,
			State: from.State, CEP: from.CEP})
	var answer struct {
		ID string `json:"id"`
	}
	err := c.try(ctx, values, provider.Call{Method: http.MethodPost, URL: "/cart", Timeout: c.timeouts.Label, Into: &answer,
		Body: map[string]any{
			"service": service, "from": sender, "to": party(label.Recipient, label.To),
			"products": []any{map[string]any{"name": label.Content, "quantity": 1, "unitary_value": label.Value}},
			"volumes": []any{map[string]any{"height": box.HeightCm, "width": box.WidthCm, "length": box.LengthCm,
				"weight": kilograms(box.WeightG)}},
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
	return map[string]any{"name": who.Name, "phone": who.Phone, "email": who.Email, document: who.Document, "address": at.Street,
		"number":     at.Number,
		"complement": at.Complement, "district": at.Neighborhood, "city": at.City, "state_abbr": at.State, "country_id": "BR",
		"postal_code": at.CEP}
}

func ordersOf(ids ...string) map[string]any { return map[string]any{"orders": ids} }

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
	err = c.call(ctx, values, provider.Call{Method: http.MethodPost, URL: "/shipment/cancel", Timeout: c.timeouts.Label, Into: &answer,
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
	err = c.call(ctx, values, provider.Call{Method: http.MethodPost, URL: "/shipment/tracking", Repeatable: true, Into: &answer,
		Body: ordersOf(codes...)})
	found := []freight.Tracking{}
	for _, code := range codes {
		tracked, isKnown := answer[code]
		if !isKnown {
			continue
		}
		state := freight.Tracking{ID: code, Status: provider.Clean(tracked.Status), Stage: stageOf(tracked.Status),
			IsCancelled: tracked.Status == "canceled",
			Description: descriptions[tracked.Status]}
		if tracked.Tracking != nil {
			state.TrackingCode = *tracked.Tracking
		}
		found = append(found, state)
	}
	return found, err
}

// descriptions are the words of Melhor Envio's statuses (integrations.md, 2.4).
var descriptions = map[string]string{"released": "Etiqueta paga", "generated": "Etiqueta gerada", "posted": "Objeto postado",
	"delivered": "Objeto entregue",
	"canceled":  "Etiqueta cancelada", "undelivered": "Não foi entregue", "not_delivered": "Não foi entregue", "suspended": "Envio suspenso",
	"expired": "Etiqueta vencida"}

func stageOf(status string) freight.Stage {
	switch status {
	case "posted":
		return freight.Posted
	case "delivered":
		return freight.Arrived
	case "undelivered", "not_delivered", "suspended", "expired":
		return freight.Problem
	}
	return freight.NotPosted
}
