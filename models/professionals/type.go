package professionals

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/errs"
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

// Required names the members that must be sent.
func (Type) Required() []string { return []string{"id"} }

// catalog is the setting of the types; its default is that of decisions.md.
var catalog = settings.Key[[]Type]{System: "services", Name: "professional-types", Type: settings.Array, Check: checkTypes, Public: true,
	Description: "Tipos de profissional, com a taxa da associação e o preço para profissionais sem preço próprio.",
	Default: []Type{
		{ID: "medic", Active: true}, {ID: "dentist", Active: true}, {ID: "psychologist", Active: true},
		{ID: "veterinarian", Active: true}, {ID: "therapist", Active: true}, {ID: "lawyer", Active: true},
	}}

// sampleFees are the fees in reais of the types in sample data.
var sampleFees = map[string]int64{"medic": 40, "dentist": 30, "psychologist": 20, "veterinarian": 30, "therapist": 15, "lawyer": 25}

// SampleTypes returns the value of the types for sample data: the default ones with a fee each.
func SampleTypes() ([]byte, error) {
	types := slices.Clone(catalog.Default)
	for i := range types {
		types[i].AssociationFee = money.FromCents(100 * sampleFees[types[i].ID])
	}
	return json.Marshal(types)
}

// FindType returns the configured type with this id and reports whether there is one.
func FindType(ctx context.Context, tx *db.DB, id string) (found Type, known bool, err error) {
	types, err := Types(ctx, tx)
	if at := slices.IndexFunc(types, func(t Type) bool { return t.ID == id }); at >= 0 {
		return types[at], true, err
	}
	return found, false, err
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
// else 0. An own price of 0 is free of charge (decisions.md, "Settled while building").
func (p Professional) DefaultPrice(ctx context.Context, tx *db.DB) (money.Amount, error) {
	if p.ConsultationPrice != nil {
		return p.priceIn(nil), nil
	}
	types, err := Types(ctx, tx)
	return p.priceIn(types), err
}

func (p Professional) priceIn(types []Type) money.Amount {
	at := slices.IndexFunc(types, func(t Type) bool { return t.ID == p.Type && t.DefaultConsultationPrice != nil })
	switch {
	case p.ConsultationPrice != nil:
		return *p.ConsultationPrice
	case at >= 0:
		return *types[at].DefaultConsultationPrice
	}
	return money.Zero
}

// checkTypes returns the first problem of typeProblems, for the setting.
func checkTypes(types []Type) error {
	problems := typeProblems(types)
	if len(problems) == 0 {
		return nil
	}
	return errors.New(strings.TrimSpace(problems[0].Path + " " + problems[0].Message))
}

// typeProblems validates the types by the specification: ids are unique, amounts 0 or more. A path begins with the
// index of the type.
func typeProblems(types []Type) (problems errs.Problems) {
	const most, longest = 200, 60
	if len(types) == 0 || len(types) > most {
		problems.Add("", fmt.Sprintf("deve ter de 1 a %d tipos", most))
		return problems
	}
	seen := map[string]bool{}
	for i, t := range types {
		at := fmt.Sprintf("[%d].", i)
		isNamed := strings.TrimSpace(t.ID) != "" && texts.Fits(t.ID, longest)
		problems.Require(isNamed && !seen[t.ID], at+"id",
			fmt.Sprintf("deve ser um texto de até %d caracteres que nenhum outro tipo tem", longest))
		if err := t.AssociationFee.CheckPrice(); err != nil {
			problems.Add(at+"association_fee", err.Error())
		}
		if price := t.DefaultConsultationPrice; price != nil && price.CheckPrice() != nil {
			problems.Add(at+"default_consultation_price", price.CheckPrice().Error())
		}
		seen[t.ID] = true
	}
	return problems
}
