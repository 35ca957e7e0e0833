package tasks

import (
	"time"

	"acolhe/models/platform/exports"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Retention is the time for which a file is stored. It is short, because the file is a copy of data
// that may be changed or erased meanwhile.
const Retention = 24 * time.Hour

// File is a row of exports: the request of an export and the metadata of its file.
type File struct {
	TaskID     int64 `gorm:"primaryKey"`
	List       string
	Collection string
	Query      string
	Shown      []string `gorm:"serializer:json"`
	Format     string
	Words      []string `gorm:"serializer:json"`
	// FileName, ContentType, Size in bytes and DateExpires are set when the file is complete.
	FileName    *string
	ContentType *string
	Size        *int64
	DateExpires *time.Time
}

// TableName returns the name of the table.
func (File) TableName() string { return "exports" }

// IsAvailableAt reports whether the file can be downloaded at a time.
func (f File) IsAvailableAt(now time.Time) bool {
	return f.DateExpires != nil && now.Before(*f.DateExpires)
}

func newFile(request exports.Request) *File {
	return &File{List: request.List, Collection: request.Collection, Query: request.Query, Shown: request.Columns, Format: request.Format,
		Words: request.Summary}
}

func (f File) request() exports.Request {
	return exports.Request{List: f.List, Collection: f.Collection, Query: f.Query, Columns: f.Shown, Format: f.Format, Summary: f.Words}
}

// allow returns 403 FORBIDDEN if the caller may not read the list.
func (f File) allow(by auth.Caller) error {
	if access.Can(by, f.Collection, access.Read) {
		return nil
	}
	return errs.Forbidden("Quem pediu não tem mais acesso a esta lista.")
}
