package registration

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// maxReason is the maximum length of a reason in characters.
const maxReason = 500

// Request asks an associate to send a photo again. It is open until a newer photo of the side arrives.
type Request struct {
	ID     int64 `gorm:"primaryKey"`
	UserID int64
	// PatientID is the patient of the document; null for the treated one and for the associate.
	PatientID   *int64
	Subject     string
	DocType     string
	Side        string
	Reason      string
	RequestedBy *uuid.UUID
	DateCreated time.Time
}

// TableName returns the name of the table.
func (Request) TableName() string { return "document_requests" }

// RequestAgainInput is the form for requesting a photo again.
type RequestAgainInput struct {
	// ID is the row of the associate.
	ID int64 `form:"-"`
	// PatientID is the patient of the document; 0 for the treated one and for the associate.
	PatientID int64  `form:"-"`
	Subject   string `form:"subject"`
	DocType   string `form:"doc_type"`
	Side      string `form:"side"`
	Reason    string `form:"reason"`
}

// RequestAgain requests a photo again, with a reason for the associate, and sends a mail. It returns 400 VALIDATION_ERROR
// without a reason or for an unknown slot, and 404 NOT_FOUND for an associate whom the caller may not see.
func RequestAgain(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, input RequestAgainInput) (Request, error) {
	asked := Request{UserID: input.ID, Subject: input.Subject, DocType: input.DocType, Side: input.Side,
		Reason: strings.TrimSpace(input.Reason), RequestedBy: by.OperatorCode(), DateCreated: by.Now}
	if input.PatientID != 0 {
		asked.PatientID = &input.PatientID
	}
	if err := asked.check(); err != nil {
		return asked, err
	}
	return asked, tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		person, err := associates.FindFor(ctx, tx, by, input.ID)
		if err != nil {
			return err
		}
		if person.Status == associates.Patient {
			return errs.NotFound("Associado não encontrado.")
		}
		if asked.PatientID != nil {
			if _, err := associates.FindPatientFor(ctx, tx, by, person, *asked.PatientID); err != nil {
				return err
			}
		}
		if err := tx.Create(&asked).Error; err != nil || person.ContactEmail() == "" {
			return err
		}
		_, err = outbox.Send(ctx, tx, by, DocumentAgain.With(Refusal{asked.Reason}, mail.Message{
			To: person.ContactEmail(), Name: texts.Of(person.Name), Path: "/cadastro",
		}))
		return err
	})
}

func (asked Request) check() error {
	var problems errs.Problems
	problems.Require(asked.Reason != "", "reason", "Escreva o motivo. O associado vai ler.")
	problems.Require(texts.Fits(asked.Reason, maxReason), "reason", "é longo demais")
	isSlot := slices.Contains([]string{Responsible, Patient}, asked.Subject) && slices.Contains(DocTypes(), asked.DocType) &&
		slices.Contains(sidesOf(asked.DocType), asked.Side)
	problems.Require(isSlot, "side", "escolha o documento")
	return problems.Err()
}

// findRequests returns the requests to an associate, oldest first.
func findRequests(ctx context.Context, tx *db.DB, id int64) ([]Request, error) {
	const most = 200
	var found []Request
	err := tx.WithContext(ctx).Where("user_id = ?", id).Order("date_created, id").Limit(most).Find(&found).Error
	return found, err
}

// LatestReason returns the reason of the latest photo that was requested again of the associate with this row id; empty
// without one.
func LatestReason(ctx context.Context, tx *db.DB, userID int64) (reason string, err error) {
	err = tx.WithContext(ctx).Model(&Request{}).Where("user_id = ?", userID).Select("reason").Order("date_created desc, id desc").Limit(1).
		Scan(&reason).Error
	return reason, err
}
