package subject

import (
	"context"

	"acolhe/models/platform/db"
)

// Similar is an associate who may be the same person as another.
type Similar struct {
	ID   int64
	Name string
}

// SimilarTo returns the associates who may be the same person, the most similar first.
func SimilarTo(ctx context.Context, tx *db.DB, id int64) (found []Similar, err error) {
	const query = `select u.id, coalesce(nullif(btrim(coalesce(u.associate_name, '')), ''), btrim(coalesce(u.name, '') || ' ' || coalesce(u.last_name, ''))) as name
		from associate_pairs p join users u on u.id = case when p.first_id = @id then p.second_id else p.first_id end
		where @id in (p.first_id, p.second_id) and not exists (select from tombstones t where t.user_id = u.id) order by p.score desc, u.id limit 10`
	err = tx.WithContext(ctx).Raw(query, map[string]any{"id": id}).Scan(&found).Error
	return found, err
}
