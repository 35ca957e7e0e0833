package associates

import (
	"context"

	"github.com/google/uuid"
	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// FindFor returns the associate or patient of a row id if the caller may see them, else 404 NOT_FOUND.
func FindFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Associate, error) {
	return FindAs[Associate](ctx, tx, by, "id", id)
}

// FindByCodeFor returns the associate or patient of a user_code if the caller may see them, else 404 NOT_FOUND.
func FindByCodeFor(ctx context.Context, tx *db.DB, by auth.Caller, code uuid.UUID) (Associate, error) {
	return FindAs[Associate](ctx, tx, by, "user_code", code)
}

// FindAs is FindFor by the value of a column, for a row that an Associate is part of.
func FindAs[Row any](ctx context.Context, tx *db.DB, by auth.Caller, column string, value any) (Row, error) {
	return db.First[Row](tx.WithContext(ctx).Scopes(visibleTo(by)).Where(clause.Eq{Column: column, Value: value}), notFound())
}

// FindByEmailFor returns the associate of a login or contact e-mail, in its stored form, if the caller may see them,
// else 404 NOT_FOUND. If several have the e-mail, it returns the oldest.
func FindByEmailFor(ctx context.Context, tx *db.DB, by auth.Caller, email string) (Associate, error) {
	return first(tx.WithContext(ctx).Scopes(visibleTo(by)).Where("status <> ? and (email_account = ? or email = ?)", Patient, email, email).
		Order("id"))
}

// ByIDFor returns the associates and patients with these row ids that the caller may see, by row id, as a list shows them.
func ByIDFor(ctx context.Context, tx *db.DB, by auth.Caller, ids []int64) (map[int64]Associate, error) {
	return keyed(by, tx.WithContext(ctx).Where("id in ?", ids).Limit(len(ids)), func(row Associate) int64 { return row.ID })
}

// ByCodeFor returns the associates and patients with these codes that the caller may see, by code, as a list shows them.
func ByCodeFor(ctx context.Context, tx *db.DB, by auth.Caller, codes []uuid.UUID) (map[uuid.UUID]Associate, error) {
	return keyed(by, tx.WithContext(ctx).Where("user_code in ?", codes).Limit(len(codes)), func(row Associate) uuid.UUID { return row.UserCode })
}

func keyed[Key comparable](by auth.Caller, query *db.DB, key func(Associate) Key) (map[Key]Associate, error) {
	var rows []Associate
	err := query.Scopes(visibleTo(by)).Find(&rows).Error
	found := make(map[Key]Associate, len(rows))
	for _, row := range concealed(by, rows) {
		found[key(row)] = row
	}
	return found, err
}

// Exists reports whether an associate or patient has this user_code.
func Exists(ctx context.Context, tx *db.DB, code uuid.UUID) (bool, error) {
	var id int64
	err := tx.WithContext(ctx).Model(&Associate{}).Select("id").Where("user_code = ?", code).Limit(1).Scan(&id).Error
	return id != 0, err
}

// notPatient excludes the patients.
func notPatient(query *db.DB) *db.DB { return query.Where("status <> ?", Patient) }

// lockAssociate reads an associate and locks the row against other changes until the transaction ends; orders and
// patients may still be added. A patient or an unknown row is 404 NOT_FOUND.
func lockAssociate(tx *db.DB, id int64) (Associate, error) {
	return first(tx.Clauses(clause.Locking{Strength: "NO KEY UPDATE"}).Where("id = ? and status <> ?", id, Patient))
}

// lockExclusive is lockAssociate with a lock that also keeps new rows from referring to this one.
func lockExclusive(tx *db.DB, id int64) (Associate, error) {
	return first(tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id))
}

func first(query *db.DB) (Associate, error) { return db.First[Associate](query, notFound()) }
func notFound() error                       { return errs.NotFound("Associado não encontrado.") }
