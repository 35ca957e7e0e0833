package erasure

import (
	"context"
	"fmt"

	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
)

// ProposedLetter calls the other administrators to confirm an erasure. It names nobody and cannot be switched off.
var ProposedLetter = mail.KindOf[ProposedMessage]{Kind: "erasure_proposed", Label: "Eliminação à espera da segunda pessoa", Required: true}

// ProposedMessage is the content of ProposedLetter.
type ProposedMessage struct {
	Number string `json:"number"`
}

// callSecond writes to every active administrator but the caller, in the transaction of the proposal.
func (d Desk) callSecond(ctx context.Context, tx *db.DB, by auth.Caller, user int64) error {
	proposed, err := db.First[Erasure](tx.WithContext(ctx).Where("user_id = ? and state = ?", user, Proposed), errNotFound())
	if err != nil {
		return err
	}
	people, err := operators.ActiveAdministrators(ctx, tx)
	if err != nil {
		return err
	}
	for _, person := range people {
		if person.ID == by.ID {
			continue
		}
		message := mail.Message{To: person.Email, Name: person.Name, By: by.FullName(), Path: fmt.Sprintf("/admin/privacidade/apagar/%d", user)}
		if _, err := d.Mail.Send(ctx, tx, by, ProposedLetter.With(ProposedMessage{Number: proposed.Number()}, message)); err != nil {
			return err
		}
	}
	return nil
}
