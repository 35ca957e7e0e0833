package signing

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/models/types/publiccode"
)

// Tab is a tab of the list of contracts.
type Tab string

// The tabs; the zero value has all contracts.
const (
	TabToSign Tab = "to_sign"
	// TabExpiring are the contracts to sign whose link ends within 7 days.
	TabExpiring  Tab = "expiring"
	TabExpired   Tab = "expired"
	TabCompleted Tab = "completed"
	// TabOutdated are the current contracts of associates that are of an earlier version than the published one, without
	// those who have a pending contract: these were asked already.
	TabOutdated Tab = "outdated"
	TabVoided   Tab = "voided"
)

// Tabs returns the tabs in their order.
func Tabs() []Tab {
	return []Tab{TabToSign, TabExpiring, TabExpired, TabCompleted, TabOutdated, TabVoided}
}

// tabConditions are the conditions of the tabs; @now is the time of the request.
var tabConditions = map[Tab]string{
	TabToSign:    "status = 'pending' and signing_expires > @now",
	TabExpiring:  "status = 'pending' and signing_expires > @now and signing_expires <= cast(@now as timestamptz) + interval '7 days'",
	TabExpired:   "status = 'pending' and signing_expires <= @now",
	TabCompleted: "status = 'completed'",
	TabOutdated:  isOutdated,
	TabVoided:    "status = 'voided'",
}

// isOutdated is the condition of a contract that is its associate's current one and of an earlier version, with none pending.
const isOutdated = `status = 'completed' and exists (select 1 from users u where u.adhesion_term = contracts.id)
	and not exists (select 1 from contracts p where p.user_code = contracts.user_code and p.status = 'pending')
	and exists (select 1 from sign_templates t where t.kind = contracts.kind and t.current_version_id is not null
		and t.current_version_id is distinct from contracts.template_version_id)`

// Sort is an order of the list; a minus before it reverses it. The zero value is newest first.
type Sort string

func (s Sort) sql() (order string, known bool) {
	order, known = map[Sort]string{
		"":         newestFirst,
		"-created": newestFirst,
		"created":  "date_created, id",
		"name":     "fold(signer_name), id",
		"-name":    "fold(signer_name) desc, id desc",
	}[s]
	return order, known
}

// ListInput is the query of a list of contracts. An empty field does not filter.
type ListInput struct {
	page.Window
	Status Status `json:"status" form:"status"`

	// The other fields are for list pages.

	Tab Tab
	// IDs limits the list to these contracts.
	IDs []uuid.UUID
	// Q is searched in the names, the e-mail, the CPF and the public code.
	Q    string
	Kind Kind
	// Version is the number of a template's version.
	Version int
	// From and To are civil days of the creation in the association's time zone, both included.
	From, To string
	// Period is a named period, combined with From and To.
	Period civil.Period
	Sort   Sort
}

// List returns a page of the contracts that the caller may see. It returns 400 VALIDATION_ERROR for an invalid filter.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (page.Of[Contract], error) {
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Contract]{}, err
	}
	filtered, err := input.filter(ctx, tx, by)
	if err != nil {
		return page.Of[Contract]{}, err
	}
	order, _ := input.Sort.sql()
	// The text of the contracts is large and not part of a list.
	found, err := db.ReadPage[Contract](tx.WithContext(ctx).Model(&Contract{}).Scopes(visibleTo(by)), filtered.Omit("content_json"), window,
		order)
	if err != nil {
		return found, err
	}
	return found, markUndelivered(ctx, tx, found.Items)
}

// Each calls take with every contract that List would find, in the same order.
func Each(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, take func(Contract) error) error {
	filtered, err := input.filter(ctx, tx, by)
	if err != nil {
		return err
	}
	order, _ := input.Sort.sql()
	return db.Each(filtered.Omit("content_json").Order(order), take)
}

// Count counts the contracts that List would find, up to a limit.
func Count(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, limit int) (page.Counted, error) {
	filtered, err := input.filter(ctx, tx, by)
	if err != nil {
		return page.Counted{}, err
	}
	return db.CountUpTo(filtered, limit)
}

// SelectToSign selects the contracts of TabToSign that the caller may see, for use in other statements.
func SelectToSign(tx *db.DB, by auth.Caller) *db.DB {
	return tx.Model(&Contract{}).Scopes(visibleTo(by)).Where(tabCondition(TabToSign, by.Now))
}

// CountTabs counts the contracts that the caller may see and that match the filters, without their tab, for each tab; the
// empty one counts all.
func CountTabs(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (map[Tab]int, error) {
	input.Tab = ""
	filtered, err := input.filter(ctx, tx, by)
	if err != nil {
		return nil, err
	}
	columns := []string{"count(*)"}
	for _, tab := range Tabs() {
		columns = append(columns, "count(*) filter (where "+tabConditions[tab]+")")
	}
	counts := make([]int, len(columns))
	into := make([]any, len(columns))
	for i := range counts {
		into[i] = &counts[i]
	}
	if err := db.ScanRow(filtered.Select(strings.Join(columns, ", "), map[string]any{"now": by.Now}), into...); err != nil {
		return nil, err
	}
	counted := map[Tab]int{"": counts[0]}
	for i, tab := range Tabs() {
		counted[tab] = counts[i+1]
	}
	return counted, nil
}

func (in ListInput) validate() error {
	var p errs.Problems
	_, isKnown := in.Sort.sql()
	p.Require(isKnown, "sort", "a lista não tem esta ordem")
	p.Require(in.Status == "" || slices.Contains(Status("").Values(), string(in.Status)), "status", "deve ser pending, completed ou voided")
	p.Require(in.Tab == "" || slices.Contains(Tabs(), in.Tab), "tab", "a lista não tem esta aba")
	p.Require(in.From == "" || civil.IsDay(in.From), "from", "deve ser um dia")
	p.Require(in.To == "" || civil.IsDay(in.To), "to", "deve ser um dia")
	return p.Err()
}

func (in ListInput) filter(ctx context.Context, tx *db.DB, by auth.Caller) (*db.DB, error) {
	if err := in.validate(); err != nil {
		return nil, err
	}
	query := db.Unprepared(tx.WithContext(ctx)).Model(&Contract{}).Scopes(visibleTo(by))
	if typed := strings.TrimSpace(in.Q); typed != "" {
		query = matching(query, by, typed)
	}
	if len(in.IDs) > 0 {
		query = query.Where("id in ?", in.IDs)
	}
	if in.Status != "" {
		query = query.Where("status = ?", in.Status)
	}
	if in.Tab != "" {
		query = query.Where(tabCondition(in.Tab, by.Now))
	}
	if in.Kind != "" {
		query = query.Where("kind = ?", in.Kind)
	}
	if in.Version != 0 {
		query = query.Where("template_version_number = ?", in.Version)
	}
	created, err := settings.SpanOf(ctx, tx, civil.Days{From: in.From, To: in.To, Period: in.Period}, by.Now)
	return db.InSpan(query, "date_created", created), err
}

func tabCondition(tab Tab, now time.Time) clause.NamedExpr {
	return clause.NamedExpr{SQL: tabConditions[tab], Vars: []any{map[string]any{"now": now}}}
}

// withoutCPF is the searched text without CPF, for callers from whom lists hide it.
const withoutCPF = "(signer_name || ' ' || coalesce(patient_name, '') || ' ' || coalesce(email_account, '') || ' ' || public_code)"

// matching limits the query to the contract of a public code, else to those that contain the words.
func matching(query *db.DB, by auth.Caller, words string) *db.DB {
	if code := publiccode.Parse(words); code != "" {
		return query.Where("public_code = ?", code)
	}
	for _, word := range page.Terms(words) {
		if by.Hides(auth.CPF) && brdoc.IsPartOfCPF(word) {
			query = query.Where("strpos("+withoutCPF+", ?) > 0", word)
		}
	}
	return db.Matching(query, "search_text", words)
}
