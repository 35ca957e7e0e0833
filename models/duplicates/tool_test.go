package duplicates_test

import (
	"testing"
	"time"

	"acolhe/models/duplicates"
	"acolhe/models/platform/dbtest"
)

// Searching among the pairs of 100,000 people takes no longer the more often it is done: the plan fits the words.
func TestTool_SearchPairs(t *testing.T) {
	conn := dbtest.New(t)
	for _, statement := range []string{
		`insert into users (status, associate_name, phone, date_created) select 'Associado', (array['Ana', 'Bia', 'Caio', 'Dora', 'Elza', 'Gil', 'Iara'])[1 + g % 7] || ' ' ||
			(array['Silva', 'Souza', 'Prado', 'Lima', 'Melo', 'Reis', 'Couto', 'Serra', 'Nunes', 'Rocha', 'Dias'])[1 + g % 11] || ' ' || md5(g::text), '48' || (900000000 + g), now()
			from generate_series(1, 100000) g`,
		`insert into associate_pairs (first_id, second_id, score, reasons, date_created) select id, id + 1, 50, '{phone,similar_name}', now() from users
			where id > 1000 and id % 20 = 0 and exists (select from users b where b.id = users.id + 1)`,
		`analyze users`, `analyze associate_pairs`,
	} {
		if _, err := conn.Pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	by := dbtest.Camila.Caller().At(dbtest.Today)
	for range 4 {
		for _, words := range []string{"silva", "an", "a", "zzz"} {
			begin := time.Now()
			found, err := duplicates.List(t.Context(), conn.DB, by, duplicates.ListInput{Q: words})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%q: %d pairs in %s", words, len(found.Items), time.Since(begin))
		}
	}
}
