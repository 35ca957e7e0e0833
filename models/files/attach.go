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

// proof is the kind of file that marks a service and its booking group as paid.
const proof = "proof"

// AttachInput has the fields that attachments share. An attachment never changes its file and owner.
type AttachInput struct {
	FileID int64 `json:"file_id" form:"file_id"`
	// IsSample is only for administrators.
	IsSample patch.Field[bool] `json:"is_sample" form:"is_sample"`
}

// AttachToUserInput attaches a file to an associate or a patient.
type AttachToUserInput struct {
	AttachInput
	UserFileFields
	UserID int64 `json:"user_id" form:"user_id"`
}

// Required names the members that must be sent.
func (AttachToUserInput) Required() []string { return []string{"file_id", "user_id"} }

// AttachToOrderInput attaches a file to an order.
type AttachToOrderInput struct {
	AttachInput
	Fields
	OrderID int64 `json:"order_id" form:"order_id"`
}

// Required names the members that must be sent.
func (AttachToOrderInput) Required() []string { return []string{"file_id", "order_id"} }

// AttachToServiceInput attaches a file to a service.
type AttachToServiceInput struct {
	AttachInput
	Fields
	ServiceID int64 `json:"service_id" form:"service_id"`
}

// Required names the members that must be sent.
func (AttachToServiceInput) Required() []string { return []string{"file_id", "service_id"} }

// AttachToUser attaches a file to an associate or a patient. It returns 400 VALIDATION_ERROR
// for wrong fields, an unknown file or person among them.
func AttachToUser(ctx context.Context, tx *db.DB, by auth.Caller, input AttachToUserInput) (UserFile, error) {
	if err := access.CheckSample(by, input.IsSample); err != nil {
		return UserFile{}, err
	}
	attached := UserFile{FileID: input.FileID, UserID: input.UserID, IsSample: input.IsSample.Value, DateCreated: by.Now}
	problems := append(input.apply(&attached), input.validate(input.UserID, "user_id")...)
	if err := input.Merge(problems).Err(); err != nil {
		return attached, err
	}
	err := tx.WithContext(ctx).Create(&attached).Error
	return attached, err
}

// AttachToOrder attaches a file to an order. It returns the errors of AttachToUser.
func AttachToOrder(ctx context.Context, tx *db.DB, by auth.Caller, input AttachToOrderInput) (OrderFile, error) {
	if err := access.CheckSample(by, input.IsSample); err != nil {
		return OrderFile{}, err
	}
	attached := OrderFile{FileID: input.FileID, OrderID: input.OrderID, IsSample: input.IsSample.Value, DateCreated: by.Now}
	problems := append(input.apply(&attached.Kind), input.validate(input.OrderID, "order_id")...)
	if err := input.Merge(problems).Err(); err != nil {
		return attached, err
	}
	err := tx.WithContext(ctx).Create(&attached).Error
	return attached, err
}

// AttachToService attaches a file to a service; the kind proof marks the service and its booking group as paid. It
// returns the errors of AttachToUser.
func AttachToService(ctx context.Context, tx *db.DB, by auth.Caller, input AttachToServiceInput) (ServiceFile, error) {
	if err := access.CheckSample(by, input.IsSample); err != nil {
		return ServiceFile{}, err
	}
	attached := ServiceFile{FileID: input.FileID, ServiceID: input.ServiceID, IsSample: input.IsSample.Value, DateCreated: by.Now}
	problems := append(input.apply(&attached.Kind), input.validate(input.ServiceID, "service_id")...)
	if err := input.Merge(problems).Err(); err != nil {
		return attached, err
	}
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// The services are locked first, in the order used everywhere, to avoid deadlocks.
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

// pay marks the service of a proof as paid.
func (f ServiceFile) pay(ctx context.Context, tx *db.DB, now time.Time) error {
	err := bookings.Pay(ctx, tx, f.ServiceID, now)
	if errs.HasCode(err, errs.CodeNotFound) {
		return errs.Invalid("service_id", "não existe")
	}
	return err
}

// validate reports a missing file or owner; the foreign keys check that both exist.
func (in AttachInput) validate(owner int64, path string) (problems errs.Problems) {
	problems.Require(in.FileID > 0, "file_id", "escolha o arquivo")
	problems.Require(owner > 0, path, "diga a que o arquivo pertence")
	return problems
}

// AttachProof attaches a file that the caller uploaded to services as the proof of a payment that is registered by itself, so
// that it pays none of the booking's other services. It attaches once, however often it is called. It returns 403 FORBIDDEN for
// a caller who may not attach to services, and 404 NOT_FOUND for a file of another person.
func AttachProof(ctx context.Context, tx *db.DB, by auth.Caller, fileID int64, services []int64) error {
	if err := access.Require(by, "services_files", access.Create); err != nil {
		return err
	}
	if _, err := FindUploaded(ctx, tx, by, fileID); err != nil {
		return err
	}
	return tx.WithContext(ctx).Exec(`insert into services_files (file_id, service_id, kind, date_created)
		select @file, id, @kind, @now from services where id in @services and not exists (
			select from services_files f where f.file_id = @file and f.service_id = services.id) order by id`,
		map[string]any{"file": fileID, "services": services, "kind": proof, "now": by.Now}).Error
}

// FindUploaded returns a file that the caller uploaded; any other is 404 NOT_FOUND.
func FindUploaded(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (File, error) {
	return db.First[File](tx.WithContext(ctx).Where("id = ? and uploaded_by = ?", id, uploaderOf(by)), errNotFound())
}
