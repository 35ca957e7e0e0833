package recalls_test

import (
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/recalls"
)

// Where a lot went is found among 1,000,000 separated items within 300 ms: 1,200 orders of one lot, with what was done to notify
// their people.
func TestScale_WhereDidItGo(t *testing.T) {
	l := newLab(t)
	err := l.tx.Transaction(func(tx *db.DB) error {
		for _, statement := range []string{
			"set local statement_timeout = 0",
			"set local session_replication_role = replica",
			`insert into lots (product_id, number, expires_on) select 1 + n % 2, 'LT-' || n, current_date + 200 from generate_series(1, 800) n`,
			`insert into orders (user_id, user_code, name_associate, items, total, status, date_created, date_updated)
				select 1 + n % 2, (select user_code from users where id = 1), 'Pessoa ' || n, '[{"code": "OLEO-30", "amount": 290, "quantity": 4}]', 290, 'Entregue', now(), now()
				from generate_series(1, 250000) n`,
			`insert into stock_movements (lot_id, kind, quantity, order_id, actor_name, date_created)
				select 2 + (o.id * 7 + k) % 800, 'separation', -1, o.id, 'x', now() - o.id * interval '1 minute' from orders o, generate_series(1, 4) k where o.id > 10`,
			`insert into stock_movements (lot_id, kind, quantity, order_id, actor_name, date_created)
				select 1, 'separation', -1, o.id, 'x', now() from orders o where o.id > 10 and o.id % 208 = 0`,
		} {
			if err := tx.Exec(statement).Error; err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	l.exec(t, "analyze")
	const looks = 5
	var best time.Duration
	for range looks {
		began := time.Now()
		people, err := recalls.List(t.Context(), l.tx, l.by, recalls.ListInput{LotID: l.lot.ID, Limit: 5000})
		took := time.Since(began)
		if err != nil || len(people) < 1200 {
			t.Fatal(len(people), err)
		}
		if best == 0 || took < best {
			best = took
		}
	}
	t.Logf("1,000,000 items: %s for 1,200 orders of a lot", best)
	if best > 300*time.Millisecond {
		t.Errorf("it took %s", best)
	}
}
