package followups

import (
	"context"
	"time"

	"acolhe/models/associates"
	"acolhe/models/consents"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/secret"
)

// Steps are the days after the first order at which a question is asked.
func Steps() []int { return []int{30, 90} }

const (
	// LinkDays are the days for which a link opens.
	LinkDays = 14
	// remindAfter are the days without an answer after which one reminder is written.
	remindAfter = 5
	// lateDays are the days in which a question is still asked after its step, such as after a switch-on.
	lateDays = 7
	// batch is how many letters one transaction writes.
	batch = 200
)

// LinkPath is the path of the page of a letter's link; the token follows it.
const LinkPath = "/acompanhamento"

// Message is the content of a letter. Patient is the first name of a patient of the recipient, empty for the recipient.
type Message struct {
	Days       int    `json:"days"`
	Patient    string `json:"patient,omitempty"`
	IsReminder bool   `json:"is_reminder,omitempty"`
}

// Question is the letter that asks.
var Question = mail.KindOf[Message]{Kind: "follow_up", Label: "Como está o tratamento"}

// ask is the periodic job that writes the letters.
type ask struct{}

// Kind returns the name of the job in the queue.
func (ask) Kind() string { return "ask_follow_ups" }

// FollowUp is a row of follow_ups.
type FollowUp struct {
	ID int64 `gorm:"primaryKey"`
	// User is the patient: an associate, or a patient of one.
	User         int64 `gorm:"column:user_id"`
	Days         int
	TokenHash    []byte
	ReminderHash []byte
	DateSent     time.Time
	DateReminded *time.Time
	Score        *int
	Adherence    *Adherence
	FeltBad      *bool
	WantsCall    *bool
	DateAnswered *time.Time
	DateStopped  *time.Time
}

// TableName returns the name of the table.
func (FollowUp) TableName() string { return "follow_ups" }

// Ask asks each patient whose first order is 30 or 90 days ago, once a step, and reminds once after five days. Nobody is asked who is a
// sample, has no address, said not to be asked again, or withdrew the use of health data. While the questions or mail are switched off
// it asks nobody.
func Ask(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox) error {
	isOn, err := settings.Get(ctx, tx, enabled)
	if err != nil || !isOn || !outbox.Configured {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		w := writer{tx, by, outbox}
		for _, days := range Steps() {
			if err := w.askStep(ctx, days); err != nil {
				return err
			}
		}
		return w.remind(ctx)
	})
}

// writer writes letters in a transaction.
type writer struct {
	tx     *db.DB
	by     auth.Caller
	outbox mail.Outbox
}

// askStep asks those whose first order is so many days ago.
func (w writer) askStep(ctx context.Context, days int) error {
	until := w.by.Now.AddDate(0, 0, -days)
	var patients []int64
	err := w.tx.Raw(`select coalesce(p.user_id, u.id) from orders o join users u on u.id = o.user_id
		left join lateral (select p.user_id from prescriptions p join users w on w.id = p.user_id
			where w.id = u.id or w.responsible_code = u.user_code order by p.valid_until desc, p.id desc limit 1) p on true
		where o.date_created > ? and o.date_created <= ? and o.status not in ('Aguardando pagamento', 'Cancelado') and not u.is_sample
		and not exists (select from orders e where e.user_id = o.user_id and e.status not in ('Aguardando pagamento', 'Cancelado')
			and (e.date_created, e.id) < (o.date_created, o.id))
		and not exists (select from follow_ups f where f.user_id = coalesce(p.user_id, u.id) and (f.days = ? or f.date_stopped is not null))
		order by o.date_created, o.id limit ?`, until.AddDate(0, 0, -lateDays), until, days, batch).Scan(&patients).Error
	if err != nil {
		return err
	}
	for _, patient := range patients {
		token := secret.New()
		row := FollowUp{User: patient, Days: days, TokenHash: secret.Hash(token), DateSent: w.by.Now}
		if err := w.tx.Create(&row).Error; err != nil {
			return err
		}
		if err := w.send(ctx, row, token); err != nil {
			return err
		}
	}
	return nil
}

// remind writes once to those who have not answered.
func (w writer) remind(ctx context.Context) error {
	var waiting []FollowUp
	err := w.tx.Where("date_answered is null and date_reminded is null and date_stopped is null and date_sent <= ? and date_sent > ?",
		w.by.Now.AddDate(0, 0, -remindAfter), w.by.Now.AddDate(0, 0, -LinkDays)).Order("date_sent, id").Limit(batch).Find(&waiting).Error
	if err != nil {
		return err
	}
	for _, row := range waiting {
		token := secret.New()
		row.DateReminded = &w.by.Now
		err := w.tx.Exec("update follow_ups set date_reminded = ?, reminder_hash = ? where id = ?", w.by.Now, secret.Hash(token), row.ID).Error
		if err != nil {
			return err
		}
		if err := w.send(ctx, row, token); err != nil {
			return err
		}
	}
	return nil
}

// send writes the letter of a question to the patient, or to the associate who answers for them.
func (w writer) send(ctx context.Context, row FollowUp, token string) error {
	patient, err := associates.FindFor(ctx, w.tx, w.by, row.User)
	if err != nil {
		return err
	}
	about, person := Message{Days: row.Days, IsReminder: row.DateReminded != nil}, patient
	if patient.ResponsibleCode != nil {
		about.Patient = fmtbr.FirstName(patient.FullName())
		person, err = associates.FindByCodeFor(ctx, w.tx, w.by, *patient.ResponsibleCode)
	}
	if errs.HasCode(err, errs.CodeNotFound) || err == nil && person.ContactEmail() == "" {
		return nil
	}
	if err != nil {
		return err
	}
	given, err := consents.ListFor(ctx, w.tx, w.by, person.ID)
	if treatment := given.Of(consents.Treatment); err != nil || treatment.Last != nil && !treatment.IsGiven() {
		return err
	}
	message := mail.Message{To: person.ContactEmail(), Name: person.FullName(), Path: LinkPath + "/" + token,
		Expires: row.DateSent.AddDate(0, 0, LinkDays)}
	_, err = w.outbox.Send(ctx, w.tx, w.by, Question.With(about, message))
	return err
}
