package files

import (
	"context"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Remove removes a file without references; a job removes its bytes after the transaction. An attached file or a
// product's picture is 409 HAS_LINKED_RECORDS with an entry for each collection, and an unknown file is 404 NOT_FOUND.
// The row is locked, so that nothing is attached meanwhile.
func Remove(ctx context.Context, tx *db.DB, _ auth.Caller, id int64) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		row, err := db.First[stored](tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id), errNotFound())
		if err != nil {
			return err
		}
		if err := refuseLinked(tx, id); err != nil {
			return err
		}
		if err := db.Remove[File](ctx, tx, id); err != nil {
			return err
		}
		return jobs.Enqueue(ctx, tx, removeBlob{row.Driver, row.StorageKey}, nil)
	})
}

// removeUnattached removes a file, unless it is attached again or was removed meanwhile.
func removeUnattached(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	err := Remove(ctx, tx, by, id)
	if errs.HasCode(err, db.CodeLinkedRecords) {
		return nil
	}
	return ignoreNotFound(err)
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
