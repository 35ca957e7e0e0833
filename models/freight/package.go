package freight

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/products"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
)

// CodeConfigIncomplete is the code of 503 for settings that a quote or label needs.
const CodeConfigIncomplete = "CONFIG_INCOMPLETE"

// Package is a box in grams and whole centimetres.
type Package struct {
	WeightG  int `json:"weight_g"`
	LengthCm int `json:"length_cm"`
	WidthCm  int `json:"width_cm"`
	HeightCm int `json:"height_cm"`
}

// unit is one piece of a product. Its sides are sorted, the longest first.
type unit struct {
	weightG int
	sides   [3]int
	count   int
}

// pack puts all units into one box by one rule: the box is as long and as wide as the longest and the middle side of any
// unit, and as high as their volume needs there, but no lower than any unit. Weights are summed.
func pack(units []unit) Package {
	var box Package
	volume := 0.0
	for _, u := range units {
		box.WeightG += u.weightG * u.count
		box.LengthCm, box.WidthCm, box.HeightCm = max(box.LengthCm, u.sides[0]), max(box.WidthCm, u.sides[1]), max(box.HeightCm, u.sides[2])
		volume += float64(u.sides[0]*u.sides[1]*u.sides[2]) * float64(u.count)
	}
	if floor := float64(box.LengthCm * box.WidthCm); floor > 0 {
		box.HeightCm = max(box.HeightCm, int(math.Ceil(volume/floor)))
	}
	return box
}

// stored are the settings of a quote.
func quoteKeys() []settings.AnyKey {
	return []settings.AnyKey{settings.ApplyFreightToTotal, defaultOption, shipFrom, packageWeight, packageLength, packageWidth, packageHeight}
}

// shipmentOf packs the items. Sizes and weights that the catalogue lacks are those of the usual parcel, per unit. It
// returns 503 CONFIG_INCOMPLETE with every missing key; the usual parcel is needed only by products without sizes.
func (d Quoter) shipmentOf(ctx context.Context, tx *db.DB, stored settings.Stored, input QuoteInput) (Shipment, error) {
	known, err := products.FindByCodes(ctx, tx, codesOf(input.Items))
	if err != nil {
		return Shipment{}, err
	}
	shipment := Shipment{From: settings.Of(stored, shipFrom), To: input.Address}
	missing := map[string]bool{}
	if shipment.From.CEP == "" {
		missing["store.ship_from"] = true
	}
	usual := func(key settings.Key[int]) int {
		value := settings.Of(stored, key)
		if value == 0 {
			missing[key.System+"."+key.Name] = true
		}
		return value
	}
	var units []unit
	for _, item := range input.Items {
		product := known[item.Code]
		units = append(units, unitOf(product, item.Quantity, usual))
		shipment.Value = shipment.Value.Add(product.Price.Times(item.Quantity))
	}
	if len(missing) > 0 {
		return Shipment{}, errIncomplete(missing)
	}
	shipment.Package = pack(units)
	return shipment, nil
}

// Parcel returns the shipment of a label of a value with its declaration of content. It returns 400 VALIDATION_ERROR, and 503
// CONFIG_INCOMPLETE with the missing settings.
func (d Quoter) Parcel(ctx context.Context, input QuoteInput, value money.Amount) (Shipment, string, error) {
	input.normalise()
	if err := input.check(); err != nil {
		return Shipment{}, "", err
	}
	stored, err := settings.Read(ctx, d.DB, append(quoteKeys(), contentDeclaration)...)
	if err != nil {
		return Shipment{}, "", err
	}
	content := settings.Of(stored, contentDeclaration)
	if content == "" {
		return Shipment{}, "", errIncomplete(map[string]bool{"store.freight.content_declaration": true})
	}
	shipment, err := d.shipmentOf(ctx, d.DB, stored, input)
	shipment.Value = value
	return shipment, content, err
}

func unitOf(product products.Product, count int, usual func(settings.Key[int]) int) unit {
	u := unit{count: count}
	if u.weightG = 0; product.WeightG != nil && *product.WeightG > 0 {
		u.weightG = *product.WeightG
	} else {
		u.weightG = usual(packageWeight)
	}
	for i, side := range []struct {
		own *products.Centimetres
		key settings.Key[int]
	}{{product.LengthCm, packageLength}, {product.WidthCm, packageWidth}, {product.HeightCm, packageHeight}} {
		if side.own != nil && side.own.RoundedUp() > 0 {
			u.sides[i] = side.own.RoundedUp()
		} else {
			u.sides[i] = usual(side.key)
		}
	}
	slices.SortFunc(u.sides[:], func(a, b int) int { return b - a })
	return u
}

func codesOf(items []Item) []string {
	codes := make([]string, len(items))
	for i, item := range items {
		codes[i] = item.Code
	}
	return codes
}

// errIncomplete is 503 CONFIG_INCOMPLETE with the missing keys.
func errIncomplete(missing map[string]bool) error {
	keys := make([]string, 0, len(missing))
	for key := range missing {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return errs.New(errs.KindUnavailable, CodeConfigIncomplete, "Falta configurar: "+strings.Join(keys, ", ")+".").
		WithCause(missingSettings(keys))
}

// missingSettings is the cause of CONFIG_INCOMPLETE.
type missingSettings []string

// Error implements error.
func (m missingSettings) Error() string { return strconv.Itoa(len(m)) + " settings are missing" }

// MissingSettings returns the keys that a CONFIG_INCOMPLETE names, none for another error.
func MissingSettings(err error) []string {
	var missing missingSettings
	_ = errors.As(err, &missing)
	return missing
}

// TestShipment is a small parcel from Florianópolis, with which carriers are tested.
func TestShipment(cep string) Shipment {
	return Shipment{From: ShipFrom{CEP: "88010000"}, To: Address{CEP: cep}, Value: money.FromCents(10_000),
		Package: Package{WeightG: 500, LengthCm: 20, WidthCm: 15, HeightCm: 10}}
}
