package bookings

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/professionals"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// StorePast stores services from before the program, each a booking of its own, and sets their ids. An empty service_code is
// replaced by a new one. They write no messages, make no calendar events, complete no contact, and past ones block no time; their
// associate and professional may be such as no longer are active. The result has an error for each service that is refused: 400
// VALIDATION_ERROR for wrong fields, 409 SLOT_TAKEN for a coming one at a time that is taken while services.block_overlap is on.
func StorePast(ctx context.Context, tx *db.DB, by auth.Caller, past []Service) (refused []error, err error) {
	refused = make([]error, len(past))
	ids := make([]int64, len(past))
	for i, one := range past {
		ids[i] = one.ProfessionalID
	}
	found, err := professionals.ByIDs(ctx, tx, by.AsSystem(), ids)
	if err != nil {
		return refused, err
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return refused, err
	}
	var rows []*Service
	for i := range past {
		service := &past[i]
		service.preparePast(by, found[service.ProfessionalID])
		if refused[i] = service.checkPast(zone); refused[i] != nil {
			continue
		}
		if service.ConsultationDate == nil || !service.ConsultationDate.After(by.Now) {
			rows = append(rows, service)
			continue
		}
		refused[i] = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
			one := []Service{*service}
			err := insert(ctx, tx, one)
			*service = one[0]
			return err
		})
		if refused[i] != nil && errs.As(refused[i]) == nil {
			return refused, refused[i]
		}
	}
	if len(rows) == 0 {
		return refused, nil
	}
	return refused, tx.WithContext(ctx).Create(rows).Error
}

// CheckPast returns what StorePast would refuse of a service without regard to others. The zone is the association's.
func (s Service) CheckPast(by auth.Caller, professional professionals.Professional, zone *time.Location) error {
	s.preparePast(by, professional)
	return s.checkPast(zone)
}

func (s Service) checkPast(zone *time.Location) error {
	p := s.validateItem(zone)
	s.validateCommon(&p)
	p.Require(s.AssociateUserCode != uuid.Nil, "associate_user_code", "escolha o associado")
	p.Require(texts.Fits(s.ServiceCode, maxPaymentType), "service_code", "deve ter no máximo 60 caracteres")
	return p.Err()
}

// preparePast fills what a past service takes from its professional and by default.
func (s *Service) preparePast(by auth.Caller, professional professionals.Professional) {
	if s.ServiceCode == "" {
		s.ServiceCode = "S-" + rand.Text()[:codeLength]
	}
	s.BookingGroupCode, s.CreatedByUserCode, s.BookedByAssociate = uuid.New(), by.OperatorCode(), new(false)
	s.snapshot(professional)
	s.DateUpdated = by.Now
	s.normalise()
}

// BlocksOverlaps reports whether two appointments of a professional at one time are refused.
func BlocksOverlaps(ctx context.Context, tx *db.DB) (bool, error) {
	return settings.Get(ctx, tx, blockOverlap)
}

// RemovePast removes a service without a message about it. An unknown one is 404 NOT_FOUND, one on a statement 409 CONFLICT.
func RemovePast(ctx context.Context, tx *db.DB, id int64) error {
	_, err := remove(ctx, tx, id)
	return err
}
