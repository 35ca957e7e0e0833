package retention_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"acolhe/models/retention"
)

// recorder remembers the slowest statement.
type recorder struct {
	logger.Interface
	longest atomic.Int64
	text    atomic.Value
	count   atomic.Int64
}

func (r *recorder) LogMode(logger.LogLevel) logger.Interface { return r }

// Trace implements logger.Interface.
func (r *recorder) Trace(_ context.Context, begin time.Time, of func() (string, int64), _ error) {
	r.count.Add(1)
	if took := time.Since(begin); took.Nanoseconds() > r.longest.Load() {
		r.longest.Store(took.Nanoseconds())
		text, _ := of()
		r.text.Store(text[:min(len(text), 200)])
	}
}

// Over a million rows the pass uses short statements alone: it logs the slowest one. In the quick run there are fewer rows.
func TestScale_Run(t *testing.T) {
	a := newAssociation(t)
	rows := 1_000_000
	if testing.Short() {
		rows = 20_000
	}
	const chunk = 20_000
	for from := 0; from < rows; from += chunk {
		err := a.conn.DB.WithContext(t.Context()).Transaction(func(tx *gorm.DB) error {
			if err := tx.Exec("set local session_replication_role = replica").Error; err != nil {
				return err
			}
			return tx.Exec(`insert into reception (id, name, phone, email, message, status, date_created, date_updated)
				select 100000 + n, 'Contato ' || n, '11999990000', 'c' || n || '@exemplo.org.br', 'Quero saber mais', 'Novo',
					timestamptz '2026-11-20 12:00-03' - (n % 1500) * interval '6 hours', timestamptz '2026-11-20 12:00-03' - (n % 1500) * interval '6 hours'
				from generate_series(?::int, ?::int) n`, from+1, from+chunk).Error
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	a.exec(t, "analyze reception")
	if err := a.TurnOn(t.Context(), a.admin()); err != nil {
		t.Fatal(err)
	}
	watched := &recorder{Interface: a.DB.Logger}
	a.Keeper.DB = a.DB.Session(&gorm.Session{Logger: watched})
	started := time.Now()
	a.night(t)
	t.Logf("%d rows counted in %s, %d statements, the slowest took %s: %s", rows, time.Since(started).Round(time.Millisecond),
		watched.count.Load(), time.Duration(watched.longest.Load()), watched.text.Load())
	counted := a.count(t, "select sum(count) from retention_counts where kind = 'reception_contacts'")
	if counted < rows {
		t.Errorf("%d of %d rows are counted", counted, rows)
	}
	a.now = a.now.AddDate(0, 0, retention.GraceDays)
	started = time.Now()
	watched.longest.Store(0)
	watched.count.Store(0)
	a.night(t)
	left := a.count(t, "select count(*) from reception where id > 100000 and phone is null")
	t.Logf("%d rows left in %s, %d statements, the slowest took %s: %s", left, time.Since(started).Round(time.Millisecond),
		watched.count.Load(), time.Duration(watched.longest.Load()), watched.text.Load())
	if late := a.count(t, "select count(*) from reception where id > 100000 and phone is not null and date_updated < ?",
		a.now.AddDate(0, -12, -2)); late > 0 || left == 0 {
		t.Errorf("%d rows left, %d that are due stay", left, late)
	}
}
