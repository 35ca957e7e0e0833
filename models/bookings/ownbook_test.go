package bookings_test

import (
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// associate returns an associate of the fixtures as the caller of a verb, at Today.
func associate(a dbtest.Associate) auth.Caller {
	return auth.Caller{Kind: auth.Associate, ID: a.ID, Code: a.UserCode, Name: a.Name, Email: a.Email, Now: dbtest.Today}
}

// freeAt is a free time of Dr. Otávio in newOwnBooking.
var freeAt = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

// newOwnBooking is a database in which Dr. Otávio attends on Tuesdays from 09:00 to 11:00.
func newOwnBooking(t *testing.T) *db.DB {
	t.Helper()
	tx := dbtest.New(t).DB
	if err := tx.WithContext(t.Context()).Exec(`update professionals set weekly_hours = '{"tue": "09:00-11:00"}' where id = 2`).Error; err != nil {
		t.Fatal(err)
	}
	return tx
}

// An associate books a free time at the professional's price, for themselves or an own patient, or without a time.
func TestBookOwn(t *testing.T) {
	t.Parallel()
	tx, pipoca := newOwnBooking(t), uuid.MustParse(dbtest.Pipoca.UserCode)
	booked, err := bookings.BookOwn(t.Context(), tx, associate(dbtest.Joao), bookings.OwnInput{ProfessionalID: 2, PatientUserCode: &pipoca, At: patch.Of(freeAt)})
	if err != nil {
		t.Fatal(err)
	}
	if !booked.ConsultationDate.Equal(freeAt) || booked.Price.String() != "180.00" || *booked.PatientName != dbtest.Pipoca.FullName() || booked.Status != bookings.AwaitingPayment || booked.CreatedByUserCode != nil {
		t.Errorf("booked %+v", booked)
	}
	if undated, err := bookings.BookOwn(t.Context(), tx, associate(dbtest.Joao), bookings.OwnInput{ProfessionalID: 1}); err != nil || undated.ConsultationDate != nil {
		t.Errorf("without a time: %v, %v", undated.ConsultationDate, err)
	}
	miguel := uuid.MustParse(dbtest.Miguel.UserCode)
	for name, c := range map[string]struct {
		input bookings.OwnInput
		code  string
	}{
		"taken":                   {bookings.OwnInput{ProfessionalID: 2, At: patch.Of(freeAt)}, bookings.CodeSlotTaken},
		"between two times":       {bookings.OwnInput{ProfessionalID: 2, At: patch.Of(freeAt.Add(90 * time.Minute))}, bookings.CodeSlotTaken},
		"off the hours":           {bookings.OwnInput{ProfessionalID: 2, At: patch.Of(freeAt.Add(-time.Hour))}, bookings.CodeSlotTaken},
		"past":                    {bookings.OwnInput{ProfessionalID: 2, At: patch.Of(freeAt.AddDate(0, 0, -7))}, bookings.CodeSlotTaken},
		"without hours":           {bookings.OwnInput{ProfessionalID: 1, At: patch.Of(freeAt)}, bookings.CodeSlotTaken},
		"an unknown professional": {bookings.OwnInput{ProfessionalID: 99}, errs.CodeValidation},
		"somebody's patient":      {bookings.OwnInput{ProfessionalID: 2, PatientUserCode: &miguel, At: patch.Of(freeAt.Add(time.Hour))}, errs.CodeValidation},
	} {
		if _, err := bookings.BookOwn(t.Context(), tx, associate(dbtest.Joao), c.input); !errs.HasCode(err, c.code) {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
	}
}

// Of two associates who want the same time, one gets it.
func TestBookOwn_Concurrent(t *testing.T) {
	t.Parallel()
	tx := newOwnBooking(t)
	var group sync.WaitGroup
	outcomes := make([]error, 6)
	for i := range outcomes {
		group.Go(func() {
			by := associate([]dbtest.Associate{dbtest.Ana, dbtest.Joao}[i%2])
			_, outcomes[i] = bookings.BookOwn(t.Context(), tx, by, bookings.OwnInput{ProfessionalID: 2, At: patch.Of(freeAt)})
		})
	}
	group.Wait()
	booked := 0
	for _, err := range outcomes {
		if err == nil {
			booked++
		} else if !errs.HasCode(err, bookings.CodeSlotTaken) {
			t.Error(err)
		}
	}
	if booked != 1 {
		t.Errorf("%d of %d have the time", booked, len(outcomes))
	}
}
