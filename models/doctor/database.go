package doctor

import (
	"context"
	"strconv"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/walarchive"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
)

// lastRelease is the month of the last release of each major version of PostgreSQL (its versioning policy).
var lastRelease = map[int]time.Time{
	14: month(2026, time.November), 15: month(2027, time.November), 16: month(2028, time.November),
	17: month(2029, time.November), 18: month(2030, time.November),
}

func month(year int, month time.Month) time.Time {
	return time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
}

// newMajorWithin is the time before the last release in which a newer version is proposed.
const newMajorWithin = 180 * 24 * time.Hour

func (v visit) databaseVersion(ctx context.Context) (Finding, error) {
	version, err := db.ServerVersion(ctx, v.DB)
	if err != nil {
		return Finding{}, err
	}
	return judgeVersion(version, v.now), nil
}

// judgeVersion judges a version like "PostgreSQL 18.4". A version of which nothing is known is newer than this program.
func judgeVersion(version string, now time.Time) Finding {
	number, _, _ := strings.Cut(strings.TrimPrefix(version, "PostgreSQL "), ".")
	major, err := strconv.Atoi(number)
	ends, known := lastRelease[major]
	const do = "Faça uma cópia, instale uma versão mais nova do PostgreSQL e restaure a cópia nela."
	switch {
	case err != nil || !known:
		return good(version)
	case now.After(ends):
		return bad(version+" não recebe mais correções de segurança", do)
	case ends.Sub(now) < newMajorWithin:
		return watch(version+" recebe correções só até "+fmtbr.LongMonth(ends, time.UTC), do)
	}
	return good(version)
}

// connectionsWatched is the share of the connections in use, in percent.
const connectionsWatched = 80

func (v visit) connections(ctx context.Context) (Finding, error) {
	var used, most int
	err := db.ScanRow(v.DB.WithContext(ctx).Raw(`select (select count(*) from pg_stat_activity where backend_type = 'client backend'),
		current_setting('max_connections')::int`), &used, &most)
	if err != nil {
		return Finding{}, err
	}
	return judgeConnections(used, most), nil
}

func judgeConnections(used, most int) Finding {
	says := strconv.Itoa(used) + " de " + strconv.Itoa(most)
	if used*100 > most*connectionsWatched {
		return watch("Quase todas em uso: "+says, "Veja que outros programas usam este banco, ou aumente max_connections.")
	}
	return good(says)
}

// Dead rows are those of removed and changed rows that are not cleaned yet: many of them, and a share of all in percent.
const wasteShare, wasteRows = 20, 100_000

func (v visit) waste(ctx context.Context) (Finding, error) {
	var living, dead int64
	var cleaned *time.Time
	err := db.ScanRow(v.DB.WithContext(ctx).Raw(`select coalesce(sum(n_live_tup), 0), coalesce(sum(n_dead_tup), 0),
		max(greatest(last_autovacuum, last_vacuum)) from pg_stat_user_tables`), &living, &dead, &cleaned)
	if err != nil {
		return Finding{}, err
	}
	return v.judgeWaste(living, dead, cleaned), nil
}

func (v visit) judgeWaste(living, dead int64, cleaned *time.Time) Finding {
	share := int64(0)
	if living+dead > 0 {
		share = dead * 100 / (living + dead)
	}
	says := strconv.FormatInt(share, 10) + "%"
	if cleaned != nil {
		says += ", limpo " + fmtbr.Ago(*cleaned, v.now, v.now.Location())
	}
	if share > wasteShare && dead > wasteRows {
		return watch(says, "A limpeza automática do PostgreSQL não acompanha: confira se autovacuum está ligado e se uma consulta antiga a impede.")
	}
	return good(says)
}

// slowAfter is the time after which a statement or an open transaction holds others up.
const slowAfter = time.Minute

// A statement is slow if it takes slowMean on average over slowCalls calls, and quick below quickMean.
const (
	slowMean  = time.Second
	quickMean = 200 * time.Millisecond
	slowCalls = 20
)

// recordLength is the length of a statement in a finding, in characters.
const recordLength = 600

// slowQueries looks for a statement that runs too long now, then for one that does so on average.
func (v visit) slowQueries(ctx context.Context) (Finding, error) {
	var count int
	var oldest float64
	err := db.ScanRow(v.DB.WithContext(ctx).Raw(`select count(*), coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)
		from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
		and xact_start < clock_timestamp() - make_interval(secs => ?)`, slowAfter.Seconds()), &count, &oldest)
	if err != nil {
		return Finding{}, err
	}
	if count > 0 {
		return judgeSlow(count, time.Duration(oldest)*time.Second), nil
	}
	slowest, err := v.slowestStatement(ctx)
	return slowest.judge(), err
}

func judgeSlow(count int, oldest time.Duration) Finding {
	return watch(fmtbr.Plural(count, "consulta dura", "consultas duram")+" mais de 1 minuto, a mais antiga há "+fmtbr.Elapsed(oldest),
		"Cópias e exportações podem demorar assim. Se não é uma delas, veja em pg_stat_activity o que é.")
}

// statement is what the server counted of one statement since its start, MeanMS in milliseconds.
type statement struct {
	Calls  int
	MeanMS float64
	Query  string
}

// slowestStatement returns the statement that takes longest on average, of those that are called often, and none where
// pg_stat_statements, which counts them without their values, is not loaded.
func (v visit) slowestStatement(ctx context.Context) (slowest statement, err error) {
	var view string
	err = v.DB.WithContext(ctx).Raw(`select quote_ident(n.nspname) || '.pg_stat_statements' from pg_extension e
		join pg_namespace n on n.oid = e.extnamespace
		where e.extname = 'pg_stat_statements' and current_setting('pg_stat_statements.max', true) is not null`).Scan(&view).Error
	if err != nil || view == "" {
		return slowest, err
	}
	return slowest, v.DB.WithContext(ctx).Raw(`select s.calls, s.mean_exec_time as mean_ms, s.query from `+view+` s
		join pg_database d on d.oid = s.dbid and d.datname = current_database()
		where s.calls >= ? order by s.mean_exec_time desc, s.queryid limit 1`, slowCalls).Scan(&slowest).Error
}

func (s statement) judge() Finding {
	mean := time.Duration(s.MeanMS * float64(time.Millisecond))
	switch {
	case s.Calls == 0:
		return good("Nenhuma há mais de 1 minuto")
	case mean < quickMean:
		return good("Nenhuma acima de 200 ms em média")
	}
	says := "A mais demorada leva " + seconds(mean) + " em média, em " + fmtbr.Plural(s.Calls, "chamada", "chamadas")
	if mean < slowMean {
		return good(says)
	}
	found := watch(says, "A página ou a tarefa que a faz está lenta. Envie a consulta, que não tem dados de pessoas, a quem mantém o programa.")
	found.Record = texts.Shorten(strings.Join(strings.Fields(s.Query), " "), recordLength)
	return found
}

// lagWatched is the delay of a replica after which a failure of the first server loses much.
const lagWatched = time.Minute

// selectReplicas leaves out who keeps the log beside the copies, and copies that are being made.
const selectReplicas = `select count(*), coalesce(max(extract(epoch from replay_lag)), 0) from pg_stat_replication r
	where r.state <> 'backup' and not exists (select from pg_replication_slots where active_pid = r.pid and slot_name = ?)`

func (v visit) replicas(ctx context.Context) (Finding, error) {
	var count int
	var lag float64
	err := db.ScanRow(v.DB.WithContext(ctx).Raw(selectReplicas, walarchive.Slot), &count, &lag)
	if err != nil {
		return Finding{}, err
	}
	return judgeReplicas(count, time.Duration(lag*float64(time.Second))), nil
}

func judgeReplicas(count int, lag time.Duration) Finding {
	if count == 0 {
		return good("Não usada")
	}
	says := fmtbr.Plural(count, "réplica", "réplicas") + ", atraso de " + fmtbr.Elapsed(lag)
	if lag > lagWatched {
		return watch(says, "Confira a rede entre os servidores e o disco da réplica.")
	}
	return good(says)
}
