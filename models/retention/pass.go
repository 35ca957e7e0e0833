package retention

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"gorm.io/gorm/logger"

	"acolhe/models/platform/db"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/settings"
	"acolhe/models/types/civil"
)

const (
	// hour is that of the association's zone from which the pass of a night runs.
	hour = 2
	// passTimeout is the time limit of one run; the next one goes on.
	passTimeout = 4 * time.Hour
	// pageRows is the number of rows of a table over which one statement goes.
	pageRows = 2_000
	// Rows are erased in chunks whose size follows the time that the last one took, so that each statement stays short.
	fewestRows = 10
	firstRows  = 50
	mostRows   = 500
	shortTime  = 40 * time.Millisecond
	longTime   = 100 * time.Millisecond
)

func (k Keeper) work(ctx context.Context, job *river.Job[pass]) error {
	if job.Args.Now {
		return k.RunNow(ctx)
	}
	return k.Run(ctx)
}

// Pass is a row of retention_passes: a pass over the rows of a kind in a night.
type Pass struct {
	ID    int64 `gorm:"primaryKey"`
	Night civil.Date
	Kind  string
	// Cursor is the last id that was passed.
	Cursor  int64
	Removed int64
	// Counts are the rows that stay, by the day of their event.
	Counts      map[string]int64 `gorm:"serializer:json"`
	SlowestMs   int64
	IsRemoving  bool
	DateStarted time.Time
	DateEnded   *time.Time
}

// TableName returns the name of the table.
func (Pass) TableName() string { return "retention_passes" }

// run is one run over all kinds.
type run struct {
	Keeper
	zone    *time.Location
	night   civil.Date
	today   civil.Date
	periods map[string]personal.Period
	tables  map[string]personal.Table
	state   State
	slowest *slowest
	// rows is the size of the next chunk that is erased.
	rows int
}

// Run does what is left of the pass of the night while retention is on: it begins at two o'clock, and one that was killed goes on.
func (k Keeper) Run(ctx context.Context) error {
	r, err := k.newRun(ctx)
	if err != nil || !r.state.IsOn() {
		return err
	}
	return r.all(ctx)
}

// RunNow passes over all rows at once, again if that was done in the night.
func (k Keeper) RunNow(ctx context.Context) error {
	r, err := k.newRun(ctx)
	if err != nil {
		return err
	}
	const again = "update retention_passes set cursor = 0, counts = '{}', date_ended = null where night = ? and date_ended is not null"
	if err := r.DB.WithContext(ctx).Exec(again, r.night).Error; err != nil {
		return err
	}
	return r.all(ctx)
}

func (k Keeper) newRun(ctx context.Context) (*run, error) {
	zone, err := settings.Location(ctx, k.DB)
	if err != nil {
		return nil, err
	}
	now := k.Now().In(zone)
	r := &run{Keeper: k, zone: zone, night: civil.Of(now.Add(-hour * time.Hour)), today: civil.Of(now), rows: firstRows,
		tables: map[string]personal.Table{}}
	for _, table := range k.Desk.Register {
		r.tables[table.Name] = table
	}
	r.slowest = &slowest{Interface: k.DB.Logger}
	r.DB = k.DB.Session(&db.Session{Logger: r.slowest})
	if r.state, err = ReadState(ctx, k.DB); err != nil {
		return nil, err
	}
	r.periods, err = k.periods(ctx, k.DB)
	return r, err
}

func (r *run) all(ctx context.Context) error {
	for _, term := range r.Terms {
		if err := r.over(ctx, term); err != nil {
			return fmt.Errorf("%s: %w", term.Name, err)
		}
	}
	if r.state.IsOn() {
		return r.announce(ctx, r.zone)
	}
	return nil
}

// over passes over the rows of a kind, page by page, and stores the counts at the end.
func (r *run) over(ctx context.Context, term personal.Term) error {
	const begin = `insert into retention_passes (night, kind, is_removing, date_started) values (?, ?, ?, ?) on conflict (night, kind) do nothing`
	if err := r.DB.WithContext(ctx).Exec(begin, r.night, term.Name, r.state.Removes(r.Now()), r.Now()).Error; err != nil {
		return err
	}
	for {
		current, err := db.First[Pass](r.DB.WithContext(ctx).Where("night = ? and kind = ?", r.night, term.Name), errNoPass)
		if err != nil || current.DateEnded != nil {
			return err
		}
		upper, err := r.upper(ctx, term, current.Cursor)
		if err != nil {
			return err
		}
		if upper == nil {
			return r.finish(ctx, current)
		}
		if err := r.page(ctx, term, current, *upper); err != nil {
			return err
		}
	}
}

// upper returns the last id of the next page; nil at the end.
func (r *run) upper(ctx context.Context, term personal.Term, after int64) (last *int64, err error) {
	query := "select max(id) from (select id from " + term.Table + " where id > ? order by id limit ?) page"
	err = r.DB.WithContext(ctx).Raw(query, after, pageRows).Scan(&last).Error
	return last, err
}

// page erases the rows of a page that are due, counts the others, and moves the cursor.
func (r *run) page(ctx context.Context, term personal.Term, current Pass, upper int64) error {
	if err := r.eraseDue(ctx, term, current, upper); err != nil {
		return err
	}
	var rows []counted
	query := fmt.Sprintf("select (%s at time zone @zone)::date as day, count(*) as count from %s where %s group by 1", term.Since, term.Table,
		r.condition(term))
	if err := r.DB.WithContext(ctx).Raw(query, r.values(current.Cursor, upper)).Scan(&rows).Error; err != nil {
		return err
	}
	for _, row := range rows {
		if current.Counts == nil {
			current.Counts = map[string]int64{}
		}
		current.Counts[row.Day.String()] += row.Count
	}
	moved := Pass{Cursor: upper, Counts: current.Counts, SlowestMs: max(current.SlowestMs, r.slowest.milliseconds())}
	return r.DB.WithContext(ctx).Model(&Pass{}).Where("id = ? and cursor = ?", current.ID, current.Cursor).
		Select("cursor", "counts", "slowest_ms").Updates(&moved).Error
}

// condition is the SQL of the rows of a page that are kept for their age alone: not held, and with something to erase.
func (r *run) condition(term personal.Term) string {
	condition := "id > @after and id <= @upper and (" + term.When + ") and " + term.Since + " is not null and " + r.unfinished(term)
	if term.Person != "" {
		condition += " and not exists (" + fmt.Sprintf(held, term.Person) + ")"
	}
	return condition
}

// held is the SQL of the holds that keep the rows of a person, or of the responsible associate of a patient.
const held = `select from retention_holds h where h.date_released is null and (h.until is null or h.until >= @today)
	and h.user_id in (select coalesce(a.id, p.id) from users p left join users a on a.user_code = p.responsible_code where p.id = %s)`

func (r *run) values(after, upper int64) map[string]any {
	values := r.names()
	values["after"], values["upper"], values["zone"], values["today"] = after, upper, r.zone.String(), r.today
	return values
}

// finish replaces the counts of the kind by those of the pass.
func (r *run) finish(ctx context.Context, current Pass) error {
	return r.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Exec("delete from retention_counts where kind = ?", current.Kind).Error; err != nil {
			return err
		}
		const store = `insert into retention_counts (kind, day, count)
			select p.kind, c.key::date, c.value::bigint from retention_passes p, jsonb_each_text(p.counts) c where p.id = ?`
		if err := tx.Exec(store, current.ID).Error; err != nil {
			return err
		}
		return tx.Exec("update retention_passes set date_ended = ?, counts = '{}' where id = ? and date_ended is null", r.Now(), current.ID).Error
	})
}

// slowest remembers the time of the slowest statement.
type slowest struct {
	logger.Interface
	longest time.Duration
}

// Trace implements logger.Interface.
func (s *slowest) Trace(ctx context.Context, begin time.Time, of func() (string, int64), err error) {
	s.longest = max(s.longest, time.Since(begin))
	s.Interface.Trace(ctx, begin, of, err)
}

// LogMode implements logger.Interface.
func (s *slowest) LogMode(logger.LogLevel) logger.Interface { return s }

func (s *slowest) milliseconds() int64 { return s.longest.Milliseconds() }
