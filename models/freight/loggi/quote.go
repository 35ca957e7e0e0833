package loggi

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"acolhe/models/externalservices"
	"acolhe/models/freight"
	"acolhe/models/platform/provider"
	"acolhe/models/types/money"
)

// kind is a freight type of Loggi.
type kind struct{ key, wire, label string }

var kinds = []kind{{"ECONOMIC", "FREIGHT_TYPE_ECONOMIC", "Econômico"}, {"EXPRESS", "FREIGHT_TYPE_EXPRESS", "Expresso"}}

// amount is google.type.Money, whose numbers may be strings.
type amount struct {
	Units provider.Whole `json:"units"`
	Nanos provider.Whole `json:"nanos"`
}

const nanosPerCent = 10_000_000

func (a amount) cents() (int64, bool) {
	return int64(a.Units*100 + (a.Nanos+nanosPerCent/2)/nanosPerCent), a.Units < 1_000_000
}

func moneyOf(value money.Amount) map[string]any {
	return map[string]any{"currencyCode": "BRL", "units": value.String()[:len(value.String())-3], "nanos": centsPart(value) * nanosPerCent}
}

func centsPart(value money.Amount) int64 {
	text := value.String()
	cents, _ := strconv.ParseInt(text[len(text)-2:], 10, 64)
	return cents
}

type quotation struct {
	Price struct {
		TotalAmount amount `json:"totalAmount"`
	} `json:"price"`
	SloInDays   provider.Whole `json:"sloInDays"`
	FreightType string         `json:"freightType"`
}

type quotations struct {
	Packages packages `json:"packagesQuotations"`
}

// packages are the quotations of each package; those of one may be its object alone.
type packages []struct {
	Quotations provider.List[quotation] `json:"quotations"`
}

// UnmarshalJSON implements json.Unmarshaler.
func (p *packages) UnmarshalJSON(raw []byte) error {
	if raw[0] == '{' {
		raw = slices.Concat([]byte("["), raw, []byte("]"))
	}
	type list packages
	return json.Unmarshal(raw, (*list)(p))
}

// Quote implements freight.Provider. Without coverage Loggi answers 404 or an empty list.
func (c *Carrier) Quote(ctx context.Context, shipment freight.Shipment) ([]freight.Option, error) {
	values, err := c.values(ctx)
	if err != nil {
		return nil, err
	}
	if !fits(shipment.Package) {
		return nil, nil
	}
	answer, err := c.quote(ctx, values, shipment)
	if provider.HasStatus(err, http.StatusNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, classify(err)
	}
	return answer.options(), nil
}

func (c *Carrier) quote(ctx context.Context, values externalservices.Values, shipment freight.Shipment) (answer quotations, err error) {
	box := boxOf(shipment.Package)
	box["goodsValue"] = moneyOf(shipment.Value)
	err = c.try(ctx, values, provider.Call{Method: http.MethodPost, URL: "/quotations", Repeatable: true, Into: &answer, Body: map[string]any{
		"shipFrom": map[string]any{"correios": map[string]string{"cep": shipment.From.CEP}},
		"shipTo":   map[string]any{"correios": map[string]string{"cep": shipment.To.CEP}},
		"packages": []any{box}, "pickupTypes": []string{"PICKUP_TYPE_DROP_OFF"},
	}})
	return answer, err
}

// fits reports whether Loggi carries a box (integrations.md, 1.2 and 1.3).
func fits(box freight.Package) bool {
	const maxGrams, maxSide, maxSum = 30_000, 100, 200
	return box.WeightG <= maxGrams && max(box.LengthCm, box.WidthCm, box.HeightCm) <= maxSide &&
		box.LengthCm+box.WidthCm+box.HeightCm <= maxSum
}

func boxOf(box freight.Package) map[string]any {
	return map[string]any{"weightG": box.WeightG, "lengthCm": box.LengthCm, "widthCm": box.WidthCm, "heightCm": box.HeightCm}
}

// options sums the packages by type, with the slowest package's days; a type that a package lacks is dropped.
func (q quotations) options() []freight.Option {
	var options []freight.Option
	for _, kind := range kinds {
		var cents int64
		days, found := 0, 0
		for _, parcel := range q.Packages {
			at := slices.IndexFunc(parcel.Quotations, func(q quotation) bool { return q.FreightType == kind.wire })
			if at < 0 {
				continue
			}
			price, isAmount := parcel.Quotations[at].Price.TotalAmount.cents()
			if !isAmount || price <= 0 {
				continue
			}
			cents, days, found = cents+price, max(days, int(parcel.Quotations[at].SloInDays)), found+1
		}
		if found == 0 || found < len(q.Packages) {
			continue
		}
		options = append(options, freight.Option{OptionKey: string(name) + ":" + kind.key, Provider: string(name), CompanyName: company,
			ServiceName:  kind.label,
			ServiceLabel: company + " " + kind.label, Price: money.FromCents(cents), ETADays: days, Status: freight.Ready, FreightType: kind.wire})
	}
	return options
}

// Catalog implements freight.Provider. Loggi has no route for it, its two types are fixed.
func (*Carrier) Catalog(context.Context) ([]freight.ServiceOption, error) {
	var options []freight.ServiceOption
	for _, kind := range kinds {
		options = append(options, freight.ServiceOption{OptionKey: string(name) + ":" + kind.key, Provider: string(name),
			ServiceLabel: company + " " + kind.label})
	}
	return options, nil
}
