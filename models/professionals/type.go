package professionals

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
)

// Type is a configured type of professional (specification, "Professional type catalog"); amounts
// are in reais.
type Type struct {
	ID                       string        `json:"id"`
	AssociationFee           money.Amount  `json:"association_fee"`
	DefaultConsultationPrice *money.Amount `json:"default_consultation_price"`
	Active                   bool          `json:"active"`
}

// catalog is the setting of the types; its default is that of decisions.md.
var catalog = settings.Key[[]Type]{System: "services", Name: "professional-types", Type: settings.Array, Check: checkTypes,
	Description: "Tipos de profissional, com a taxa da associação e o preço para profissionais sem preço próprio.",
	Default: []Type{
		{ID: "medic", Active: true}, {ID: "dentist", Active: true}, {ID: "psychologist", Active: true},
		{ID: "veterinarian", Active: true}, {ID: "therapist", Active: true}, {ID: "lawyer", Active: true},
	}}

// Keys lists the configuration keys of professionals.
func Keys() []settings.Definition { return []settings.Definition{catalog.Definition()} }

// FindType returns the configured type with this id and reports whether there is one.
func FindType(ctx context.Context, tx *db.DB, id string) (found Type, known bool, err error) {
	types, err := settings.Get(ctx, tx, catalog)
	at := slices.IndexFunc(types, func(t Type) bool { return t.ID == id })
	if err != nil || at < 0 {
		return found, false, err
	}
	return types[at], true, nil
}

// DefaultPrices returns the default prices of the configured types as a JSON object, for use in SQL.
func DefaultPrices(ctx context.Context, tx *db.DB) (string, error) {
	types, err := settings.Get(ctx, tx, catalog)
	prices := map[string]money.Amount{}
	for _, t := range types {
		if t.DefaultConsultationPrice != nil {
			prices[t.ID] = *t.DefaultConsultationPrice
		}
	}
	if err != nil {
		return "", err
	}
	encoded, err := json.Marshal(prices)
	return string(encoded), err
}

// DefaultPrice returns the price of a consultation with the professional in reais: their own, else that of the type,
// else 0. A professional's price of 0 counts as not set.
func (p Professional) DefaultPrice(ctx context.Context, tx *db.DB) (money.Amount, error) {
	if !p.ConsultationPrice.IsZero() {
		return p.ConsultationPrice, nil
	}
	kind, _, err := FindType(ctx, tx, p.Type)
	if err != nil || kind.DefaultConsultationPrice == nil {
		return money.Zero, err
	}
	return *kind.DefaultConsultationPrice, nil
}

// checkTypes validates the types by the specification: ids are unique, amounts 0 or more.
func checkTypes(types []Type) error {
	const most, longest = 200, 60
	if len(types) == 0 || len(types) > most {
		return fmt.Errorf("deve ter de 1 a %d tipos", most)
	}
	seen := map[string]bool{}
	for i, t := range types {
		price := money.Zero
		if t.DefaultConsultationPrice != nil {
			price = *t.DefaultConsultationPrice
		}
		switch {
		case strings.TrimSpace(t.ID) == "" || !texts.Fits(t.ID, longest) || seen[t.ID]:
			return fmt.Errorf("[%d].id deve ser um texto de até %d caracteres que nenhum outro tipo tem", i, longest)
		case t.AssociationFee.CheckPrice() != nil:
			return fmt.Errorf("[%d].association_fee %w", i, t.AssociationFee.CheckPrice())
		case price.CheckPrice() != nil:
			return fmt.Errorf("[%d].default_consultation_price %w", i, price.CheckPrice())
		}
		seen[t.ID] = true
	}
	return nil
}
