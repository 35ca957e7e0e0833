package appointments

import (
	"context"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"gorm.io/gorm/clause"

	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/bookings/attendance"
	"acolhe/models/platform/db"
	"acolhe/models/platform/ics"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/secret"
	"acolhe/models/types/texts"
)

// Message is the content of the messages about appointments: a text and the facts of each. Until is the time until which they
// may be changed; zero if there is nothing to change.
type Message struct {
	Appointments []string  `json:"appointments"`
	Visits       []Visit   `json:"visits,omitempty"`
	Until        time.Time `json:"until,omitzero"`
}

// Visit is an appointment in words. Type is the type of the professional; Patient is a first name, empty for the recipient.
type Visit struct {
	Type    string `json:"type"`
	With    string `json:"with"`
	Patient string `json:"patient,omitempty"`
	When    string `json:"when"`
	Where   string `json:"where,omitempty"`
	Price   string `json:"price,omitempty"`
}

// The messages to associates about their appointments.
var (
	Booked    = mail.KindOf[Message]{Kind: mail.Kind(bookings.NewsBooked), Label: "Consulta marcada"}
	Moved     = mail.KindOf[Message]{Kind: mail.Kind(bookings.NewsMoved), Label: "Consulta remarcada"}
	Cancelled = mail.KindOf[Message]{Kind: mail.Kind(bookings.NewsCancelled), Label: "Consulta cancelada"}
	Reminder  = mail.KindOf[Message]{Kind: "appointment_reminder", Label: "Lembrete de consulta"}
)

// linkKept is how long a link explains that its appointments have passed.
const linkKept = 90 * 24 * time.Hour

// Messages sends the people of appointments the messages about them.
type Messages struct {
	DB   *db.DB
	Mail mail.Outbox
	Now  func() time.Time
	// BaseURL is the address of the program, for the links within calendar files.
	BaseURL *url.URL
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

func (m Messages) work(ctx context.Context, job *river.Job[bookings.Announcement]) error {
	return m.send(ctx, job.ID, job.Args)
}

// send stores the messages of a job in the outbox, once however often the job runs. Appointments that have begun or no
// longer take place are left out.
func (m Messages) send(ctx context.Context, job int64, args bookings.Announcement) error {
	return m.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		services, err := m.servicesOf(ctx, tx, args)
		if err != nil || len(services) == 0 {
			return err
		}
		if args.About != bookings.NewsCancelled {
			if err := m.skipReminders(ctx, tx, services); err != nil {
				return err
			}
		}
		return m.write(ctx, tx, message{kind: mail.Kind(args.About), by: args.By, job: &job, services: services})
	})
}

// servicesOf returns the upcoming services of a message; a cancelled one as it was, with the associate's current address.
func (m Messages) servicesOf(ctx context.Context, tx *db.DB, args bookings.Announcement) (services []bookings.Service, err error) {
	now := m.Now()
	if args.Gone == nil {
		err = tx.Where("id in ? and consultation_date > ?", args.Services, now).Order("consultation_date, id").Find(&services).Error
		return services, err
	}
	gone := args.Gone
	if !gone.ConsultationDate.After(now) {
		return nil, nil
	}
	service := bookings.Service{ServiceCode: gone.ServiceCode, BookingGroupCode: gone.BookingGroupCode,
		ConsultationDate: &gone.ConsultationDate,
		AssociateName:    gone.AssociateName, PatientName: gone.PatientName, ProfessionalID: gone.ProfessionalID, Type: gone.Type,
		CalendarSequence: gone.Sequence, DateCreated: gone.DateCreated, DateUpdated: now}
	associate, err := associates.FindByCodeFor(ctx, tx, auth.Caller{Kind: auth.System}.At(now), gone.AssociateUserCode)
	switch {
	case errs.HasCode(err, errs.CodeNotFound):
	case err != nil:
		return nil, err
	default:
		service.AssociateName, service.AssociateEmail = associate.FullName(), texts.Optional(associate.ContactEmail())
	}
	var with []struct{ Name, Email string }
	err = tx.Table("professionals").Select("name, coalesce(email, '') as email").Where("id = ?", gone.ProfessionalID).Limit(1).Find(&with).
		Error
	if len(with) > 0 {
		service.ProfessionalName, service.ProfessionalEmail = with[0].Name, texts.Optional(with[0].Email)
	}
	return []bookings.Service{service}, err
}

// message is one message to write.
type message struct {
	kind mail.Kind
	// by is the kind of the caller who causes it.
	by auth.Kind
	// job is the job that writes it; nil for a reminder.
	job      *int64
	services []bookings.Service
}

// write stores a message with its link and its calendar file, and what its professionals read; a message that the job has
// already written is not repeated.
func (m Messages) write(ctx context.Context, tx *db.DB, message message) error {
	first, last := message.services[0], message.services[len(message.services)-1]
	now, token := m.Now(), secret.New()
	row := messageRow{JobID: message.job, BookingGroupCode: first.BookingGroupCode, TokenHash: secret.Hash(token),
		ExpiresAt: last.ConsultationDate.Add(linkKept), DateCreated: now}
	stored := tx.WithContext(ctx).Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "job_id"}}, DoNothing: true}).Create(&row)
	if stored.Error != nil || stored.RowsAffected == 0 {
		return stored.Error
	}
	facts, err := FactsOf(ctx, tx, message.services)
	if err != nil || first.AssociateEmail == nil {
		return err
	}
	path := attendance.LinkPath + "/" + token
	attached, err := m.calendar(ctx, tx, message.kind, facts, path)
	if err != nil {
		return err
	}
	kind := mail.KindOf[Message]{Kind: message.kind}
	content := kind.With(contentOf(facts, now), mail.Message{To: *first.AssociateEmail, Name: first.AssociateName,
		Path: path, Expires: *last.ConsultationDate, Documents: []mail.Attachment{attached}})
	_, err = m.Mail.Send(ctx, tx, auth.Caller{Kind: message.by}.At(now), content)
	return err
}

// contentOf returns what the associate reads of appointments.
func contentOf(facts []Facts, now time.Time) Message {
	message := Message{Appointments: make([]string, len(facts)), Visits: make([]Visit, len(facts))}
	for i, one := range facts {
		message.Appointments[i] = one.line()
		message.Visits[i] = one.visit()
	}
	if facts[0].MayChange(now) {
		message.Until = facts[0].Limits.Until(facts[0].Service)
	}
	return message
}

// calendar returns the file that adds the appointments to the associate's calendar, changes or removes them.
func (m Messages) calendar(ctx context.Context, tx *db.DB, kind mail.Kind, facts []Facts, path string) (mail.Attachment, error) {
	organizer, err := Organizer(ctx, tx)
	if err != nil {
		return mail.Attachment{}, err
	}
	page := ""
	if m.BaseURL != nil {
		page = strings.TrimSuffix(m.BaseURL.String(), "/") + path
	}
	calendar := ics.Calendar{Name: "Consultas", Zone: facts[0].Zone}
	for _, one := range facts {
		calendar.Events = append(calendar.Events, one.Event(organizer, page))
	}
	file := mail.Attachment{Name: "consulta.ics", ContentType: ics.ContentType, Content: calendar.Published()}
	if kind == Cancelled.Kind {
		file.Content = calendar.Cancelled()
	}
	return file, nil
}

// line names the appointment, without the patient: "quinta-feira, 26 de novembro de 2026, às 14:00, com Renata Ribeiro".
func (f Facts) line() string {
	at := *f.Service.ConsultationDate
	return fmtbr.Weekday(at, f.Zone) + ", " + fmtbr.LongDate(at, f.Zone) + ", às " + fmtbr.Clock(at,
		f.Zone) + ", com " + f.Service.ProfessionalName
}

// visit returns the appointment in words.
func (f Facts) visit() Visit {
	at := *f.Service.ConsultationDate
	visit := Visit{Type: f.Service.Type, With: f.Service.ProfessionalName, Patient: f.Patient(), Where: f.Address,
		When: fmtbr.Capitalized(fmtbr.Weekday(at, f.Zone)) + ", " + fmtbr.LongDate(at, f.Zone) + ", " + fmtbr.Clock(at,
			f.Zone) + " às " + fmtbr.Clock(at.Add(f.Lasting), f.Zone) + ", " + fmtbr.ZoneName(f.Zone)}
	if visit.Where == "" && f.Video != "" {
		visit.Where = "Por vídeo: " + f.Video
	}
	if price := f.Service.Price; price != nil && !price.IsZero() {
		visit.Price = fmtbr.Money(*price)
		if f.IsPaid() {
			visit.Price += ", pago"
		}
	}
	return visit
}
