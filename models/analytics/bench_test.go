package analytics_test

import (
	"flag"
	"fmt"
	"testing"

	"acolhe/models/analytics"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
)

// rows is the number of services: go test ./models/analytics -run '^$' -bench . -rows 1000000.
var rows = flag.Int("rows", 20_000, "services of the benchmarks")

// filled returns a database with services of three years, of 20 professionals and 5,000 associates.
func filled(b *testing.B) *db.Connection {
	b.Helper()
	connection := dbtest.New(b)
	ctx := db.WithWork(b.Context(), db.Export)
	for _, sql := range []string{
		"drop index services_search_idx, services_tags_idx", // which take most of the time of filling
		`insert into professionals (id, professional_code, name, type, consultation_price) select n, 'P' || n, 'P ' || n, 'medic', 100 from generate_series(1001, 1020) n`,
		`insert into users (id, user_code, status, associate_name) select n, md5(n::text)::uuid, 'Associado', 'A ' || n from generate_series(100001, 105000) n`,
		fmt.Sprintf(`insert into services (service_code, associate_user_code, associate_name, professional_id, professional_name, type, price, donation, status, consultation_date)
			select 'B' || n, md5((100001 + n %% 5000)::text)::uuid, 'A', 1001 + n %% 20, 'P', (array['medic', 'lawyer', 'dentist'])[1 + n %% 20 %% 3], 100 + n %% 200, n %% 30,
				case when n %% 10 = 0 then 'Aguardando Pagamento' else 'Pagamento Concluído' end, '2023-12-01'::timestamptz + n * interval '1085 days' / %d
			from generate_series(1, %d) n`, *rows, *rows),
		"select compact_rollups()", "vacuum analyze services", "vacuum analyze service_days",
	} {
		if _, err := connection.Pool.Exec(ctx, sql); err != nil {
			b.Fatal(err)
		}
	}
	return connection
}

// The sums of 12 months from the rollup beside the same sums of the rows, and the whole answer, whose ranking reads rows.
func BenchmarkServices(b *testing.B) {
	connection := filled(b)
	const sums = `select date_trunc('month', day)::date as bucket, type, professional_id, sum(count), sum(received), sum(fee), sum(kept), sum(donation) from %s
		where day between '2025-12-01' and '2026-11-20' and status = 'Pagamento Concluído' %s group by grouping sets ((), (bucket), (type), (professional_id))`
	const span = "and consultation_date >= '2025-12-01 00:00-03' and consultation_date < '2026-11-21 00:00-03'"
	for name, sql := range map[string]string{"rollup": fmt.Sprintf(sums, "service_days", ""), "live": fmt.Sprintf(sums, "service_figures", span)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := connection.Pool.Exec(b.Context(), sql); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("answer", func(b *testing.B) {
		for b.Loop() {
			if _, err := analytics.FindServices(b.Context(), connection.DB, fernando(), analytics.ServicesInput{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// A change of a service with the rollup and without. Alternate the two: the machine is not the same from one minute to the next.
func BenchmarkWrite(b *testing.B) {
	connection := filled(b)
	for round := range 3 {
		for _, mode := range []string{"enable", "disable"} {
			for _, operation := range []string{"insert", "update", "delete"} {
				if _, err := connection.Pool.Exec(b.Context(), "alter table services "+mode+" trigger roll_service_days_"+operation); err != nil {
					b.Fatal(err)
				}
			}
			b.Run(fmt.Sprintf("%s-%d", mode, round), func(b *testing.B) {
				for b.Loop() {
					if _, err := connection.Pool.Exec(b.Context(), `insert into services (service_code, associate_user_code, associate_name, professional_id, professional_name, type, price, status, consultation_date)
						values (gen_random_uuid(), md5('100001')::uuid, 'A', 1001, 'P', 'medic', 100, 'Pagamento Concluído', now())`); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
