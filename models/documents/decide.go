package documents

import (
	"context"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/undo"
	"acolhe/models/registration"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

const (
	// lockTime is how long an opened document is kept for whoever opened it.
	lockTime = 5 * time.Minute
	// letterDelay is how long a letter waits, so that a decision can be taken back before anybody reads it.
	letterDelay = 12 * time.Second
	// maxReason is the maximum length of a reason in characters.
	maxReason = 500
)

// Open keeps a waiting document for the caller for five minutes, unless a colleague has it, and returns it. The associate
// sees from then on that it is being checked.
func Open(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (item Item, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if item, err = Find(ctx, tx, by, id); err != nil {
			return err
		}
		check, err := db.Lock[Check](tx, id)
		if err != nil {
			return err
		}
		item.Check = check
		if !check.IsWaiting() || item.LockedFor(by) != "" || by.Kind != auth.Operator {
			return nil
		}
		isOpened := check.State == Received
		until := by.Now.Add(lockTime)
		item.State, item.LockedBy, item.LockedName, item.LockedUntil = Checking, by.OperatorCode(), by.Name, &until
		return item.keep(tx, by, isOpened)
	})
	return item, err
}

// keep stores a check, with a line of its history if the state is new.
func (c Check) keep(tx *db.DB, by auth.Caller, isNew bool) error {
	c.DateUpdated = by.Now
	if err := tx.Save(&c).Error; err != nil || !isNew {
		return err
	}
	return tx.Create(&change{CheckID: c.ID, State: c.State, Reason: c.Reason, AuthorCode: by.OperatorCode(), AuthorName: by.Name,
		DateCreated: by.Now}).Error
}

// AcceptInput accepts a document. Prescription are the facts of a prescription; nil for any other document.
type AcceptInput struct {
	ID           int64
	Prescription *associates.PrescriptionInput
}

// Accept accepts a waiting document, keeps what was read from a prescription in the record of the person, and returns what
// undoes it. It returns 404 NOT_FOUND for another document, 409 CONFLICT for one that is decided or that a colleague is
// checking, and 400 VALIDATION_ERROR for wrong facts.
func Accept(ctx context.Context, tx *db.DB, by auth.Caller, input AcceptInput) (undoID int64, err error) {
	return decide(ctx, tx, by, input.ID, func(tx *db.DB, item *Item) error {
		item.State, item.Reason = Taken, ""
		if input.Prescription == nil || item.DocKind != "prescription" {
			return nil
		}
		whose, err := treatedBy(ctx, tx, by, *item)
		if err != nil {
			return err
		}
		facts := *input.Prescription
		facts.ID = whose
		changed, err := associates.ChangePrescription(ctx, tx, by, facts)
		item.Expires = changed.PrescriptionDay("expires")
		return err
	})
}

// treatedBy returns the row of the person whose prescription a document is: one on the row of the account is that of the
// treated patient, as scripts send it.
func treatedBy(ctx context.Context, tx *db.DB, by auth.Caller, item Item) (int64, error) {
	if item.PersonID != item.AssociateID {
		return item.PersonID, nil
	}
	progress, err := registration.ReadProgressFor(ctx, tx, by, item.AssociateID)
	if err != nil {
		return 0, err
	}
	if treated := progress.TreatedPerson().PatientID; treated != 0 && item.Subject == registration.Patient {
		return treated, nil
	}
	return item.AssociateID, nil
}

// RefuseInput refuses a document with the sentence that the associate reads.
type RefuseInput struct {
	ID     int64
	Reason string
}

// Refuse refuses a waiting document and asks for another one, and returns what undoes it. It returns 400 VALIDATION_ERROR
// without a reason, 404 NOT_FOUND for another document, and 409 CONFLICT for one that is decided or that a colleague is
// checking.
func Refuse(ctx context.Context, tx *db.DB, by auth.Caller, input RefuseInput) (undoID int64, err error) {
	reason := strings.Join(strings.Fields(input.Reason), " ")
	switch {
	case reason == "":
		return 0, errs.Invalid("reason", "Escreva o motivo. O associado vai ler.")
	case !texts.Fits(reason, maxReason):
		return 0, errs.Invalid("reason", "é longo demais")
	}
	return decide(ctx, tx, by, input.ID, func(tx *db.DB, item *Item) error {
		item.State, item.Reason = NotTaken, reason
		if item.DocType == "" {
			return nil
		}
		asked := registration.Request{UserID: item.AssociateID, Subject: item.Subject, DocType: item.DocType, Side: item.Side, Reason: reason,
			RequestedBy: by.OperatorCode(), DateCreated: by.Now}
		if item.PersonID != item.AssociateID {
			asked.PatientID = &item.PersonID
		}
		err := tx.Create(&asked).Error
		item.RequestID = &asked.ID
		return err
	})
}

// decide applies a decision about a waiting document, and enqueues its letter.
func decide(ctx context.Context, tx *db.DB, by auth.Caller, id int64, apply func(*db.DB, *Item) error) (undoID int64, err error) {
	if err := access.Require(by, "users_files", access.Update); err != nil {
		return 0, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		item, err := Find(ctx, tx, by, id)
		if err != nil {
			return err
		}
		if item.Check, err = db.Lock[Check](tx, id); err != nil {
			return err
		}
		switch {
		case !item.IsWaiting():
			return errs.Conflict(errs.CodeConflict, "Este documento já foi conferido.")
		case item.LockedFor(by) != "":
			return errs.Conflict(errs.CodeConflict, item.LockedFor(by)+" está conferindo este documento.")
		}
		before := decided{ID: id, State: item.State}
		if err := apply(tx, &item); err != nil {
			return err
		}
		item.LockedBy, item.LockedName, item.LockedUntil = nil, "", nil
		if err := item.keep(tx, by, true); err != nil {
			return err
		}
		if undoID, err = undo.Keep(ctx, tx, by, Decision, before); err != nil {
			return err
		}
		return jobs.Enqueue(ctx, tx, letter{Check: id, Decided: by.Now}, &river.InsertOpts{ScheduledAt: by.Now.Add(letterDelay)})
	})
	return undoID, err
}

// Decision is the kind of undo of Accept and Refuse.
const Decision undo.Kind = "documents.decision"

// decided is what undoes a decision. What was read from a prescription stays in the record.
type decided struct {
	ID    int64
	State State
}

// UndoDecision puts a document back into the queue; the request for another photo goes. It returns 409 CONFLICT once the
// associate has sent another one.
func UndoDecision(ctx context.Context, tx *db.DB, by auth.Caller, before decided) error {
	check, err := db.Lock[Check](tx.WithContext(ctx), before.ID)
	if errs.HasCode(err, errs.CodeNotFound) {
		return errs.Conflict(errs.CodeConflict, "O associado já enviou outro documento no lugar.")
	}
	if err != nil {
		return err
	}
	if check.RequestID != nil {
		if err := tx.Delete(&registration.Request{}, "id = ?", *check.RequestID).Error; err != nil {
			return err
		}
	}
	check.State, check.Reason, check.Expires, check.RequestID = before.State, "", nil, nil
	return check.keep(tx, by, true)
}

// Today is the day in the association's time zone, for On.
func Today(now time.Time, zone *time.Location) civil.Date { return civil.Of(now.In(zone)) }
