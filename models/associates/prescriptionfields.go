package associates

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"acolhe/models/associates/parse"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// prescriptionKeys are the keys of a prescription that have a field; scripts may store others beside them.
var prescriptionKeys = []string{"product", "dosage", "issued", "expires"}

// PrescriptionInput is the form of a prescription. Fields that it does not have keep their value.
type PrescriptionInput struct {
	errs.BindErrors
	// ID is the associate or patient, Version the version of the opened form.
	ID      int64                   `json:"-" form:"-"`
	Version string                  `json:"-" form:"version"`
	Product patch.Field[string]     `json:"product" form:"product"`
	Dosage  patch.Field[string]     `json:"dosage" form:"dosage"`
	Issued  patch.Field[civil.Date] `json:"issued" form:"issued"`
	Expires patch.Field[civil.Date] `json:"expires" form:"expires"`
}

// PrescriptionField returns the text of a key of the prescription; empty without one.
func (a Associate) PrescriptionField(key string) string {
	values, _ := a.prescriptionValues()
	return asText(values[key])
}

// PrescriptionDay returns the date of a key of the prescription; nil without a valid one.
func (a Associate) PrescriptionDay(key string) *civil.Date {
	day, err := civil.Parse(a.PrescriptionField(key))
	if err != nil {
		return nil
	}
	return &day
}

// Entry is a value of a prescription with its key.
type Entry struct{ Key, Value string }

// OtherPrescriptionEntries returns what a prescription holds beside the fields of the form, by key; a list is one entry.
func (a Associate) OtherPrescriptionEntries() (others []Entry) {
	values, isObject := a.prescriptionValues()
	if !isObject {
		return []Entry{{"", string(a.Prescription)}}
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(prescriptionKeys, key) {
			others = append(others, Entry{key, asText(values[key])})
		}
	}
	return others
}

// prescriptionValues returns the values of a prescription by key, and whether it is an object; none is an empty object.
func (a Associate) prescriptionValues() (values map[string]json.RawMessage, isObject bool) {
	values = map[string]json.RawMessage{}
	if len(a.Prescription) == 0 {
		return values, true
	}
	err := json.Unmarshal(a.Prescription, &values)
	return values, err == nil
}

// asText returns a JSON text without its quotes, and any other value as it is written.
func asText(value json.RawMessage) string {
	var text string
	if len(value) == 0 || bytes.Equal(value, []byte("null")) || json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// ChangePrescription changes the sent fields of the prescription of an associate or a patient. It returns 400
// VALIDATION_ERROR for wrong fields and for a prescription that is a list, 404 NOT_FOUND for an unknown row, and 409
// CONFLICT for a stale version.
func ChangePrescription(ctx context.Context, tx *db.DB, by auth.Caller, input PrescriptionInput) (Associate, error) {
	return db.Change(ctx, tx, input.ID, input.Version, func(tx *db.DB, _ Associate, row *Associate) error {
		r, err := newUpdate(ctx, tx, by, row)
		if err != nil {
			return err
		}
		r.bindErrors = input.BindErrors
		if err := input.applyTo(r); err != nil {
			return err
		}
		if err := r.err(); err != nil {
			return err
		}
		return r.finish(ctx, tx)
	})
}

func (in PrescriptionInput) applyTo(r *update) error {
	values, isObject := r.row.prescriptionValues()
	r.problems.Require(isObject, "product", "Esta receita é uma lista, que só um sistema integrado altera.")
	product, dosage := texts.Optional(r.row.PrescriptionField("product")), texts.Optional(r.row.PrescriptionField("dosage"))
	issued, expires := r.row.PrescriptionDay("issued"), r.row.PrescriptionDay("expires")
	r.text("product", in.Product, &product, parse.Text(300))
	r.text("dosage", in.Dosage, &dosage, parse.Text(1000))
	r.date("issued", in.Issued, &issued)
	in.Expires.SetNullable(&expires)
	r.problems.Require(issued == nil || expires == nil || !expires.Before(*issued), "expires", "deve vir depois da data da receita")
	if len(r.problems) > 0 {
		return nil
	}
	// What the form could not show, because a script stored another kind of value, stays as it is unless it was typed over.
	for key, text := range map[string]*string{"product": product, "dosage": dosage} {
		if texts.Of(text) != r.row.PrescriptionField(key) {
			set(values, key, text)
		}
	}
	for key, day := range map[string]*civil.Date{"issued": issued, "expires": expires} {
		if shownDay(day) != shownDay(r.row.PrescriptionDay(key)) {
			set(values, key, texts.Optional(shownDay(day)))
		}
	}
	encoded, err := json.Marshal(values)
	if err != nil {
		return err
	}
	r.prescription(patch.Field[json.RawMessage]{Sent: true, Null: len(values) == 0, Value: encoded})
	return nil
}

func shownDay(day *civil.Date) string {
	if day == nil {
		return ""
	}
	return day.String()
}

// set stores a text under a key; nil removes the key.
func set(values map[string]json.RawMessage, key string, text *string) {
	if text == nil {
		delete(values, key)
		return
	}
	values[key], _ = json.Marshal(*text) // a text has no error
}
