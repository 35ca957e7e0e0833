package imports

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"acolhe/models/associates"
	"acolhe/models/imports/cells"
	"acolhe/models/platform/db"
	"acolhe/models/products"
	"acolhe/models/professionals"
	"acolhe/models/tags"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// recordTarget is a kind whose rows become single records by one verb.
type recordTarget struct {
	label, file string
	fields      []cells.Field
	identity    func(values map[string]string) string
	// store calls the verb and returns the id.
	store func(ctx context.Context, tx *db.DB, by auth.Caller, values map[string]string) (int64, error)
	// remove removes a record that nothing refers to.
	remove func(ctx context.Context, tx *db.DB, id int64) error
}

// record returns the target of a kind of single records. The verb itself says what is wrong: it is called in a transaction that
// is rolled back.
func record(of recordTarget) target {
	return target{
		label: of.label, file: of.file, fields: func() []cells.Field { return of.fields }, identity: of.identity,
		check: func(ctx context.Context, tx *db.DB, by auth.Caller, rows []*Row) error {
			return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
				for _, row := range rows {
					if err := of.check(ctx, tx, by, row); err != nil {
						return err
					}
				}
				return nil
			})
		},
		run: func(ctx context.Context, tx *db.DB, by auth.Caller, rows []*Row) error {
			for _, row := range rows {
				err := row.try(tx, func(tx *db.DB) error {
					id, err := of.store(ctx, tx, by, row.Data)
					row.RecordID = &id
					return err
				})
				if err != nil {
					return err
				}
			}
			return nil
		},
		undo: func(ctx context.Context, tx *db.DB, _ auth.Caller, row *Row) (string, error) {
			err := of.remove(ctx, tx, *row.RecordID)
			if errs.HasCode(err, errs.CodeNotFound) {
				err = nil
			}
			return "", err
		},
	}
}

// errChecked ends a transaction that only checks.
var errChecked = errs.Conflict("CHECKED", "")

// check calls the verb and rolls back. A needed field that a problem has taken away is no problem of its own.
func (t recordTarget) check(ctx context.Context, tx *db.DB, by auth.Caller, row *Row) error {
	err := tx.Transaction(func(tx *db.DB) error {
		if _, err := t.store(ctx, tx, by, hopeful(*row)); err != nil {
			return err
		}
		return errChecked
	})
	if errs.HasCode(err, "CHECKED") {
		return nil
	}
	if _, _, isRefusal := refusalOf(err); !isRefusal {
		return err
	}
	fields := errs.FieldsOf(err)
	if len(fields) == 0 {
		fields = []errs.Field{{Path: "", Message: errs.As(err).Message}}
	}
	for _, wrong := range fields {
		if hasProblemOf(*row, wrong.Path) {
			continue
		}
		kind := "refused:" + wrong.Path
		if field, known := cells.FieldOf(t.fields, wrong.Path); known && field.Needed && row.Data[wrong.Path] == "" {
			kind = "missing:" + wrong.Path
		}
		row.Problems = append(row.Problems, cells.Problem{Kind: kind, Field: wrong.Path, Value: wrong.Message})
	}
	return nil
}

var productTarget = recordTarget{
	label: "Produtos", file: "produtos", fields: cells.Products,
	identity: func(values map[string]string) string { return strings.ToLower(values["code"]) },
	store: func(ctx context.Context, tx *db.DB, by auth.Caller, v map[string]string) (int64, error) {
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
	remove: products.Remove,
}

var tagTarget = recordTarget{
	label: "Etiquetas", file: "etiquetas", fields: cells.TagFields,
	identity: func(values map[string]string) string { return cells.Fold(values["name"]) + "|" + values["collection"] },
	store: func(ctx context.Context, tx *db.DB, by auth.Caller, v map[string]string) (int64, error) {
		var input tags.AddInput
		input.Name, input.Color, input.Collection = patch.Of(v["name"]), sent(v, "color"), sent(v, "collection")
		row, err := tags.Add(ctx, tx, by, input)
		return row.ID, err
	},
	remove: tags.Remove,
}

var professionalTarget = recordTarget{
	label: "Profissionais", file: "profissionais", fields: cells.Professionals,
	identity: func(values map[string]string) string {
		return cells.Fold(values["name"]) + "|" + values["council_number"]
	},
	store: func(ctx context.Context, tx *db.DB, by auth.Caller, v map[string]string) (int64, error) {
		row, err := professionals.Register(ctx, tx, by, professionalInput(v))
		return row.ID, err
	},
	remove: professionals.Remove,
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

// checkAnnotations finds the person of each annotation.
func checkAnnotations(ctx context.Context, tx *db.DB, _ auth.Caller, rows []*Row) error {
	identities := make([]associates.Identity, len(rows))
	for i, row := range rows {
		identities[i] = associates.Identity{CPF: row.Data["associate_cpf"], Email: row.Data["associate_email"]}
	}
	twins, err := associates.FindTwins(ctx, tx, identities)
	if err != nil {
		return err
	}
	index := indexOf(twins)
	for i, row := range rows {
		if row.Data["text"] == "" && !hasProblemOf(*row, "text") {
			row.Problems = append(row.Problems, cells.Problem{Kind: "missing:text", Field: "text", Value: "a anotação está vazia"})
		}
		if err := findWhose(ctx, tx, row, identities[i], index); err != nil {
			return err
		}
	}
	return nil
}

// findWhose finds the person by CPF, else by e-mail, else by a name that only one person has, and keeps their id in the data.
func findWhose(ctx context.Context, tx *db.DB, row *Row, of associates.Identity, index map[string][]*associates.Twin) error {
	name := row.Data["associate_name"]
	ids := map[int64]bool{}
	for _, key := range []string{"cpf " + of.CPF, "email " + of.Email} {
		for _, twin := range index[key] {
			ids[twin.ID] = true
		}
		if len(ids) > 0 {
			break
		}
	}
	if len(ids) == 0 && name != "" {
		var found []int64
		err := tx.WithContext(ctx).Table("users").Where("fold(associate_name) = fold(?) and status <> ?", name, associates.Patient).Order("id").
			Limit(2).Pluck("id", &found).Error
		if err != nil {
			return err
		}
		for _, id := range found {
			ids[id] = true
		}
	}
	shown := of.CPF + of.Email + name
	switch len(ids) {
	case 0:
		row.Problems = append(row.Problems, cells.Problem{Kind: "unknown_person", Field: "associate_cpf", Value: shown})
	case 1:
		for id := range ids {
			row.Data["user_id"] = strconv.FormatInt(id, 10)
		}
	default:
		row.Problems = append(row.Problems, cells.Problem{Kind: "several_people", Field: "associate_name", Value: shown})
	}
	return nil
}

func runAnnotations(ctx context.Context, tx *db.DB, by auth.Caller, rows []*Row) error {
	for _, row := range rows {
		err := row.try(tx, func(tx *db.DB) error {
			id, err := strconv.ParseInt(row.Data["user_id"], 10, 64)
			if err != nil {
				return errRefusedRow("o associado não foi encontrado")
			}
			at := by
			if date, err := civil.Parse(row.Data["date"]); err == nil {
				at = by.At(date.In(time.UTC).Add(12 * time.Hour))
			}
			made, err := associates.Annotate(ctx, tx, at, associates.AnnotateInput{ID: id, Text: row.Data["text"]})
			row.RecordID, row.Made.Annotations = &id, []string{made.ID.String()}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func undoAnnotation(ctx context.Context, tx *db.DB, by auth.Caller, row *Row) (string, error) {
	return "", restoreJoined(ctx, tx, by, row)
}

// RecordName names the record of a row for people.
func (r Row) RecordName() string {
	for _, name := range []string{"name", "associate_name", "code", "text"} {
		if r.Data[name] != "" {
			return texts.Shorten(r.Data[name], 80)
		}
	}
	return fmt.Sprintf("Linha %d", r.Line)
}
