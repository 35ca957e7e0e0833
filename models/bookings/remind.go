package bookings

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/civil"
)

// Reminders are sent from remindFrom o'clock of the day before on, in the association's time zone; they are looked for
// every reminderInterval.
const (
	remindFrom       = 8
	reminderInterval = 30 * time.Minute
	// reminderBatch is the number of services of one transaction.
	reminderBatch = 200
)

// remind is the periodic job that sends the reminders.
type remind struct{}

// Kind returns the name of the job in the queue.
func (remind) Kind() string { return "remind_appointments" }

type reminderWorker struct {
	river.WorkerDefaults[remind]
	letters Letters
}

// Work implements river.Worker.
func (w *reminderWorker) Work(ctx context.Context, _ *river.Job[remind]) error {
	return w.letters.Remind(ctx)
}

// Remind sends a reminder of each appointment of tomorrow, once, in one letter for a booking. It leaves out those whose
// associate asked for another time, and sample data.
func (l Letters) Remind(ctx context.Context) error {
	zone, err := settings.Location(ctx, l.DB)
	if err != nil {
		return err
	}
	now := l.Now().In(zone)
	if !l.Mail.Configured || now.Hour() < remindFrom {
		return nil
	}
	for {
		sent, err := l.remindSome(ctx, now)
		if err != nil || sent < reminderBatch {
			return err
		}
	}
}

// tomorrow returns the day after now, in the time zone of now.
func tomorrow(now time.Time) civil.Span {
	today := civil.StartOfDay(now)
	return civil.Span{From: today.AddDate(0, 0, 1), To: today.AddDate(0, 0, 2)}
}

// remindSome sends the reminders of at most reminderBatch services and returns their number.
func (l Letters) remindSome(ctx context.Context, now time.Time) (sent int, err error) {
	err = l.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		day := tomorrow(now)
		var services []Service
		err := tx.Clauses(clause.Locking{Strength: "UPDATE", Options: "SKIP LOCKED"}).
			Where("consultation_date >= ? and consultation_date < ? and reminded_at is null and associate_email is not null and not is_sample", day.From, day.To).
			Where("confirmation is distinct from ?", RescheduleRequested).
			Order("consultation_date, id").Limit(reminderBatch).Find(&services).Error
		if err != nil || len(services) == 0 {
			return err
		}
		sent = len(services)
		if err := l.setReminded(ctx, tx, services); err != nil {
			return err
		}
		for _, group := range byGroup(services) {
			if err := l.write(ctx, tx, letter{kind: Reminder.Kind, services: group}); err != nil {
				return err
			}
		}
		return nil
	})
	return sent, err
}

// skipReminders leaves out the reminders of appointments until tomorrow, about which a letter is just being sent.
func (l Letters) skipReminders(ctx context.Context, tx *db.DB, services []Service) error {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return err
	}
	end, soon := tomorrow(l.Now().In(zone)).To, []Service{}
	for _, service := range services {
		if service.ConsultationDate.Before(end) {
			soon = append(soon, service)
		}
	}
	if len(soon) == 0 {
		return nil
	}
	return l.setReminded(ctx, tx, soon)
}

func (l Letters) setReminded(ctx context.Context, tx *db.DB, services []Service) error {
	return tx.WithContext(ctx).Model(&Service{}).Where("id in ?", idsOf(services)).UpdateColumn("reminded_at", l.Now()).Error
}

// byGroup splits services by their booking, in the order of the first service of each.
func byGroup(services []Service) (groups [][]Service) {
	places := map[uuid.UUID]int{}
	for _, service := range services {
		place, known := places[service.BookingGroupCode]
		if !known {
			place = len(groups)
			places[service.BookingGroupCode] = place
			groups = append(groups, nil)
		}
		groups[place] = append(groups[place], service)
	}
	return groups
}
