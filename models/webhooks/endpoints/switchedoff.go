package endpoints

import (
	"context"
	"time"

	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
)

// SwitchedOffMessage is the content of the message about an endpoint that was switched off.
type SwitchedOffMessage struct {
	Name   string `json:"name"`
	Reason Reason `json:"reason"`
}

// SwitchedOff is the message to administrators about an endpoint that was switched off.
var SwitchedOff = mail.KindOf[SwitchedOffMessage]{Kind: "webhook_switched_off", Label: "Webhook desligado"}

// WasSwitchedOff is the reason of deliveries that were waiting when their endpoint was switched off.
const WasSwitchedOff = "O webhook foi desligado."

// GiveUp gives up what waits for an endpoint that was switched off, and writes to the administrators.
func GiveUp(ctx context.Context, tx *db.DB, outbox mail.Outbox, e Endpoint, now time.Time) error {
	if err := giveUp(tx, e.ID); err != nil {
		return err
	}
	by := auth.Caller{Kind: auth.System}.At(now)
	if err := security.Record(ctx, tx, by, eventOf(security.WebhookSwitchedOff, e)); err != nil {
		return err
	}
	people, err := operators.ActiveAdministrators(ctx, tx)
	if err != nil {
		return err
	}
	for _, person := range people {
		message := SwitchedOff.With(SwitchedOffMessage{e.Name, *e.DisabledReason},
			mail.Message{To: person.Email, Name: person.Name, Path: PathOf(e.ID)})
		if _, err := outbox.Send(ctx, tx, by, message); err != nil {
			return err
		}
	}
	return nil
}

// giveUp makes everything dead that waits for an endpoint that is switched off.
func giveUp(tx *db.DB, endpoint int64) error {
	return tx.Exec("update webhook_deliveries set status = 'dead', error = ?, next_attempt_at = null where endpoint_id = ? and status in ('queued', 'failed')",
		WasSwitchedOff, endpoint).Error
}
