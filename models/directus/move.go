// Package directus moves an association out of a Directus that has the collections of the specification: rows with their ids,
// dates and authors, operators with their password hashes, and files. It can run again and again until the day of the change,
// and compares both sides at the end. It knows tables by their columns alone and owns only its marks.
package directus

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/models/directus/source"
	"acolhe/models/files"
)

const (
	// overlap is how far before the last run changed rows are looked for: the clocks of two machines differ.
	overlap = 10 * time.Minute
	// maxRefused is the number of refused rows that are kept to be stored again; with more, the mapping is wrong.
	maxRefused = 10_000
)

// Move moves a Directus into this database.
type Move struct {
	Pool    *pgxpool.Pool
	Library files.Library
	From    source.Reader
	Now     func() time.Time
	// Zone is the association's, in which the day of a payment begins.
	Zone *time.Location
	// Progress is called after each page with the rows of the collection that were read.
	Progress func(label string, rows int)
}

// Refusal is a row that the rules here do not allow.
type Refusal struct{ Collection, ID, Reason string }

// Result is what a run moved, by collection.
type Result struct {
	Read, Changed map[string]int
	// Absent are collections that Directus does not have or does not show, with its reason.
	Absent  map[string]string
	Refused []Refusal
}

// mark is how far a collection was moved.
type mark struct {
	// After is the last id of an unfinished run, Since the beginning of the last whole one.
	After   string
	Since   *time.Time
	Started time.Time
}

// ErrNotEmpty says that a table has rows that no move has stored.
var ErrNotEmpty = errors.New("aqui já há dados que não vieram do Directus")

// Run moves everything that is new or changed since the last run. Rows keep their ids, dates and authors, nobody gets a letter and
// no webhook is called. A killed run continues where it was. It returns ErrNotEmpty if the first run would write over other rows.
func (m Move) Run(ctx context.Context) (Result, error) {
	result := Result{Read: map[string]int{}, Changed: map[string]int{}, Absent: map[string]string{}}
	if err := m.refuseOthers(ctx); err != nil {
		return result, err
	}
	if err := m.moveFiles(ctx, &result); err != nil {
		return result, fmt.Errorf("arquivos: %w", err)
	}
	for _, one := range collections {
		if err := m.collection(ctx, one, &result); err != nil {
			return result, fmt.Errorf("%s: %w", one.label, err)
		}
		if one.name == "system_users" {
			if err := m.directusUsers(ctx, &result); err != nil {
				return result, fmt.Errorf("%s: %w", one.label, err)
			}
		}
	}
	return result, m.moveSequences(ctx)
}

// refuseOthers refuses a first run over rows of others.
func (m Move) refuseOthers(ctx context.Context) error {
	for _, one := range collections {
		if one.key() != "id" {
			continue
		}
		var has bool
		err := m.Pool.QueryRow(ctx, "select exists (select from "+pgx.Identifier{one.name}.Sanitize()+`)
			and not exists (select from directus_marks where collection = $1)`, one.name).Scan(&has)
		if err != nil {
			return err
		}
		if has {
			return fmt.Errorf("%s: %w", one.label, ErrNotEmpty)
		}
	}
	return nil
}

// collection moves the rows of a collection.
func (m Move) collection(ctx context.Context, one collection, result *Result) error {
	at, err := m.markOf(ctx, one.name)
	if err != nil {
		return err
	}
	run := &passage{Move: m, collection: one, mark: at, result: result}
	if err := run.prepare(ctx); err != nil {
		return err
	}
	err = run.all(ctx, at.Since)
	var absent source.AbsentError
	if errors.As(err, &absent) && at.Since != nil {
		// Without dates, every row is compared.
		err = run.all(ctx, nil)
	}
	if errors.As(err, &absent) {
		result.Absent[one.name] = absent.Reason
		return nil
	}
	if err != nil {
		return err
	}
	return run.finish(ctx)
}

// passage is one run over a collection.
type passage struct {
	Move
	collection
	mark    mark
	columns []column
	files   map[string]int64
	result  *Result
	refused []source.Row
	reasons map[string]string
}

func (p *passage) prepare(ctx context.Context) (err error) {
	p.reasons = map[string]string{}
	return pgx.BeginFunc(ctx, p.Pool, func(tx pgx.Tx) error {
		if p.columns, err = columnsOf(ctx, tx, p.name); err != nil {
			return err
		}
		if len(p.collection.files) > 0 {
			p.files, err = movedFiles(ctx, tx)
		}
		return err
	})
}

// all stores the rows since a time, or all rows after the mark.
func (p *passage) all(ctx context.Context, since *time.Time) error {
	query := source.Query{Collection: p.name}
	if since == nil {
		query.After = p.mark.After
	} else {
		from := since.Add(-overlap)
		query.Since = &from
	}
	return source.EachPage(ctx, p.From, query, func(rows []source.Row) error {
		if err := p.page(ctx, rows, since == nil); err != nil {
			return err
		}
		p.result.Read[p.name] += len(rows)
		p.Progress(p.label, p.result.Read[p.name])
		return nil
	})
}

// page stores a page and its mark. The mark stays before a refused row, so that a killed run reads it again.
func (p *passage) page(ctx context.Context, rows []source.Row, marks bool) error {
	mapped := make([]source.Row, len(rows))
	for i, row := range rows {
		mapped[i] = p.mapped(row, p.columns, p.files, p.Zone)
	}
	last := rows[len(rows)-1].Text("id")
	return p.quietly(ctx, func(tx pgx.Tx) error {
		if err := p.put(ctx, tx, mapped); err != nil {
			return err
		}
		if !marks || len(p.refused) > 0 {
			return nil
		}
		return setMark(ctx, tx, p.name, mark{After: last, Started: p.mark.Started})
	})
}

// put stores rows at once, or one by one if one of them is refused.
func (p *passage) put(ctx context.Context, tx pgx.Tx, rows []source.Row) error {
	if p.key() != "id" {
		var err error
		if rows, err = withoutTaken(ctx, tx, rows); err != nil || len(rows) == 0 {
			return err
		}
	}
	shape := shapeOf(p.collection, p.columns, rows)
	err := pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error { return p.count(store(ctx, tx, shape, rows)) })
	if !isRefusal(err) {
		return err
	}
	for _, row := range rows {
		err := pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error { return p.count(store(ctx, tx, shape, []source.Row{row})) })
		if isRefusal(err) {
			p.refused = append(p.refused, row)
			p.reasons[row.Text(p.key())] = reasonOf(err)
			err = nil
		}
		if err != nil {
			return err
		}
		if len(p.refused) > maxRefused {
			return fmt.Errorf("mais de %d linhas não entram, a última por %s", maxRefused, p.reasons[row.Text(p.key())])
		}
	}
	return nil
}

func (p *passage) count(changed int, err error) error {
	if err == nil {
		p.result.Changed[p.name] += changed
	}
	return err
}

// finish stores refused rows again, as long as some go in: a patient may stand before their associate. Then it marks the
// collection as moved, unless a row is left.
func (p *passage) finish(ctx context.Context) error {
	for {
		again := p.refused
		p.refused = nil
		for chunk := range slices.Chunk(again, source.Batch) {
			if err := p.quietly(ctx, func(tx pgx.Tx) error { return p.put(ctx, tx, chunk) }); err != nil {
				return err
			}
		}
		if len(p.refused) == len(again) {
			break
		}
	}
	done := mark{Since: &p.mark.Started, Started: p.Now()}
	for _, row := range p.refused {
		id := row.Text(p.key())
		p.result.Refused = append(p.result.Refused, Refusal{p.name, id, p.reasons[id]})
		done.Since = nil
	}
	return p.quietly(ctx, func(tx pgx.Tx) error { return setMark(ctx, tx, p.name, done) })
}

// quietly runs a transaction of which nobody hears: no letters, no webhooks, no limit of time.
func (m Move) quietly(ctx context.Context, run func(tx pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, m.Pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `select set_config('acolhe.letters', 'off', true), set_config('acolhe.webhooks', 'off', true),
			set_config('statement_timeout', '0', true), set_config('timezone', 'UTC', true)`)
		if err != nil {
			return err
		}
		return run(tx)
	})
}

// withoutTaken leaves out operators whose e-mail an operator here has: the administrator who moves the association exists.
func withoutTaken(ctx context.Context, tx pgx.Tx, rows []source.Row) ([]source.Row, error) {
	found, err := tx.Query(ctx, "select email, user_code::text from system_users")
	if err != nil {
		return nil, err
	}
	codes := map[string]string{}
	var address, code string
	if _, err := pgx.ForEachRow(found, []any{&address, &code}, func() error { codes[address] = code; return nil }); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(rows), func(row source.Row) bool {
		code, isTaken := codes[row.Text("email")]
		return isTaken && code != row.Text("user_code")
	}), nil
}

func (m Move) markOf(ctx context.Context, name string) (at mark, err error) {
	err = m.Pool.QueryRow(ctx, "select last_id, since, started from directus_marks where collection = $1", name).
		Scan(&at.After, &at.Since, &at.Started)
	if errors.Is(err, pgx.ErrNoRows) {
		return mark{Started: m.Now()}, nil
	}
	if at.Since != nil || at.After == "" {
		at.Started = m.Now()
	}
	return at, err
}

func setMark(ctx context.Context, tx pgx.Tx, name string, at mark) error {
	_, err := tx.Exec(ctx, `insert into directus_marks (collection, last_id, since, started) values ($1, $2, $3, $4)
		on conflict (collection) do update set last_id = excluded.last_id, since = excluded.since, started = excluded.started`,
		name, at.After, at.Since, at.Started)
	return err
}

// moveSequences moves the sequence of each table past its ids.
func (m Move) moveSequences(ctx context.Context) error {
	for _, one := range collections {
		table := pgx.Identifier{one.name}.Sanitize()
		_, err := m.Pool.Exec(ctx, `select setval(s.name, greatest(nextval(s.name), m.most)) from (select pg_get_serial_sequence($1, 'id') as name) s,
			(select coalesce(max(id), 0) + 1 as most from `+table+`) m`, one.name)
		if err != nil {
			return err
		}
	}
	return nil
}

// Total is the number of rows that a run wrote.
func (r Result) Total() (total int) {
	for changed := range maps.Values(r.Changed) {
		total += changed
	}
	return total
}
