package unfinished

import (
	"context"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/texts"
)

// Registrations that stand still for longer than remindAfter are reminded of, those of more than tooOld are not: they were
// given up.
const (
	remindAfter = 3 * 24 * time.Hour
	tooOld      = 14 * 24 * time.Hour
	// batch is how many letters one transaction writes.
	batch = 200
)

// Waiting is the message about a registration that is not finished.
var Waiting = mail.KindOf[mail.None]{Kind: "registration_waiting", Label: "Cadastro parado"}

// remind is the periodic job that writes the letters.
type remind struct{}

// Kind returns the name of the job in the queue.
func (remind) Kind() string { return "remind_unfinished_registrations" }

// reminder is a row of registration_reminders: an associate who was reminded.
type reminder struct {
	UserID      int64 `gorm:"primaryKey;autoIncrement:false"`
	DateCreated time.Time
}

// TableName returns the name of the table.
func (reminder) TableName() string { return "registration_reminders" }

// Remind writes once to each associate whose registration stands still for three days. While mail is switched off it
// writes to nobody.
func Remind(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox) error {
	if !outbox.Configured {
		return nil
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var people []associates.Associate
		err := tx.Where("status = ? and associate_status in ('1', '2', '3', '4', '5') and not is_sample and email_account is not null",
			associates.Active).
			Where("date_updated < ? and date_updated > ?", by.Now.Add(-remindAfter), by.Now.Add(-tooOld)).
			Where("not exists (select 1 from registration_reminders r where r.user_id = users.id)").
			Order("id").Limit(batch).Find(&people).Error
		if err != nil {
			return err
		}
		for _, person := range people {
			if err := tx.Create(&reminder{person.ID, by.Now}).Error; err != nil {
				return err
			}
			to := mail.Message{To: texts.Of(person.EmailAccount), Name: texts.Of(person.Name), Path: "/cadastro"}
			if _, err := outbox.Send(ctx, tx, by, Waiting.With(mail.None{}, to)); err != nil {
				return err
			}
		}
		return nil
	})
}
