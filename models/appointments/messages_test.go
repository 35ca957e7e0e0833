package appointments_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"acolhe/models/appointments"
	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/types/patch"
)

// post is the outbox of a test with a clock.
type post struct {
	*db.Connection
	messages appointments.Messages
	now      time.Time
}

func newPost(t *testing.T, now time.Time) *post {
	t.Helper()
	key, err := encryption.NewKey([]byte("abcdef0123456789abcdef0123456789"))
	if err != nil {
		t.Fatal(err)
	}
	p := &post{Connection: dbtest.New(t), now: now}
	p.messages = appointments.Messages{DB: p.DB, Mail: mail.Outbox{Key: key, Configured: true}, Now: func() time.Time { return p.now }}
	if err := p.DB.WithContext(t.Context()).Exec("update services set is_sample = true").Error; err != nil {
		t.Fatal(err)
	}
	return p
}

// book books João's appointments at these times.
func (p *post) book(t *testing.T, at ...time.Time) []bookings.Service {
	t.Helper()
	input := bookings.BookInput{CommonInput: bookings.CommonInput{AssociateUserCode: uuid.MustParse(dbtest.Joao.UserCode)}}
	for _, moment := range at {
		input.Items = append(input.Items, bookings.ItemInput{ItemFields: bookings.ItemFields{ProfessionalID: patch.Of(int64(2)),
			ConsultationDate: patch.Of(moment)}})
	}
	services, err := bookings.Book(t.Context(), p.DB, dbtest.Bruno.Caller().At(p.now), input)
	if err != nil {
		t.Fatal(err)
	}
	return services
}

// sent returns the kinds of the messages so far.
func (p *post) sent(t *testing.T) string {
	t.Helper()
	var kinds []string
	if err := p.DB.WithContext(t.Context()).Table("mails").Order("id").Pluck("kind", &kinds).Error; err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(strings.Join(kinds, " "), "appointment_", "")
}

var noon = time.Date(2026, 11, 22, 15, 0, 0, 0, time.UTC)

// A booking of several appointments is one message, however often its job runs; past ones and those without a date need
// none.
func TestLetters_Once(t *testing.T) {
	t.Parallel()
	p := newPost(t, noon)
	p.book(t, noon.Add(96*time.Hour), noon.Add(120*time.Hour), noon.Add(-time.Hour))
	p.book(t, noon.Add(-2*time.Hour))
	appointments.SendQueued(t, p.DB, p.messages, 3)
	if sent := p.sent(t); sent != "booked" {
		t.Errorf("sent %q", sent)
	}
}

// Another date and a removal are announced; a change of anything else is not.
func TestLetters_Changes(t *testing.T) {
	t.Parallel()
	p := newPost(t, noon)
	service := p.book(t, noon.Add(96*time.Hour))[0]
	by := dbtest.Bruno.Caller().At(noon)
	to := func(date patch.Field[time.Time]) bookings.ChangeInput {
		return bookings.ChangeInput{ID: service.ID, ItemFields: bookings.ItemFields{ConsultationDate: date}}
	}
	for _, input := range []bookings.ChangeInput{
		{ID: service.ID, CommonFields: bookings.CommonFields{Observations: patch.Of("trazer exames")}},
		to(patch.Of(noon.Add(97 * time.Hour))), to(patch.Field[time.Time]{Sent: true, Null: true}), to(patch.Of(noon.Add(98 * time.Hour))),
	} {
		if _, err := bookings.Change(t.Context(), p.DB, by, input); err != nil {
			t.Fatal(err)
		}
		appointments.SendQueued(t, p.DB, p.messages, 1)
	}
	if err := bookings.Remove(t.Context(), p.DB, service.ID); err != nil {
		t.Fatal(err)
	}
	appointments.SendQueued(t, p.DB, p.messages, 2)
	if sent := p.sent(t); sent != "booked moved cancelled booked cancelled" {
		t.Errorf("sent %q", sent)
	}
}

// The reminder is sent the day before, from 8:00 of the association's zone on, once: also for 23:30 and the end of a month.
func TestRemind(t *testing.T) {
	t.Parallel()
	for zone, offset := range map[string]int{"America/Sao_Paulo": 3, "America/Manaus": 4, "America/Noronha": 2} {
		p := newPost(t, noon)
		if err := p.DB.WithContext(t.Context()).
			Exec(`insert into system_configs (system, key, value) values ('system', 'time_zone', to_jsonb(?::text))
			on conflict (system, key) do update set value = excluded.value`, zone).Error; err != nil {
			t.Fatal(err)
		}
		local := func(month time.Month, day, hour, minute int) time.Time {
			return time.Date(2026, month, day, hour+offset, minute, 0, 0, time.UTC)
		}
		p.book(t, local(11, 30, 23, 30), local(11, 30, 9, 0)) // one message for both
		p.book(t, local(12, 1, 0, 0))                         // the day after: not yet
		appointments.SendQueued(t, p.DB, p.messages, 1)
		for _, moment := range []struct {
			now  time.Time
			want string
		}{
			{local(11, 28, 23, 59), "booked booked"}, {local(11, 29, 7, 59), "booked booked"}, {local(11, 29, 8, 0), "booked booked reminder"},
			{local(11, 29, 23, 0), "booked booked reminder"}, {local(11, 30, 7, 0), "booked booked reminder"},
			{local(11, 30, 9, 0), "booked booked reminder reminder"},
			{local(12, 1, 9, 0), "booked booked reminder reminder"},
		} {
			p.now = moment.now
			if err := p.messages.Remind(t.Context()); err != nil {
				t.Fatal(err)
			}
			if sent := p.sent(t); sent != moment.want {
				t.Errorf("%s, at %v: sent %q, want %q", zone, moment.now, sent, moment.want)
			}
		}
	}
}

// No reminder for an appointment of tomorrow that was just booked, or whose associate asked for another time.
func TestRemind_Unneeded(t *testing.T) {
	t.Parallel()
	p := newPost(t, noon)
	p.book(t, noon.Add(24*time.Hour))
	appointments.SendQueued(t, p.DB, p.messages, 1)
	p.book(t, noon.Add(72*time.Hour))
	appointments.SendQueued(t, p.DB, p.messages, 1)
	if err := p.DB.WithContext(t.Context()).
		Exec("update services set confirmation = 'reschedule_requested', confirmation_date = now() where not is_sample and reminded_at is null").
		Error; err != nil {
		t.Fatal(err)
	}
	for _, at := range []time.Time{noon, noon.Add(48 * time.Hour)} {
		p.now = at
		if err := p.messages.Remind(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if sent := p.sent(t); sent != "booked booked" {
		t.Errorf("sent %q", sent)
	}
}
