package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/models/analytics"
	"acolhe/models/platform/db"
	"acolhe/models/platform/db/private"
	"acolhe/models/platform/db/private/archive"
	"acolhe/models/types/auth"
)

// analyticsName is the name of this measurement for -only.
const analyticsName = "analytics: 12 months of services"

// Numbers of rows of the measurement of writes.
const (
	writtenServices = 20_000
	writesOfSlice   = 200
)

// analyticsAssociates is how many associates have services.
const analyticsAssociates = 100_000

// fillAssociates and fillServices are services of three years until today, of 20 professionals; some associates have many more than others.
const (
	fillAssociates = `insert into users (id, user_code, status, associate_name) select n, md5(n::text)::uuid, 'Associado', 'A ' || n from generate_series(1, $1) n`
	fillPeople     = `insert into professionals (id, professional_code, name, type, consultation_price) select n, 'P' || n, 'P ' || n, 'medic', 100 from generate_series(1, 20) n`
	fillServices   = `insert into services (service_code, associate_user_code, associate_name, professional_id, professional_name, type, price, donation, status, consultation_date)
		select 'B' || n, md5((1 + (random() * random() * ($3 - 1))::int)::text)::uuid, 'A', 1 + n % 20, 'P', (array['medic', 'lawyer', 'dentist'])[1 + n % 20 % 3], 100 + n % 200, n % 30,
			case when n % 10 = 0 then 'Aguardando Pagamento' else 'Pagamento Concluído' end, now() - n * interval '1085 days' / $2::int
		from generate_series($1::int + 1, $2) n`
)

// liveSums are the sums of the analytics by month, type and professional, of the rows.
const liveSums = `select date_trunc('month', day)::date, type, professional_id, sum(count), sum(received), sum(fee), sum(kept), sum(donation) from service_figures
	where status = 'Pagamento Concluído' and consultation_date >= $1 and consultation_date < $2 group by 1, 2, 3`

// analyticsBed is a database of its own with many services.
type analyticsBed struct {
	connection *db.Connection
	// conn has no statement timeout.
	conn *pgx.Conn
	now  time.Time
}

// measureAnalytics measures the analytics beside the same sums of the rows, and writes with the rollups and without.
func measureAnalytics(ctx context.Context, o options, out io.Writer) (err error) {
	server, err := private.StartThrowaway(ctx, archive.FS)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.End()) }()
	connection, err := db.Open(ctx, server.URL())
	if err != nil {
		return err
	}
	defer connection.Close()
	if err := db.Migrate(ctx, connection); err != nil {
		return err
	}
	bed := analyticsBed{connection: connection, now: time.Now()}
	if bed.conn, err = pgx.ConnectConfig(ctx, withoutTimeout(connection)); err != nil {
		return err
	}
	defer bed.conn.Close(ctx)
	fmt.Fprintf(out, "%s\n", analyticsName)
	if err := bed.fill(ctx, o.services); err != nil {
		return err
	}
	if err := bed.measureWrites(ctx, o.rounds, out); err != nil {
		return err
	}
	if err := bed.grow(ctx, o.services); err != nil {
		return err
	}
	return bed.measureReads(ctx, o, out)
}

func (b analyticsBed) fill(ctx context.Context, services int) error {
	if _, err := b.conn.Exec(ctx, fillPeople); err != nil {
		return err
	}
	if _, err := b.conn.Exec(ctx, fillAssociates, analyticsAssociates); err != nil {
		return err
	}
	return b.add(ctx, 0, min(services, writtenServices))
}

func (b analyticsBed) add(ctx context.Context, from, to int) error {
	if _, err := b.conn.Exec(ctx, fillServices, from, to, analyticsAssociates); err != nil {
		return err
	}
	_, err := b.conn.Exec(ctx, "analyze services")
	return err
}

// grow adds services up to a number, without what takes most of the time of filling and no sum needs: two text indexes,
// and the rollups, which are filled afterwards.
func (b analyticsBed) grow(ctx context.Context, services int) error {
	for _, statement := range []string{"drop index services_search_idx, services_tags_idx", "alter table services disable trigger user"} {
		if _, err := b.conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	if err := b.add(ctx, min(services, writtenServices), services); err != nil {
		return err
	}
	for _, statement := range []string{"alter table services enable trigger user", "select rebuild_rollups(zone, types, deducts) from analytics_rules",
		"vacuum analyze services", "vacuum analyze service_days"} {
		if _, err := b.conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return analytics.Rollups{DB: b.connection.DB, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return b.now }}.Compact(ctx)
}

// timed returns the median time of a call.
func timed(rounds int, call func() error) (time.Duration, error) {
	var took []time.Duration
	for range rounds {
		start := time.Now()
		if err := call(); err != nil {
			return 0, err
		}
		took = append(took, time.Since(start))
	}
	return medianOf(took, func(d time.Duration) time.Duration { return d }), nil
}

// measureReads measures the answer and its sums, in turns with the same sums of the rows.
func (b analyticsBed) measureReads(ctx context.Context, o options, out io.Writer) error {
	by := auth.Caller{Kind: auth.Operator, Roles: []auth.Role{auth.Administrador}, Now: b.now}
	var input analytics.ServicesInput
	answer, err := analytics.FindServices(ctx, b.connection.DB, by, input)
	if err != nil {
		return err
	}
	sums := input
	sums.SumsOnly = true
	span := answer.Period.Span(time.UTC)
	var took [3][]time.Duration
	for range o.rounds {
		for i, read := range []func() error{
			func() error { _, err := analytics.FindServices(ctx, b.connection.DB, by, input); return err },
			func() error { _, err := analytics.FindServices(ctx, b.connection.DB, by, sums); return err },
			func() error { _, err := b.conn.Exec(ctx, liveSums, span.From, span.To); return err },
		} {
			once, err := timed(1, read)
			if err != nil {
				return err
			}
			took[i] = append(took[i], once)
		}
	}
	live := medianDuration(took[2])
	fmt.Fprintf(out, "%d services of %d associates, %d of them in the answer\n", o.services, analyticsAssociates, answer.KPIs.Total)
	for i, name := range []string{"the whole answer, with rankings", "its sums", "the same sums of the rows"} {
		median := medianDuration(took[i])
		fmt.Fprintf(out, "%34s  %8s ms  %6.1f times as fast as the rows\n", name, milliseconds(median), live.Seconds()/median.Seconds())
	}
	fmt.Fprintln(out)
	return nil
}

// measureWrites stores services with the triggers of the analytics and without, in turns.
func (b analyticsBed) measureWrites(ctx context.Context, rounds int, out io.Writer) error {
	var with, without []time.Duration
	for range rounds {
		for _, mode := range []struct {
			name string
			into *[]time.Duration
		}{{"enable", &with}, {"disable", &without}} {
			for _, trigger := range []string{"roll_service_days_insert", "roll_service_days_update", "log_service_ranking", "log_service_ranking_update"} {
				if _, err := b.conn.Exec(ctx, "alter table services "+mode.name+" trigger "+trigger); err != nil {
					return err
				}
			}
			median, err := timed(writesOfSlice, func() error { return b.write(ctx) })
			if err != nil {
				return err
			}
			*mode.into = append(*mode.into, median)
		}
	}
	ratios := make([]float64, rounds)
	for i := range ratios {
		ratios[i] = with[i].Seconds() / without[i].Seconds()
	}
	slices.Sort(ratios)
	fmt.Fprintf(out, "a service stored and paid: %s ms with the triggers, %s ms without, %.2f times (quartiles %.2f–%.2f)\n", milliseconds(medianDuration(with)),
		milliseconds(medianDuration(without)), ratios[rounds/2], ratios[rounds/4], ratios[3*rounds/4])
	return nil
}

// write stores a service and marks it as paid, each by a statement.
func (b analyticsBed) write(ctx context.Context) error {
	var id int64
	err := b.conn.QueryRow(ctx, `insert into services (service_code, associate_user_code, associate_name, professional_id, professional_name, type, price, consultation_date)
		values (gen_random_uuid(), md5((1 + (random() * 99999)::int)::text)::uuid, 'Ana Beatriz de Souza', 1, 'Renata Campos', 'medic', 100, $1) returning id`, b.now).Scan(&id)
	if err != nil {
		return err
	}
	_, err = b.conn.Exec(ctx, "update services set status = 'Pagamento Concluído', price_paid = 100 where id = $1", id)
	return err
}

func medianDuration(took []time.Duration) time.Duration {
	return medianOf(took, func(d time.Duration) time.Duration { return d })
}
