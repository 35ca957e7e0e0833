package signing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/texts"
)

// EventKind is the kind of an event (specification, "Document signing events").
type EventKind string

// The kinds of events.
const (
	Created             EventKind = "contract.created"
	EmailSent           EventKind = "email.sent"
	FormViewed          EventKind = "form.viewed"
	SubmissionStarted   EventKind = "submission.started"
	SubmissionCompleted EventKind = "submission.completed"
)

// Label returns the name of the kind for people.
func (k EventKind) Label() string {
	return map[EventKind]string{
		Created: "Termo criado", EmailSent: "Link enviado por e-mail", FormViewed: "Termo aberto", SubmissionStarted: "Assinatura iniciada",
		SubmissionCompleted: "Assinatura concluída",
	}[k]
}

// Event is a row of sign_events. SHA256 is the hash of its values and of the event before it, so that a changed or
// removed event is found.
type Event struct {
	ID         int64     `gorm:"primaryKey" json:"-"`
	ContractID uuid.UUID `json:"-"`
	// Position is 1 for the first event of a contract.
	Position       int               `json:"position"`
	Kind           EventKind         `json:"kind"`
	IP             *string           `gorm:"column:ip" json:"ip"`
	UserAgent      *string           `json:"user_agent"`
	Timezone       string            `json:"timezone"`
	Details        map[string]string `gorm:"serializer:json" json:"details"`
	OccurredAt     time.Time         `json:"occurred_at"`
	PreviousSHA256 *string           `gorm:"column:previous_sha256" json:"previous_sha256"`
	SHA256         string            `gorm:"column:sha256" json:"sha256"`
}

// TableName returns the name of the table.
func (Event) TableName() string { return "sign_events" }

// next returns the contract's next event, caused by the caller, and makes it the last of the chain.
func (c *Contract) next(by auth.Caller, kind EventKind, zone string, details map[string]string) Event {
	event := Event{
		ContractID: c.ID, Position: c.EventCount + 1, Kind: kind, IP: addressOf(by), UserAgent: userAgentOf(by), Timezone: zone,
		Details: details, OccurredAt: by.Now.UTC().Truncate(time.Microsecond), PreviousSHA256: c.EventsSHA256,
	}
	if details == nil {
		event.Details = map[string]string{}
	}
	event.SHA256 = event.hash()
	c.EventCount, c.EventsSHA256 = event.Position, &event.SHA256
	return event
}

// record stores new events of a locked contract with its end of the chain and the times that they changed.
func (c Contract) record(tx *db.DB, events ...Event) error {
	if err := tx.Create(&events).Error; err != nil {
		return err
	}
	return tx.Select("event_count", "events_sha256", "viewed_at", "emailed_at", "signing_expires", "date_updated").UpdateColumns(&c).Error
}

// hash returns the hash of the event's values and of the hash of the event before it.
func (e Event) hash() string {
	// Texts and maps of texts are always encoded, and the keys of a map in their order.
	values, _ := json.Marshal([]any{
		e.ContractID.String(), e.Position, texts.Of(e.PreviousSHA256), e.Kind, texts.Of(e.IP), texts.Of(e.UserAgent), e.Timezone, e.Details,
		e.OccurredAt.UTC().Format(time.RFC3339Nano),
	})
	sum := sha256.Sum256(values)
	return hex.EncodeToString(sum[:])
}

// findEvents returns the events of a contract, oldest first.
func findEvents(ctx context.Context, tx *db.DB, id uuid.UUID) ([]Event, error) {
	var events []Event
	err := tx.WithContext(ctx).Where("contract_id = ?", id).Order("position, id").Find(&events).Error
	return events, err
}

// checkChain returns the check of the contract's events: that of the first changed one, else the last hash of the
// contract beside that of its events.
func (c Contract) checkChain(events []Event) Check {
	check := Check{Name: CheckEvents, Expected: texts.Of(c.EventsSHA256)}
	for i, event := range events {
		isNext := event.Position == i+1 && texts.Of(event.PreviousSHA256) == check.Actual
		if found := event.hash(); !isNext || found != event.SHA256 {
			return Check{Name: CheckEvents, Expected: event.SHA256, Actual: found}
		}
		check.Actual = event.SHA256
	}
	check.OK = check.Actual == check.Expected && len(events) == c.EventCount
	return check
}
