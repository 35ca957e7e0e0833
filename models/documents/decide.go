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
	"acolhe/models/prescriptions"
	"acolhe/models/registration"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
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

// AcceptInput accepts a document. Prescription are the facts of a prescription, or Record is the prescription itself, whose file and
// patient are those of the document; both are nil for any other document.
type AcceptInput struct {
	ID           int64
	Prescription *associates.PrescriptionInput
	Record       *prescriptions.Input
}

// Accept accepts a waiting document, registers its prescription, keeps what was read from it in the record of the person, and returns
// what undoes it. It returns 404 NOT_FOUND for another document, 409 CONFLICT for one that is decided or that a colleague is
// checking, and 400 VALIDATION_ERROR for wrong facts.
func Accept(ctx context.Context, tx *db.DB, by auth.Caller, input AcceptInput) (undoID int64, err error) {
	return decide(ctx, tx, by, input.ID, func(tx *db.DB, item *Item) (before decided, err error) {
		item.State, item.Reason = Taken, ""
		if item.DocKind != "prescription" {
			return before, nil
		}
		facts := input.Prescription
		if input.Record != nil {
			if facts, before.PrescriptionID, err = register(ctx, tx, by, *item, *input.Record); err != nil {
				return before, err
			}
		}
		if facts == nil {
			return before, nil
		}
		if facts.ID, err = Treated(ctx, tx, by, *item); err != nil {
			return before, err
		}
		changed, err := associates.ChangePrescription(ctx, tx, by, *facts)
		item.Expires = changed.PrescriptionDay("expires")
		return before, err
	})
}

// register registers the prescription of a document, and returns what the record of its person keeps of it, and its id.
func register(ctx context.Context, tx *db.DB, by auth.Caller, item Item, input prescriptions.Input) (*associates.PrescriptionInput, int64, error) {
	if err := access.Require(by, "users", access.Update); err != nil {
		return nil, 0, err
	}
	var err error
	if input.User, err = Treated(ctx, tx, by, item); err != nil {
		return nil, 0, err
	}
	input.FileID = patch.Of(item.FileID)
	registered, err := prescriptions.Register(ctx, tx, by, input)
	if err != nil {
		return nil, 0, err
	}
	product, dosage := registered.Read()
	return &associates.PrescriptionInput{Product: patch.Of(product), Dosage: patch.Of(dosage), Issued: patch.Of(registered.IssuedOn),
		Expires: patch.Of(registered.ValidUntil)}, registered.ID, nil
}

// Treated returns the row of the person whose prescription a document is: one on the row of the account is that of the
// treated patient, as scripts send it.
func Treated(ctx context.Context, tx *db.DB, by auth.Caller, item Item) (int64, error) {
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
	return decide(ctx, tx, by, input.ID, func(tx *db.DB, item *Item) (before decided, err error) {
		item.State, item.Reason = NotTaken, reason
		if item.DocType == "" {
			return before, nil
		}
		asked := registration.Request{UserID: item.AssociateID, Subject: item.Subject, DocType: item.DocType, Side: item.Side, Reason: reason,
			RequestedBy: by.OperatorCode(), DateCreated: by.Now}
		if item.PersonID != item.AssociateID {
			asked.PatientID = &item.PersonID
		}
		err = tx.Create(&asked).Error
		item.RequestID = &asked.ID
		return before, err
	})
}

// decide applies a decision about a waiting document, which returns what undoes it beside the state, and enqueues its letter.
func decide(ctx context.Context, tx *db.DB, by auth.Caller, id int64, apply func(*db.DB, *Item) (decided, error)) (undoID int64, err error) {
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
		state := item.State
		before, err := apply(tx, &item)
		if err != nil {
			return err
		}
		before.ID, before.State = id, state
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

// decided is what undoes a decision. What was read from a prescription stays in the record; the prescription itself goes.
type decided struct {
	ID    int64
	State State
	// PrescriptionID is the prescription that was registered; 0 for none.
	PrescriptionID int64
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
	if before.PrescriptionID != 0 {
		if err := prescriptions.Unregister(ctx, tx, before.PrescriptionID); err != nil {
			return err
		}
	}
	check.State, check.Reason, check.Expires, check.RequestID = before.State, "", nil, nil
	return check.keep(tx, by, true)
}

// Today is the day in the association's time zone, for On.
func Today(now time.Time, zone *time.Location) civil.Date { return civil.Of(now.In(zone)) }
