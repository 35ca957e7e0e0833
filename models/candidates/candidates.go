// Package candidates finds the associates who may be the person of a contact that is linked to nobody.
package candidates

import (
	"context"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/texts"
)

// CountSQL counts the associates with the telephone, e-mail or whole name of a row r, up to nine; each way to find them reads
// an index.
const CountSQL = `select count(distinct id) from (
	select id from users where phone = r.phone and status <> 'patient'
	union all select id from users where phone_secondary = r.phone and status <> 'patient'
	union all select id from users where email_account = r.email and status <> 'patient'
	union all select id from users where email = r.email and status <> 'patient'
	union all select id from users where fold(associate_name) = fold(r.name) and status <> 'patient'
	limit 9) s`

// Find returns the associates whom the caller may see and whose data contain the words of one of the known texts, such as an
// e-mail, a telephone and a name, in this order.
func Find(ctx context.Context, tx *db.DB, by auth.Caller, limit int, known ...*string) ([]associates.Associate, error) {
	var found []associates.Associate
	seen := map[int64]bool{}
	for _, text := range known {
		people, err := associates.Search(ctx, tx, by, texts.Of(text), limit)
		if err != nil {
			return nil, err
		}
		for _, person := range people {
			if !seen[person.ID] && len(found) < limit {
				seen[person.ID] = true
				found = append(found, person)
			}
		}
	}
	return found, nil
}
