package appointments

import (
	"context"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm/clause"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
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

// Remind sends a reminder of each appointment of tomorrow, once, in one message for a booking. It leaves out those whose
// associate asked for another time, and sample data.
func (m Messages) Remind(ctx context.Context) error {
	zone, err := settings.Location(ctx, m.DB)
	if err != nil {
		return err
	}
	now := m.Now().In(zone)
	if !m.Mail.Configured || now.Hour() < remindFrom {
		return nil
	}
	for {
		sent, err := m.remindSome(ctx, now)
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
func (m Messages) remindSome(ctx context.Context, now time.Time) (sent int, err error) {
	err = m.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		day := tomorrow(now)
		var services []bookings.Service
		err := tx.Clauses(clause.Locking{Strength: "UPDATE", Options: "SKIP LOCKED"}).
			Where("consultation_date >= ? and consultation_date < ? and reminded_at is null and associate_email is not null and not is_sample",
				day.From, day.To).
			Where("confirmation is distinct from ?", bookings.RescheduleRequested).
			Order("consultation_date, id").Limit(reminderBatch).Find(&services).Error
		if err != nil || len(services) == 0 {
			return err
		}
		sent = len(services)
		if err := m.setReminded(ctx, tx, services); err != nil {
			return err
		}
		for _, group := range byGroup(services) {
			if err := m.write(ctx, tx, message{kind: Reminder.Kind, by: bookerOf(group[0]), services: group}); err != nil {
				return err
			}
		}
		return nil
	})
	return sent, err
}

// skipReminders leaves out the reminders of appointments until tomorrow, about which a message is just being sent.
func (m Messages) skipReminders(ctx context.Context, tx *db.DB, services []bookings.Service) error {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return err
	}
	end, soon := tomorrow(m.Now().In(zone)).To, []bookings.Service{}
	for _, service := range services {
		if service.ConsultationDate.Before(end) {
			soon = append(soon, service)
		}
	}
	if len(soon) == 0 {
		return nil
	}
	return m.setReminded(ctx, tx, soon)
}

func (m Messages) setReminded(ctx context.Context, tx *db.DB, services []bookings.Service) error {
	ids := make([]int64, len(services))
	for i, service := range services {
		ids[i] = service.ID
	}
	return tx.WithContext(ctx).Model(&bookings.Service{}).Where("id in ?", ids).UpdateColumn("reminded_at", m.Now()).Error
}

// byGroup splits services by their booking, in the order of the first service of each.
func byGroup(services []bookings.Service) (groups [][]bookings.Service) {
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

// bookerOf returns the kind of the caller who causes the reminder of a service.
func bookerOf(service bookings.Service) auth.Kind {
	if service.IsOwn() {
		return auth.Associate
	}
	return auth.Operator
}
