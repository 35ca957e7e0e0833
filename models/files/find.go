package files

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// FindFor returns a file that the caller may see; any other is 404 NOT_FOUND.
func FindFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (File, error) {
	return db.First[File](tx.WithContext(ctx).Scopes(visibleTo(by)).Where("id = ?", id), errNotFound())
}

// ListFor returns a page of the files that the caller may see, newest first.
func ListFor(ctx context.Context, tx *db.DB, by auth.Caller, window page.Window) (page.Of[File], error) {
	rows, err := window.Normalize()
	if err != nil {
		return page.Of[File]{}, err
	}
	seen := tx.WithContext(ctx).Model(&File{}).Scopes(visibleTo(by)).Session(&db.Session{})
	return db.ReadPage[File](seen, seen, rows, "date_created desc, id desc")
}

func findStored(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (stored, error) {
	return db.First[stored](tx.WithContext(ctx).Scopes(visibleTo(by)).Where("id = ?", id), errNotFound())
}

func errNotFound() error { return errs.NotFound("Arquivo não encontrado.") }

// visibleTo limits the query to the files of the associate and their patients if the caller is an associate, to all
// files for another caller who may read files, and to none otherwise.
func visibleTo(by auth.Caller) db.Scope {
	if by.Kind != auth.Associate {
		return db.Allowed(access.Can(by, "files", access.Read))
	}
	return func(query *db.DB) *db.DB {
		return query.Where(`(uploaded_by = @code or id in (
			select file_id from users_files a join users u on u.id = a.user_id where u.user_code = @code or u.responsible_code = @code
			union all select file_id from orders_files a join orders o on o.id = a.order_id where o.user_code = @code
			union all select file_id from services_files a join services s on s.id = a.service_id where s.associate_user_code = @code))`,
			map[string]any{"code": by.Code})
	}
}
