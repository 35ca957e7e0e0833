// Package security keeps what happened at the doors: who signed in or failed to, who was
// invited, whose role changed, which token was issued or revoked, which order was deleted with
// its history, with when and from where.
// The rows refer to nobody by foreign key, so that they outlive whom they name. It records
// and lists; the areas decide what is worth recording. No secret is ever in an event.
package security

import (
	"context"
	"net/netip"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// Kind is what happened.
type Kind string

// The kinds of events.
const (
	LoginSucceeded  Kind = "login.succeeded"
	LoginFailed     Kind = "login.failed"
	LoginLimited    Kind = "login.limited"
	SignedOut       Kind = "login.ended"
	ResetRequested  Kind = "password.reset_requested"
	PasswordReset   Kind = "password.reset"
	PasswordChanged Kind = "password.changed"
	OperatorInvited Kind = "operator.invited"
	InviteAccepted  Kind = "operator.invite_accepted"
	OperatorCreated Kind = "operator.created"
	OperatorChanged Kind = "operator.changed"
	RolesChanged    Kind = "operator.roles_changed"
	StatusChanged   Kind = "operator.status_changed"
	OperatorRemoved Kind = "operator.removed"
	TokenIssued     Kind = "token.issued"
	TokenRevoked    Kind = "token.revoked"
	TokenRestored   Kind = "token.restored"
	OrderRemoved    Kind = "order.removed"
	ConfigCreated   Kind = "config.created"
	ConfigChanged   Kind = "config.changed"
	ConfigCleared   Kind = "config.cleared"
	ConfigRemoved   Kind = "config.removed"
	KeyRotated      Kind = "config.key_rotated"
	ExportAsked     Kind = "list.export_asked"
	ListExported    Kind = "list.exported"
)

// Kinds lists every kind, in the order of their story.
func Kinds() []Kind {
	return []Kind{
		LoginSucceeded, LoginFailed, LoginLimited, SignedOut,
		ResetRequested, PasswordReset, PasswordChanged,
		OperatorInvited, InviteAccepted, OperatorCreated, OperatorChanged, RolesChanged, StatusChanged, OperatorRemoved,
		TokenIssued, TokenRevoked, TokenRestored,
		OrderRemoved,
		ConfigCreated, ConfigChanged, ConfigCleared, ConfigRemoved, KeyRotated,
		ExportAsked, ListExported,
	}
}

// Event is something that happened, to whom or what, with particulars that are safe to show.
type Event struct {
	Kind Kind
	// Subject is a user_code, a token prefix, a configuration key, the number of an order, or the address that was
	// tried at a login.
	Subject string
	Details map[string]any
}

// Lengths that the columns keep; what a client sends is cut to them.
const (
	maxName      = 250
	maxSubject   = 254
	maxUserAgent = 1000
)

// row is a row of security_events as it is written.
type row struct {
	Kind        Kind
	ActorKind   string
	ActorCode   *string
	ActorName   *string
	Subject     string
	IP          *string
	UserAgent   string
	Details     map[string]any `gorm:"serializer:json"`
	DateCreated time.Time
}

// TableName returns the name of the table.
func (row) TableName() string { return "security_events" }

// Record keeps the event as something that by did. Inside a transaction it stands or falls
// with the change that it tells of.
func Record(ctx context.Context, tx *db.DB, by auth.Caller, event Event) error {
	kept := row{
		Kind: event.Kind, ActorKind: actorKind(by), Subject: cut(event.Subject, maxSubject),
		UserAgent: cut(by.Origin.UserAgent, maxUserAgent), Details: event.Details, DateCreated: by.Now,
	}
	if kept.Details == nil {
		kept.Details = map[string]any{}
	}
	if by.IsKnown() {
		code, name := by.Code, cut(by.FullName(), maxName)
		kept.ActorCode, kept.ActorName = &code, &name
	}
	if ip, err := netip.ParseAddr(by.Origin.IP); err == nil {
		// A zone is a name of this machine's own, which inet does not take.
		text := ip.WithZone("").String()
		kept.IP = &text
	}
	return tx.WithContext(ctx).Create(&kept).Error
}

func actorKind(by auth.Caller) string {
	if by.Kind == auth.Nobody {
		return "nobody"
	}
	return string(by.Kind)
}

// cut keeps whole characters, as many as fit, and none that a text column refuses.
func cut(text string, most int) string {
	runes := make([]rune, 0, most)
	for _, r := range text {
		if len(runes) == most {
			break
		}
		if r != 0 {
			runes = append(runes, r)
		}
	}
	return string(runes)
}
