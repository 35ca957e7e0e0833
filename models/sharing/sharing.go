// Package sharing lists everything that leaves the program: webhooks, tokens, exports, letters and the calendar outside, with how often in
// each month. Triggers keep the counts as things leave (migrations/derived/sharing.sql); this package reads them.
package sharing

import (
	"context"
	"fmt"
	"time"

	"acolhe/models/platform/area"
	"acolhe/models/platform/db"
	"acolhe/models/platform/personal"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

// Area declares what sharing brings to the program.
func Area(area.Env) area.Area {
	return area.Area{Tables: []string{"sharing_months"}, Personal: []personal.Table{personal.Plain("sharing_months", "kind source")}}
}

// Kind is a way in which data leave.
type Kind string

// The kinds, in the order of the page.
const (
	Webhook  Kind = "webhook"
	Token    Kind = "token"
	Export   Kind = "export"
	Mail     Kind = "mail"
	Calendar Kind = "calendar"
)

// Kinds returns the kinds in the order of the page.
func Kinds() []Kind { return []Kind{Webhook, Token, Export, Mail, Calendar} }

// Source is where data go: a webhook, a token, a list, a kind of letter, the calendar.
type Source struct {
	Kind Kind
	// Key is the id of a webhook or token, the list, or the kind of a letter.
	Key, Name string
	// IsOn reports whether data may leave now; WithoutHealth that columns about health do not.
	IsOn, WithoutHealth bool
	// Months are the counts, the current month last; Sum is that of all months shown.
	Months []int64
	Sum    int64
}

// shownMonths is the number of months of a page.
const shownMonths = 6

// Months returns the months of a page, the current one last.
func Months(today civil.Date) (months []civil.Month) {
	current := civil.MonthOf(today.In(time.UTC))
	for i := shownMonths - 1; i >= 0; i-- {
		months = append(months, current.Add(-i))
	}
	return months
}

const sources = `with known as (
	select 'webhook' as kind, id::text as key, name, enabled as is_on, without_health from webhook_endpoints
	union all select 'token', id::text, name, revoked_at is null and (expires_at is null or expires_at > @now), without_health from users_api
	union all select distinct kind, source, source, true, false from sharing_months where kind in ('export', 'mail', 'calendar'))
select known.*, m.month, coalesce(m.count, 0) as count from known
left join sharing_months m on m.kind = known.kind and m.source = known.key and m.month >= @first
where known.is_on or m.count > 0 order by known.name, known.key, m.month`

// List returns the sources that are on, or from which something left in the months of the page, for an administrator; else 403
// FORBIDDEN. Names of lists and letters are their keys.
func List(ctx context.Context, tx *db.DB, by auth.Caller, today civil.Date) (found []Source, err error) {
	if !access.IsAdministrator(by) {
		return nil, errs.Forbidden("Só quem administra o Acolhe vê com quem compartilhamos.")
	}
	months := Months(today)
	var rows []struct {
		Kind                Kind
		Key, Name           string
		IsOn, WithoutHealth bool
		Month               *civil.Month
		Count               int64
	}
	if err := tx.WithContext(ctx).Raw(sources, map[string]any{"now": by.Now, "first": months[0]}).Scan(&rows).Error; err != nil {
		return nil, err
	}
	places := map[string]int{}
	for _, row := range rows {
		name := fmt.Sprint(row.Kind, " ", row.Key)
		place, isKnown := places[name]
		if !isKnown {
			place = len(found)
			places[name] = place
			found = append(found, Source{Kind: row.Kind, Key: row.Key, Name: row.Name, IsOn: row.IsOn, WithoutHealth: row.WithoutHealth,
				Months: make([]int64, shownMonths)})
		}
		for i, month := range months {
			if row.Month != nil && *row.Month == month {
				found[place].Months[i] = row.Count
				found[place].Sum += row.Count
			}
		}
	}
	return found, nil
}
