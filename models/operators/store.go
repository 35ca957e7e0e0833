package operators

import (
	"context"
	"maps"
	"slices"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// administrators are the ids of the active ones, which nobody else changes until the transaction
// ends.
type administrators []int64

// lockAdministrators takes the turn and tells the administrators as they are then.
func lockAdministrators(ctx context.Context, tx *db.DB) (administrators, error) {
	if err := takeTurn(ctx, tx); err != nil {
		return nil, err
	}
	var ids administrators
	err := tx.WithContext(ctx).Raw(`select id from system_users where status = 'active' and permissions @> '["Administrador"]' order by id`).Scan(&ids).Error
	return ids, err
}

// takeTurn lets those who change or remove operators go one after the other, so that two who take
// the role from each other wait instead of both succeeding. Whoever holds rows of operators beside
// takes it before any of them. (Holding the administrators' rows instead would not do: who waited
// for them would not see one that came meanwhile.)
func takeTurn(ctx context.Context, tx *db.DB) error {
	return tx.WithContext(ctx).Exec("select pg_advisory_xact_lock('system_users'::regclass::oid::bigint)").Error
}

// checkWithout answers 409 LAST_ADMIN when no active Administrador is left without this one.
func (a administrators) checkWithout(id int64) error {
	if len(a) > 1 || !slices.Contains(a, id) {
		return nil
	}
	return errs.Conflict(CodeLastAdmin, "Esta é a única conta ativa com o papel Administrador. "+
		"Dê este papel a outra pessoa com conta ativa e tente de novo.")
}

// lock reads an operator and holds the row; an unknown one is 404 NOT_FOUND.
func lock(ctx context.Context, tx *db.DB, id int64) (Operator, error) {
	return db.First[Operator](tx.WithContext(ctx).Clauses(clause.Locking{Strength: "NO KEY UPDATE"}).Where("id = ?", id), errUnknown())
}

// change is an operator as it was and as it is to be.
type change struct{ before, after Operator }

// store writes the columns that differ and records what happened; without a difference it
// does nothing.
func (c *change) store(ctx context.Context, tx *db.DB, by auth.Caller) error {
	fields := c.fields()
	if len(fields) == 0 {
		return nil
	}
	if c.touchesPortal(fields) {
		if err := checkPortal(ctx, tx, c.after); err != nil {
			return err
		}
	}
	c.after.DateUpdated = by.Now
	columns := append(fields, "date_updated")
	if c.closesDoors(fields) {
		c.after.InviteToken, c.after.InviteExpires = nil, nil
		c.after.PasswordResetToken, c.after.PasswordResetExpires = nil, nil
		columns = append(columns, "invite_token", "invite_expires", "password_reset_token", "password_reset_expires")
	}
	if err := tx.WithContext(ctx).Select(columns).Updates(&c.after).Error; err != nil {
		return refuseTakenEmail(err)
	}
	if c.endsSession(fields) {
		if err := endSession(ctx, tx, c.after.ID); err != nil {
			return err
		}
	}
	return c.record(ctx, tx, by)
}

// fields names what differs, as the wire and the columns call it.
func (c *change) fields() []string {
	var names []string
	for _, field := range []struct {
		name    string
		differs bool
	}{
		{"name", c.before.Name != c.after.Name},
		{"last_name", c.before.LastName != c.after.LastName},
		{"email", c.before.Email != c.after.Email},
		// A new hash is a new pointer, even for the same password.
		{"password", c.before.Password != c.after.Password},
		{"internal_code", texts.Of(c.before.InternalCode) != texts.Of(c.after.InternalCode)},
		{"permissions", !slices.Equal(c.before.Permissions, c.after.Permissions)},
		{"status", c.before.Status != c.after.Status},
	} {
		if field.differs {
			names = append(names, field.name)
		}
	}
	return names
}

func (c *change) touchesPortal(fields []string) bool {
	return slices.Contains(fields, "permissions") || slices.Contains(fields, "internal_code")
}

// closesDoors tells when links that are on their way must not open the account any more.
func (c *change) closesDoors(fields []string) bool {
	return slices.Contains(fields, "email") || c.endsSession(fields)
}

func (c *change) endsSession(fields []string) bool {
	return slices.Contains(fields, "password") || slices.Contains(fields, "status") && c.after.Status == Inactive
}

// record tells the roles and the status by themselves, with what they were.
func (c *change) record(ctx context.Context, tx *db.DB, by auth.Caller) error {
	var events []security.Event
	plain := slices.DeleteFunc(c.fields(), func(name string) bool { return name == "permissions" || name == "status" })
	if len(plain) > 0 {
		events = append(events, c.after.event(security.OperatorChanged, map[string]any{"fields": plain}))
	}
	if !slices.Equal(c.before.Permissions, c.after.Permissions) {
		events = append(events, c.after.event(security.RolesChanged,
			map[string]any{"from": c.before.Permissions, "to": c.after.Permissions}))
	}
	if c.before.Status != c.after.Status {
		events = append(events, c.after.event(security.StatusChanged,
			map[string]any{"from": c.before.Status, "to": c.after.Status}))
	}
	for _, event := range events {
		if err := security.Record(ctx, tx, by, event); err != nil {
			return err
		}
	}
	return nil
}

// event is something that happened to the operator, who is named because the account may go.
func (o Operator) event(kind security.Kind, particulars map[string]any) security.Event {
	details := map[string]any{"name": o.Caller().FullName()}
	maps.Copy(details, particulars)
	return security.Event{Kind: kind, Subject: o.UserCode.String(), Details: details}
}

func endSession(ctx context.Context, tx *db.DB, id int64) error {
	return tx.WithContext(ctx).Exec("update system_users set session_token = null, session_expires = null where id = ?", id).Error
}

func (o Operator) is(role auth.Role) bool { return slices.Contains(o.Permissions, role) }

func (o Operator) isAdministrator() bool { return o.Status == Active && o.is(auth.Administrador) }
