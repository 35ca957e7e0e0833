package privacy

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// Action is what was done about a request.
type Action string

// The actions.
const (
	WasReceived   Action = "received"
	CodeSent      Action = "code"
	WasIdentified Action = "identity"
	LetterSent    Action = "letter"
	FileAdded     Action = "file"
	CopyMade      Action = "copy"
	WasAsked      Action = "asked"
	WasInformed   Action = "informed"
	WasAnswered   Action = "answered"
	WasRefused    Action = "refused"
	WasWithdrawn  Action = "withdrawn"
)

// Label says what was done.
func (a Action) Label() string {
	return map[Action]string{WasReceived: "Pedido recebido", CodeSent: "Código enviado", WasIdentified: "Identidade conferida",
		LetterSent: "Carta enviada", FileAdded: "Prova juntada", CopyMade: "Cópia dos dados",
		WasAsked: "Mais informação pedida", WasInformed: "A pessoa respondeu", WasAnswered: "Respondido", WasRefused: "Recusado",
		WasWithdrawn: "A pessoa desistiu"}[a]
}

// Event is what was done about a request, by whom and when: its evidence.
type Event struct {
	ID        int64 `gorm:"primaryKey"`
	RequestID int64
	Action    Action
	Text      string
	// IsOwn reports whether the person did it. ActorName is empty for the program.
	IsOwn       bool
	ActorName   string
	DateCreated time.Time
}

// TableName returns the name of the table.
func (Event) TableName() string { return "privacy_request_events" }

// Note records what was done about a request.
func Note(ctx context.Context, tx *db.DB, by auth.Caller, event Event) error {
	event.IsOwn, event.DateCreated = by.Kind == auth.Associate, by.Now
	if by.Kind != auth.System {
		event.ActorName = by.FullName()
	}
	return tx.WithContext(ctx).Create(&event).Error
}

// Events returns what was done about a request, oldest first, for an administrator.
func Events(ctx context.Context, tx *db.DB, by auth.Caller, request int64) (found []Event, err error) {
	err = db.AdministratorsOnly(tx.WithContext(ctx), by).Where("request_id = ?", request).Order("id").Find(&found).Error
	return found, err
}
