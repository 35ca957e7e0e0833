package statusmails

import (
	"cmp"
	"context"
	"strconv"

	"acolhe/models/bookings"
	"acolhe/models/platform/mail"
	"acolhe/models/professionals"
	"acolhe/models/professionals/catalog"
	"acolhe/models/reports"
	"acolhe/models/reports/contests"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
)

// visitsOf are the appointments of a professional to which the same happened.
type visitsOf struct {
	kind           mail.Kind
	professionalID int64
}

// to addresses a professional who works for the association; empty for any other.
func (w writing) to(ctx context.Context, id int64, path string) (mail.Message, error) {
	professional, err := professionals.FindFor(ctx, w.tx, w.by, id)
	return mail.Message{To: professional.MailAddress(), Name: professional.Name, Path: path}, err
}

// aboutVisits writes to a professional about appointments, those that are still as they were written down.
func (w writing) aboutVisits(ctx context.Context, of visitsOf, rows []row) error {
	to, err := w.to(ctx, of.professionalID, portalWeek)
	if errs.HasCode(err, errs.CodeNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	about := VisitsMessage{}
	for _, one := range rows {
		visit := Visit{When: fmtbr.Appointment(*one.Moment, w.zone)}
		if one.ServiceID != nil {
			service, err := bookings.FindFor(ctx, w.tx, w.by, *one.ServiceID)
			if err != nil && !errs.HasCode(err, errs.CodeNotFound) {
				return err
			}
			isCancelled := service.Confirmation != nil && *service.Confirmation == bookings.CancelledByAssociate
			stands := service.ConsultationDate != nil && service.ConsultationDate.Equal(*one.Moment) &&
				service.ProfessionalID == of.professionalID && !isCancelled
			if stands == (of.kind == VisitCancelled.Kind) {
				continue
			}
			visit.Patient = fmtbr.AllInitials(cmp.Or(texts.Of(service.PatientName), service.AssociateName))
		} else if of.kind != VisitCancelled.Kind {
			continue
		}
		about.Visits = append(about.Visits, visit)
	}
	if len(about.Visits) == 0 {
		return nil
	}
	return w.send(ctx, w.by, mail.KindOf[VisitsMessage]{Kind: of.kind}.With(about, to))
}

// aboutMonth writes about a statement that is still closed, or paid.
func (w writing) aboutMonth(ctx context.Context, one row) error {
	var statement reports.Statement
	if err := w.tx.WithContext(ctx).Where("id = ?", *one.StatementID).Limit(1).Find(&statement).Error; err != nil || !statement.IsClosed {
		return err
	}
	to, err := w.to(ctx, *one.ProfessionalID, portal+"?mes="+statement.Month.String())
	if err != nil {
		return err
	}
	about := MonthMessage{Month: fmtbr.LongMonth(statement.Month.In(w.zone).From, w.zone), Amount: fmtbr.Money(statement.Payable)}
	if one.Kind == MonthClosed.Kind {
		planned, err := catalog.PlannedPayout(ctx, w.tx, statement.Month)
		if err != nil {
			return err
		}
		if planned != (civil.Date{}) {
			about.PlannedOn = planned.Shown()
		}
		return w.send(ctx, w.by, MonthClosed.With(about, to))
	}
	if statement.PaidOn == nil {
		return nil
	}
	about.PaidOn = statement.PaidOn.Shown()
	return w.send(ctx, w.by, PayoutMade.With(about, to))
}

// aboutContest writes the latest answer of the team in the thread of a service.
func (w writing) aboutContest(ctx context.Context, one row) error {
	if one.ServiceID == nil {
		return nil
	}
	service, err := bookings.FindFor(ctx, w.tx, w.by, *one.ServiceID)
	if err != nil || service.ConsultationDate == nil {
		return err
	}
	to, err := w.to(ctx, *one.ProfessionalID, portalContest+strconv.FormatInt(service.ID, 10))
	if err != nil {
		return err
	}
	var answer contests.Message
	err = w.tx.WithContext(ctx).Where("service_id = ? and not by_professional", service.ID).Order("id desc").Limit(1).Find(&answer).Error
	if err != nil {
		return err
	}
	return w.send(ctx, w.by, ContestAnswered.With(AnswerMessage{Day: fmtbr.Date(*service.ConsultationDate, w.zone), Text: answer.Text}, to))
}
