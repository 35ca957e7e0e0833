// Package newdevices writes to operators and associates who sign in at a device that their account has not been used on, and lets
// them say that it was another person: every session ends, neither the password nor a factor that was added since opens anything, and
// a new password is set. It does not own sessions.
package newdevices

import (
	"context"
	"net/netip"
	"net/url"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/security"
	"acolhe/models/secondfactor"
	"acolhe/models/sessions"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
)

const (
	// Path is the path of the page of a letter's link.
	Path = "/nao-fui-eu"
	// linkLifetime is the time for which the link of a letter works.
	linkLifetime = 24 * time.Hour
	// resetLifetime is the time in which the new password must be set; after it the person asks for another link.
	resetLifetime = time.Hour
	// maxNotified is the maximum number of administrators who are notified.
	maxNotified = 20
)

// Device is where and how somebody signed in.
type Device struct {
	At     time.Time `json:"at"`
	Device string    `json:"device"`
	IP     string    `json:"ip"`
	// Confirmed reports whether the second step was passed.
	Confirmed bool `json:"confirmed"`
	// Kind is the kind of the person; empty in letters that were written for operators alone.
	Kind auth.Kind `json:"kind,omitempty"`
}

// Denial is the content of the message to the administration.
type Denial struct {
	Name   string `json:"name"`
	Device Device `json:"device"`
}

// accounts describes the accounts of a kind of person. The names are SQL of the program, never input.
type accounts struct {
	kind auth.Kind
	// column refers to the account from a session, a letter and an earlier link.
	column, table             string
	password, names, isActive string
	// resetPath is the path of the page that sets a new password.
	resetPath string
}

var (
	operators = accounts{kind: auth.Operator, column: "operator_id", table: "system_users", password: "password",
		names: "p.name, p.last_name", isActive: "p.status = 'active'", resetPath: "/nova-senha"}
	associates = accounts{kind: auth.Associate, column: "associate_id", table: "users", password: "account_password",
		names:    "coalesce(nullif(p.name, ''), p.associate_name, '') as name, coalesce(p.last_name, '') as last_name",
		isActive: "p.status <> 'patient'", resetPath: "/cadastro/nova-senha"}
)

func accountsOf(kind auth.Kind) accounts {
	if kind == auth.Associate {
		return associates
	}
	return operators
}

// known counts the earlier sessions of the account, and those with the same browser and system in the same network: the first 16
// bits of an IPv4 address, the first 32 of an IPv6 address.
func (a accounts) known() string {
	return `select count(*) as every, count(*) filter (where device = @device and (ip is null or cast(@ip as inet) is null
	or ip <<= network(set_masklen(cast(@ip as inet), case family(cast(@ip as inet)) when 4 then 16 else 32 end)))) as same
	from sessions where ` + a.column + ` = @account`
}

// Notify writes to the person who is signing in if their account was used before, but never on this device, and records a security
// event. It must be called before the session is stored.
func Notify(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox) error {
	device := Device{At: by.Now, Device: sessions.DeviceOf(by.Origin.UserAgent), IP: address(by.Origin.IP), Kind: by.Kind,
		Confirmed: !by.SecondStep.ConfirmedAt.IsZero()}
	var counted struct{ Every, Same int }
	arguments := map[string]any{"device": device.Device, "ip": nullable(device.IP), "account": by.ID}
	account := accountsOf(by.Kind)
	if err := tx.WithContext(ctx).Raw(account.known(), arguments).Scan(&counted).Error; err != nil || counted.Every == 0 || counted.Same > 0 {
		return err
	}
	token := secret.New()
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		err := tx.Table("device_letters").Create(map[string]any{account.column: by.ID, "token_hash": secret.Hash(token), "device": device.Device,
			"ip": nullable(device.IP), "confirmed": device.Confirmed, "expires_at": by.Now.Add(linkLifetime), "date_created": by.Now}).Error
		if err != nil {
			return err
		}
		event := security.Event{Kind: security.NewDevice, Subject: by.Code, Details: map[string]any{"confirmed": device.Confirmed}}
		if err := security.Record(ctx, tx, by, event); err != nil {
			return err
		}
		_, err = outbox.Send(ctx, tx, by, SignedIn.With(device,
			mail.Message{To: by.Email, Name: by.Name, Path: Path + "?" + url.Values{"token": {token}}.Encode(), Expires: by.Now.Add(linkLifetime)}))
		return err
	})
}

// letter is a letter with its recipient.
type letter struct {
	ID, AccountID              int64
	UserCode                   string
	Name, LastName, Device, IP string
	Confirmed                  bool
	DateCreated                time.Time
	of                         accounts
}

func (l letter) signIn() Device {
	return Device{At: l.DateCreated, Device: l.Device, IP: l.IP, Confirmed: l.Confirmed, Kind: l.of.kind}
}

// find returns the letter of a link that was not used; else 400 TOKEN_INVALID.
func find(ctx context.Context, tx *db.DB, token string, now time.Time) (letter, error) {
	for _, of := range []accounts{operators, associates} {
		found, err := of.find(tx.WithContext(ctx), token, now)
		if !errs.HasCode(err, errs.CodeTokenInvalid) {
			return found, err
		}
	}
	return letter{}, errInvalid()
}

func (a accounts) find(tx *db.DB, token string, now time.Time) (letter, error) {
	query := tx.Table("device_letters l").Joins("join "+a.table+" p on p.id = l."+a.column).
		Select("l.id, p.id as account_id, p.user_code::text as user_code, "+a.names+
			", l.device, coalesce(host(l.ip), '') as ip, l.confirmed, l.date_created").
		Where("l.token_hash = ? and l.used_at is null and l.expires_at > ? and "+a.isActive, secret.Hash(token), now)
	found, err := db.First[letter](query, errInvalid())
	found.of = a
	return found, err
}

func errInvalid() error {
	return errs.New(errs.KindInvalid, errs.CodeTokenInvalid, "Este link venceu ou já foi usado.")
}

// Find returns the sign-in of a letter's link; one that expired or was used is 400 TOKEN_INVALID.
func Find(ctx context.Context, tx *db.DB, token string, now time.Time) (Device, error) {
	found, err := find(ctx, tx, token, now)
	return found.signIn(), err
}

// Deny says that another person signed in: it ends every session of the account, makes its password useless, notifies the
// administration, and returns the address where a new password is set. A link works once, for 24 hours: else 400 TOKEN_INVALID.
func Deny(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, token string) (next string, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		found, err := find(ctx, tx, token, by.Now)
		if err != nil {
			return err
		}
		used := tx.Exec("update device_letters set used_at = ? where id = ? and used_at is null", by.Now, found.ID)
		if used.Error != nil {
			return used.Error
		}
		if used.RowsAffected == 0 {
			return errInvalid()
		}
		if err := sessions.EndAll(ctx, tx, found.of.kind, found.AccountID, sessions.EndedElsewhere); err != nil {
			return err
		}
		if err := found.removeFactor(tx); err != nil {
			return err
		}
		resetToken := secret.New()
		if err := found.of.replacePassword(tx, found.AccountID, resetToken, by.Now); err != nil {
			return err
		}
		next = found.of.resetPath + "?" + url.Values{"token": {resetToken}}.Encode()
		return notify(ctx, tx, by, outbox, found)
	})
	return next, err
}

// removeFactor removes the second factor that an operator has added since the sign-in; associates have none.
func (l letter) removeFactor(tx *db.DB) error {
	if l.of.kind != auth.Operator {
		return nil
	}
	return secondfactor.RemoveSince(tx, l.AccountID, l.DateCreated)
}

// replacePassword removes the password of an account and every earlier link to set one.
func (a accounts) replacePassword(tx *db.DB, id int64, token string, now time.Time) error {
	if err := tx.Exec("delete from earlier_resets where "+a.column+" = ?", id).Error; err != nil {
		return err
	}
	return tx.Exec("update "+a.table+" set "+a.password+" = null, password_reset_token = ?, password_reset_expires = ? where id = ?",
		secret.Hash(token), now.Add(resetLifetime), id).Error
}

// notify records the denial and writes to the administrators.
func notify(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, found letter) error {
	name := auth.Caller{Name: found.Name, LastName: found.LastName}.FullName()
	event := security.Event{Kind: security.DeviceDenied, Subject: found.UserCode,
		Details: map[string]any{"name": name, "device": found.Device, "ip": found.IP}}
	if err := security.Record(ctx, tx, by, event); err != nil {
		return err
	}
	var administrators []struct{ Email, Name string }
	others := tx.Table("system_users").Select("email, name").Where(`status = 'active' and permissions @> '["Administrador"]'`)
	if found.of.kind == auth.Operator {
		others = others.Where("id <> ?", found.AccountID)
	}
	err := others.
		Order("id").Limit(maxNotified).Find(&administrators).Error
	for _, to := range administrators {
		if err == nil {
			_, err = outbox.Send(ctx, tx, by, Denied.With(Denial{Name: name, Device: found.signIn()}, mail.Message{To: to.Email, Name: to.Name}))
		}
	}
	return err
}

// address returns an IP address without its zone; empty for any other text.
func address(text string) string {
	ip, err := netip.ParseAddr(text)
	if err != nil {
		return ""
	}
	return ip.WithZone("").String()
}

func nullable(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
