package professionals

import (
	"context"
	"slices"

	"acolhe/models/db"
	"acolhe/models/money"
	"acolhe/models/settings"
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
var catalog = settings.Key[[]Type]{System: "services", Name: "professional-types", Default: []Type{
	{ID: "medic", Active: true}, {ID: "dentist", Active: true}, {ID: "psychologist", Active: true},
	{ID: "veterinarian", Active: true}, {ID: "therapist", Active: true}, {ID: "lawyer", Active: true},
}}

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
