package professionals

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// Search returns the professionals that the caller may see whose name, e-mail, code, council number or phone matches
// the words, by name; no words match all.
func Search(ctx context.Context, tx *db.DB, by auth.Caller, words string, limit int) ([]Professional, error) {
	return search(visible(tx.WithContext(ctx), by), words, limit)
}

// SearchPrescribers is Search among the active prescribers.
func SearchPrescribers(ctx context.Context, tx *db.DB, by auth.Caller, words string, limit int) ([]Professional, error) {
	return search(visible(tx.WithContext(ctx), by).Where("is_prescriber and active"), words, limit)
}

// FindByCode returns the professional with this professional_code, active or not. One that the caller may not see is
// 404 NOT_FOUND.
func FindByCode(ctx context.Context, tx *db.DB, by auth.Caller, code string) (Professional, error) {
	return db.First[Professional](visible(tx.WithContext(ctx), by).Where("professional_code = ?", code), notFound())
}

// ByIDs returns the professionals with these ids whom the caller may see, active or not, by id.
func ByIDs(ctx context.Context, tx *db.DB, by auth.Caller, ids []int64) (map[int64]Professional, error) {
	var found []Professional
	err := visible(tx.WithContext(ctx), by).Where("id in ?", ids).Find(&found).Error
	byID := make(map[int64]Professional, len(found))
	for _, professional := range found {
		byID[professional.ID] = professional
	}
	return byID, err
}

// Lock locks the professional with this code until the transaction ends, so that concurrent callers link to it one
// after the other. It reports whether there is one.
func Lock(ctx context.Context, tx *db.DB, code string) (bool, error) {
	var id int64
	err := tx.WithContext(ctx).Raw("select id from professionals where professional_code = ? for no key update", code).Scan(&id).Error
	return id != 0, err
}

func search(query *db.DB, words string, limit int) ([]Professional, error) {
	query = db.Matching(query, "search_text", words)
	var found []Professional
	err := query.Order("fold(name), id").Limit(limit).Find(&found).Error
	return found, err
}

// visible limits the query to the professionals that the caller may see: a partner's own record; all for others.
func visible(query *db.DB, by auth.Caller) *db.DB {
	if code, bound := access.PartnerCode(by); bound {
		return query.Where("professional_code = ?", code)
	}
	return query
}
