package kinds

import (
	"context"
	"strconv"
	"strings"

	"acolhe/models/imports/cells"
	"acolhe/models/platform/db"
	"acolhe/models/products"
	"acolhe/models/professionals"
	"acolhe/models/tags"
	"acolhe/models/types/auth"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
)

// Record is a kind whose rows become single records by one verb.
type Record struct {
	// Label names the kind, File the file of its template.
	Label, File string
	Fields      []cells.Field
	// Identity identifies a record within the file.
	Identity func(values map[string]string) string
	// Store calls the verb and returns the id.
	Store func(ctx context.Context, tx *db.DB, by auth.Caller, values map[string]string) (int64, error)
	// Remove removes a record that nothing refers to.
	Remove func(ctx context.Context, tx *db.DB, id int64) error
}

// Products are products.
var Products = Record{
	Label: "Produtos", File: "produtos", Fields: cells.Products,
	Identity: func(values map[string]string) string { return strings.ToLower(values["code"]) },
	Store: func(ctx context.Context, tx *db.DB, by auth.Caller, v map[string]string) (int64, error) {
		var input products.AddInput
		input.Code, input.Name = patch.Of(v["code"]), patch.Of(v["name"])
		input.Description, input.StockNote = sent(v, "description"), sent(v, "stock_note")
		if amount, err := money.Parse(v["price"]); err == nil {
			input.Price = patch.Of(amount)
		}
		if grams, err := strconv.Atoi(v["weight_g"]); err == nil {
			input.WeightG = patch.Of(grams)
		}
		if v["active"] != "" {
			input.Active = patch.Of(v["active"] == "true")
		}
		if list := tagList(v); len(list) > 0 {
			input.Tags = patch.Of(list)
		}
		row, err := products.Add(ctx, tx, by, input)
		return row.ID, err
	},
	Remove: products.Remove,
}

// Tags are tags.
var Tags = Record{
	Label: "Etiquetas", File: "etiquetas", Fields: cells.TagFields,
	Identity: func(values map[string]string) string { return cells.Fold(values["name"]) + "|" + values["collection"] },
	Store: func(ctx context.Context, tx *db.DB, by auth.Caller, v map[string]string) (int64, error) {
		var input tags.AddInput
		input.Name, input.Color, input.Collection = patch.Of(v["name"]), sent(v, "color"), sent(v, "collection")
		row, err := tags.Add(ctx, tx, by, input)
		return row.ID, err
	},
	Remove: tags.Remove,
}

// Professionals are professionals.
var Professionals = Record{
	Label: "Profissionais", File: "profissionais", Fields: cells.Professionals,
	Identity: func(values map[string]string) string {
		return cells.Fold(values["name"]) + "|" + values["council_number"]
	},
	Store: func(ctx context.Context, tx *db.DB, by auth.Caller, v map[string]string) (int64, error) {
		row, err := professionals.Register(ctx, tx, by, professionalInput(v))
		return row.ID, err
	},
	Remove: professionals.Remove,
}

func professionalInput(v map[string]string) professionals.RegisterInput {
	var input professionals.RegisterInput
	input.Name, input.Type = patch.Of(v["name"]), patch.Of(v["type"])
	input.Email, input.Phone = sent(v, "email"), sent(v, "phone")
	input.Council, input.CouncilNumber, input.CouncilState = sent(v, "council"), sent(v, "council_number"), sent(v, "council_state")
	input.PaymentDetails = sent(v, "payment_details")
	if amount, err := money.Parse(v["price"]); err == nil && v["price"] != "" {
		input.ConsultationPrice = patch.Of(amount)
	}
	if v["active"] != "" {
		input.Active = patch.Of(v["active"] == "true")
	}
	return input
}
