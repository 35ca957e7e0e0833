// Package contests is what is contested in the report of a month: the threads of contested services between staff and
// professionals, and services that a professional misses. The entries of contest_reports are those of models/professionals.
package contests

import (
	"context"
	"slices"
	"strings"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/professionals"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// maxServices is the maximum number of services that are contested at once, and of the messages of a thread.
const maxServices = 500

// maxText is the maximum length of a message; a contest of a professional gets the service's name before it.
const maxText = professionals.MaxContestText - 200

// Message is a row of contest_messages, the thread of a contested service. Rows never change.
type Message struct {
	ID             int64     `gorm:"primaryKey"`
	ServiceID      int64     `gorm:"column:service_id"`
	ByProfessional bool      `gorm:"column:by_professional"`
	ActorKind      auth.Kind `gorm:"column:actor_kind"`
	ActorCode      *string   `gorm:"column:actor_code"`
	ActorName      string    `gorm:"column:actor_name"`
	Text           string    `gorm:"column:text"`
	DateCreated    time.Time `gorm:"column:date_created"`
}

// TableName returns the name of the table.
func (Message) TableName() string { return "contest_messages" }

// Thread returns the messages about a service that the caller may see, the earliest first.
func Thread(ctx context.Context, tx *db.DB, by auth.Caller, serviceID int64) ([]Message, error) {
	if _, err := bookings.FindReported(ctx, tx, by, serviceID); err != nil {
		return nil, err
	}
	messages := []Message{}
	err := tx.WithContext(ctx).Where("service_id = ?", serviceID).Order("id").Limit(maxServices).Find(&messages).Error
	return messages, err
}

// Input contests services with a reason that the professional reads in the portal.
type Input struct {
	IDs  []int64 `form:"ids"`
	Text string  `form:"text"`
}

// Add marks services as contested and adds the text to their threads, all or none. The staff contests any services,
// a professional an own one; that is also an entry of their contest_reports. It returns the errors of reports.Validate, and
// 400 VALIDATION_ERROR without a text.
func Add(ctx context.Context, tx *db.DB, by auth.Caller, input Input) error {
	text, err := textIn(input.Text)
	if err != nil {
		return err
	}
	if len(input.IDs) == 0 || len(input.IDs) > maxServices {
		return errs.Invalid("ids", "escolha os serviços")
	}
	if err := requireContest(by); err != nil {
		return err
	}
	// In the order of their ids, so that two requests never wait for each other's services.
	ids := slices.Compact(slices.Sorted(slices.Values(input.IDs)))
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		for _, id := range ids {
			if err := contestOne(ctx, tx, by, id, text); err != nil {
				return err
			}
		}
		return nil
	})
}

func contestOne(ctx context.Context, tx *db.DB, by auth.Caller, id int64, text string) error {
	service, err := bookings.FindReported(ctx, tx, by, id)
	if err != nil {
		return err
	}
	if _, err := bookings.SetValidation(ctx, tx, by, []int64{id}, new(bookings.Contested)); err != nil {
		return err
	}
	if err := write(tx, by, id, text); err != nil || !by.Is(auth.Profissional) {
		return err
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return err
	}
	date := service.ConsultationDate.In(zone)
	_, err = professionals.AddContest(ctx, tx, by, professionals.ContestInput{ID: service.ProfessionalID, Month: civil.MonthOf(date).String(),
		Text: "Serviço " + service.ServiceCode + " de " + date.Format("02/01/2006") + ": " + text})
	return err
}

// Outcome is what an answer in a thread does to the service beside adding a text.
type Outcome string

// The outcomes: the staff approves, the professional withdraws the contest.
const (
	KeepOpen Outcome = ""
	Approve  Outcome = "aprovar"
	Withdraw Outcome = "retirar"
)

// ReplyInput is an answer in the thread of a service.
type ReplyInput struct {
	ID      int64   `form:"-"`
	Text    string  `form:"text"`
	Outcome Outcome `form:"outcome"`
}

// Reply adds a text to the thread of a service, and approves the service or withdraws the contest in the same
// transaction. A withdrawal needs no text. It returns the errors of reports.Validate, 403 FORBIDDEN for an outcome that the
// caller may not choose, and 409 CONFLICT for a service on a statement.
func Reply(ctx context.Context, tx *db.DB, by auth.Caller, input ReplyInput) error {
	if err := input.require(by); err != nil {
		return err
	}
	text, err := textIn(input.Text)
	if err != nil && input.Outcome != Withdraw {
		return err
	}
	if text == "" {
		text = "Contestação retirada."
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		service, err := bookings.FindReported(ctx, tx, by, input.ID)
		if err != nil {
			return err
		}
		if err := service.RefuseClosed(tx); err != nil {
			return err
		}
		if err := write(tx, by, service.ID, text); err != nil || input.Outcome == KeepOpen {
			return err
		}
		validation := map[Outcome]*bookings.Validation{Approve: new(bookings.Approved)}[input.Outcome]
		_, err = bookings.SetValidation(ctx, tx, by, []int64{service.ID}, validation)
		return err
	})
}

func (in ReplyInput) require(by auth.Caller) error {
	if err := requireContest(by); err != nil {
		return err
	}
	switch in.Outcome {
	case KeepOpen:
		return nil
	case Approve:
		return access.Require(by, "services", access.Update)
	case Withdraw:
		if by.Is(auth.Profissional) {
			return nil
		}
	}
	return errs.Forbidden("Esta resposta não pode ser dada aqui.")
}

// requireContest returns nil for staff who may change services, and for professionals, whose queries are limited to
// their own.
func requireContest(by auth.Caller) error {
	if by.Is(auth.Profissional) {
		return nil
	}
	return access.Require(by, "services", access.Update)
}

func write(tx *db.DB, by auth.Caller, serviceID int64, text string) error {
	_, bound := access.PartnerCode(by)
	return tx.Create(&Message{ServiceID: serviceID, ByProfessional: bound, ActorKind: by.Kind, ActorCode: texts.Optional(by.Code),
		ActorName: by.FullName(),
		Text:      text, DateCreated: by.Now}).Error
}

// textIn returns the trimmed text, or 400 VALIDATION_ERROR for a missing or long one.
func textIn(text string) (string, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return "", errs.Invalid("text", "Escreva o motivo.")
	}
	if !texts.Fits(text, maxText) {
		return "", errs.Invalid("text", "deve ter no máximo 1.800 caracteres")
	}
	return text, nil
}
