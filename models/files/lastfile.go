package files

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// Attached is a file attached to a person. AssociateID is the row of the associate, also for a file of a patient.
type Attached struct {
	AssociateID int64
	PersonName  string
	DocKind     *string
	// IsOwn reports whether the associate uploaded it; UploaderName and UploaderCode are those of an operator.
	IsOwn        bool
	UploaderName string
	UploaderCode string
	DateCreated  time.Time
}

// LatestOfUsers returns the files most recently attached to people, at most limit, newest first. A caller who may not
// read users_files gets no files.
func LatestOfUsers(ctx context.Context, tx *db.DB, by auth.Caller, limit int) ([]Attached, error) {
	newest := tx.WithContext(ctx).Table("users_files").Scopes(db.Allowed(access.Can(by, "users_files", access.Read))).
		Order("date_created desc, id desc").Limit(limit)
	var found []Attached
	err := tx.WithContext(ctx).Table("(?) as f", newest).Joins("join users p on p.id = f.user_id").
		Joins("left join users r on r.user_code = p.responsible_code").Joins("join files on files.id = f.file_id").
		Joins("left join system_users s on s.user_code = files.uploaded_by").
		Select("coalesce(r.id, p.id) as associate_id, coalesce(nullif(p.associate_name, ''), nullif(concat_ws(' ', p.name, p.last_name), ''), p.email_account, '') as person_name, " +
			"f.doc_kind, coalesce(files.uploaded_by = coalesce(r.user_code, p.user_code), false) as is_own, coalesce(s.name, '') as uploader_name, " +
			"coalesce(s.user_code::text, '') as uploader_code, f.date_created").
		Order("f.date_created desc, f.id desc").Scan(&found).Error
	return found, err
}
