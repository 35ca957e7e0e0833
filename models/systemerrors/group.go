package systemerrors

import (
	"time"

	"acolhe/models/platform/db"
)

// Status is whether a group needs somebody.
type Status string

// The statuses. A fixed group is open again with its next event, an ignored one stays ignored.
const (
	Open    Status = "open"
	Fixed   Status = "fixed"
	Ignored Status = "ignored"
)

// Statuses returns the statuses in the order of the list's tabs.
func Statuses() []Status { return []Status{Open, Fixed, Ignored} }

// Values returns the statuses as text, for the API document.
func (Status) Values() []string { return []string{string(Open), string(Fixed), string(Ignored)} }

// overflow is the message of the group that takes the events of new causes when there are maxGroups of a source.
const overflow = "Outros erros: há causas demais para separar"

// add counts an event in its group, and opens a fixed one again.
const add = `update system_error_groups set events_count = events_count + 1, last_seen = greatest(last_seen, @now), path = @path,
	last_release = coalesce(@release, last_release), level = @level,
	reopened_at = case when status = 'fixed' then cast(@now as timestamptz) else reopened_at end, status = case when status = 'fixed' then 'open' else status end
	where error_hash = @hash`

// found begins a group unless there are too many. A concurrent request may have begun it.
const found = `insert into system_error_groups as known (error_hash, message, level, source, place, path, last_release, events_count, first_seen, last_seen)
	select @hash, @message, @level, @source, @place, @path, cast(@release as text), 1, @now, @now
	where @most = 0 or (select count(*) from system_error_groups where source = @source) < @most
	on conflict (error_hash) do update set events_count = known.events_count + 1, last_seen = greatest(known.last_seen, excluded.last_seen)`

// join counts the event in its group, in a new one, or in that of all others.
func (e *event) join(tx *db.DB) error {
	updated := tx.Exec(add, e.named(maxGroups))
	if updated.Error != nil || updated.RowsAffected > 0 {
		return updated.Error
	}
	created := tx.Exec(found, e.named(maxGroups))
	if created.Error != nil || created.RowsAffected > 0 {
		return created.Error
	}
	e.Place, e.Path, e.ErrorHash = "", "", fingerprint(e.Source, overflow, "")
	arguments := e.named(0)
	arguments["message"] = overflow
	if updated := tx.Exec(add, arguments); updated.Error != nil || updated.RowsAffected > 0 {
		return updated.Error
	}
	return tx.Exec(found, arguments).Error
}

// named returns the arguments of the statements; most 0 begins a group however many there are.
func (e *event) named(most int) map[string]any {
	return map[string]any{"hash": e.ErrorHash, "message": e.Message, "level": e.Level, "source": e.Source, "place": e.Place, "path": e.Path,
		"release": e.Release, "now": e.DateCreated, "most": most}
}

// count counts the event by hour and by release, and keeps the latest samples of the group.
func (e *event) count(tx *db.DB) error {
	statements := []struct {
		sql       string
		arguments []any
	}{
		{`insert into system_error_hours as counted (error_hash, hour, events) values (?, ?, 1)
			on conflict (error_hash, hour) do update set events = counted.events + 1`, []any{e.ErrorHash, e.DateCreated.UTC().Truncate(time.Hour)}},
		{`insert into system_error_releases as counted (error_hash, release, events, first_seen) select @hash, cast(@release as text), 1, @now
			where cast(@release as text) is not null and (exists (select from system_error_releases where error_hash = @hash and release = @release)
				or (select count(*) from system_error_releases where error_hash = @hash) < @most)
			on conflict (error_hash, release) do update set events = counted.events + 1`,
			[]any{map[string]any{"hash": e.ErrorHash, "release": e.Release, "now": e.DateCreated, "most": maxReleases}}},
		{"delete from system_errors where error_hash = @hash and id in (select id from system_errors where error_hash = @hash order by date_created desc, id desc offset @most)",
			[]any{map[string]any{"hash": e.ErrorHash, "most": maxSamples}}},
	}
	for _, statement := range statements {
		if err := tx.Exec(statement.sql, statement.arguments...).Error; err != nil {
			return err
		}
	}
	return nil
}

// Group is the events of one cause.
type Group struct {
	ErrorHash string `json:"error_hash" gorm:"primaryKey"`
	Status    Status `json:"status"`
	Message   string `json:"message"`
	Level     Level  `json:"level"`
	Source    Source `json:"source"`
	// Place is the first own frame, Path the page or route of the latest event without ids.
	Place string `json:"place"`
	Path  string `json:"path"`
	// Count is the number of events in the asked period, People that of different people among the kept samples.
	Count           int64      `json:"count"`
	People          int64      `json:"people"`
	EventsCount     int64      `json:"events_count"`
	FirstSeen       time.Time  `json:"first_seen"`
	LastSeen        time.Time  `json:"last_seen"`
	LastRelease     *string    `json:"last_release"`
	ResolvedAt      *time.Time `json:"resolved_at"`
	ResolvedRelease *string    `json:"resolved_release"`
	ReopenedAt      *time.Time `json:"reopened_at"`
	// ResolvedBy is the name of who set the status last.
	ResolvedBy *string `json:"resolved_by"`
}

// TableName returns the name of the table.
func (Group) TableName() string { return "system_error_groups" }

// HasComeBack reports whether the group was fixed and is open again.
func (g Group) HasComeBack() bool { return g.Status == Open && g.ReopenedAt != nil }

// groupsSince selects the columns of Group, with the events from a time on.
func groupsSince(query *db.DB, since time.Time) *db.DB {
	return query.Select(`system_error_groups.*,
		(select coalesce(sum(events), 0) from system_error_hours h where h.error_hash = system_error_groups.error_hash and h.hour >= ?) as count,
		(select count(distinct user_code) from system_errors e where e.error_hash = system_error_groups.error_hash) as people,
		(select trim(u.name || ' ' || u.last_name) from system_users u where u.user_code = system_error_groups.resolved_by) as resolved_by`,
		since.UTC().Truncate(time.Hour))
}
