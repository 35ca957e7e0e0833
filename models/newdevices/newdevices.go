// Package newdevices writes to operators who sign in at a device that their account has not been used on, and lets them say that it
// was somebody else: every session ends, neither the password nor a factor that was added since opens anything, and a new password is
// set. It does not own sessions.
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
}

// Denial is the content of the message to the administration.
type Denial struct {
	Name   string `json:"name"`
	Device Device `json:"device"`
}

// known counts the earlier sessions of the operator, and those with the same browser and system in the same network: the first 16
// bits of an IPv4 address, the first 32 of an IPv6 address.
const known = `select count(*) as every, count(*) filter (where device = @device and (ip is null or cast(@ip as inet) is null
	or ip <<= network(set_masklen(cast(@ip as inet), case family(cast(@ip as inet)) when 4 then 16 else 32 end)))) as same
	from sessions where operator_id = @operator`

// Notify writes to the operator who is signing in if their account was used before, but never on this device. It must be called
// before the session is stored.
func Notify(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox) error {
	device := Device{At: by.Now, Device: sessions.DeviceOf(by.Origin.UserAgent), IP: address(by.Origin.IP),
		Confirmed: !by.SecondStep.ConfirmedAt.IsZero()}
	var counted struct{ Every, Same int }
	arguments := map[string]any{"device": device.Device, "ip": nullable(device.IP), "operator": by.ID}
	if err := tx.WithContext(ctx).Raw(known, arguments).Scan(&counted).Error; err != nil || counted.Every == 0 || counted.Same > 0 {
		return err
	}
	token := secret.New()
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		err := tx.Table("device_letters").Create(map[string]any{"operator_id": by.ID, "token_hash": secret.Hash(token), "device": device.Device,
			"ip": nullable(device.IP), "confirmed": device.Confirmed, "expires_at": by.Now.Add(linkLifetime), "date_created": by.Now}).Error
		if err != nil {
			return err
		}
		_, err = outbox.Send(ctx, tx, by, SignedIn.With(device,
			mail.Message{To: by.Email, Name: by.Name, Path: Path + "?" + url.Values{"token": {token}}.Encode(), Expires: by.Now.Add(linkLifetime)}))
		return err
	})
}

// letter is a letter with its recipient.
type letter struct {
	ID, OperatorID             int64
	UserCode, Email            string
	Name, LastName, Device, IP string
	Confirmed                  bool
	DateCreated                time.Time
}

func (l letter) signIn() Device {
	return Device{At: l.DateCreated, Device: l.Device, IP: l.IP, Confirmed: l.Confirmed}
}

// find returns the letter of a link that was not used; else 400 TOKEN_INVALID.
func find(ctx context.Context, tx *db.DB, token string, now time.Time) (letter, error) {
	query := tx.WithContext(ctx).Table("device_letters l").Joins("join system_users p on p.id = l.operator_id").
		Select("l.id, l.operator_id, p.user_code::text as user_code, p.email, p.name, p.last_name, l.device, coalesce(host(l.ip), '') as ip, l.confirmed, l.date_created").
		Where("l.token_hash = ? and l.used_at is null and l.expires_at > ? and p.status = 'active'", secret.Hash(token), now)
	return db.First[letter](query, errs.New(errs.KindInvalid, errs.CodeTokenInvalid, "Este link venceu ou já foi usado."))
}

// Find returns the sign-in of a letter's link; one that expired or was used is 400 TOKEN_INVALID.
func Find(ctx context.Context, tx *db.DB, token string, now time.Time) (Device, error) {
	found, err := find(ctx, tx, token, now)
	return found.signIn(), err
}

// Deny says that somebody else signed in: it ends every session of the account, makes its password useless, notifies the
// administration, and returns the token that sets a new password. A link works once, for 24 hours: else 400 TOKEN_INVALID.
func Deny(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, token string) (resetToken string, err error) {
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
			return errs.New(errs.KindInvalid, errs.CodeTokenInvalid, "Este link venceu ou já foi usado.")
		}
		if err := sessions.EndAll(ctx, tx, auth.Operator, found.OperatorID, sessions.EndedElsewhere); err != nil {
			return err
		}
		if err := secondfactor.RemoveSince(tx, found.OperatorID, found.DateCreated); err != nil {
			return err
		}
		resetToken = secret.New()
		if err := replacePassword(tx, found.OperatorID, resetToken, by.Now); err != nil {
			return err
		}
		return notify(ctx, tx, by, outbox, found)
	})
	return resetToken, err
}

// replacePassword removes the password of an operator and every earlier link to set one.
func replacePassword(tx *db.DB, operator int64, token string, now time.Time) error {
	if err := tx.Exec("delete from earlier_resets where operator_id = ?", operator).Error; err != nil {
		return err
	}
	return tx.Exec("update system_users set password = null, password_reset_token = ?, password_reset_expires = ? where id = ?",
		secret.Hash(token), now.Add(resetLifetime), operator).Error
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
	err := tx.Table("system_users").Select("email, name").
		Where(`status = 'active' and permissions @> '["Administrador"]' and id <> ?`, found.OperatorID).
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
