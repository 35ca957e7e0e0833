package files

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/unattached"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Detachment is the kind of undo of a removed attachment.
const Detachment undo.Kind = "files.detachment"

// Detached is a removed attachment, of which one row is set.
type Detached struct {
	User    *UserFile    `json:"user,omitempty"`
	Order   *OrderFile   `json:"order,omitempty"`
	Service *ServiceFile `json:"service,omitempty"`
}

// DetachFile removes an attachment, and a while later the file if nothing refers to it any more. It returns what undoes
// it, 403 FORBIDDEN for a collection that the caller may not detach from, and 404 NOT_FOUND for an unknown attachment.
func DetachFile(ctx context.Context, tx *db.DB, by auth.Caller, owner Owner, id int64) (undoID int64, err error) {
	if !isKnown(&owner) {
		return 0, errNotFound()
	}
	if err := access.Require(by, string(owner)+"_files", access.Delete); err != nil {
		return 0, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var removed Detached
		var file int64
		var err error
		switch owner {
		case OfUser:
			removed.User, err = take[UserFile](ctx, tx, id)
			file = fileOf(removed.User, func(row *UserFile) int64 { return row.FileID })
		case OfOrder:
			removed.Order, err = take[OrderFile](ctx, tx, id)
			file = fileOf(removed.Order, func(row *OrderFile) int64 { return row.FileID })
		case OfService:
			removed.Service, err = take[ServiceFile](ctx, tx, id)
			file = fileOf(removed.Service, func(row *ServiceFile) int64 { return row.FileID })
		}
		if err != nil {
			return err
		}
		if err := unattached.Remove(ctx, tx, by, &file); err != nil {
			return err
		}
		undoID, err = undo.Keep(ctx, tx, by, Detachment, removed)
		return err
	})
	return undoID, err
}

func fileOf[Row any](row *Row, id func(*Row) int64) int64 {
	if row == nil {
		return 0
	}
	return id(row)
}

// take removes an attachment and returns it.
func take[Row UserFile | OrderFile | ServiceFile](ctx context.Context, tx *db.DB, id int64) (*Row, error) {
	row, err := db.Lock[Row](tx, id)
	if err != nil {
		return nil, err
	}
	return &row, Detach[Row](ctx, tx, id)
}

// RestoreDetached undoes DetachFile. It returns 409 CONFLICT if the file or its owner was removed meanwhile.
func RestoreDetached(ctx context.Context, tx *db.DB, _ auth.Caller, removed Detached) error {
	var err error
	switch {
	case removed.User != nil:
		err = tx.WithContext(ctx).Create(removed.User).Error
	case removed.Order != nil:
		err = tx.WithContext(ctx).Create(removed.Order).Error
	case removed.Service != nil:
		err = tx.WithContext(ctx).Create(removed.Service).Error
	}
	if errs.HasCode(err, errs.CodeValidation) {
		return errs.Conflict(errs.CodeConflict, "O arquivo já foi excluído.")
	}
	return err
}
