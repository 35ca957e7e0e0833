package main

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"
)

// The command is killed at several points of its way through a Directus. Repeated, it continues to the same rows: each once.
func TestKill_ImportDirectus(t *testing.T) {
	t.Parallel()
	const people = 20_000
	there, _ := emptyDatabase(t)
	if _, err := there.Pool.Exec(t.Context(), fmt.Sprintf(`
		create table users (id serial primary key, user_code uuid, status text, associate_name text, date_created timestamptz);
		create table orders (id serial primary key, "user" integer, user_code uuid, name_associate text, items json, total numeric(12,2),
			date_created timestamptz);
		insert into users select n, md5('p' || n)::uuid, 'Associado', 'Pessoa ' || n, '2026-01-02' from generate_series(1, %[1]d) n;
		insert into orders select n, n, md5('p' || n)::uuid, 'Pessoa ' || n, '[{"code": "A", "amount": 10.5, "quantity": 2}]', 21, '2026-01-03'
			from generate_series(1, %[1]d) n`, people), pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
	m := newMoved(t)
	source := []string{"--database", there.Pool.Config().ConnString()}
	for _, says := range []string{"pacientes: 4.000", "pacientes: 14.000", "Pedidos: 2.000"} {
		m.killed(says, source...)
	}
	between := scan[int](t, m.conn, "select count(*) from orders")
	written := m.run("after three kills", source...)
	if between == 0 || between == people || written != people-between {
		t.Errorf("%d orders were there after the kills, and %d rows were written then", between, written)
	}
	for _, table := range []string{"users", "orders"} {
		if all := scan[int](t, m.conn, "select count(distinct user_code) + count(*) from "+table); all != 2*people {
			t.Errorf("%s has %d rows and codes, want %d of each", table, all, people)
		}
	}
}
