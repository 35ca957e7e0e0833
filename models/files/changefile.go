package files

import (
	"context"
	"strings"

	"acolhe/models/files/filename"
	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// RenameInput changes the name of a file, its only writable field.
type RenameInput struct {
	ID       int64               `json:"-" form:"-"`
	FileName patch.Field[string] `json:"file_name" form:"file_name" null:"omit"`
}

// Rename renames a file. It returns 400 VALIDATION_ERROR for a name that a file system could reject, and 404 NOT_FOUND
// for an unknown file.
func Rename(ctx context.Context, tx *db.DB, input RenameInput) (File, error) {
	return db.Change(ctx, tx, input.ID, "", func(_ *db.DB, _ File, file *File) error {
		file.FileName = strings.TrimSpace(input.FileName.Or(file.FileName))
		var p errs.Problems
		p.Require(file.FileName != "" && texts.Fits(file.FileName, filename.MaxLength), "file_name", "informe um nome de até 255 caracteres")
		p.Require(!strings.ContainsFunc(file.FileName, filename.IsForbidden), "file_name", "não pode ter barras nem caracteres invisíveis")
		p.Require(file.FileName == "" || strings.Trim(file.FileName, ". ") != "", "file_name", "não pode ser feito de pontos")
		return p.Err()
	})
}
