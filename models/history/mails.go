package history

import (
	"context"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// Mails lists the e-mails of the system to an associate, newest first, without their texts. For a caller who may not
// read associates the list is empty.
func Mails(ctx context.Context, tx *db.DB, by auth.Caller, person associates.Associate, limit int) ([]mail.Entry, error) {
	address := person.ContactEmail()
	if address == "" || !access.Can(by, "users", access.Read) {
		return nil, nil
	}
	return mail.ListTo(ctx, tx, address, limit)
}
