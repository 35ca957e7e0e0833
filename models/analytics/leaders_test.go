package analytics_test

import (
	"fmt"
	"testing"

	"acolhe/models/analytics"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
)

// ranked has 60 associates, more than a ranking stores: the first has 60 paid services in October, the next 59, and so on.
func ranked(t *testing.T) *db.Connection {
	t.Helper()
	connection := dbtest.New(t)
	execute(t, connection, "delete from services")
	execute(t, connection, "insert into users (id, user_code, status, associate_name) select 1000000 + n, ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid, 'Associado', 'P' || n from generate_series(1, 60) n")
	execute(t, connection, `insert into services (service_code, associate_user_code, associate_name, professional_id, professional_name, type, price, status, consultation_date)
		select gen_random_uuid(), user_code, 'X', 1, 'P', 'medic', 10, 'Pagamento Concluído', '2026-10-10' from users, generate_series(1, 1000061 - id) where id between 1000001 and 1000060`)
	if err := analytics.Compact(t.Context(), connection.DB, now); err != nil {
		t.Fatal(err)
	}
	return connection
}

// ofPerson selects the services of a person.
func ofPerson(n int) string {
	return fmt.Sprintf("associate_user_code = '00000000-0000-0000-0000-%012d'", n)
}

func top(t *testing.T, connection *db.Connection) []analytics.Ranked {
	t.Helper()
	answer, err := analytics.FindServices(t.Context(), connection.DB, fernando(), analytics.ServicesInput{})
	if err != nil {
		t.Fatal(err)
	}
	return answer.Rankings.TopAssociates
}

// A stored ranking answers without the rows of its persons: a false count in it shows up, and changes add to it.
func TestLeaders_Stored(t *testing.T) {
	t.Parallel()
	connection := ranked(t)
	if stored := number(t, connection, "select count(*) from ranking_leaders where area = 'services' and starts = '2025-12-01'"); stored != 50 {
		t.Errorf("%d leaders are stored", stored)
	}
	execute(t, connection, "update ranking_leaders set count = 500, sum = 700000 where code = '00000000-0000-0000-0000-000000000009'")
	if first := top(t, connection)[0]; first.Label != "P9" || first.Count != 500 || first.Sum.String() != "7000.00" {
		t.Errorf("the first is %+v", first)
	}
	execute(t, connection, "update services set status = 'Aguardando Pagamento' where id = (select min(id) from services where "+ofPerson(9)+")")
	if first := top(t, connection)[0]; first.Count != 499 || first.Sum.String() != "6990.00" {
		t.Errorf("after a change the first is %+v", first)
	}
	execute(t, connection, "update professionals set consultation_price = consultation_price + 1 where id = 1")
	checkRankings(t, connection)
}

func TestLeaders_Changes(t *testing.T) {
	t.Parallel()
	connection := ranked(t)
	for name, sql := range map[string]string{
		"a newcomer":      "update services set " + ofPerson(60) + " where " + ofPerson(1),
		"an unpaid month": "update services set status = 'Aguardando Pagamento' where " + ofPerson(2),
		"another year":    "update services set consultation_date = '2024-01-01' where " + ofPerson(3),
		"deleted":         "delete from services where " + ofPerson(4),
		"without a date":  "update services set consultation_date = null, date_created = '2026-10-01' where " + ofPerson(5),
	} {
		execute(t, connection, sql)
		t.Log(name)
		checkRankings(t, connection)
		if err := analytics.Compact(t.Context(), connection.DB, now); err != nil {
			t.Fatal(err)
		}
		checkRankings(t, connection)
	}
	// Nobody who is not a leader may be missing when nearly all leaders have lost their rows.
	execute(t, connection, "delete from services where associate_user_code in (select code from ranking_leaders where area = 'services' and starts = '2025-12-01' limit 45)")
	checkRankings(t, connection)
	execute(t, connection, `insert into system_configs (system, key, value) values ('system', 'time_zone', '"America/Rio_Branco"')`)
	execute(t, connection, "update services set consultation_date = '2025-12-01 03:30Z' where "+ofPerson(50))
	checkRankings(t, connection)
}
