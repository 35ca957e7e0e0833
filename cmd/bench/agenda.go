package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"text/tabwriter"
	"time"
)

// agendaName is the name of this measurement for -only.
const agendaName = "agenda: a week with 12 professionals and 400 bookings"

// The limits of a page of the agenda: its time alone, and its size with brotli.
const (
	agendaTimeLimit = 15 * time.Millisecond
	agendaSizeLimit = 25 << 10
)

// weekAttendance makes 12 professionals active, who attend on every weekday, and weekBookings books 400 services in a week without
// others: 30 to 36 for each, of which a few overlap.
const (
	weekAttendance = `update professionals set active = id in (select id from professionals order by id limit 12),
		weekly_hours = '{"mon": "08:00-12:00, 13:00-18:00", "tue": "08:00-12:00, 13:00-18:00", "wed": "08:00-12:00, 13:00-18:00", "thu": "08:00-12:00, 13:00-18:00", "fri": "08:00-12:00, 13:00-18:00"}'`
	weekBookings = `insert into services (service_code, associate_user_code, associate_name, professional_id, professional_name, type, price, status, consultation_date)
		select 'AGENDA-' || n, u.user_code, u.associate_name, p.id, p.name, p.type, 100 + n % 200, case when n % 3 = 0 then 'Aguardando Pagamento' else 'Pagamento Concluído' end,
			timestamptz '2031-03-03 11:00Z' + (n / 12 % 5) * interval '1 day' + (n / 60) * interval '75 minutes'
		from generate_series(0, 399) n
			join (select *, row_number() over (order by id) - 1 as place from professionals where active) p on p.place = n % 12
			join (select user_code, associate_name, row_number() over (order by id) - 1 as place from users where status = 'Associado' order by id limit 400) u on u.place = n % 200`
)

// fillWeek books the week that measureAgenda and measureGrowth open.
func (g *testbed) fillWeek(ctx context.Context) error {
	for _, statement := range []string{weekAttendance, weekBookings, "vacuum services", "analyze services"} {
		if _, err := g.pool.Exec(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", agendaName, err)
		}
	}
	return nil
}

// measureAgenda times the pages of the week and of its first day, one caller alone.
func (g *testbed) measureAgenda(ctx context.Context, rounds int, out io.Writer) error {
	if err := g.fillWeek(ctx); err != nil {
		return err
	}
	fmt.Fprintln(out, agendaName)
	table := tabwriter.NewWriter(out, 10, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\tmedian ms\tlimit\tbrotli\tlimit\t")
	for _, one := range []struct{ name, query string }{{"week, a table", "data=2031-03-03"}, {"day, a grid", "data=2031-03-03&modo=dia"}} {
		path := "/painel/agenda?" + one.query
		var took []time.Duration
		for range 10 * rounds {
			once, err := g.timeOne(get(g.acolhe, path, g.session), http.StatusOK)
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			took = append(took, once)
		}
		c, err := dial(contender{addr: g.acolhe, request: packed(get(g.acolhe, path, g.session))})
		if err != nil {
			return err
		}
		_, err = c.timeRequest(http.StatusOK)
		if err = errors.Join(err, c.conn.Close()); err != nil {
			return err
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%d\t\n", one.name, milliseconds(medianDuration(took)), milliseconds(agendaTimeLimit), c.length,
			agendaSizeLimit)
	}
	_ = table.Flush() // the output may be closed
	fmt.Fprintln(out)
	return nil
}
