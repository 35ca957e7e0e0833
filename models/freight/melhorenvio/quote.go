package melhorenvio

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"

	"acolhe/models/externalservices"
	"acolhe/models/freight"
	"acolhe/models/platform/provider"
	"acolhe/models/types/money"
)

// Company is a carrier behind Melhor Envio.
type Company struct {
	ID   provider.Whole `json:"id"`
	Name string         `json:"name"`
}

// Offer is a service of a company.
type Offer struct {
	ID      provider.Whole `json:"id"`
	Name    string         `json:"name"`
	Type    string         `json:"type"`
	Company Company        `json:"company"`
}

// item is one service of a quote; one that is not available has an error instead of a price.
type item struct {
	ID                 provider.Whole  `json:"id"`
	Name               string          `json:"name"`
	Error              json.RawMessage `json:"error"`
	Price              provider.Text   `json:"price"`
	CustomPrice        provider.Text   `json:"custom_price"`
	DeliveryTime       provider.Whole  `json:"delivery_time"`
	CustomDeliveryTime provider.Whole  `json:"custom_delivery_time"`
	Company            Company         `json:"company"`
}

func keyOf(company, service provider.Whole) string {
	return fmt.Sprintf("%s:%d-%d", name, company, service)
}

// Quote implements freight.Provider.
func (c *Carrier) Quote(ctx context.Context, shipment freight.Shipment) ([]freight.Option, error) {
	values, err := c.values(ctx)
	if err != nil {
		return nil, err
	}
	return c.quote(ctx, values, shipment)
}

func (c *Carrier) quote(ctx context.Context, values externalservices.Values, shipment freight.Shipment) ([]freight.Option, error) {
	insurance := json.Number(shipment.Value.String())
	box := shipment.Package
	var items provider.List[item]
	err := c.call(ctx, values, provider.Call{Method: http.MethodPost, URL: "/shipment/calculate", Repeatable: true, Into: &items,
		Body: map[string]any{
			"from": map[string]string{"postal_code": shipment.From.CEP}, "to": map[string]string{"postal_code": shipment.To.CEP},
			"volumes": []any{map[string]any{"width": box.WidthCm, "height": box.HeightCm, "length": box.LengthCm, "weight": kilograms(box.WeightG),
				"insurance": insurance}},
			"options": map[string]any{"receipt": false, "own_hand": false, "collect": false, "insurance_value": insurance},
		}})
	var options []freight.Option
	for _, item := range items {
		if option, isOffered := item.option(); isOffered {
			options = append(options, option)
		}
	}
	return options, err
}

// kilograms returns grams as decimal kilograms.
func kilograms(grams int) json.Number {
	return json.Number(fmt.Sprintf("%d.%03d", grams/1000, grams%1000))
}

// option prefers the seller's own price and time.
func (i item) option() (freight.Option, bool) {
	price, days := i.Price, i.DeliveryTime
	if i.CustomPrice != "" {
		price = i.CustomPrice
	}
	if i.CustomDeliveryTime > 0 {
		days = i.CustomDeliveryTime
	}
	cents, isPrice := centsOf(string(price))
	hasError := len(i.Error) > 0 && string(i.Error) != "null" && string(i.Error) != `""`
	if hasError || !isPrice || cents <= 0 || i.ID <= 0 {
		return freight.Option{}, false
	}
	return freight.Option{OptionKey: keyOf(i.Company.ID, i.ID), Provider: string(name), CompanyName: provider.Clean(i.Company.Name),
		ServiceName:  provider.Clean(i.Name),
		ServiceLabel: strings.TrimSpace(provider.Clean(i.Company.Name + " " + i.Name)), Price: amountOf(cents), ETADays: int(days),
		Status:    freight.Ready,
		CompanyID: int(i.Company.ID), ServiceID: int(i.ID)}, true
}

// centsOf parses "23.90", "23.9" and "23" exactly, and rounds "23.999".
func centsOf(text string) (int64, bool) {
	whole, part, _ := strings.Cut(text, ".")
	part = (part + "000")[:3]
	tenths, err := strconv.ParseInt(whole+part, 10, 64)
	half := int64(5)
	if tenths < 0 {
		half = -half
	}
	cents := (tenths + half) / 10
	return cents, err == nil && cents < math.MaxInt32
}

func amountOf(cents int64) money.Amount { return money.FromCents(cents) }

// Companies lists the companies behind Melhor Envio.
func (c *Carrier) Companies(ctx context.Context) ([]Company, error) {
	found := []Company{}
	err := c.list(ctx, "/shipment/companies", &found)
	return found, err
}

// Offers lists the services of all companies.
func (c *Carrier) Offers(ctx context.Context) ([]Offer, error) {
	found := []Offer{}
	err := c.list(ctx, "/shipment/services", &found)
	return found, err
}

func (c *Carrier) list(ctx context.Context, path string, into any) error {
	values, err := c.values(ctx)
	if err != nil {
		return err
	}
	return c.call(ctx, values, provider.Call{Method: http.MethodGet, URL: path, Repeatable: true, Into: into})
}

// Catalog implements freight.Provider.
func (c *Carrier) Catalog(ctx context.Context) ([]freight.ServiceOption, error) {
	offers, err := c.Offers(ctx)
	var options []freight.ServiceOption
	for _, offer := range offers {
		options = append(options, freight.ServiceOption{OptionKey: keyOf(offer.Company.ID, offer.ID), Provider: string(name),
			ServiceLabel: provider.Clean(offer.Company.Name + " " + offer.Name)})
	}
	return options, err
}
