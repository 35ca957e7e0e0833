package db

import (
	"context"
	"database/sql"
	"testing"
)

// Only reads of a context of FromReplica go to the replica.
func TestRoutedPool_PoolFor(t *testing.T) {
	primary, reads := new(sql.DB), new(sql.DB)
	pool := routedPool{DB: primary, replica: &Replica{reads: reads}}
	for name, c := range map[string]struct {
		ctx   context.Context
		query string
		want  *sql.DB
	}{
		"a read":                    {FromReplica(t.Context()), "SELECT 1", reads},
		"a write that returns":      {FromReplica(t.Context()), "INSERT INTO tags VALUES (1) RETURNING id", primary},
		"a read on lines":           {FromReplica(t.Context()), "\n\t\tselect 1", reads},
		"a read with a part":        {FromReplica(t.Context()), "with a as (select 1 as update_of) select * from a", reads},
		"a write with a part":       {FromReplica(t.Context()), "with a as (\n\tUPDATE tags set name = '' returning id) select * from a", primary},
		"a read of another request": {t.Context(), "select 1", primary},
	} {
		if got := pool.poolFor(c.ctx, c.query); got != c.want {
			t.Errorf("%s goes to the wrong server", name)
		}
	}
}
