package bookings

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/professionals"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// OwnInput is an appointment that an associate makes with a professional: for themselves, or for an own patient. Without a
// time the staff arranges one.
type OwnInput struct {
	ProfessionalID  int64                  `form:"com"`
	PatientUserCode *uuid.UUID             `form:"para"`
	At              patch.Field[time.Time] `form:"quando"`
}

// BookOwn books an appointment of the calling associate at a free time of the professional. It returns 409 SLOT_TAKEN for a
// time that is not free, and the errors of Book.
func BookOwn(ctx context.Context, tx *db.DB, by auth.Caller, input OwnInput) (booked Service, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if input.At.HasValue() {
			// Two associates who want the same time wait for each other.
			if err := lockProfessionals(ctx, tx, []int64{input.ProfessionalID}); err != nil {
				return err
			}
			if err := requireFree(ctx, tx, input, by.Now); err != nil {
				return err
			}
		}
		item := ItemInput{ItemFields: ItemFields{ProfessionalID: patch.Of(input.ProfessionalID), ConsultationDate: input.At}, CreateCalendarEvent: input.At.HasValue()}
		services, err := Book(ctx, tx, by, BookInput{CommonInput: CommonInput{PatientUserCode: input.PatientUserCode}, Items: []ItemInput{item}})
		if err == nil {
			booked = services[0]
		}
		return err
	})
	return booked, err
}

func requireFree(ctx context.Context, tx *db.DB, input OwnInput, now time.Time) error {
	free, err := isFree(ctx, tx, Service{ProfessionalID: input.ProfessionalID}, input.At.Value, now)
	if err == nil && !free {
		return ErrSlotTaken()
	}
	return err
}

// ErrSlotTaken is 409 SLOT_TAKEN for an associate whose time is no longer free.
func ErrSlotTaken() error {
	return errs.Conflict(CodeSlotTaken, "Este horário acabou de ser ocupado. Escolha outro.")
}

// maxFreeDays is the number of days of one reading of free times.
const maxFreeDays = 60

// FreeQuery asks for the free times of a professional: those of Days days (14 if omitted) from the civil day From on, or from
// today.
type FreeQuery struct {
	Professional int64  `form:"-"`
	From         string `form:"from"`
	Days         int    `form:"days"`
}

// ListFreeTimes returns the free times of a professional who can be booked, soonest first. It returns 404 NOT_FOUND for any
// other, and 400 VALIDATION_ERROR for a wrong day or more than 60 days.
func ListFreeTimes(ctx context.Context, tx *db.DB, by auth.Caller, query FreeQuery) ([]time.Time, error) {
	if query.Days == 0 {
		query.Days = nextDays
	}
	var p errs.Problems
	p.Require(query.From == "" || civil.IsDay(query.From), "from", "deve ser um dia (2026-11-20)")
	p.Require(query.Days > 0 && query.Days <= maxFreeDays, "days", "deve ser um número de 1 a "+strconv.Itoa(maxFreeDays))
	if err := p.Err(); err != nil {
		return nil, err
	}
	if _, err := professionals.FindBookable(ctx, tx, query.Professional); err != nil {
		return nil, err
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return nil, err
	}
	from := civil.StartOfDay(by.Now.In(zone))
	if query.From != "" {
		from = civil.Midnight(query.From, zone)
	}
	free, err := FreeTimes(ctx, tx, FreeInput{ProfessionalID: query.Professional, From: from, Days: query.Days, Now: by.Now, Limit: maxPlaced})
	return slices.Clip(append([]time.Time{}, free...)), err
}

// PayByPix returns the Pix code of an appointment that awaits its payment, for its price; without a code if nothing is to be
// paid or no key is configured.
func PayByPix(ctx context.Context, tx *db.DB, service Service) (orders.PixPayment, error) {
	if service.Status != AwaitingPayment || service.Price == nil || service.Price.IsZero() {
		return orders.PixPayment{}, nil
	}
	return orders.ChargeByPix(ctx, tx, *service.Price, "CONSULTA"+strconv.FormatInt(service.ID, 10))
}
