package files

import (
	"context"
	"strings"
	"unicode"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

const maxFileName = 255

// RenameInput is all of a file that may be another: what was uploaded never changes.
type RenameInput struct {
	ID       int64               `json:"-" form:"-"`
	FileName patch.Field[string] `json:"file_name" form:"file_name"`
}

// Rename gives a file another name. It answers 400 VALIDATION_ERROR for one that no system
// could save it under, and 404 NOT_FOUND for an unknown file.
func Rename(ctx context.Context, tx *db.DB, _ auth.Caller, input RenameInput) (File, error) {
	return db.Change(ctx, tx, input.ID, "", func(_ *db.DB, _ File, file *File) error {
		file.FileName = strings.TrimSpace(input.FileName.Or(file.FileName))
		var p errs.Problems
		p.Require(file.FileName != "" && texts.Fits(file.FileName, maxFileName), "file_name", "informe um nome de até 255 caracteres")
		p.Require(!strings.ContainsFunc(file.FileName, unsavable), "file_name", "não pode ter barras nem caracteres invisíveis")
		p.Require(file.FileName == "" || strings.Trim(file.FileName, ". ") != "", "file_name", "não pode ser feito de pontos")
		return p.Err()
	})
}

// unsavable tells what would end a header, lead out of a folder, or show another name than the one
// that is there, as signs that turn the writing around do.
func unsavable(r rune) bool {
	return r == '/' || r == '\\' || unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}

// Remove removes a file that belongs to nothing any more. A document of an associate, an
// order's sheet or a proof of payment must not vanish from where people look for it, so one
// that is attached anywhere, or shown as a product's picture, is 409 HAS_LINKED_RECORDS, with
// an entry for each collection: it is detached first. An unknown one is 404 NOT_FOUND. The row
// is held, so that nothing is attached meanwhile. The bytes
// are left alone.
func Remove(ctx context.Context, tx *db.DB, _ auth.Caller, id int64) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id).Limit(1).Find(&File{}).Error; err != nil {
			return err
		}
		if err := refuseLinked(tx, id); err != nil {
			return err
		}
		return db.Remove[File](ctx, tx, id)
	})
}

func refuseLinked(tx *db.DB, id int64) error {
	var links []struct{ Collection, Said string }
	err := tx.Raw(`select * from (
		select 'users_files' as collection, count(*) || ' em associados e pacientes' as said, count(*) as total from users_files where file_id = @id
		union all select 'orders_files', count(*) || ' em pedidos', count(*) from orders_files where file_id = @id
		union all select 'services_files', count(*) || ' em serviços', count(*) from services_files where file_id = @id
		union all select 'products', count(*) || ' em produtos', count(*) from products where image_file_id = @id
		) links where total > 0`, map[string]any{"id": id}).Scan(&links).Error
	if err != nil || len(links) == 0 {
		return err
	}
	refused := errs.Conflict(db.CodeLinkedRecords, "Não é possível excluir: o arquivo está em uso.")
	for _, link := range links {
		refused.Fields = append(refused.Fields, errs.Field{Path: link.Collection, Message: link.Said})
	}
	return refused
}
