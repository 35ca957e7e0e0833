package files

import (
	"context"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Owner is the collection of the row with an attached file.
type Owner string

// The owners of decisions.md ("Names that the specification does not give").
const (
	OfUser    Owner = "users"
	OfOrder   Owner = "orders"
	OfService Owner = "services"
)

// Values lists the owners.
func (Owner) Values() []string { return []string{string(OfUser), string(OfOrder), string(OfService)} }

// AttachFileInput attaches a file to a row of any of the owners. Only a person's attachment has a kind of document.
type AttachFileInput struct {
	FileID     int64 `json:"-" form:"-"`
	Collection Owner `json:"collection" form:"collection"`
	ID         int64 `json:"id" form:"id"`
	UserFileFields
}

// Required names the members that must be sent.
func (AttachFileInput) Required() []string { return []string{"collection", "id"} }

// Attachment is an attached file of any owner.
type Attachment struct {
	ID         int64 `json:"id"`
	FileID     int64 `json:"file_id"`
	Collection Owner `json:"collection"`
	// RecordID is the row with the file.
	RecordID    int64     `json:"record_id"`
	Kind        *string   `json:"kind"`
	DateCreated time.Time `json:"date_created"`
}

// Attach attaches a file that the caller may see to a person, an order or a service; a service's file of the kind proof
// pays it and its booking group. Called again with the same file, row and kind, it returns the attachment that stands. It
// returns 403 FORBIDDEN for a collection that the caller may not attach to, 404
// NOT_FOUND for an unknown file, and 400 VALIDATION_ERROR for wrong fields, including an unknown row.
func Attach(ctx context.Context, tx *db.DB, by auth.Caller, input AttachFileInput) (attached Attachment, err error) {
	if _, err := FindFor(ctx, tx, by, input.FileID); err != nil {
		return attached, err
	}
	if err := input.check(by); err != nil {
		return attached, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// A second call at the same time waits for the first one's attachment.
		if _, err := db.Lock[File](tx, input.FileID); err != nil {
			return err
		}
		if attached, err = input.standing(tx); err != nil || attached.ID != 0 {
			return err
		}
		attached, err = AttachUploaded(ctx, tx, by, input)
		return err
	})
	return attached, err
}

// check returns 400 VALIDATION_ERROR for an unknown collection, and 403 FORBIDDEN for one that the caller may not attach to.
func (in AttachFileInput) check(by auth.Caller) error {
	if !isKnown(&in.Collection) {
		return errs.Invalid("collection", "deve ser users, orders ou services")
	}
	return access.Require(by, string(in.Collection)+"_files", access.Create)
}

// standing returns the attachment with the same file, row and kind; without one, or for wrong fields, its id is 0.
func (in AttachFileInput) standing(tx *db.DB) (Attachment, error) {
	var row UserFile
	if problems := in.apply(&row); in.Merge(problems).Err() != nil {
		return Attachment{}, nil // AttachUploaded reports them
	}
	owner := strings.TrimSuffix(string(in.Collection), "s") + "_id"
	query := tx.Table(string(in.Collection)+"_files").Select("id", "file_id", owner+" as record_id", "kind", "date_created").
		Where("file_id = ? and "+owner+" = ? and kind is not distinct from ?", in.FileID, in.ID, row.Kind)
	if in.Collection == OfUser {
		query = query.Where("(doc_kind, subject, doc_type, side) is not distinct from (?::text, ?::text, ?::text, ?::text)",
			row.DocKind, row.Subject, row.DocType, row.Side)
	}
	var found Attachment
	err := query.Order("id").Limit(1).Scan(&found).Error
	found.Collection = in.Collection
	return found, err
}

// AttachUploaded is Attach for a file that the caller has just uploaded, and may not be allowed to read.
func AttachUploaded(ctx context.Context, tx *db.DB, by auth.Caller, input AttachFileInput) (Attachment, error) {
	if err := input.check(by); err != nil {
		return Attachment{}, err
	}
	attach := AttachInput{FileID: input.FileID}
	switch input.Collection {
	case OfUser:
		attached, err := AttachToUser(ctx, tx, by, AttachToUserInput{AttachInput: attach, UserFileFields: input.UserFileFields, UserID: input.ID})
		return Attachment{attached.ID, attached.FileID, OfUser, attached.UserID, attached.Kind, attached.DateCreated}, idOf(err)
	case OfOrder:
		attached, err := AttachToOrder(ctx, tx, by, AttachToOrderInput{AttachInput: attach, Fields: input.Fields, OrderID: input.ID})
		return Attachment{attached.ID, attached.FileID, OfOrder, attached.OrderID, attached.Kind, attached.DateCreated}, idOf(err)
	}
	attached, err := AttachToService(ctx, tx, by, AttachToServiceInput{AttachInput: attach, Fields: input.Fields, ServiceID: input.ID})
	return Attachment{attached.ID, attached.FileID, OfService, attached.ServiceID, attached.Kind, attached.DateCreated}, idOf(err)
}

// idOf renames the field of the row to that of this input.
func idOf(err error) error {
	fields := errs.FieldsOf(err)
	renamed := make([]errs.Field, len(fields))
	for i, field := range fields {
		if field.Path == "user_id" || field.Path == "order_id" || field.Path == "service_id" {
			field.Path = "id"
		}
		renamed[i] = field
	}
	return errs.WithFields(err, renamed)
}
