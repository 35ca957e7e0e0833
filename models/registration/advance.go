package registration

import (
	"context"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/consents"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// AdvanceInput is the body of POST /users/me/advance.
type AdvanceInput struct {
	// From is the phase of the page; 0 for any. For an associate in a later phase Advance does nothing.
	From int `json:"-" form:"-"`
}

// Advanced is the result of moving to the next phase. Missing is empty, because an incomplete phase is refused.
type Advanced struct {
	Row     associates.Associate
	Moved   bool
	Missing []string
}

// Advance moves the calling associate to the next phase, and from the last one to Associado, which a mail confirms. It
// returns 400 VALIDATION_ERROR with all missing data of the phase, the signature of an Associado whose term is awaited
// included.
func Advance(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, input AdvanceInput) (Advanced, error) {
	return move(ctx, tx, by, outbox, func(read record) (int, error) {
		at := phaseOf(read.row)
		if input.From != 0 && input.From != at {
			return 0, nil
		}
		if IsComplete(read.row) {
			return 0, read.missingTerm()
		}
		return at + 1, read.missingIn(at).Err()
	})
}

// CompleteRegistration makes the calling associate an Associado, which a mail confirms. It returns 400 VALIDATION_ERROR
// with all missing data of the registration. For an Associado it does nothing, but for the term that Advance requires.
func CompleteRegistration(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox) (Advanced, error) {
	return move(ctx, tx, by, outbox, func(read record) (int, error) {
		if IsComplete(read.row) {
			return 0, read.missingTerm()
		}
		var missing errs.Problems
		for phase := phaseOf(read.row); phase <= Prescription; phase++ {
			missing = append(missing, read.missingIn(phase)...)
		}
		return Prescription + 1, missing.Err()
	})
}

// move moves the associate to the phase returned by to; 0 stays, and one beyond the last completes the registration.
func move(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, to func(record) (int, error)) (Advanced, error) {
	moved := Advanced{Missing: []string{}}
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		moved.Row, err = db.Change(ctx, tx, by.ID, "", func(tx *db.DB, _ associates.Associate, row *associates.Associate) error {
			read, err := readRecordOf(ctx, tx, by, *row)
			if err != nil {
				return err
			}
			phase, err := to(read)
			if err != nil || phase == 0 {
				return err
			}
			moved.Moved = true
			setPhase(row, phase)
			row.DateUpdated = by.Now
			return nil
		}, associates.Own(by))
		if err != nil || !moved.Moved || !IsComplete(moved.Row) {
			return err
		}
		return confirmCompletion(ctx, tx, by, outbox, moved.Row)
	})
	moved.Row = withoutNotes(moved.Row)
	return moved, err
}

// confirmCompletion sends a mail to a new Associado.
func confirmCompletion(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, row associates.Associate) error {
	if row.ContactEmail() == "" {
		return nil
	}
	_, err := outbox.Send(ctx, tx, by, Completed.With(mail.None{},
		mail.Message{To: row.ContactEmail(), Name: texts.Of(row.Name), Path: "/cadastro"}))
	return err
}

func setPhase(row *associates.Associate, phase int) {
	if phase > Prescription {
		row.Status = associates.Associado
		return
	}
	reached := associates.Phase(strconv.Itoa(phase))
	row.AssociateStatus = &reached
}

// AcceptTerm makes a completed contract the term of an associate, and moves the phase of the signature to the next one
// (specification, "Contract"). An unknown associate is 404 NOT_FOUND.
func AcceptTerm(ctx context.Context, tx *db.DB, by auth.Caller, signer, contract uuid.UUID) error {
	row, err := db.First[associates.Associate](tx.WithContext(ctx).Where("user_code = ?", signer), errs.NotFound("Associado não encontrado."))
	if err != nil {
		return err
	}
	_, err = db.Change(ctx, tx, row.ID, "", func(_ *db.DB, _ associates.Associate, row *associates.Associate) error {
		row.AdhesionTerm, row.DateUpdated = &contract, by.Now
		if phaseOf(*row) == Signature {
			setPhase(row, Prescription)
		}
		return nil
	})
	return err
}

// Progress is the state of a registration, for its pages.
type Progress struct {
	Row      associates.Associate
	Patients []associates.Associate
	// Phase is 1 to 5.
	Phase     int
	Documents DocumentsStatus
	// Consents is what the associate allows.
	Consents consents.List
	// Today is the day in the association's time zone.
	Today civil.Date

	read record
}

// Missing returns the missing data of a phase.
func (p Progress) Missing(phase int) errs.Problems { return p.read.missingIn(phase) }

// Sent returns the sent documents of a kind, oldest first.
func (p Progress) Sent(docKind string) []Document {
	return slices.DeleteFunc(slices.Clone(p.read.documents), func(sent Document) bool { return sent.DocKind != docKind })
}

// SentOf returns the sent documents of a kind of a person, oldest first.
func (p Progress) SentOf(person Person, docKind string) []Document {
	return slices.DeleteFunc(p.Sent(docKind), func(sent Document) bool { return sent.person() != person })
}

// TreatedPerson returns the patient for whom the treatment is, or the associate.
func (p Progress) TreatedPerson() Person {
	if treated, found := Treated(p.Row, p.Patients); found {
		return Person{Patient, treated.ID}
	}
	return Person{Subject: Responsible}
}

// AllDocuments returns the documents that were sent, oldest first.
func (p Progress) AllDocuments() []Document { return slices.Clone(p.read.documents) }

// Identity returns the identity document of a person of a kind; of the one that was begun if the kind is unknown.
func (p Progress) Identity(person Person, docType string) Identity {
	if !slices.Contains(DocTypes(), docType) {
		return p.read.identityOf(person)
	}
	return p.read.identity(person, docType)
}

// ReadProgress returns the progress of the calling associate; 404 NOT_FOUND if the row no longer exists.
func ReadProgress(ctx context.Context, tx *db.DB, by auth.Caller) (Progress, error) {
	read, err := readRecord(ctx, tx, by)
	if err != nil {
		return Progress{}, err
	}
	progress := progressOf(read)
	progress.Consents, err = consents.ListOwn(ctx, tx, by)
	return progress, err
}

// ReadProgressFor returns how far an associate is whom the caller may see; any other is 404 NOT_FOUND.
func ReadProgressFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Progress, error) {
	row, err := associates.FindFor(ctx, tx, by, id)
	if err != nil {
		return Progress{}, err
	}
	owner := auth.Caller{Kind: auth.Associate, ID: row.ID, Code: row.UserCode.String(), Now: by.Now}
	read, err := readRecordOf(ctx, tx, owner, row)
	if err != nil {
		return Progress{}, err
	}
	progress := progressOf(read)
	progress.Consents, err = consents.ListFor(ctx, tx, by, id)
	return progress, err
}

func progressOf(read record) Progress {
	return Progress{Row: read.row, Patients: read.patients, Phase: phaseOf(read.row), Documents: read.documentsStatus(), Today: read.today,
		read: read}
}

func readRecord(ctx context.Context, tx *db.DB, by auth.Caller) (record, error) {
	row, err := associates.FindOwn(ctx, tx, by)
	if err != nil {
		return record{}, err
	}
	return readRecordOf(ctx, tx, by, row)
}

func readRecordOf(ctx context.Context, tx *db.DB, by auth.Caller, row associates.Associate) (record, error) {
	read := record{row: row}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return read, err
	}
	read.today = civil.Of(by.Now.In(zone))
	if read.patients, err = associates.FindOwnPatients(ctx, tx, by); err != nil {
		return read, err
	}
	documents, err := findDocuments(ctx, tx, by)
	if err != nil {
		return read, err
	}
	read.documents = read.withPeople(documents)
	read.requests, err = findRequests(ctx, tx, row.ID)
	return read, err
}
