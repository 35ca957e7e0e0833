// Package attention keeps which security events an administrator has looked at: those of some kinds need attention until one says
// so. It does not own the events.
package attention

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

const (
	// listedFor is the time for which an event needs attention at most.
	listedFor = 30 * 24 * time.Hour
	// maxListed is the maximum number of listed events.
	maxListed = 20
)

// isSuspect is the condition under which a new device needs attention: an operator's, without the second step.
const isSuspect = "actor_kind = 'operator' and details->>'confirmed' = 'false'"

// Kinds returns the kinds of events that need attention.
func Kinds() []security.Kind {
	return []security.Kind{security.NewDevice, security.DeviceDenied, security.LogBroken, security.LoginLimited, security.TokenLimited, security.ContractTampered,
		security.SecondFactorReset, security.PasskeySuspected}
}

// List returns the events of the last 30 days that nobody has looked at, newest first, at most 20. A caller who is not an
// administrator sees none.
func List(ctx context.Context, tx *db.DB, by auth.Caller) (found []Waiting, err error) {
	waiting := tx.WithContext(ctx).Model(&security.Entry{}).
		Select("security_events.*, coalesce(person.name || ' ' || person.last_name, '') as operator_name, coalesce(person.id, 0) as operator_id").
		Joins("left join system_users person on person.user_code::text = security_events.subject").
		Where("kind in ? and security_events.date_created > ?", Kinds(), by.Now.Add(-listedFor)).
		Where("kind <> ? or "+isSuspect, security.NewDevice).
		Where("not exists (select from security_attention a where a.event_id = security_events.id)").
		Order("security_events.date_created desc, security_events.id desc").Limit(maxListed)
	err = db.AdministratorsOnly(waiting, by).Find(&found).Error
	for i := range found {
		found[i].SubjectName = found[i].OperatorName
	}
	return found, err
}

// Waiting is an event that needs attention, with the operator whom it concerns; OperatorID is 0 for any other subject.
type Waiting struct {
	security.Entry
	OperatorID   int64
	OperatorName string
}

// Look records that the caller has looked at an event, which needs attention no longer. It returns 403 FORBIDDEN, and 404 NOT_FOUND
// for an event that needs none; looking again changes nothing.
func Look(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	if !access.IsAdministrator(by) {
		return errs.Forbidden("Só a administração confere acontecimentos.")
	}
	looked := tx.WithContext(ctx).Exec(`insert into security_attention (event_id, seen_by, date_created)
		select id, ?, ? from security_events where id = ? and kind in ? on conflict (event_id) do update set event_id = excluded.event_id`,
		by.Code, by.Now, id, Kinds())
	if looked.Error == nil && looked.RowsAffected == 0 {
		return errs.NotFound("Este acontecimento não pede atenção.")
	}
	return looked.Error
}
