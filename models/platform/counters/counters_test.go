package counters_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/sync/errgroup"

	"acolhe/models/platform/counters"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
)

// countQueries count the rows for the expected numbers.
var countQueries = map[counters.Counter]string{
	counters.Associates: `select membership_status(status, associate_status, invalid_fields), count(*) from users where status <> 'patient' group by 1`,
	counters.Orders:     "select status, count(*) from orders group by 1",
	counters.Reception:  "select status, count(*) from reception group by 1",
}

// wrongLastOrders selects the associates whose row of last_orders does not match their orders.
const wrongLastOrders = `select coalesce(kept.user_id, u.id) from last_orders kept
	full join (select id, status = 'Associado', (select max(date_created) from orders o where o.user_id = users.id),
			(select min(date_created) from orders o where o.user_id = users.id and o.status <> 'Cancelado')
		from users where status <> 'patient') u (id, admitted, taken_at, first_at) on u.id = kept.user_id
	where (kept.user_id, kept.admitted, kept.taken_at, kept.first_at) is distinct from (u.id, u.admitted, u.taken_at, u.first_at)`

// changes are changes of the rows; $1 and $2 are random numbers. Each of the three writers ($3)
// mostly changes its own rows, so that they rarely wait for each other.
var changes = []string{
	`insert into users (status, associate_status, invalid_fields, associate_name)
		select (array['active', 'Associado'])[1 + $1 % 2], (array['1', '5', 'assinatura_termo', null])[1 + $2 % 4],
			(array['[]', '["cpf"]'])[1 + $1 % 2]::jsonb, 'Pessoa ' || n from generate_series(1, 1 + $1 % 5 + 0 * $3) n`,
	`insert into users (status, responsible_code, name) select 'patient', user_code, 'Paciente' from users where status <> 'patient' order by id offset $1 % 20 limit 1 + $2 % 2 + 0 * $3`,
	"update users set status = (array['active', 'Associado'])[1 + $1 % 2] where status <> 'patient' and id / 3 % 3 = $2 % 3 and id % 3 = $3",
	"update users set associate_status = (array['2', 'assinatura_termo', null])[1 + $1 % 3] where status <> 'patient' and id / 3 % 2 = $2 % 2 and id % 3 = $3",
	"update users set invalid_fields = (array['[]', '[\"rg\"]'])[1 + $1 % 2]::jsonb where id / 3 % 3 = $2 % 3 and id % 3 = $3",
	"update users set city = 'Recife' where id / 3 % 2 = $1 % 2 and id % 3 = $3 and $2 > 0",
	"delete from users where status = 'patient' and id > 1000 and id / 3 % 4 = $1 % 4 and id % 3 = $3 and $2 > 0",
	`delete from users u where id > 1000 and id / 3 % 4 = $1 % 4 and id % 3 = $3 and $2 > 0 and not exists (select from users p where p.responsible_code = u.user_code)
		and not exists (select from orders o where o.user_id = u.id)`,
	`insert into orders (user_id, user_code, name_associate, items, total, status)
		select id, user_code, 'Pessoa', '[{}]', 1, (array['Pago', 'Enviado', 'Cancelado'])[1 + $2 % 3] from users where status <> 'patient' order by id offset $1 % 10 limit 3 + 0 * $3`,
	"update orders set status = (array['Pago', 'Entregue', 'Cancelado', 'Aguardando pagamento'])[1 + $1 % 4] where id / 3 % 2 = $2 % 2 and id % 3 = $3",
	`update orders set date_created = date_created + make_interval(days => $1 % 100 - 50) where id / 3 % 2 = $2 % 2 and id % 3 = $3`,
	`update orders o set user_id = u.id from users u where o.id / 3 % 3 = $2 % 3 and o.id % 3 = $3 and u.status <> 'patient' and u.id % 5 = $1 % 5`,
	"insert into reception (name, status) select 'Pessoa', (array['waiting', 'done'])[1 + $1 % 2] from generate_series(1, 1 + $2 % 3 + 0 * $3)",
	"update reception set status = (array['waiting', 'in_progress', 'done'])[1 + $1 % 3] where id / 3 % 2 = $2 % 2 and id % 3 = $3",
	"delete from reception where id > 1000 and id / 3 % 3 = $1 % 3 and id % 3 = $3 and $2 > 0",
	"delete from orders where id > 1000 and id / 3 % 3 = $1 % 3 and id % 3 = $3 and $2 > 0",
}

// In every snapshot the counters equal the counted rows, during concurrent writes, rollbacks and
// clean-ups.
func TestOf_AgreesWithCount(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	var all errgroup.Group
	for writer := range 3 {
		all.Go(func() error { return write(t.Context(), conn, writer) })
	}
	for range 2 {
		all.Go(func() error {
			for range 60 {
				if err := agree(t.Context(), conn); err != nil {
					return err
				}
			}
			return nil
		})
	}
	all.Go(func() error {
		for range 20 {
			if _, err := conn.Pool.Exec(t.Context(), "select settle_counters()"); err != nil {
				return err
			}
		}
		return nil
	})
	if err := all.Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Pool.Exec(t.Context(), "select settle_counters()"); err != nil {
		t.Fatal(err)
	}
	if err := agree(t.Context(), conn); err != nil {
		t.Error(err)
	}
	var rows, keys int
	if err := conn.Pool.QueryRow(t.Context(), "select count(*), count(distinct (subject, key)) from counters").
		Scan(&rows, &keys); err != nil || rows != keys || keys < 6 {
		t.Errorf("%d rows are left of %d keys, %v", rows, keys, err)
	}
}

// write makes random changes, some in one transaction, and rolls back every fourth transaction.
func write(ctx context.Context, conn *db.Connection, writer int) error {
	chance := rand.New(rand.NewPCG(22, uint64(writer)))
	back := errors.New("taken back")
	for turn := range 80 {
		err := pgx.BeginFunc(ctx, conn.Pool, func(tx pgx.Tx) error {
			for range 1 + chance.IntN(3) {
				if _, err := tx.Exec(ctx, changes[chance.IntN(len(changes))], chance.IntN(1000), chance.IntN(1000), writer); err != nil {
					return err
				}
			}
			if turn%4 == 0 {
				return back
			}
			return nil
		})
		if err != nil && !errors.Is(err, back) && !isContention(err) {
			return err
		}
	}
	return nil
}

// isContention reports an error that concurrent writers of the same rows may cause: a deadlock, or
// a person with a new order or patient.
func isContention(err error) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && slices.Contains([]string{"40P01", "23001", "23503"}, refused.Code)
}

// agree compares the counters with the rows of the same snapshot.
func agree(ctx context.Context, conn *db.Connection) error {
	return conn.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Exec("set transaction isolation level repeatable read").Error; err != nil {
			return err
		}
		for subject, count := range countQueries {
			told, err := counters.Of(ctx, tx, subject)
			if err != nil {
				return err
			}
			maps.DeleteFunc(told, func(_ string, n int) bool { return n == 0 })
			if there, err := grouped(tx, count); err != nil || !maps.Equal(told, there) {
				return fmt.Errorf("the tally of %s is %v, the rows are %v: %w", subject, told, there, errors.Join(err, errors.New("they differ")))
			}
		}
		var wrong []int64
		if err := tx.Raw(wrongLastOrders).Scan(&wrong).Error; err != nil || len(wrong) > 0 {
			return fmt.Errorf("the last orders of %v are wrong: %w", wrong, errors.Join(err, errors.New("they differ")))
		}
		return nil
	})
}

func grouped(tx *db.DB, query string) (map[string]int, error) {
	rows, err := tx.Raw(query).Rows()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	there := map[string]int{}
	for rows.Next() {
		var key string
		var n int
		if err := rows.Scan(&key, &n); err != nil {
			return nil, err
		}
		there[key] = n
	}
	return there, rows.Err()
}
