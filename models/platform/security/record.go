// Package security records and lists security events: logins, invites, changes of roles, of tokens
// and of the configuration, exports and deletions, each with actor, time, address and client. The
// areas decide which events to record. The rows have no foreign keys, so that they survive the rows
// that they name. An event never holds a secret.
package security

import (
	"context"
	"net/netip"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// Kind is the kind of an event.
type Kind string

// The kinds of events.
const (
	LoginSucceeded       Kind = "login.succeeded"
	LoginFailed          Kind = "login.failed"
	LoginLimited         Kind = "login.limited"
	SignedOut            Kind = "login.ended"
	AccountOpened        Kind = "login.opened"
	LoginChanged         Kind = "login.changed"
	ResetRequested       Kind = "password.reset_requested"
	PasswordReset        Kind = "password.reset"
	PasswordChanged      Kind = "password.changed"
	SecondFactorOn       Kind = "second_factor.on"
	SecondFactorOff      Kind = "second_factor.off"
	SecondFactorReset    Kind = "second_factor.reset"
	RecoveryCodesRenewed Kind = "second_factor.codes_renewed"
	SecondFactorPassed   Kind = "second_factor.passed"
	AppRemoved           Kind = "second_factor.app_removed"
	PasskeyAdded         Kind = "second_factor.passkey_added"
	PasskeyRemoved       Kind = "second_factor.passkey_removed"
	PasskeySuspected     Kind = "second_factor.passkey_suspected"
	OperatorInvited      Kind = "operator.invited"
	InviteAccepted       Kind = "operator.invite_accepted"
	OperatorCreated      Kind = "operator.created"
	OperatorChanged      Kind = "operator.changed"
	RolesChanged         Kind = "operator.roles_changed"
	StatusChanged        Kind = "operator.status_changed"
	OperatorRemoved      Kind = "operator.removed"
	TokenIssued          Kind = "token.issued"
	TokenRevoked         Kind = "token.revoked"
	TokenRestored        Kind = "token.restored"
	TokenLimited         Kind = "token.limited"
	EmailChangeRequested Kind = "associate.email_change_requested"
	EmailChangeCancelled Kind = "associate.email_change_cancelled"
	OrderRemoved         Kind = "order.removed"
	ConfigCreated        Kind = "config.created"
	ConfigChanged        Kind = "config.changed"
	ConfigCleared        Kind = "config.cleared"
	ConfigRemoved        Kind = "config.removed"
	KeyRotated           Kind = "config.key_rotated"
	SealReplaced         Kind = "seal.certificate_replaced"
	StorageChanged       Kind = "storage.changed"
	WebhookCreated       Kind = "webhook.created"
	WebhookChanged       Kind = "webhook.changed"
	WebhookRotated       Kind = "webhook.secret_rotated"
	WebhookRemoved       Kind = "webhook.removed"
	WebhookSwitchedOff   Kind = "webhook.switched_off"
	StorageUsed          Kind = "storage.activated"
	StorageMoved         Kind = "storage.move_asked"
	ServiceChanged       Kind = "service.changed"
	CredentialsChanged   Kind = "service.credentials_changed"
	ServiceConnected     Kind = "service.connected"
	ServiceDisconnected  Kind = "service.disconnected"
	ExportRequested      Kind = "list.export_asked"
	ListExported         Kind = "list.exported"
	TermPublished        Kind = "contract.term_published"
	ContractVoided       Kind = "contract.voided"
	ContractTampered     Kind = "contract.tampered"
	FeedRenewed          Kind = "token.feed_renewed"
	SamplesRemoved       Kind = "sample.removed"
	RollupDiffered       Kind = "analytics.differed"
	NewDevice            Kind = "login.new_device"
	DeviceDenied         Kind = "login.denied"
	ReadsAsked           Kind = "log.reads_asked"
	LogBroken            Kind = "log.broken"
	ReadsReviewed        Kind = "log.reads_reviewed"
	// PersonErased is a person whose data were erased, KeptOpened what a law keeps of one and somebody opened.
	PersonErased Kind = "log.person_erased"
	KeptOpened   Kind = "log.kept_opened"
	// PersonCopied is a copy of everything of a person that an administrator had made or downloaded.
	PersonCopied       Kind = "log.person_copied"
	PersonProtected    Kind = "log.person_protected"
	PersonUnprotected  Kind = "log.person_unprotected"
	BackupPlaceAdded   Kind = "storage.backup_place_added"
	BackupPlaceRemoved Kind = "storage.backup_place_removed"
	PaperKeyPrinted    Kind = "storage.paper_key_printed"
	// What is kept for how long, and the persons whose rows stay.
	RetentionOn      Kind = "log.retention_on"
	RetentionPaused  Kind = "log.retention_paused"
	RetentionChanged Kind = "log.retention_changed"
	PersonHeld       Kind = "log.person_held"
	PersonReleased   Kind = "log.person_released"
	// Incidents with personal data.
	IncidentOpened    Kind = "log.incident_opened"
	IncidentClosed    Kind = "log.incident_closed"
	IncidentDismissed Kind = "log.incident_dismissed"
	// AssociatesJoined are two records of one person that became one, AssociatesSeparated its undo.
	AssociatesJoined    Kind = "joining.made"
	AssociatesSeparated Kind = "joining.undone"
)

// Kinds returns every kind, grouped by area.
func Kinds() []Kind {
	return []Kind{
		LoginSucceeded, LoginFailed, LoginLimited, SignedOut, AccountOpened, LoginChanged,
		ResetRequested, PasswordReset, PasswordChanged,
		SecondFactorOn, SecondFactorOff, SecondFactorReset, RecoveryCodesRenewed, SecondFactorPassed,
		AppRemoved, PasskeyAdded, PasskeyRemoved, PasskeySuspected,
		OperatorInvited, InviteAccepted, OperatorCreated, OperatorChanged, RolesChanged, StatusChanged, OperatorRemoved,
		TokenIssued, TokenRevoked, TokenRestored, TokenLimited,
		EmailChangeRequested, EmailChangeCancelled,
		OrderRemoved,
		ConfigCreated, ConfigChanged, ConfigCleared, ConfigRemoved, KeyRotated, SealReplaced,
		StorageChanged, StorageUsed, StorageMoved, BackupPlaceAdded, BackupPlaceRemoved, PaperKeyPrinted,
		ServiceChanged, CredentialsChanged, ServiceConnected, ServiceDisconnected,
		WebhookCreated, WebhookChanged, WebhookRotated, WebhookRemoved, WebhookSwitchedOff,
		ExportRequested, ListExported,
		TermPublished, ContractVoided, ContractTampered,
		FeedRenewed,
		SamplesRemoved,
		AssociatesJoined, AssociatesSeparated,
		RollupDiffered,
		NewDevice, DeviceDenied, ReadsAsked,
		LogBroken, PersonErased, KeptOpened, PersonCopied, ReadsReviewed, PersonProtected, PersonUnprotected,
		RetentionOn, RetentionPaused, RetentionChanged, PersonHeld, PersonReleased,
		IncidentOpened, IncidentClosed, IncidentDismissed,
	}
}

// Event is an event to record. Its details are shown to administrators.
type Event struct {
	Kind Kind
	// Subject is a user_code, a token prefix, a configuration key, the number of an order, or the
	// e-mail of a login attempt.
	Subject string
	Details map[string]any
}

// Lengths of the columns; longer texts are truncated.
const (
	maxName      = 250
	maxSubject   = 254
	maxUserAgent = 1000
)

// row is a row of security_events to write.
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

// Record stores an event with by as the actor. In a transaction it is stored only if the change
// that it describes is committed.
func Record(ctx context.Context, tx *db.DB, by auth.Caller, event Event) error {
	stored := row{
		Kind: event.Kind, ActorKind: actorKind(by), Subject: truncate(event.Subject, maxSubject),
		UserAgent: truncate(by.Origin.UserAgent, maxUserAgent), Details: event.Details, DateCreated: by.Now,
	}
	if stored.Details == nil {
		stored.Details = map[string]any{}
	}
	if by.IsKnown() {
		code, name := by.Code, truncate(by.FullName(), maxName)
		stored.ActorCode, stored.ActorName = &code, &name
	}
	if ip, err := netip.ParseAddr(by.Origin.IP); err == nil {
		// The type inet accepts no zone, which is a name of the machine's own.
		text := ip.WithZone("").String()
		stored.IP = &text
	}
	return tx.WithContext(ctx).Create(&stored).Error
}

func actorKind(by auth.Caller) string {
	if by.Kind == auth.Nobody {
		return "nobody"
	}
	return string(by.Kind)
}

// truncate returns at most the given number of characters, without NUL, which a text column
// refuses.
func truncate(text string, most int) string {
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
