// Package sessions stores the sessions of operators and associates: a row for each device, with the hash of its token.
// The columns session_token and session_expires of a person hold the latest live session. Roles and status are read
// from the person's row at each request, so that a change is effective from the next request on.
package sessions

import (
	"context"
	"encoding/json"
	"errors"
	"net/netip"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/db"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/settings"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
)

// maxDevices is the maximum number of live sessions of a person; one more ends the oldest (decisions.md,
// "Authentication").
const maxDevices = 20

// Store implements scs.CtxStore for the sessions of one kind of person.
type Store struct {
	pool *db.Pool
	// reads returns the pool for reading a session: that of the replica while the primary is away.
	reads func(context.Context) *db.Pool
	tx    *db.DB
	now   func() time.Time
	people
	// find is the SQL statement that returns the person of a live session. Every request runs it, so it uses pgx
	// directly: GORM would cost more than many of the request's queries.
	find string
}

// people describes the table of a kind of person. The names and the condition are SQL of the program, never input.
type people struct {
	kind          auth.Kind
	table, column string
	// allowed is the condition under which a person may sign in.
	allowed string
	limits  Limits
}

func peopleOf(kind auth.Kind) people {
	if kind == auth.Associate {
		return people{kind: kind, table: "users", column: "associate_id", allowed: "p.status <> 'patient'", limits: AssociateLimits}
	}
	return people{kind: auth.Operator, table: "system_users", column: "operator_id", allowed: "p.status = 'active'", limits: OperatorLimits}
}

// Operators returns the store of operators' sessions; those of inactive operators are not valid.
func Operators(connection *db.Connection, now func() time.Time) Store {
	return newStore(connection, now, peopleOf(auth.Operator),
		"p.name, p.last_name, p.email, p.permissions, coalesce(p.internal_code, ''), "+
			"(select value from system_configs where system = 'system' and key = 'role_pages'), p.second_step_at is not null, p.second_step_due, "+
			"(select value from system_configs where system = 'system' and key = 'second_step_roles'), "+
			"(select jsonb_object_agg(key, value) from system_configs where system = 'access' and "+
			"key in ('hide_cpf', 'hide_address', 'hide_health', 'ask_reason'))")
}

// Associates returns the store of associates' sessions; patients cannot have one.
func Associates(connection *db.Connection, now func() time.Time) Store {
	return newStore(connection, now, peopleOf(auth.Associate),
		"coalesce(nullif(p.name, ''), p.associate_name, ''), coalesce(p.last_name, ''), coalesce(p.email_account, ''), '[]'::jsonb, '', null::jsonb, false, "+
			"null::timestamptz, null::jsonb, null::jsonb")
}

func newStore(connection *db.Connection, now func() time.Time, who people, columns string) Store {
	return Store{pool: connection.Pool, reads: connection.PoolFor, tx: connection.DB, now: now, people: who,
		find: "select s.id, s.date_created, s.expires_at, s.last_used_at, s.confirmed_at, s.is_shared, " +
			valueOf(who.limits.IdleHours) + ", " + valueOf(who.limits.Days) + ", p.id, p.user_code::text, " + columns +
			" from sessions s join " + who.table + " p on p.id = s." + who.column +
			" where s.token = $1 and s.ended_at is null and s.expires_at > $2 and " + who.allowed}
}

// valueOf is the subquery of the stored value of a key.
func valueOf(key settings.Key[int]) string {
	return "(select value from system_configs where system = '" + key.System + "' and key = '" + key.Name + "')"
}

// Live is a live session: its person, expiry and last use. The zero value is none.
type Live struct {
	By            auth.Caller
	Expires, Used time.Time
}

// FindLive returns the live session of the token; the zero value without one.
func (s Store) FindLive(ctx context.Context, token string) (Live, error) {
	by := auth.Caller{Kind: s.kind}
	var found Live
	var rolePages, stepRoles, idleHours, days []byte
	var accessKeys map[string]json.RawMessage
	var confirmed, due *time.Time
	var opened time.Time
	err := s.reads(ctx).QueryRow(ctx, s.find, secret.Hash(token), s.now()).
		Scan(&by.Session, &opened, &found.Expires, &found.Used, &confirmed, &by.IsShared, &idleHours, &days, &by.ID, &by.Code, &by.Name, &by.LastName,
			&by.Email, &by.Roles, &by.InternalCode, &rolePages, &by.SecondStep.IsOn, &due, &stepRoles, &accessKeys)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && s.limits.isOver(s.now(), opened, found.Used, idleHours, days) {
		return Live{}, nil
	}
	if err != nil {
		return Live{}, db.Translate(err)
	}
	by.Closed, by.Hidden = closedTo(by, rolePages), hiddenFrom(by, accessKeys)
	by.AsksReason = settings.AskReason.Resolve(accessKeys[settings.AskReason.Name])
	by.SecondStep.ConfirmedAt = timeOf(confirmed)
	by.SecondStep.Due, err = s.dueOf(ctx, by, due, stepRoles)
	found.By = by
	return found, err
}

// isOver reports whether the stored limits end a session.
func (l Limits) isOver(now, opened, used time.Time, idleHours, days []byte) bool {
	idle, whole := time.Duration(l.IdleHours.Resolve(idleHours))*time.Hour, time.Duration(l.Days.Resolve(days))*24*time.Hour
	return now.Sub(used) > idle || now.Sub(opened) > whole
}

// FindCtx implements scs.CtxStore.
func (s Store) FindCtx(ctx context.Context, token string) ([]byte, bool, error) {
	found, err := s.FindLive(ctx, token)
	if err != nil || !found.By.IsKnown() {
		return nil, false, err
	}
	raw, err := Codec{}.Encode(found.Expires, map[string]any{personKey: found.By})
	return raw, err == nil, err
}

// closedTo returns the pages that the configuration closes to an operator.
func closedTo(by auth.Caller, stored []byte) []string {
	if by.Kind != auth.Operator {
		return nil
	}
	pages := settings.RolePages.Resolve(stored)
	return slices.DeleteFunc(access.Pages(), func(page string) bool { return pages.Opens(by.Roles, page) })
}

// hiddenFrom returns what the configuration hides from an operator in lists.
func hiddenFrom(by auth.Caller, stored map[string]json.RawMessage) []auth.Private {
	if by.Kind != auth.Operator {
		return nil
	}
	return settings.HiddenFrom(by.Roles, stored)
}

// CommitCtx starts a session of the person until expiry, or stores the expiry and the last use of one.
func (s Store) CommitCtx(ctx context.Context, token string, raw []byte, expiry time.Time) error {
	_, values, err := Codec{}.Decode(raw)
	if err != nil {
		return err
	}
	by, known := values[personKey].(auth.Caller)
	if !known {
		return nil
	}
	write := s.keep
	if values[openedKey] == true {
		write = s.open
	}
	return s.tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		return write(tx, by, secret.Hash(token), expiry)
	})
}

// open stores a new session and ends the oldest beyond maxDevices. It stores none for a person who may not sign in.
func (s Store) open(tx *db.DB, by auth.Caller, token []byte, expiry time.Time) error {
	err := s.lock(tx.Where(s.allowed), by.ID)
	if errs.HasCode(err, errs.CodeNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	err = tx.Table("sessions").Create(map[string]any{
		"token": token, s.column: by.ID, "device": DeviceOf(by.Origin.UserAgent), "ip": address(by.Origin.IP),
		"date_created": by.Now, "last_used_at": by.Now, "expires_at": expiry, "confirmed_at": nullable(by.SecondStep.ConfirmedAt),
		"is_shared": by.IsShared,
	}).Error
	if err != nil {
		return err
	}
	oldest := "id in (select id from sessions where " + s.column +
		" = ? and ended_at is null and expires_at > now() order by date_created desc, id desc offset ?)"
	_, err = s.end(tx, by.ID, Replaced, oldest, by.ID, maxDevices)
	return err
}

// keep stores the expiry and the last use of a live session. It does not restore one that a concurrent request ended.
func (s Store) keep(tx *db.DB, by auth.Caller, token []byte, expiry time.Time) error {
	err := tx.Exec("update "+s.table+" set session_expires = ? where session_token = ? and session_expires <> ?", expiry, token, expiry).Error
	if err != nil {
		return err
	}
	return tx.Exec("update sessions set expires_at = ?, last_used_at = ?, device = ?, ip = ? where token = ? and ended_at is null",
		expiry, by.Now, DeviceOf(by.Origin.UserAgent), address(by.Origin.IP), token).Error
}

// DeleteCtx ends the session of the token after signing out.
func (s Store) DeleteCtx(ctx context.Context, token string) error {
	return s.tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var owners []int64
		mine := tx.Table("sessions").Where("token = ? and "+s.column+" is not null and ended_at is null", secret.Hash(token))
		if err := mine.Limit(1).Pluck(s.column, &owners).Error; err != nil || len(owners) == 0 {
			return err
		}
		_, err := s.end(tx, owners[0], SignedOut, "token = ?", secret.Hash(token))
		return err
	})
}

// Find implements scs.Store.
func (s Store) Find(token string) ([]byte, bool, error) {
	return s.FindCtx(context.Background(), token)
}

// Commit implements scs.Store.
func (s Store) Commit(token string, raw []byte, expiry time.Time) error {
	return s.CommitCtx(context.Background(), token, raw, expiry)
}

// Delete implements scs.Store.
func (s Store) Delete(token string) error { return s.DeleteCtx(context.Background(), token) }

// address returns an IP address as the type inet accepts it: without a zone; nil for any other text.
func address(text string) *string {
	ip, err := netip.ParseAddr(text)
	if err != nil {
		return nil
	}
	plain := ip.WithZone("").String()
	return &plain
}

// LoginQuota is what one address without a session stores by logging in: sessions and security events.
func LoginQuota() ratelimit.Quota { return ratelimit.Quota{Name: "logins", Count: 20_000} }
