package security

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// newestFirst is the order of the list of events.
const newestFirst = "date_created desc, id desc"

// Group is a group of kinds, a tab of the list.
type Group string

// The groups. Refused logins belong to Logins and to Refusals.
const (
	Logins    Group = "logins"
	Refusals  Group = "refusals"
	Passwords Group = "passwords"
	Operators Group = "operators"
	Tokens    Group = "tokens"
	Configs   Group = "configs"
	Removals  Group = "removals"
	Lists     Group = "lists"
	Contracts Group = "contracts"
	Reads     Group = "reads"
)

// Groups returns the groups in the order of the list's tabs.
func Groups() []Group {
	return []Group{Logins, Refusals, Passwords, Operators, Tokens, Configs, Removals, Lists, Contracts, Reads}
}

// Kinds returns the kinds of a group; an unknown group has no kinds.
func (g Group) Kinds() []Kind {
	if g == Refusals {
		return []Kind{LoginFailed, LoginLimited}
	}
	areas := map[Group][]string{
		Logins: {"login", "associate"}, Passwords: {"password", "second_factor"}, Operators: {"operator"}, Tokens: {"token"},
		Configs:  {"config", "storage", "seal", "service", "webhook", "analytics"},
		Removals: {"order", "sample", "joining"}, Lists: {"list"}, Contracts: {"contract"}, Reads: {"log"},
	}[g]
	return slices.DeleteFunc(Kinds(), func(kind Kind) bool {
		area, _, _ := strings.Cut(string(kind), ".")
		return !slices.Contains(areas, area)
	})
}

// Entry is a row of security_events in a list.
type Entry struct {
	ID        int64   `gorm:"primaryKey"`
	Kind      Kind    `gorm:"column:kind"`
	ActorKind string  `gorm:"column:actor_kind"`
	ActorCode *string `gorm:"column:actor_code"`
	ActorName *string `gorm:"column:actor_name"`
	Subject   string  `gorm:"column:subject"`
	// SubjectName is the current name of the operator or associate whose user_code is the subject;
	// else empty.
	SubjectName string         `gorm:"-"`
	IP          *string        `gorm:"column:ip"`
	UserAgent   string         `gorm:"column:user_agent"`
	Details     map[string]any `gorm:"serializer:json"`
	DateCreated time.Time      `gorm:"column:date_created"`
}

// TableName returns the name of the table.
func (Entry) TableName() string { return "security_events" }

// ListInput is the input of List.
type ListInput struct {
	page.Window
	Group Group
	// Subject is that of the events; empty for any.
	Subject string
	// Q is searched in the actor's name, the subject and the IP address.
	Q string
	// From and To are days (2026-11-20) in the association's time zone, both included.
	From, To string
}

// List returns the events, newest first. A caller who is not an administrator sees none. It
// returns 400 VALIDATION_ERROR for an unknown group and for an invalid day.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (page.Of[Entry], error) {
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Entry]{}, err
	}
	filtered, err := input.filter(ctx, tx, by)
	if err != nil {
		return page.Of[Entry]{}, err
	}
	found, err := db.ReadPage[Entry](visible(ctx, tx, by), filtered, window, newestFirst)
	if err != nil {
		return found, err
	}
	return found, loadSubjectNames(ctx, tx, found.Items)
}

// Count counts the events that List returns to the caller, up to a limit.
func Count(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, limit int) (page.Counted, error) {
	filtered, err := input.filter(ctx, tx, by)
	if err != nil {
		return page.Counted{}, err
	}
	return db.CountUpTo(filtered, limit)
}

// visible returns the events that the caller may see.
func visible(ctx context.Context, tx *db.DB, by auth.Caller) *db.DB {
	return db.AdministratorsOnly(tx.WithContext(ctx).Model(&Entry{}), by)
}

func (in ListInput) filter(ctx context.Context, tx *db.DB, by auth.Caller) (*db.DB, error) {
	query := filterByTerms(visible(ctx, tx, by), in.Q)
	if in.Group != "" {
		if !slices.Contains(Groups(), in.Group) {
			return nil, errs.Invalid("group", "deve ser um dos grupos de eventos")
		}
		query = query.Where("kind in ?", in.Group.Kinds())
	}
	if in.Subject != "" {
		query = query.Where("subject = ?", in.Subject)
	}
	return filterByPeriod(ctx, tx, query, in)
}

// filterByTerms searches the terms in the actor's name, the subject, the name of the subject's
// operator, and the IP address.
func filterByTerms(query *db.DB, words string) *db.DB {
	if page.HasNoTerms(words) {
		return query.Where("false")
	}
	for _, word := range page.SearchTerms(words) {
		query = query.Where(`(fold(coalesce(actor_name, '') || ' ' || coalesce(subject, '')) like '%' || fold(@word) || '%'
			or host(ip) like @word || '%'
			or subject in (select user_code::text from system_users where fold(name || ' ' || last_name || ' ' || email) like '%' || fold(@word) || '%'))`,
			map[string]any{"word": word})
	}
	return query
}

// filterByPeriod keeps the events of the period; days begin at midnight in the association's zone.
func filterByPeriod(ctx context.Context, tx, query *db.DB, input ListInput) (*db.DB, error) {
	if input.From == "" && input.To == "" {
		return query, nil
	}
	location, err := settings.Location(ctx, tx)
	if err != nil {
		return nil, err
	}
	var problems errs.Problems
	day := func(path, text string) time.Time {
		begins, err := time.ParseInLocation(time.DateOnly, text, location)
		problems.Require(text == "" || err == nil, path, "deve ser um dia, como 2026-11-20")
		return begins
	}
	from, to := day("from", input.From), day("to", input.To)
	if !from.IsZero() {
		query = query.Where("date_created >= ?", from)
	}
	if !to.IsZero() {
		query = query.Where("date_created < ?", to.AddDate(0, 0, 1))
	}
	return query, problems.Err()
}

// loadSubjectNames sets SubjectName where the subject is a user_code.
func loadSubjectNames(ctx context.Context, tx *db.DB, entries []Entry) error {
	var codes []string
	for _, entry := range entries {
		if uuid.Validate(entry.Subject) == nil {
			codes = append(codes, entry.Subject)
		}
	}
	if len(codes) == 0 {
		return nil
	}
	var rows []struct{ Code, Name string }
	err := tx.WithContext(ctx).Raw(`select user_code::text as code, trim(name || ' ' || last_name) as name from system_users where user_code in @codes
		union all select user_code::text, coalesce(associate_name, trim(coalesce(name, '') || ' ' || coalesce(last_name, '')), '') from users where user_code in @codes`,
		map[string]any{"codes": codes}).Scan(&rows).Error
	names := map[string]string{}
	for _, row := range rows {
		names[row.Code] = row.Name
	}
	for i := range entries {
		entries[i].SubjectName = names[strings.ToLower(entries[i].Subject)]
	}
	return err
}
