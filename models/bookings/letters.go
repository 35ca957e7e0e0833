package bookings

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"gorm.io/gorm/clause"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/ics"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/secret"
	"acolhe/models/types/texts"
)

// LinkPath is the path of the pages of a letter's link; the token follows it.
const LinkPath = "/agendamento"

// linkKept is how long a link explains that its appointments have passed.
const linkKept = 90 * 24 * time.Hour

// Letters sends associates the letters about their appointments.
type Letters struct {
	DB   *db.DB
	Mail mail.Outbox
	Now  func() time.Time
}

// letterRow is a row of appointment_letters.
type letterRow struct {
	ID               int64 `gorm:"primaryKey"`
	JobID            *int64
	BookingGroupCode uuid.UUID
	TokenHash        []byte
	ExpiresAt        time.Time
	DateCreated      time.Time
}

// TableName returns the name of the table.
func (letterRow) TableName() string { return "appointment_letters" }

// sendLetter is the job that writes one letter. The rows of a cancelled appointment may be gone, so its job has what
// identifies it.
type sendLetter struct {
	About     mail.Kind  `json:"about"`
	Services  []int64    `json:"services,omitempty"`
	Cancelled *cancelled `json:"cancelled,omitempty"`
}

// cancelled is an appointment that no longer takes place.
type cancelled struct {
	ServiceCode       string    `json:"service_code"`
	BookingGroupCode  uuid.UUID `json:"booking_group_code"`
	AssociateUserCode uuid.UUID `json:"associate_user_code"`
	ProfessionalID    int64     `json:"professional_id"`
	ConsultationDate  time.Time `json:"consultation_date"`
	DateCreated       time.Time `json:"date_created"`
}

// Kind returns the name of the job in the queue.
func (sendLetter) Kind() string { return "send_appointment_letter" }

// announce enqueues the letter about new or changed services; those without a date and sample data need none.
func announce(ctx context.Context, tx *db.DB, kind mail.Kind, services []Service) error {
	letter := sendLetter{About: kind}
	for _, service := range services {
		if service.ConsultationDate != nil && service.AssociateEmail != nil && !service.IsSample {
			letter.Services = append(letter.Services, service.ID)
		}
	}
	if len(letter.Services) == 0 {
		return nil
	}
	return jobs.Enqueue(ctx, tx, letter, nil)
}

// announceChange enqueues the letter about a service that was moved.
func announceChange(ctx context.Context, tx *db.DB, before, after Service) error {
	switch {
	case after.ConsultationDate == nil:
		return announceCancelled(ctx, tx, before)
	case before.ConsultationDate == nil:
		return announce(ctx, tx, mail.AppointmentBooked, []Service{after})
	}
	return announce(ctx, tx, mail.AppointmentMoved, []Service{after})
}

// announceCancelled enqueues the letter about an appointment that no longer takes place.
func announceCancelled(ctx context.Context, tx *db.DB, service Service) error {
	if service.ConsultationDate == nil || service.IsSample {
		return nil
	}
	return jobs.Enqueue(ctx, tx, sendLetter{About: mail.AppointmentCancelled, Cancelled: &cancelled{service.ServiceCode, service.BookingGroupCode,
		service.AssociateUserCode, service.ProfessionalID, *service.ConsultationDate, service.DateCreated}}, nil)
}

// Jobs registers the workers of the letters and the reminders, which are looked for twice an hour.
func (l Letters) Jobs() jobs.Registration {
	return jobs.Together(jobs.Register(&letterWorker{letters: l}), jobs.Register(&reminderWorker{letters: l}), jobs.Periodic(reminderInterval, remind{}, nil))
}

type letterWorker struct {
	river.WorkerDefaults[sendLetter]
	letters Letters
}

// Work implements river.Worker.
func (w *letterWorker) Work(ctx context.Context, job *river.Job[sendLetter]) error {
	return w.letters.send(ctx, job.ID, job.Args)
}

// send stores the letter of a job in the outbox, once however often the job runs. Appointments that have begun or no
// longer take place are left out.
func (l Letters) send(ctx context.Context, job int64, args sendLetter) error {
	return l.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		services, err := l.servicesOf(ctx, tx, args)
		if err != nil || len(services) == 0 {
			return err
		}
		if args.About == mail.AppointmentCancelled {
			return l.write(ctx, tx, letter{kind: args.About, job: &job, services: services})
		}
		if err := l.skipReminders(ctx, tx, services); err != nil {
			return err
		}
		return l.write(ctx, tx, letter{kind: args.About, job: &job, services: services})
	})
}

// servicesOf returns the upcoming services of a letter; a cancelled one as it was, with the associate's current address.
func (l Letters) servicesOf(ctx context.Context, tx *db.DB, args sendLetter) (services []Service, err error) {
	now := l.Now()
	if args.Cancelled == nil {
		err = tx.Where("id in ? and consultation_date > ? and associate_email is not null", args.Services, now).
			Order("consultation_date, id").Find(&services).Error
		return services, err
	}
	gone := args.Cancelled
	if !gone.ConsultationDate.After(now) {
		return nil, nil
	}
	service := Service{ServiceCode: gone.ServiceCode, BookingGroupCode: gone.BookingGroupCode, ConsultationDate: &gone.ConsultationDate,
		DateCreated: gone.DateCreated, DateUpdated: now}
	associate, err := associates.FindByCodeFor(ctx, tx, auth.Caller{Kind: auth.System}.At(now), gone.AssociateUserCode)
	if errs.HasCode(err, errs.CodeNotFound) || err == nil && associate.ContactEmail() == "" {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	service.AssociateName, service.AssociateEmail = associate.FullName(), texts.Optional(associate.ContactEmail())
	err = tx.Table("professionals").Where("id = ?", gone.ProfessionalID).Limit(1).Pluck("name", &service.ProfessionalName).Error
	return []Service{service}, err
}

// letter is one letter to write.
type letter struct {
	kind mail.Kind
	// job is the job that writes it; nil for a reminder.
	job      *int64
	services []Service
}

// write stores a letter with its link and its calendar file; a letter that the job has already written is not repeated.
func (l Letters) write(ctx context.Context, tx *db.DB, letter letter) error {
	first, last := letter.services[0], letter.services[len(letter.services)-1]
	now, token := l.Now(), secret.New()
	row := letterRow{JobID: letter.job, BookingGroupCode: first.BookingGroupCode, TokenHash: secret.Hash(token),
		ExpiresAt: last.ConsultationDate.Add(linkKept), DateCreated: now}
	stored := tx.WithContext(ctx).Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "job_id"}}, DoNothing: true}).Create(&row)
	if stored.Error != nil || stored.RowsAffected == 0 {
		return stored.Error
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return err
	}
	attached, err := l.calendar(ctx, tx, letter, zone)
	if err != nil {
		return err
	}
	message := mail.Message{Kind: letter.kind, To: *first.AssociateEmail, Name: first.AssociateName, Text: lines(letter.services, zone),
		Path: LinkPath + "/" + token, Expires: *last.ConsultationDate, Documents: []mail.Attachment{attached}}
	_, err = l.Mail.Send(ctx, tx, message, now)
	return err
}

// calendar returns the file that adds the appointments to the associate's calendar, changes or removes them.
func (l Letters) calendar(ctx context.Context, tx *db.DB, letter letter, zone *time.Location) (mail.Attachment, error) {
	lasting, err := Duration(ctx, tx)
	if err != nil {
		return mail.Attachment{}, err
	}
	calendar := ics.Calendar{Name: "Consultas", Zone: zone}
	for _, service := range letter.services {
		event := service.event(lasting)
		event.Summary = "Consulta com " + service.ProfessionalName
		calendar.Events = append(calendar.Events, event)
	}
	file := mail.Attachment{Name: "consulta.ics", ContentType: ics.ContentType, Content: calendar.Published()}
	if letter.kind == mail.AppointmentCancelled {
		file.Content = calendar.Cancelled()
	}
	return file, nil
}

// lines names the appointments, one in each line, without the patient: "quinta-feira, 26 de novembro de 2026, às 14:00, com
// Renata Ribeiro".
func lines(services []Service, zone *time.Location) string {
	named := make([]string, len(services))
	for i, service := range services {
		at := *service.ConsultationDate
		named[i] = fmtbr.Weekday(at, zone) + ", " + fmtbr.LongDate(at, zone) + ", às " + fmtbr.Clock(at, zone) + ", com " + service.ProfessionalName
	}
	return strings.Join(named, "\n")
}
