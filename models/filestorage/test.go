package filestorage

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/storage"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// TestInput names the driver to test; if empty the bucket, or the disk while no bucket is configured.
type TestInput struct {
	Driver storage.Driver `json:"driver" form:"driver"`
}

// Test tests a driver with its stored settings and keeps the result. It returns 400 VALIDATION_ERROR for a bucket without
// settings.
func (o Office) Test(ctx context.Context, by auth.Caller, input TestInput) (Test, error) {
	if err := require(by); err != nil {
		return Test{}, err
	}
	config, err := o.toTest(ctx, input.Driver)
	if err != nil {
		return Test{}, err
	}
	steps := o.Drivers.Probe(ctx, config)
	passed, name := storage.HasPassed(steps), by.FullName()
	_, err = db.Change(ctx, o.DB, config.ID, "", func(_ *db.DB, before storage.Config, row *storage.Config) error {
		// The result of settings that changed during the test does not count.
		if before.DateUpdated.Equal(config.DateUpdated) {
			row.LastTestOK, row.LastTestSteps, row.LastTestedAt, row.LastTestedBy = &passed, steps, &by.Now, &name
		}
		return nil
	})
	return Test{OK: passed, Steps: steps, At: &by.Now, By: name}, err
}

// toTest returns the settings of the driver to test.
func (o Office) toTest(ctx context.Context, driver storage.Driver) (storage.Config, error) {
	if driver != "" {
		return o.configured(ctx, driver)
	}
	bucket, err := storage.Find(ctx, o.DB, storage.S3)
	if err != nil || bucket.IsConfigured() {
		return bucket, err
	}
	return storage.Find(ctx, o.DB, storage.Local)
}

// configured returns the settings of a driver that can be tested and activated.
func (o Office) configured(ctx context.Context, driver storage.Driver) (storage.Config, error) {
	if driver != storage.Local && driver != storage.S3 {
		return storage.Config{}, errs.Invalid("driver", "deve ser local ou s3")
	}
	config, err := storage.Find(ctx, o.DB, driver)
	if err == nil && !config.IsConfigured() {
		err = errs.Invalid("driver", "salve a configuração do bucket antes")
	}
	return config, err
}
