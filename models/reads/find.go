package reads

import (
	"context"
	"slices"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// Entry is a read in a list.
type Entry struct {
	ID         int64     `gorm:"primaryKey"`
	SeenAt     time.Time `gorm:"column:seen_at"`
	ViewerKind auth.Kind `gorm:"column:viewer_kind"`
	ViewerID   int64     `gorm:"column:viewer_id"`
	// ViewerName is the name of the operator or token at the time of the read, or the current name of the associate.
	ViewerName string  `gorm:"column:viewer_name"`
	ViewerRole string  `gorm:"column:viewer_role"`
	Subject    string  `gorm:"column:subject"`
	SubjectKey string  `gorm:"column:subject_key"`
	People     int     `gorm:"column:people"`
	Part       string  `gorm:"column:part"`
	Channel    string  `gorm:"column:channel"`
	Reason     string  `gorm:"column:reason"`
	IP         *string `gorm:"column:ip"`
	PersonID   *int64  `gorm:"column:person_id"`
	// PersonName is the current name; empty for a list, and for a person who was erased.
	PersonName string `gorm:"column:person_name"`
}

// TableName returns the name of the table.
func (Entry) TableName() string { return "reads" }

// IsOwn reports whether the person saw their own data.
func (e Entry) IsOwn() bool {
	return e.ViewerKind == auth.Associate && e.PersonID != nil && *e.PersonID == e.ViewerID
}

const (
	newestFirst = "reads.seen_at desc, reads.id desc"
	entries     = `reads.id, reads.seen_at, reads.viewer_kind, reads.viewer_id, reads.viewer_role, reads.subject, reads.subject_key, reads.people, reads.part, reads.channel,
		reads.reason, host(reads.ip) as ip, reads.person_id,
		coalesce(nullif(trim(person.associate_name), ''), nullif(trim(coalesce(person.name, '') || ' ' || coalesce(person.last_name, '')), ''), '') as person_name,
		case when reads.viewer_kind = 'associate' then coalesce((select coalesce(nullif(trim(associate_name), ''), trim(coalesce(name, '') || ' ' || coalesce(last_name, '')))
			from users where id = reads.viewer_id), '') else reads.viewer_name end as viewer_name`
	// notContained excludes the records of a list, of which the row of the list remains. The reads of a person include them.
	notContained = `(reads.subject_key = '' or not starts_with(reads.subject, '` + listPrefix + `'))`
	// maxNamed is the number of people and of operators whose reads a search by name finds.
	maxNamed = 200
)

// ListInput is the input of List.
type ListInput struct {
	page.Window
	// Q is searched in the names of who saw and of who was seen.
	Q string
	// Channel is "page", "api", "file" or "export"; empty for any.
	Channel string
	// Kind is the kind of who saw; empty for any.
	Kind auth.Kind
	// Viewer is the id of an operator; 0 for anybody.
	Viewer int64
	// From and To are days (2026-11-20) in the association's time zone, both included.
	From, To string
}

// List returns the reads, newest first. A caller who is not an administrator sees none. It returns 400 VALIDATION_ERROR for an
// unknown channel or kind and for an invalid day.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (page.Of[Entry], error) {
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Entry]{}, err
	}
	filtered, err := input.filter(ctx, tx, by)
	if err != nil {
		return page.Of[Entry]{}, err
	}
	return db.ReadPage[Entry](visible(ctx, tx, by), withNames(filtered), window, newestFirst)
}

// Count counts the reads that List returns to the caller, up to a limit.
func Count(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, limit int) (page.Counted, error) {
	filtered, err := input.filter(ctx, tx, by)
	if err != nil {
		return page.Counted{}, err
	}
	return db.CountUpTo(filtered, limit)
}

func visible(ctx context.Context, tx *db.DB, by auth.Caller) *db.DB {
	return db.AdministratorsOnly(tx.WithContext(ctx).Model(&Entry{}), by)
}

func withNames(query *db.DB) *db.DB {
	return query.Joins("left join users person on person.id = reads.person_id").Select(entries)
}

func (in ListInput) filter(ctx context.Context, tx *db.DB, by auth.Caller) (*db.DB, error) {
	var problems errs.Problems
	problems.Require(in.Channel == "" || slices.Contains([]string{"page", "api", "file", "export"}, in.Channel), "channel",
		"deve ser uma das formas de ver")
	problems.Require(in.Kind == "" || slices.Contains([]auth.Kind{auth.Operator, auth.Associate, auth.Token}, in.Kind), "kind",
		"deve ser quem pode ver")
	query := visible(ctx, tx, by)
	if in.Q == "" {
		query = query.Where(notContained)
	}
	if in.Channel != "" {
		query = query.Where("reads.channel = ?", in.Channel)
	}
	if in.Kind != "" {
		query = query.Where("reads.viewer_kind = ?", in.Kind)
	}
	if in.Viewer != 0 {
		query = query.Where("reads.viewer_kind = 'operator' and reads.viewer_id = ?", in.Viewer)
	}
	query, err := in.named(ctx, tx, query)
	if err != nil {
		return nil, err
	}
	return in.between(ctx, tx, query, &problems)
}

// named keeps the reads of the people whose names the search matches, as who saw or as who was seen.
func (in ListInput) named(ctx context.Context, tx, query *db.DB) (*db.DB, error) {
	if in.Q == "" {
		return query, nil
	}
	var people, operators []int64
	if err := db.Matching(tx.WithContext(ctx).Table("users"), "search_text", in.Q).Order("id").Limit(maxNamed).Pluck("id", &people).
		Error; err != nil {
		return nil, err
	}
	if err := db.Matching(tx.WithContext(ctx).Table("system_users"), "search_text", in.Q).Order("id").Limit(maxNamed).Pluck("id", &operators).
		Error; err != nil {
		return nil, err
	}
	return query.Where(`(reads.person_id in @people or (reads.viewer_kind = 'operator' and reads.viewer_id in @operators
		or reads.viewer_kind = 'associate' and reads.viewer_id in @people) and `+notContained+`)`,
		map[string]any{"people": people, "operators": operators}), nil
}

// between keeps the reads of the period; days begin at midnight in the association's zone.
func (in ListInput) between(ctx context.Context, tx, query *db.DB, problems *errs.Problems) (*db.DB, error) {
	location, err := settings.Location(ctx, tx)
	if err != nil {
		return nil, err
	}
	day := func(path, text string) time.Time {
		begins, err := time.ParseInLocation(time.DateOnly, text, location)
		problems.Require(text == "" || err == nil, path, "deve ser um dia, como 2026-11-20")
		return begins
	}
	from, to := day("from", in.From), day("to", in.To)
	if !from.IsZero() {
		query = query.Where("reads.seen_at >= ?", from)
	}
	if !to.IsZero() {
		query = query.Where("reads.seen_at < ?", to.AddDate(0, 0, 1))
	}
	return query, problems.Err()
}

// OfPerson returns who saw the data of an associate, of records joined with it and of their patients, newest first, at most limit reads. Administrators
// and the roles of settings.SeeReads see those of everybody, associates their own; any other caller sees none.
func OfPerson(ctx context.Context, tx *db.DB, by auth.Caller, id int64, limit int) ([]Entry, error) {
	query := withNames(tx.WithContext(ctx).Model(&Entry{})).
		Where(`reads.person_id in (select u.id from users u where u.id = @id or u.responsible_code = (select user_code from users where id = @id)
			union all select gone_id from associate_aliases where kept_id = @id or kept_id in (select p.id from users p where p.responsible_code = (select user_code from users where id = @id)))`,
			map[string]any{"id": id})
	isAllowed, err := settings.MaySeeReads(ctx, tx, by)
	if err != nil {
		return nil, err
	}
	query = db.Allowed(isAllowed || by.Kind == auth.Associate && id == by.ID)(query)
	return db.Collect[Entry](query.Order(newestFirst).Limit(limit))
}
