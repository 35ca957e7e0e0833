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

// Values lists the types of the specification ("Files").
func (DocType) Values() []string { return []string{"rg", "cnh"} }

// Side is the side of an identity document.
type Side string

// Values lists the sides of the specification ("Files").
func (Side) Values() []string { return []string{"front", "back"} }

// ChangeUserFileInput changes what is sent of a person's attachment.
type ChangeUserFileInput struct {
	ID      int64                `json:"-" form:"-"`
	Kind    patch.Field[string]  `json:"kind" form:"kind"`
	DocKind patch.Field[string]  `json:"doc_kind" form:"doc_kind"`
	Subject patch.Field[Subject] `json:"subject" form:"subject"`
	DocType patch.Field[DocType] `json:"doc_type" form:"doc_type"`
	Side    patch.Field[Side]    `json:"side" form:"side"`
}

// ChangeKindInput changes the kind of an order's or a service's attachment.
type ChangeKindInput struct {
	ID   int64               `json:"-" form:"-"`
	Kind patch.Field[string] `json:"kind" form:"kind"`
}

// ChangeUserFile changes a person's attachment. It answers 400 VALIDATION_ERROR for wrong fields and
// 404 NOT_FOUND for an unknown attachment.
func ChangeUserFile(ctx context.Context, tx *db.DB, input ChangeUserFileInput) (UserFile, error) {
	return db.Change(ctx, tx, input.ID, "", func(_ *db.DB, _ UserFile, attached *UserFile) error {
		input.Kind.SetNullable(&attached.Kind)
		input.DocKind.SetNullable(&attached.DocKind)
		input.Subject.SetNullable(&attached.Subject)
		input.DocType.SetNullable(&attached.DocType)
		input.Side.SetNullable(&attached.Side)
		attached.normalise()
		return attached.check().Err()
	})
}

// ChangeOrderFile changes the kind of an order's attachment. It answers as ChangeUserFile does.
func ChangeOrderFile(ctx context.Context, tx *db.DB, input ChangeKindInput) (OrderFile, error) {
	return db.Change(ctx, tx, input.ID, "", func(_ *db.DB, _ OrderFile, attached *OrderFile) error {
		input.Kind.SetNullable(&attached.Kind)
		attached.Kind = trimmed(attached.Kind)
		return checkKind(attached.Kind).Err()
	})
}

// ChangeServiceFile changes the kind of a service's attachment. One that becomes the proof pays as a
// new one does; one that ceases to be it leaves the service paid. It answers as ChangeUserFile does.
func ChangeServiceFile(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeKindInput) (ServiceFile, error) {
	change := func(tx *db.DB) (ServiceFile, error) {
		return db.Change(ctx, tx, input.ID, "", func(_ *db.DB, _ ServiceFile, attached *ServiceFile) error {
			input.Kind.SetNullable(&attached.Kind)
			attached.Kind = trimmed(attached.Kind)
			return checkKind(attached.Kind).Err()
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
		// The services are locked before the attachment, as in the removal of a service, so that nothing deadlocks.
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

// Detach removes an attachment. The file stays, and a service that it paid stays paid. An unknown
// attachment is 404 NOT_FOUND.
func Detach[Attached UserFile | OrderFile | ServiceFile](ctx context.Context, tx *db.DB, id int64) error {
	return db.Remove[Attached](ctx, tx, id)
}

func (f *UserFile) normalise() { f.Kind, f.DocKind = trimmed(f.Kind), trimmed(f.DocKind) }

func (f UserFile) check() errs.Problems {
	p := checkKind(f.Kind)
	p.Require(texts.Fits(texts.Of(f.DocKind), maxKind), "doc_kind", "deve ter no máximo 60 caracteres")
	p.Require(isKnown(f.Subject), "subject", "deve ser responsible ou patient")
	p.Require(isKnown(f.DocType), "doc_type", "deve ser rg ou cnh")
	p.Require(isKnown(f.Side), "side", "deve ser front ou back")
	return p
}

func checkKind(kind *string) (p errs.Problems) {
	p.Require(texts.Fits(texts.Of(kind), maxKind), "kind", "deve ter no máximo 60 caracteres")
	return p
}

// isKnown reports whether an optional value is one of its type's, or absent.
func isKnown[Value interface {
	~string
	Values() []string
}](value *Value) bool {
	return value == nil || slices.Contains((*value).Values(), string(*value))
}

// trimmed returns a text as it is stored; a blank one is nil.
func trimmed(text *string) *string { return texts.Optional(strings.TrimSpace(texts.Of(text))) }
