package tasks

import (
	"time"

	"acolhe/models/platform/exports"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// KeptFor is how long a file is kept. It is a copy of data that may change or be erased meanwhile,
// so the time is short.
const KeptFor = 24 * time.Hour

// File is a row of exports: the request of an export, and the metadata of its file.
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

// IsThereAt reports whether the file can be downloaded at this time.
func (f File) IsThereAt(now time.Time) bool {
	return f.DateExpires != nil && now.Before(*f.DateExpires)
}

func newFile(asked exports.Request) *File {
	return &File{List: asked.List, Collection: asked.Collection, Query: asked.Query, Shown: asked.Columns, Format: asked.Format, Words: asked.Summary}
}

func (f File) asked() exports.Request {
	return exports.Request{List: f.List, Collection: f.Collection, Query: f.Query, Columns: f.Shown, Format: f.Format, Summary: f.Words}
}

// allow returns 403 FORBIDDEN if the caller may not read the list.
func (f File) allow(by auth.Caller) error {
	if access.Can(by, f.Collection, access.Read) {
		return nil
	}
	return errs.Forbidden("Quem pediu não tem mais acesso a esta lista.")
}
