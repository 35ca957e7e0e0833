package professionals

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
)

// Type is a kind of professional, as the configuration has it (specification, "Professional
// type catalog"); what is charged is in reais.
type Type struct {
	ID                       string        `json:"id"`
	AssociationFee           money.Amount  `json:"association_fee"`
	DefaultConsultationPrice *money.Amount `json:"default_consultation_price"`
	Active                   bool          `json:"active"`
}

// catalog is the configured list of types; those of decisions.md ship.
var catalog = settings.Key[[]Type]{System: "services", Name: "professional-types", Type: settings.Array, Check: checkTypes,
	Description: "Tipos de profissional, com a taxa da associação e o preço que vale quando o profissional não tem um.",
	Default: []Type{
		{ID: "medic", Active: true}, {ID: "dentist", Active: true}, {ID: "psychologist", Active: true},
		{ID: "veterinarian", Active: true}, {ID: "therapist", Active: true}, {ID: "lawyer", Active: true},
	}}

// Keys lists the configuration keys of professionals.
func Keys() []settings.Definition { return []settings.Definition{catalog.Definition()} }

// FindType gives a configured type, and whether there is one of this id.
func FindType(ctx context.Context, tx *db.DB, id string) (found Type, known bool, err error) {
	types, err := settings.Get(ctx, tx, catalog)
	at := slices.IndexFunc(types, func(t Type) bool { return t.ID == id })
	if err != nil || at < 0 {
		return found, false, err
	}
	return types[at], true, nil
}

// DefaultPrice gives what a consultation with the professional costs when nothing else was
// agreed, in reais: the own price, else the one of the type, else 0. A professional's 0 is a
// price that nobody has set.
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

// checkTypes holds the rules of the specification: ids are unique, amounts 0 or more.
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
