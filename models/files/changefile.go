package files

import (
	"context"
	"strings"
	"unicode"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

const maxFileName = 255

// RenameInput changes the name of a file, its only writable field.
type RenameInput struct {
	ID       int64               `json:"-" form:"-"`
	FileName patch.Field[string] `json:"file_name" form:"file_name"`
}

// Rename renames a file. It returns 400 VALIDATION_ERROR for a name that a file system could reject, and 404 NOT_FOUND
// for an unknown file.
func Rename(ctx context.Context, tx *db.DB, input RenameInput) (File, error) {
	return db.Change(ctx, tx, input.ID, "", func(_ *db.DB, _ File, file *File) error {
		file.FileName = strings.TrimSpace(input.FileName.Or(file.FileName))
		var p errs.Problems
		p.Require(file.FileName != "" && texts.Fits(file.FileName, maxFileName), "file_name", "informe um nome de até 255 caracteres")
		p.Require(!strings.ContainsFunc(file.FileName, isForbidden), "file_name", "não pode ter barras nem caracteres invisíveis")
		p.Require(file.FileName == "" || strings.Trim(file.FileName, ". ") != "", "file_name", "não pode ser feito de pontos")
		return p.Err()
	})
}

// isForbidden reports whether a character could end a header, leave a folder or disguise the name, as marks of writing
// direction do.
func isForbidden(r rune) bool {
	return r == '/' || r == '\\' || unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}

// Remove removes the record of an unattached file; its bytes stay. An attached file or a product's picture is 409
// HAS_LINKED_RECORDS with an entry for each collection, and an unknown file is 404 NOT_FOUND. The row is locked, so
// that nothing is attached meanwhile.
func Remove(ctx context.Context, tx *db.DB, id int64) error {
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
	var links []struct{ Collection, Message string }
	err := tx.Raw(`select * from (
		select 'users_files' as collection, count(*) || ' em associados e pacientes' as message, count(*) as total from users_files where file_id = @id
		union all select 'orders_files', count(*) || ' em pedidos', count(*) from orders_files where file_id = @id
		union all select 'services_files', count(*) || ' em serviços', count(*) from services_files where file_id = @id
		union all select 'products', count(*) || ' em produtos', count(*) from products where image_file_id = @id
		) links where total > 0`, map[string]any{"id": id}).Scan(&links).Error
	if err != nil || len(links) == 0 {
		return err
	}
	refused := errs.Conflict(db.CodeLinkedRecords, "Não é possível excluir: o arquivo está em uso.")
	for _, link := range links {
		refused.Fields = append(refused.Fields, errs.Field{Path: link.Collection, Message: link.Message})
	}
	return refused
}
