// Package files holds the records of files and their attachments. It has bookings pay the service of an attached proof.
// Uploads and storage drivers are not here.
package files

import (
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/items"
	"acolhe/models/platform/storage"
)

// File is a row of files in answers (decisions.md, "Files"), without the place of its bytes.
type File struct {
	ID          int64  `json:"id" gorm:"primaryKey"`
	FileName    string `json:"file_name" gorm:"column:file_name"`
	ContentType string `json:"content_type" gorm:"column:content_type"`
	Size        int64  `json:"size" gorm:"column:size"`
	SHA256      string `json:"sha256" gorm:"column:sha256"`
	// Pages is the number of pages of a PDF; null if it is unknown.
	Pages       *int           `json:"pages" gorm:"column:pages"`
	Driver      storage.Driver `json:"driver" gorm:"column:driver"`
	UploadedBy  *uuid.UUID     `json:"uploaded_by" gorm:"column:uploaded_by"`
	IsSample    bool           `json:"is_sample" gorm:"column:is_sample"`
	DateCreated time.Time      `json:"date_created" gorm:"column:date_created"`
}

// TableName returns the name of the table.
func (File) TableName() string { return "files" }

// UserFile attaches a file to an associate or patient as a kind of document.
type UserFile struct {
	ID          int64     `json:"id" gorm:"primaryKey"`
	FileID      int64     `json:"file_id" gorm:"column:file_id"`
	UserID      int64     `json:"user_id" gorm:"column:user_id"`
	Kind        *string   `json:"kind" gorm:"column:kind"`
	DocKind     *string   `json:"doc_kind" gorm:"column:doc_kind"`
	Subject     *Subject  `json:"subject" gorm:"column:subject"`
	DocType     *DocType  `json:"doc_type" gorm:"column:doc_type"`
	Side        *Side     `json:"side" gorm:"column:side"`
	IsSample    bool      `json:"is_sample" gorm:"column:is_sample"`
	DateCreated time.Time `json:"date_created" gorm:"column:date_created"`
}

// TableName returns the name of the table.
func (UserFile) TableName() string { return "users_files" }

// OrderFile attaches a file to an order.
type OrderFile struct {
	ID          int64     `json:"id" gorm:"primaryKey"`
	FileID      int64     `json:"file_id" gorm:"column:file_id"`
	OrderID     int64     `json:"order_id" gorm:"column:order_id"`
	Kind        *string   `json:"kind" gorm:"column:kind"`
	IsSample    bool      `json:"is_sample" gorm:"column:is_sample"`
	DateCreated time.Time `json:"date_created" gorm:"column:date_created"`
}

// TableName returns the name of the table.
func (OrderFile) TableName() string { return "orders_files" }

// ServiceFile attaches a file to a service; the kind proof pays the service.
type ServiceFile struct {
	ID          int64     `json:"id" gorm:"primaryKey"`
	FileID      int64     `json:"file_id" gorm:"column:file_id"`
	ServiceID   int64     `json:"service_id" gorm:"column:service_id"`
	Kind        *string   `json:"kind" gorm:"column:kind"`
	IsSample    bool      `json:"is_sample" gorm:"column:is_sample"`
	DateCreated time.Time `json:"date_created" gorm:"column:date_created"`
}

// TableName returns the name of the table.
func (ServiceFile) TableName() string { return "services_files" }

// Collections describes files and their attachments. Files are created by upload alone.
func Collections() []*items.Collection {
	byKind := items.SearchText{All: "fold(coalesce(kind, ''))"}
	return []*items.Collection{
		items.Describe[File](items.Rules{Sort: "-date_created", Search: items.SearchText{All: "search_text"}, Writing: items.Writing{
			Update:      items.UpdatesWithoutCaller(Rename, func(id int64) RenameInput { return RenameInput{ID: id} }),
			Delete:      items.Deletes(Remove),
			CreateRoute: "POST /files",
		}}),
		items.Describe[UserFile](items.Rules{
			Sort: "-date_created", Search: items.SearchText{All: "fold(coalesce(kind, '') || ' ' || coalesce(doc_kind, ''))", WithoutHealth: "''"},
			Writing: items.Writing{
				Create: items.Creates(AttachToUser, func(attached UserFile) int64 { return attached.ID }),
				Update: items.UpdatesWithoutCaller(ChangeUserFile, func(id int64) ChangeUserFileInput { return ChangeUserFileInput{ID: id} }),
				Delete: items.Deletes(items.WithoutCaller(Detach[UserFile])),
			},
		}),
		items.Describe[OrderFile](items.Rules{Sort: "-date_created", Search: byKind, Writing: items.Writing{
			Create: items.Creates(AttachToOrder, func(attached OrderFile) int64 { return attached.ID }),
			Update: items.UpdatesWithoutCaller(ChangeOrderFile, ofKind),
			Delete: items.Deletes(items.WithoutCaller(Detach[OrderFile])),
		}}),
		items.Describe[ServiceFile](items.Rules{Sort: "-date_created", Search: byKind, Writing: items.Writing{
			Create: items.Creates(AttachToService, func(attached ServiceFile) int64 { return attached.ID }),
			Update: items.Updates(ChangeServiceFile, ofKind),
			Delete: items.Deletes(items.WithoutCaller(Detach[ServiceFile])),
		}}),
	}
}

func ofKind(id int64) ChangeKindInput { return ChangeKindInput{ID: id} }
