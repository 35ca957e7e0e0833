package bookings

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/settings"
	"acolhe/models/professionals"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// OwnLimit is the rate limit of the page on which associates make appointments.
func OwnLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "own_booking", Limit: 20, Per: 15 * time.Minute}
}

// OwnQuota is how many bookings an associate makes in a day.
func OwnQuota() ratelimit.Quota {
	return ratelimit.Quota{Name: "own_bookings", Count: 100, One: "agendamento", Many: "agendamentos"}
}

// OwnInput is an appointment that an associate makes with a professional: for themselves, or for an own patient. Without a
// time the staff arranges one.
type OwnInput struct {
	ProfessionalID  int64                  `form:"com"`
	PatientUserCode *uuid.UUID             `form:"para"`
	At              patch.Field[time.Time] `form:"quando"`
}

// maxOwn is the number of coming appointments that an associate may have made.
var maxOwn = settings.Key[int]{System: "services", Name: "max_own_bookings", Type: settings.Number, Check: checkMaxOwn, Default: 6,
	Required:    true,
	Description: "Quantas consultas futuras um associado pode marcar por conta própria."}

func checkMaxOwn(most int) error {
	if most < 1 || most > MaxItems {
		return errors.New("deve ser um número de 1 a 50")
	}
	return nil
}

// undatedWaits is the time for which an appointment without a date counts as a coming one.
const undatedWaits = 30 * 24 * time.Hour

// BookOwn books an appointment of the calling associate. It returns the errors of Book.
func BookOwn(ctx context.Context, tx *db.DB, by auth.Caller, input OwnInput) (Service, error) {
	item := ItemInput{ItemFields: ItemFields{ProfessionalID: patch.Of(input.ProfessionalID), ConsultationDate: input.At},
		CreateCalendarEvent: input.At.HasValue()}
	services, err := Book(ctx, tx, by, BookInput{CommonInput: CommonInput{PatientUserCode: input.PatientUserCode}, Items: []ItemInput{item}})
	if err != nil {
		return Service{}, err
	}
	return services[0], nil
}

// bookOfAssociate is Book for an associate, one booking after the other.
func bookOfAssociate(ctx context.Context, tx *db.DB, by auth.Caller, input BookInput) (booked []Service, err error) {
	input, err = input.ofAssociate(by)
	if err != nil {
		return nil, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		associate, err := db.Lock[associates.Associate](tx, by.ID)
		if err != nil {
			return err
		}
		if associate.AwaitsOwnData() {
			return errs.New(errs.KindForbidden, associates.CodePhaseLocked, "Complete os seus dados antes de marcar uma consulta.")
		}
		items, err := input.items()
		if err != nil {
			return err
		}
		if err := checkMostOwn(ctx, tx, by, len(items)); err != nil {
			return err
		}
		if err := requireFree(ctx, tx, items, by.Now); err != nil {
			return err
		}
		booked, err = booking{common: input.CommonInput, items: items, by: by}.store(ctx, tx)
		return err
	})
	return booked, err
}

// ofAssociate returns what an associate may send of a booking, for themselves or an own patient: everything else, such as
// names, prices, donations, tags and status, is ignored (decisions.md, "Creating services from an associate session").
func (in BookInput) ofAssociate(by auth.Caller) (BookInput, error) {
	own, err := uuid.Parse(by.Code)
	if err != nil {
		return in, err
	}
	if in.AssociateUserCode != uuid.Nil && in.AssociateUserCode != own {
		return in, errs.Invalid("associate_user_code", "você só pode agendar para você ou para um paciente seu")
	}
	allowed := BookInput{
		CommonInput: CommonInput{
			AssociateUserCode: own, PatientUserCode: in.PatientUserCode, BookingGroupCode: in.BookingGroupCode,
			CommonFields: CommonFields{BindErrors: in.BindErrors, Observations: in.Observations, PaymentType: in.PaymentType},
			IsSample:     in.IsSample, // refused, not ignored
		},
		ProfessionalIDs: in.ProfessionalIDs,
	}
	for _, item := range in.Items {
		fields := ItemFields{ProfessionalID: item.ProfessionalID, ConsultationDate: item.ConsultationDate}
		allowed.Items = append(allowed.Items, ItemInput{ItemFields: fields, CreateCalendarEvent: item.CreateCalendarEvent})
	}
	return allowed, nil
}

// checkMostOwn returns 409 CONFLICT if the associate would have made more coming appointments than services.max_own_bookings.
// The associate is locked.
func checkMostOwn(ctx context.Context, tx *db.DB, by auth.Caller, adding int) error {
	most, err := settings.Get(ctx, tx, maxOwn)
	if err != nil {
		return err
	}
	var coming int64
	err = tx.WithContext(ctx).Model(&Service{}).Where("associate_user_code = ? and "+OwnSQL, by.Code).
		Where("consultation_date > ? or consultation_date is null and date_created > ?", by.Now, by.Now.Add(-undatedWaits)).
		Count(&coming).Error
	if err == nil && int(coming)+adding > most {
		return errs.Conflict(errs.CodeConflict,
			fmt.Sprintf("Você já marcou %d de %d consultas futuras. Para marcar mais, fale com a associação.", coming, most))
	}
	return err
}

// requireFree returns 409 SLOT_TAKEN for a time that has passed or is not free. Two associates who want the same time wait
// for each other.
func requireFree(ctx context.Context, tx *db.DB, items []itemAt, now time.Time) error {
	var ids []int64
	for i, item := range items {
		if !item.ConsultationDate.HasValue() {
			continue
		}
		if !item.ConsultationDate.Value.After(now) {
			return errs.Conflict(CodeSlotTaken, "Este horário já passou. Escolha outro.")
		}
		if slices.ContainsFunc(items[:i], item.isSameTime) {
			return ErrSlotTaken()
		}
		ids = append(ids, item.ProfessionalID.Value)
	}
	if err := lockProfessionals(ctx, tx, ids); err != nil {
		return err
	}
	for _, item := range items {
		if !item.ConsultationDate.HasValue() {
			continue
		}
		free, err := isFreeForOwn(ctx, tx, item, now)
		if err != nil {
			return err
		}
		if !free {
			return ErrSlotTaken()
		}
	}
	return nil
}

// isFreeForOwn reports whether an associate may take the time of an item: a free time of the professional. One without
// weekly hours publishes none, so that every time at which nothing is placed is free.
func isFreeForOwn(ctx context.Context, tx *db.DB, item itemAt, now time.Time) (bool, error) {
	found, err := professionals.InAgenda(ctx, tx, professionals.AgendaInput{IDs: []int64{item.ProfessionalID.Value}})
	if err != nil || len(found) == 0 {
		return len(found) == 0, err // Book refuses an unknown or inactive professional
	}
	at := item.ConsultationDate.Value
	if !found[0].WeeklyHours.IsEmpty() {
		return IsFree(ctx, tx, Service{ProfessionalID: found[0].ID}, at, now)
	}
	lasting, err := Duration(ctx, tx)
	if err != nil {
		return false, err
	}
	var placed int64
	err = tx.WithContext(ctx).Model(&Service{}).Where("professional_id = ?", found[0].ID).
		Where("consultation_date > ? and consultation_date < ?", at.Add(-longestMinutes*time.Minute), at.Add(lasting)).
		Where("coalesce(slot_end, consultation_date + make_interval(mins => ?)) > ?", int(lasting.Minutes()), at).
		Count(&placed).Error
	if err != nil || placed > 0 {
		return false, err
	}
	return isOpen(ctx, tx, found[0].ID, civil.Span{From: at, To: at.Add(lasting)})
}

// isSameTime reports whether another item has the same professional and time.
func (i itemAt) isSameTime(other itemAt) bool {
	return i.ProfessionalID.Value == other.ProfessionalID.Value && other.ConsultationDate.HasValue() &&
		i.ConsultationDate.Value.Equal(other.ConsultationDate.Value)
}

// ErrSlotTaken is 409 SLOT_TAKEN for an associate whose time is no longer free.
func ErrSlotTaken() error {
	return errs.Conflict(CodeSlotTaken, "Este horário acabou de ser ocupado. Escolha outro.")
}

// PayByPix returns the Pix code of an appointment that awaits its payment, for its price; without a code if nothing is to be
// paid or no key is configured.
func PayByPix(ctx context.Context, tx *db.DB, service Service) (orders.PixPayment, error) {
	if service.Status != AwaitingPayment || service.Price == nil || service.Price.IsZero() {
		return orders.PixPayment{}, nil
	}
	return orders.ChargeByPix(ctx, tx, *service.Price, "CONSULTA"+strconv.FormatInt(service.ID, 10))
}
