package files

import (
	"context"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// proof is the kind of a service's file that pays it, and its whole booking group.
const proof = "proof"

// AttachInput holds the fields of every attachment: the file and the kind of document it is.
type AttachInput struct {
	FileID int64   `json:"file_id" form:"file_id"`
	Kind   *string `json:"kind" form:"kind"`
	// IsSample is for administrators alone.
	IsSample patch.Field[bool] `json:"is_sample" form:"is_sample"`
}

// AttachToUserInput attaches a file to an associate or a patient, and says which document it is.
type AttachToUserInput struct {
	AttachInput
	UserID  int64    `json:"user_id" form:"user_id"`
	DocKind *string  `json:"doc_kind" form:"doc_kind"`
	Subject *Subject `json:"subject" form:"subject"`
	DocType *DocType `json:"doc_type" form:"doc_type"`
	Side    *Side    `json:"side" form:"side"`
}

// AttachToOrderInput attaches a file to an order.
type AttachToOrderInput struct {
	AttachInput
	OrderID int64 `json:"order_id" form:"order_id"`
}

// AttachToServiceInput attaches a file to a service.
type AttachToServiceInput struct {
	AttachInput
	ServiceID int64 `json:"service_id" form:"service_id"`
}

// AttachToUser attaches a file to an associate or a patient. It answers 400 VALIDATION_ERROR
// for wrong fields, an unknown file or person among them.
func AttachToUser(ctx context.Context, tx *db.DB, by auth.Caller, input AttachToUserInput) (UserFile, error) {
	attached := UserFile{
		FileID: input.FileID, UserID: input.UserID, Kind: input.Kind, DocKind: input.DocKind, Subject: input.Subject,
		DocType: input.DocType, Side: input.Side, IsSample: input.IsSample.Value, DateCreated: by.Now,
	}
	attached.normalise()
	if err := input.check(by, input.UserID, "user_id", attached.check()); err != nil {
		return attached, err
	}
	err := tx.WithContext(ctx).Create(&attached).Error
	return attached, err
}

// AttachToOrder attaches a file to an order. It answers as AttachToUser does.
func AttachToOrder(ctx context.Context, tx *db.DB, by auth.Caller, input AttachToOrderInput) (OrderFile, error) {
	attached := OrderFile{FileID: input.FileID, OrderID: input.OrderID, Kind: trimmed(input.Kind), IsSample: input.IsSample.Value, DateCreated: by.Now}
	if err := input.check(by, input.OrderID, "order_id", checkKind(attached.Kind)); err != nil {
		return attached, err
	}
	err := tx.WithContext(ctx).Create(&attached).Error
	return attached, err
}

// AttachToService attaches a file to a service; one of the kind proof pays the service and all
// of its booking group. It answers as AttachToUser does.
func AttachToService(ctx context.Context, tx *db.DB, by auth.Caller, input AttachToServiceInput) (ServiceFile, error) {
	attached := ServiceFile{FileID: input.FileID, ServiceID: input.ServiceID, Kind: trimmed(input.Kind), IsSample: input.IsSample.Value, DateCreated: by.Now}
	if err := input.check(by, input.ServiceID, "service_id", checkKind(attached.Kind)); err != nil {
		return attached, err
	}
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// The services are locked first, in the same order as everywhere, so that nothing deadlocks.
		if attached.isProof() {
			if err := attached.pay(ctx, tx, by.Now); err != nil {
				return err
			}
		}
		return tx.Create(&attached).Error
	})
	return attached, err
}

func (f ServiceFile) isProof() bool { return f.Kind != nil && *f.Kind == proof }

// pay pays the service that a proof is attached to.
func (f ServiceFile) pay(ctx context.Context, tx *db.DB, now time.Time) error {
	err := bookings.Pay(ctx, tx, f.ServiceID, now)
	if errs.HasCode(err, errs.CodeNotFound) {
		return errs.Invalid("service_id", "não existe")
	}
	return err
}

// check adds the wrong fields that all attachments share; the foreign keys check that both ends exist.
func (in AttachInput) check(by auth.Caller, to int64, path string, wrong errs.Problems) error {
	if err := access.CheckSample(by, in.IsSample); err != nil {
		return err
	}
	wrong.Require(in.FileID > 0, "file_id", "escolha o arquivo")
	wrong.Require(to > 0, path, "diga a que o arquivo pertence")
	return wrong.Err()
}
