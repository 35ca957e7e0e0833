package filestorage

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/platform/storage"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// ActivateInput names the driver of new files.
type ActivateInput struct {
	Driver storage.Driver `json:"driver" form:"driver"`
}

// Required names the members that must be sent.
func (ActivateInput) Required() []string { return []string{"driver"} }

// Activate stores new files with a driver; old ones stay where they are. Without a passed test it returns 409
// STORAGE_NOT_TESTED; the disk is tested now.
func (o Office) Activate(ctx context.Context, by auth.Caller, input ActivateInput) (DriverStatus, error) {
	if err := access.RequireConfirmed(by); err != nil {
		return DriverStatus{}, err
	}
	if err := require(by); err != nil {
		return DriverStatus{}, err
	}
	if input.Driver == storage.Local {
		if _, err := o.Test(ctx, by, TestInput(input)); err != nil {
			return DriverStatus{}, err
		}
	}
	config, err := o.configured(ctx, input.Driver)
	if err != nil {
		return DriverStatus{}, err
	}
	var activated storage.Config
	err = o.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := deactivateOther(ctx, tx, by, input.Driver); err != nil {
			return err
		}
		activated, err = db.Change(ctx, tx, config.ID, "", func(_ *db.DB, _ storage.Config, row *storage.Config) error {
			if !row.HasPassed() {
				return errNotTested(row.LastTestSteps)
			}
			if !row.Active {
				row.Active, row.DateActivated = true, &by.Now
			}
			return nil
		})
		if err != nil {
			return err
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.StorageUsed, Subject: string(input.Driver)})
	})
	return statusOf(activated, figures{}), err
}

// deactivateOther turns the other driver off first, because one at a time is active.
func deactivateOther(ctx context.Context, tx *db.DB, by auth.Caller, driver storage.Driver) error {
	var others []storage.Config
	if err := tx.Where("active and driver <> ?", driver).Find(&others).Error; err != nil {
		return err
	}
	for _, other := range others {
		_, err := db.Change(ctx, tx, other.ID, "", func(_ *db.DB, _ storage.Config, row *storage.Config) error {
			row.Active, row.DateUpdated = false, by.Now
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// errNotTested is 409 STORAGE_NOT_TESTED with the reason of the failed step, if there is one.
func errNotTested(steps []storage.Step) error {
	for _, step := range steps {
		if !step.OK {
			return errs.Conflict(CodeNotTested, "O teste do armazenamento falhou em “"+step.Name+"”: "+step.Detail)
		}
	}
	return errs.Conflict(CodeNotTested, "Teste a conexão antes de ativar.")
}
