// Package filestorage is where administrators choose where the contents of files are: the settings of the bucket, its
// test, the driver of new files, and moving files to it. Storing and reading files is in package files.
package filestorage

import (
	"context"
	"os"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/storage"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Office changes and tests the storage.
type Office struct {
	DB      *db.DB
	Drivers storage.Drivers
}

// Disk is the space of the server's disk in bytes; 0 if unknown.
type Disk struct {
	Free  int64 `json:"free"`
	Total int64 `json:"total"`
}

// Test is the last test of a driver.
type Test struct {
	OK    bool           `json:"ok"`
	Steps []storage.Step `json:"steps"`
	At    *time.Time     `json:"at"`
	By    string         `json:"by"`
}

// DriverStatus is one driver without its secrets.
type DriverStatus struct {
	Driver     storage.Driver `json:"driver"`
	Active     bool           `json:"active"`
	Configured bool           `json:"configured"`
	Endpoint   string         `json:"endpoint"`
	Region     string         `json:"region"`
	Bucket     string         `json:"bucket"`
	Prefix     string         `json:"prefix"`
	PathStyle  bool           `json:"path_style"`
	// HasAccessKey and HasSecretKey report whether a secret is stored; it is never answered.
	HasAccessKey bool `json:"has_access_key"`
	HasSecretKey bool `json:"has_secret_key"`
	// Test is null if the settings changed since the last one.
	Test          *Test      `json:"test"`
	DateActivated *time.Time `json:"date_activated"`
	Files         int64      `json:"files"`
	// Bytes is the size of the files.
	Bytes int64 `json:"bytes"`
	// Missing is the number of attached files whose content is gone.
	Missing int64 `json:"missing"`
}

// Status is the state of the storage.
type Status struct {
	Active  storage.Driver `json:"active"`
	Drivers []DriverStatus `json:"drivers"`
	Disk    Disk           `json:"disk"`
	// Move is the last move of files, null if there was none.
	Move *Move `json:"move"`
}

// Of returns one driver.
func (s Status) Of(driver storage.Driver) DriverStatus {
	for _, status := range s.Drivers {
		if status.Driver == driver {
			return status
		}
	}
	return DriverStatus{Driver: driver}
}

// ReadStatus returns the state of the storage without secrets. It returns 403 FORBIDDEN unless the caller is an
// administrator.
func (o Office) ReadStatus(ctx context.Context, by auth.Caller) (Status, error) {
	if err := require(by); err != nil {
		return Status{}, err
	}
	var configs []storage.Config
	if err := o.DB.WithContext(ctx).Order("driver").Find(&configs).Error; err != nil {
		return Status{}, err
	}
	figures, err := o.readFigures(ctx)
	if err != nil {
		return Status{}, err
	}
	// The folder is created with the first upload.
	_ = os.MkdirAll(o.Drivers.Folder, 0o700)
	status := Status{Disk: diskOf(o.Drivers.Folder)}
	for _, config := range configs {
		if config.Active {
			status.Active = config.Driver
		}
		status.Drivers = append(status.Drivers, statusOf(config, figures[config.Driver]))
	}
	status.Move, err = o.lastMove(ctx)
	return status, err
}

type figures struct {
	Driver                storage.Driver
	Files, Bytes, Missing int64
}

func (o Office) readFigures(ctx context.Context) (map[storage.Driver]figures, error) {
	var rows []figures
	err := o.DB.WithContext(ctx).Table("files").Group("driver").
		Select("driver, count(*) as files, coalesce(sum(size), 0) as bytes, count(date_missing) as missing").Scan(&rows).Error
	found := make(map[storage.Driver]figures, len(rows))
	for _, row := range rows {
		found[row.Driver] = row
	}
	return found, err
}

func statusOf(config storage.Config, of figures) DriverStatus {
	status := DriverStatus{
		Driver: config.Driver, Active: config.Active, Configured: config.IsConfigured(),
		Endpoint: texts.Of(config.Endpoint), Region: texts.Of(config.Region), Bucket: texts.Of(config.Bucket),
		Prefix: config.Prefix, PathStyle: config.PathStyle,
		HasAccessKey: config.AccessKeyEncrypted != nil, HasSecretKey: config.SecretKeyEncrypted != nil,
		DateActivated: config.DateActivated, Files: of.Files, Bytes: of.Bytes, Missing: of.Missing,
	}
	if config.LastTestOK != nil {
		status.Test = &Test{OK: *config.LastTestOK, Steps: config.LastTestSteps, At: config.LastTestedAt, By: texts.Of(config.LastTestedBy)}
	}
	return status
}

func require(by auth.Caller) error {
	if access.IsAdministrator(by) {
		return nil
	}
	return errs.Forbidden("Só quem administra o Acolhe muda o armazenamento.")
}
