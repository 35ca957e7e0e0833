package imports

import (
	"context"

	"github.com/riverqueue/river"

	"acolhe/models/imports/layout"
	"acolhe/models/imports/upload"
	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// maxOpen is the number of imports that wait or work at the same time; older ones must be ended first.
const maxOpen = 20

// checkKind refuses a ZIP in place of a spreadsheet, and the other way round.
func checkKind(kind Kind, file *upload.File) error {
	switch {
	case file.HasScans && kind.IsSheet():
		return errs.New(errs.KindUnsupportedMediaType, errs.CodeUnsupportedMediaType,
			"Envie CSV ou XLSX. Um ZIP de arquivos é em “Documentos digitalizados”.")
	case !file.HasScans && !kind.IsSheet():
		return errs.New(errs.KindUnsupportedMediaType, errs.CodeUnsupportedMediaType, "Envie um ZIP ou uma pasta com os arquivos.")
	}
	return nil
}

// Start stores a file as a new import and reads it in the background. It returns 409 CONFLICT if too many are open.
func Start(ctx context.Context, tx *db.DB, by auth.Caller, kind Kind, file *upload.File) (Import, error) {
	if err := require(by); err != nil {
		return Import{}, err
	}
	if _, known := byKind[kind]; !known {
		return Import{}, errs.Invalid("kind", "escolha o que há na planilha")
	}
	if err := checkKind(kind, file); err != nil {
		return Import{}, err
	}
	row := Import{
		Kind: kind, State: Reading, OwnerID: &by.ID, OwnerName: by.FullName(), FileName: file.Name, FileSize: file.Size,
		Layout: layout.New(), DateCreated: by.Now,
	}
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var open int64
		if err := tx.Model(&Import{}).Where("state in ?", []State{Reading, Columns, Checking, Review}).Count(&open).Error; err != nil {
			return err
		}
		if open >= maxOpen {
			return errs.Conflict(errs.CodeConflict, "Há 20 importações abertas. Termine ou apague uma antes.")
		}
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		if err := file.Store(tx, row.ID); err != nil {
			return err
		}
		return enqueue(ctx, tx, row.ID)
	})
	return row, err
}

// workImport is the job that does what the state of an import asks for.
type workImport struct {
	Import int64 `json:"import"`
}

// Kind returns the name of the job in the queue.
func (workImport) Kind() string { return "work_import" }

// attempts is how often a job of an import is tried.
const attempts = 5

// enqueue inserts the job of an import.
func enqueue(ctx context.Context, tx *db.DB, id int64) error {
	return jobs.Enqueue(ctx, tx, workImport{id}, &river.InsertOpts{MaxAttempts: attempts})
}
