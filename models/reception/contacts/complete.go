package contacts

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/reception"
	"acolhe/models/reception/triage"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// maxOpen is the maximum number of open items of a person that an outcome completes.
const maxOpen = 500

// Outcome is what an associate's contact led to: an order or a service.
type Outcome struct {
	Associate associates.Associate
	// Patient is the patient of the service; nil for none.
	Patient *uuid.UUID
	// Email is that of the order or service, which may differ from the associate's.
	Email *string
	// From is the item that it was made from; 0 for none. It counts only if the caller may see it.
	From   int64
	Reason triage.CompletionReason
}

// Complete completes every open item of the associate of an outcome, and the item that it was made from. Without an
// open item it does nothing.
func Complete(ctx context.Context, tx *db.DB, by auth.Caller, outcome Outcome) error {
	wanted := ofPerson(outcome.Associate, outcome.Patient, texts.Of(outcome.Email))
	if outcome.From > 0 && access.Can(by, "reception", access.Read) {
		wanted = gorm.Expr("(? or id = ?)", wanted, outcome.From)
	}
	// By id, so that two outcomes of one person never deadlock.
	var open []int64
	err := tx.WithContext(ctx).Model(&reception.Item{}).Where("completed_at is null").Where(wanted).Order("id").Limit(maxOpen).
		Pluck("id", &open).Error
	if err != nil {
		return err
	}
	for _, id := range open {
		_, err := reception.Complete(ctx, tx, by, reception.CompleteInput{ID: id, Reason: outcome.Reason})
		if err != nil && !errs.HasCode(err, errs.CodeNotFound) { // removed meanwhile
			return err
		}
	}
	return nil
}

// ofPerson selects the items of an associate: those with the code of the associate or of a patient, who may be nil, and those without
// a code that have an e-mail of the associate or another given one (decisions.md, "A contact in reception belongs to"). PostgreSQL
// would plan a condition with empty e-mails again each time.
func ofPerson(associate associates.Associate, patient *uuid.UUID, email string) clause.Expr {
	emails := []string{texts.Of(associate.EmailAccount), texts.Of(associate.Email), email}
	emails = slices.DeleteFunc(emails, func(email string) bool { return email == "" })
	return gorm.Expr("(associate_code in ? or associate_code is null and email in ?)", []*uuid.UUID{&associate.UserCode, patient}, emails)
}
