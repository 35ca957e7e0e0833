package bookings_test

import (
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/bookings/listing"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
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
	if err := tx.WithContext(t.Context()).Exec(`update professionals set weekly_hours = '{"tue": "09:00-11:00"}' where id = 2`).
		Error; err != nil {
		t.Fatal(err)
	}
	return tx
}

// An associate books a free time at the professional's price, for themselves or an own patient, or without a time.
func TestBookOwn(t *testing.T) {
	t.Parallel()
	tx, pipoca := newOwnBooking(t), uuid.MustParse(dbtest.Pipoca.UserCode)
	booked, err := bookings.BookOwn(t.Context(), tx, associate(dbtest.Joao),
		bookings.OwnInput{ProfessionalID: 2, PatientUserCode: &pipoca, At: patch.Of(freeAt)})
	if err != nil {
		t.Fatal(err)
	}
	if !booked.ConsultationDate.Equal(freeAt) || booked.Price.String() != "180.00" || *booked.PatientName != dbtest.Pipoca.FullName() ||
		booked.Status != bookings.AwaitingPayment || booked.CreatedByUserCode != nil {
		t.Errorf("booked %+v", booked)
	}
	if undated, err := bookings.BookOwn(t.Context(), tx, associate(dbtest.Joao), bookings.OwnInput{ProfessionalID: 1}); err != nil ||
		undated.ConsultationDate != nil {
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
		"an unknown professional": {bookings.OwnInput{ProfessionalID: 99}, errs.CodeValidation},
		"somebody's patient": {bookings.OwnInput{ProfessionalID: 2, PatientUserCode: &miguel, At: patch.Of(freeAt.Add(time.Hour))},
			errs.CodeValidation},
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

// byScript is a booking as a script sends it in an associate's session.
func byScript(items ...bookings.ItemInput) bookings.BookInput {
	return bookings.BookInput{Items: items}
}

func itemAt(professional int64, at time.Time) bookings.ItemInput {
	return bookings.ItemInput{ItemFields: bookings.ItemFields{ProfessionalID: patch.Of(professional), ConsultationDate: patch.Of(at)}}
}

// A script in an associate's session books free times alone, as the pages do.
func TestBook_AssociateAtFreeTimes(t *testing.T) {
	t.Parallel()
	tx, by := newOwnBooking(t), associate(dbtest.Joao)
	for name, items := range map[string][]bookings.ItemInput{
		"off the hours": {itemAt(2, freeAt.Add(-time.Hour))},
		"past":          {itemAt(1, dbtest.Today.Add(-time.Hour))},
		"twice":         {itemAt(2, freeAt), itemAt(2, freeAt)},
	} {
		if _, err := bookings.Book(t.Context(), tx, by, byScript(items...)); !errs.HasCode(err, bookings.CodeSlotTaken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// Dra. Renata publishes no hours.
	if _, err := bookings.Book(t.Context(), tx, by, byScript(itemAt(1, freeAt))); err != nil {
		t.Fatal(err)
	}
	if _, err := bookings.Book(t.Context(), tx, associate(dbtest.Ana), byScript(itemAt(1, freeAt.Add(30*time.Minute)))); !errs.HasCode(err,
		bookings.CodeSlotTaken) {
		t.Errorf("within another appointment: %v", err)
	}
	if _, err := bookings.Book(t.Context(), tx, associate(dbtest.Ana), byScript(itemAt(1, freeAt.Add(time.Hour)))); err != nil {
		t.Error(err)
	}
}

// What an associate may not decide is ignored, whatever it is: every other field of the input is set here.
func TestBook_AssociateFields(t *testing.T) {
	t.Parallel()
	tx, by := newOwnBooking(t), associate(dbtest.Joao)
	plain, err := bookings.Book(t.Context(), tx, by,
		byScript(bookings.ItemInput{ItemFields: bookings.ItemFields{ProfessionalID: patch.Of(int64(2))}}))
	if err != nil {
		t.Fatal(err)
	}
	name, ten := "Outro Nome", money.MustParse("10")
	full := byScript(bookings.ItemInput{ItemFields: bookings.ItemFields{ProfessionalID: patch.Of(int64(2)), Price: patch.Of(ten),
		Donation: patch.Of(ten), PricePaid: patch.Of(ten)}})
	full.AssociateName, full.AssociateEmail, full.PatientName, full.FromItem = &name, &name, &name, dbtest.AnaWaits.ID
	full.Tags, full.Status = patch.Of([]string{"Urgente"}), patch.Of(bookings.Paid)
	sent, err := bookings.Book(t.Context(), tx, by, full)
	if err != nil {
		t.Fatal(err)
	}
	same := plain[0]
	same.ID, same.ServiceCode, same.BookingGroupCode = sent[0].ID, sent[0].ServiceCode, sent[0].BookingGroupCode
	if !reflect.DeepEqual(sent[0], same) {
		t.Errorf("booked\n%+v, want\n%+v", sent[0], same)
	}
}

// An associate makes so many coming appointments, also with requests at once; those that the staff or a token makes do not count.
func TestBook_AssociateAtMost(t *testing.T) {
	t.Parallel()
	tx, by := newOwnBooking(t), associate(dbtest.Joao)
	staff := auth.Caller{Kind: auth.Operator, ID: dbtest.Bruno.ID, Code: dbtest.Bruno.UserCode, Now: dbtest.Today}
	ofStaff := byScript(itemAt(1, freeAt.AddDate(0, 1, 0)))
	ofStaff.AssociateUserCode = uuid.MustParse(dbtest.Joao.UserCode)
	for _, other := range []auth.Caller{staff, {Kind: auth.Token, Scopes: []string{"*"}, Now: dbtest.Today}} {
		if _, err := bookings.Book(t.Context(), tx, other, ofStaff); err != nil {
			t.Fatal(err)
		}
	}
	var group sync.WaitGroup
	var booked atomic.Int32
	for i := range 12 {
		group.Go(func() {
			_, err := bookings.Book(t.Context(), tx, by, byScript(itemAt(1, freeAt.AddDate(0, 0, i))))
			if err == nil {
				booked.Add(1)
			} else if !errs.HasCode(err, errs.CodeConflict) {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if booked.Load() != 6 {
		t.Errorf("%d appointments", booked.Load())
	}
	if _, err := bookings.BookOwn(t.Context(), tx, by, bookings.OwnInput{ProfessionalID: 1}); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("one more without a date: %v", err)
	}
	later := by.At(freeAt.AddDate(0, 0, 30))
	if _, err := bookings.Book(t.Context(), tx, later, byScript(itemAt(1, freeAt.AddDate(0, 2, 0)))); err != nil {
		t.Errorf("after they took place: %v", err)
	}
}

// Who has opened an account gives the own data before booking.
func TestBook_AssociateWithoutData(t *testing.T) {
	t.Parallel()
	tx, by := newOwnBooking(t), associate(dbtest.Joao)
	setPhase := func(phase string) {
		t.Helper()
		if err := tx.WithContext(t.Context()).Exec("update users set status = 'active', associate_status = ? where id = ?", phase, by.ID).
			Error; err != nil {
			t.Fatal(err)
		}
	}
	setPhase("1")
	if _, err := bookings.BookOwn(t.Context(), tx, by, bookings.OwnInput{ProfessionalID: 2}); !errs.HasCode(err, associates.CodePhaseLocked) {
		t.Errorf("in the first phase: %v", err)
	}
	setPhase("2")
	if _, err := bookings.BookOwn(t.Context(), tx, by, bookings.OwnInput{ProfessionalID: 2}); err != nil {
		t.Errorf("in the second phase: %v", err)
	}
}

// An appointment that an associate made and did not pay waits for the staff after 24 hours, as long as it is to come; it is
// not given away. What the staff booked does not, nor what is free of charge.
func TestListUnpaidOwn(t *testing.T) {
	t.Parallel()
	tx, bruno := newOwnBooking(t), dbtest.Bruno.Caller()
	own, err := bookings.BookOwn(t.Context(), tx, associate(dbtest.Joao), bookings.OwnInput{ProfessionalID: 2, At: patch.Of(freeAt)})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, change string
		after        time.Duration
		waits        bool
	}{
		{"after 23 hours", "price = 180", 23 * time.Hour, false},
		{"after 24 hours", "price = 180", 24 * time.Hour, true},
		{"paid", "status = 'Pagamento Concluído'", 24 * time.Hour, false},
		{"open again", "status = 'Aguardando Pagamento'", 24 * time.Hour, true},
		{"free of charge", "price = 0", 24 * time.Hour, false},
		{"booked by a token", "price = 180, booked_by_associate = false", 24 * time.Hour, false},
		{"its own again", "booked_by_associate = true", 24 * time.Hour, true},
		{"booked by the staff before it was stored", "booked_by_associate = null, created_by_user_code = '" + dbtest.Bruno.UserCode + "'",
			24 * time.Hour, false},
		{"its own before it was stored", "created_by_user_code = null", 24 * time.Hour, true},
		{"past", "price = 180", freeAt.Sub(dbtest.Today) + time.Hour, false},
	} {
		if err := tx.WithContext(t.Context()).Exec("update services set "+c.change+" where id = ?", own.ID).Error; err != nil {
			t.Fatal(err)
		}
		by := bruno.At(dbtest.Today.Add(c.after))
		tray, err := listing.ListUnpaidOwn(t.Context(), tx, by, listing.WaitingInput{Limit: 5})
		listed, listErr := listing.List(t.Context(), tx, by, listing.Input{UnpaidOwn: true, When: listing.AlwaysWhen})
		if err != nil || listErr != nil {
			t.Fatal(err, listErr)
		}
		if waits := len(tray.Services) == 1 && tray.Services[0].ID == own.ID && tray.Counted.Rows == 1; waits != c.waits ||
			len(listed.Items) != len(tray.Services) {
			t.Errorf("%s: the tray has %d, the list %d", c.name, len(tray.Services), len(listed.Items))
		}
	}
}
