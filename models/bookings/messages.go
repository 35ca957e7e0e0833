package bookings

import (
	"context"
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

// Message is the content of the messages about appointments: a text for each.
type Message struct {
	Appointments []string `json:"appointments"`
}

// The messages to associates about their appointments.
var (
	Booked    = mail.KindOf[Message]{Kind: "appointment_booked", Label: "Consulta marcada"}
	Moved     = mail.KindOf[Message]{Kind: "appointment_moved", Label: "Consulta remarcada"}
	Cancelled = mail.KindOf[Message]{Kind: "appointment_cancelled", Label: "Consulta cancelada"}
	Reminder  = mail.KindOf[Message]{Kind: "appointment_reminder", Label: "Lembrete de consulta"}
)

// LinkPath is the path of the pages of a message's link; the token follows it.
const LinkPath = "/agendamento"

// linkKept is how long a link explains that its appointments have passed.
const linkKept = 90 * 24 * time.Hour

// Messages sends associates the messages about their appointments.
type Messages struct {
	DB   *db.DB
	Mail mail.Outbox
	Now  func() time.Time
}

// messageRow is a row of appointment_letters.
type messageRow struct {
	ID               int64 `gorm:"primaryKey"`
	JobID            *int64
	BookingGroupCode uuid.UUID
	TokenHash        []byte
	ExpiresAt        time.Time
	DateCreated      time.Time
}

// TableName returns the name of the table.
func (messageRow) TableName() string { return "appointment_letters" }

// sendMessage is the job that writes one message. The rows of a cancelled appointment may be gone, so its job has what
// identifies it.
type sendMessage struct {
	About mail.Kind `json:"about"`
	// By is the kind of the caller who causes the message.
	By        auth.Kind  `json:"by"`
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
func (sendMessage) Kind() string { return "send_appointment_letter" }

// announce enqueues the message about new or changed services; those without a date and sample data need none.
func announce(ctx context.Context, tx *db.DB, by auth.Caller, kind mail.Kind, services []Service) error {
	message := sendMessage{About: kind, By: by.Kind}
	for _, service := range services {
		if service.ConsultationDate != nil && service.AssociateEmail != nil && !service.IsSample {
			message.Services = append(message.Services, service.ID)
		}
	}
	if len(message.Services) == 0 {
		return nil
	}
	return jobs.Enqueue(ctx, tx, message, nil)
}

// announceChange enqueues the message about a service that was moved.
func announceChange(ctx context.Context, tx *db.DB, by auth.Caller, before, after Service) error {
	switch {
	case after.ConsultationDate == nil:
		return announceCancelled(ctx, tx, by, before)
	case before.ConsultationDate == nil:
		return announce(ctx, tx, by, Booked.Kind, []Service{after})
	}
	return announce(ctx, tx, by, Moved.Kind, []Service{after})
}

// announceCancelled enqueues the message about an appointment that no longer takes place.
func announceCancelled(ctx context.Context, tx *db.DB, by auth.Caller, service Service) error {
	if service.ConsultationDate == nil || service.IsSample {
		return nil
	}
	return jobs.Enqueue(ctx, tx, sendMessage{About: Cancelled.Kind, By: by.Kind, Cancelled: &cancelled{service.ServiceCode, service.BookingGroupCode,
		service.AssociateUserCode, service.ProfessionalID, *service.ConsultationDate, service.DateCreated}}, nil)
}

type messageWorker struct {
	river.WorkerDefaults[sendMessage]
	messages Messages
}

// Work implements river.Worker.
func (w *messageWorker) Work(ctx context.Context, job *river.Job[sendMessage]) error {
	return w.messages.send(ctx, job.ID, job.Args)
}

// send stores the message of a job in the outbox, once however often the job runs. Appointments that have begun or no
// longer take place are left out.
func (m Messages) send(ctx context.Context, job int64, args sendMessage) error {
	return m.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		services, err := m.servicesOf(ctx, tx, args)
		if err != nil || len(services) == 0 {
			return err
		}
		if args.About == Cancelled.Kind {
			return m.write(ctx, tx, message{kind: args.About, by: args.By, job: &job, services: services})
		}
		if err := m.skipReminders(ctx, tx, services); err != nil {
			return err
		}
		return m.write(ctx, tx, message{kind: args.About, by: args.By, job: &job, services: services})
	})
}

// servicesOf returns the upcoming services of a message; a cancelled one as it was, with the associate's current address.
func (m Messages) servicesOf(ctx context.Context, tx *db.DB, args sendMessage) (services []Service, err error) {
	now := m.Now()
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

// message is one message to write.
type message struct {
	kind mail.Kind
	// by is the kind of the caller who causes it.
	by auth.Kind
	// job is the job that writes it; nil for a reminder.
	job      *int64
	services []Service
}

// write stores a message with its link and its calendar file; a message that the job has already written is not repeated.
func (m Messages) write(ctx context.Context, tx *db.DB, message message) error {
	first, last := message.services[0], message.services[len(message.services)-1]
	now, token := m.Now(), secret.New()
	row := messageRow{JobID: message.job, BookingGroupCode: first.BookingGroupCode, TokenHash: secret.Hash(token),
		ExpiresAt: last.ConsultationDate.Add(linkKept), DateCreated: now}
	stored := tx.WithContext(ctx).Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "job_id"}}, DoNothing: true}).Create(&row)
	if stored.Error != nil || stored.RowsAffected == 0 {
		return stored.Error
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return err
	}
	attached, err := m.calendar(ctx, tx, message, zone)
	if err != nil {
		return err
	}
	kind := mail.KindOf[Message]{Kind: message.kind}
	content := kind.With(Message{lines(message.services, zone)}, mail.Message{To: *first.AssociateEmail, Name: first.AssociateName,
		Path: LinkPath + "/" + token, Expires: *last.ConsultationDate, Documents: []mail.Attachment{attached}})
	_, err = m.Mail.Send(ctx, tx, auth.Caller{Kind: message.by}.At(now), content)
	return err
}

// calendar returns the file that adds the appointments to the associate's calendar, changes or removes them.
func (m Messages) calendar(ctx context.Context, tx *db.DB, message message, zone *time.Location) (mail.Attachment, error) {
	lasting, err := Duration(ctx, tx)
	if err != nil {
		return mail.Attachment{}, err
	}
	calendar := ics.Calendar{Name: "Consultas", Zone: zone}
	for _, service := range message.services {
		event := service.event(lasting)
		event.Summary = "Consulta com " + service.ProfessionalName
		calendar.Events = append(calendar.Events, event)
	}
	file := mail.Attachment{Name: "consulta.ics", ContentType: ics.ContentType, Content: calendar.Published()}
	if message.kind == Cancelled.Kind {
		file.Content = calendar.Cancelled()
	}
	return file, nil
}

// lines names the appointments, without the patient: "quinta-feira, 26 de novembro de 2026, às 14:00, com
// Renata Ribeiro".
func lines(services []Service, zone *time.Location) []string {
	named := make([]string, len(services))
	for i, service := range services {
		at := *service.ConsultationDate
		named[i] = fmtbr.Weekday(at, zone) + ", " + fmtbr.LongDate(at, zone) + ", às " + fmtbr.Clock(at, zone) + ", com " + service.ProfessionalName
	}
	return named
}
