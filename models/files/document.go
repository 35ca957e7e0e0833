package files

import (
	"context"
	"slices"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

const maxKind = 60

// Subject is the person whose document a file is.
type Subject string

// Values lists the subjects of the specification ("Files").
func (Subject) Values() []string { return []string{"responsible", "patient"} }

// DocType is the kind of an identity document.
type DocType string

// Values lists the types of the specification ("Files"), and those for people without either.
func (DocType) Values() []string {
	return []string{"rg", "cnh", "cin", "rne", "passaporte", "certidao"}
}

// Label returns the name of a type for people.
func (d DocType) Label() string {
	return map[DocType]string{"rg": "RG", "cnh": "CNH", "cin": "CIN", "rne": "RNE ou RNM", "passaporte": "Passaporte",
		"certidao": "Certidão de nascimento"}[d]
}

// Sides returns the sides that a type has.
func (d DocType) Sides() []string {
	if d == "rg" || d == "cin" || d == "rne" {
		return []string{"front", "back"}
	}
	return []string{"front"}
}

// Side is the side of an identity document.
type Side string

// Values lists the sides of the specification ("Files").
func (Side) Values() []string { return []string{"front", "back"} }

// Fields are the writable fields of every attachment.
type Fields struct {
	errs.BindErrors

	Kind patch.Field[string] `json:"kind" form:"kind"`
}

// UserFileFields are the writable fields of a person's attachment.
type UserFileFields struct {
	Fields
	DocKind patch.Field[string]  `json:"doc_kind" form:"doc_kind"`
	Subject patch.Field[Subject] `json:"subject" form:"subject"`
	DocType patch.Field[DocType] `json:"doc_type" form:"doc_type"`
	Side    patch.Field[Side]    `json:"side" form:"side"`
}

// ChangeUserFileInput changes the sent fields of a person's attachment. Version is the version of the opened form.
type ChangeUserFileInput struct {
	ID      int64  `json:"-" form:"-"`
	Version string `json:"-" form:"version"`
	UserFileFields
}

// ChangeKindInput changes the kind of an order's or a service's attachment. Version is as in
// ChangeUserFileInput.
type ChangeKindInput struct {
	ID      int64  `json:"-" form:"-"`
	Version string `json:"-" form:"version"`
	Fields
}

// ChangeUserFile changes a person's attachment. It returns 400 VALIDATION_ERROR for wrong fields, 404
// NOT_FOUND for an unknown attachment, and 409 CONFLICT for a stale version.
func ChangeUserFile(ctx context.Context, tx *db.DB, input ChangeUserFileInput) (UserFile, error) {
	return db.Change(ctx, tx, input.ID, input.Version, func(_ *db.DB, _ UserFile, attached *UserFile) error {
		return input.Merge(input.apply(attached)).Err()
	})
}

// ChangeOrderFile changes the kind of an order's attachment. It returns the errors of ChangeUserFile.
func ChangeOrderFile(ctx context.Context, tx *db.DB, input ChangeKindInput) (OrderFile, error) {
	return db.Change(ctx, tx, input.ID, input.Version, func(_ *db.DB, _ OrderFile, attached *OrderFile) error {
		return input.Merge(input.apply(&attached.Kind)).Err()
	})
}

// ChangeServiceFile changes the kind of a service's attachment. A new proof pays the service; a former proof leaves it
// paid. It returns the errors of ChangeUserFile.
func ChangeServiceFile(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeKindInput) (ServiceFile, error) {
	change := func(tx *db.DB) (ServiceFile, error) {
		return db.Change(ctx, tx, input.ID, input.Version, func(_ *db.DB, _ ServiceFile, attached *ServiceFile) error {
			return input.Merge(input.apply(&attached.Kind)).Err()
		})
	}
	if kind := trimmed(&input.Kind.Value); kind == nil || *kind != proof {
		return change(tx)
	}
	var changed ServiceFile
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		stored, err := db.First[ServiceFile](tx.Where("id = ?", input.ID), errs.NotFound("Registro não encontrado."))
		if err != nil {
			return err
		}
		// The services are locked before the attachment, as in the removal of a service, to avoid deadlocks.
		if !stored.isProof() {
			if err := stored.pay(ctx, tx, by.Now); err != nil {
				return err
			}
		}
		changed, err = change(tx)
		return err
	})
	return changed, err
}

// Detach removes an attachment. The file stays, and a service that it paid stays paid. An unknown attachment is 404
// NOT_FOUND.
func Detach[Attached UserFile | OrderFile | ServiceFile](ctx context.Context, tx *db.DB, id int64) error {
	return db.Remove[Attached](ctx, tx, id)
}

// apply sets the kind of an attachment and reports an invalid one.
func (f Fields) apply(kind **string) (problems errs.Problems) {
	f.Kind.SetNullable(kind)
	*kind = trimmed(*kind)
	problems.Require(texts.Fits(texts.Of(*kind), maxKind), "kind", "deve ter no máximo 60 caracteres")
	return problems
}

// apply sets the fields of a person's attachment and reports invalid ones.
func (f UserFileFields) apply(attached *UserFile) errs.Problems {
	f.DocKind.SetNullable(&attached.DocKind)
	f.Subject.SetNullable(&attached.Subject)
	f.DocType.SetNullable(&attached.DocType)
	f.Side.SetNullable(&attached.Side)
	attached.DocKind = trimmed(attached.DocKind)
	problems := f.Fields.apply(&attached.Kind)
	problems.Require(texts.Fits(texts.Of(attached.DocKind), maxKind), "doc_kind", "deve ter no máximo 60 caracteres")
	problems.Require(isKnown(attached.Subject), "subject", "deve ser responsible ou patient")
	problems.Require(isKnown(attached.DocType), "doc_type", "deve ser "+strings.Join(DocType("").Values(), ", "))
	problems.Require(isKnown(attached.Side), "side", "deve ser front ou back")
	return problems
}

// isKnown reports whether an optional value is absent or one of the values of its type.
func isKnown[Value interface {
	~string
	Values() []string
}](value *Value) bool {
	return value == nil || slices.Contains((*value).Values(), string(*value))
}

// trimmed returns the stored form of a text; a blank text is nil.
func trimmed(text *string) *string { return texts.Optional(strings.TrimSpace(texts.Of(text))) }
