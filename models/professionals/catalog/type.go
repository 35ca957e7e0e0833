// Package catalog holds the types of professionals with the fee and the price of each, and the settings of the reports that pay
// them (specification, "Professional type catalog").
package catalog

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
	"acolhe/models/types/patch"
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

// TypeInput is a type in the body of PUT /configs/services/professional-types. Active is true if it is left out.
type TypeInput struct {
	ID                       string            `json:"id"`
	AssociationFee           money.Amount      `json:"association_fee"`
	DefaultConsultationPrice *money.Amount     `json:"default_consultation_price"`
	Active                   patch.Field[bool] `json:"active"`
}

// Required names the members that must be sent.
func (TypeInput) Required() []string { return []string{"id", "association_fee"} }

// typesOf returns the types of a body.
func typesOf(sent []TypeInput) []Type {
	types := make([]Type, len(sent))
	for i, one := range sent {
		types[i] = Type{ID: strings.TrimSpace(one.ID), AssociationFee: one.AssociationFee, DefaultConsultationPrice: one.DefaultConsultationPrice,
			Active: one.Active.Value || !one.Active.Sent}
	}
	return types
}

// typesKey is the setting of the types; its default is that of decisions.md.
var typesKey = settings.Key[[]Type]{System: "services", Name: "professional-types", Type: settings.Array, Check: checkTypes, Public: true,
	Description: "Tipos de profissional, com a taxa da associação e o preço para profissionais sem preço próprio.",
	Default: []Type{
		{ID: "medic", Active: true}, {ID: "dentist", Active: true}, {ID: "psychologist", Active: true},
		{ID: "veterinarian", Active: true}, {ID: "therapist", Active: true}, {ID: "lawyer", Active: true},
	}}

// Keys are the keys of the configuration that the catalogue and the reports have.
func Keys() []settings.Definition {
	return []settings.Definition{typesKey.Definition(), deductDonation.Definition(), payoutDay.Definition()}
}

// sampleFees are the fees in reais of the types in sample data.
var sampleFees = map[string]int64{"medic": 40, "dentist": 30, "psychologist": 20, "veterinarian": 30, "therapist": 15, "lawyer": 25}

// Sample returns the value of the types for sample data: the default ones with a fee each.
func Sample() ([]byte, error) {
	types := slices.Clone(typesKey.Default)
	for i := range types {
		types[i].AssociationFee = money.FromCents(100 * sampleFees[types[i].ID])
	}
	return json.Marshal(types)
}

// Find returns the configured type with this id and reports whether there is one.
func Find(ctx context.Context, tx *db.DB, id string) (found Type, known bool, err error) {
	types, err := Types(ctx, tx)
	if at := slices.IndexFunc(types, func(t Type) bool { return t.ID == id }); at >= 0 {
		return types[at], true, err
	}
	return found, false, err
}

// DefaultPrices returns the default prices of the configured types as a JSON object, for use in SQL.
func DefaultPrices(ctx context.Context, tx *db.DB) (string, error) {
	types, err := settings.Get(ctx, tx, typesKey)
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
