package renewals

import (
	"context"

	"acolhe/models/associates"
	"acolhe/models/consents"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
	"acolhe/models/prescriptions"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
)

// letters switches the letters on.
var letters = settings.Key[bool]{System: "prescriptions", Name: "renewal_letters", Type: settings.Boolean, Required: true,
	Description: "Escreve ao associado 60, 30 e 7 dias antes de uma receita vencer, com o link para enviar a nova."}

// steps are the days before the end at which a letter is written, the last one first.
var steps = []int{7, 30, 60}

// batch is how many letters one transaction writes.
const batch = 200

// sendPage is the page on which an associate sends a new prescription.
const sendPage = "/cadastro/meus-documentos/enviar?tipo=receita"

// EndingMessage is the content of the letter. Patient is the first name of a patient of the recipient, empty for the recipient.
type EndingMessage struct {
	Until   string `json:"until"`
	Days    int    `json:"days"`
	Patient string `json:"patient,omitempty"`
}

// Ending is the letter about a prescription that ends.
var Ending = mail.KindOf[EndingMessage]{Kind: "prescription_ending", Label: "Receita a vencer"}

// remind is the periodic job that writes the letters.
type remind struct{}

// Kind returns the name of the job in the queue.
func (remind) Kind() string { return "remind_ending_prescriptions" }

// Remind writes about each prescription that has come to one of the steps, once a step; one that comes to a later step first gets
// that letter alone. A refused, replaced or sample prescription has no letter, nor has a person without an address or one who
// withdrew the use of health data. While the letters or mail are switched off it writes to nobody.
func Remind(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox) error {
	isOn, err := settings.Get(ctx, tx, letters)
	if err != nil || !isOn || !outbox.Configured {
		return err
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return err
	}
	today := civil.Of(by.Now.In(zone))
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		due, err := findDue(tx, today)
		if err != nil {
			return err
		}
		for _, one := range due {
			if err := (letter{tx, by, outbox, today}).write(ctx, one); err != nil {
				return err
			}
		}
		return nil
	})
}

// stepAt is the step of a number of days before the end.
func stepAt(days int) int {
	for _, step := range steps {
		if days <= step {
			return step
		}
	}
	return 0
}

// findDue returns the prescriptions whose letter of their step is not written.
func findDue(tx *db.DB, today civil.Date) ([]prescriptions.Prescription, error) {
	var due []prescriptions.Prescription
	err := tx.Where("refused_reason is null and replaced_by_id is null and valid_until between ? and ?", today, today.Add(0, 0, steps[len(steps)-1])).
		Where("coalesce(reminded_days, 1000) > case when valid_until - cast(? as date) <= 7 then 7 when valid_until - cast(? as date) <= 30 then 30 else 60 end", today, today).
		Where("exists (select 1 from users u where u.id = user_id and not u.is_sample)").
		Order("valid_until, id").Limit(batch).Find(&due).Error
	return due, err
}

// letter writes letters on a day.
type letter struct {
	tx     *db.DB
	by     auth.Caller
	outbox mail.Outbox
	today  civil.Date
}

// write writes about one prescription and notes the step.
func (l letter) write(ctx context.Context, one prescriptions.Prescription) error {
	tx, by, days := l.tx, l.by, l.today.DaysUntil(one.ValidUntil)
	if err := tx.Exec("update prescriptions set reminded_days = ? where id = ?", stepAt(days), one.ID).Error; err != nil {
		return err
	}
	patient, err := associates.FindFor(ctx, tx, by, one.User)
	if err != nil {
		return err
	}
	about := EndingMessage{Until: one.ValidUntil.Shown(), Days: days}
	person := patient
	if patient.ResponsibleCode != nil {
		about.Patient = fmtbr.FirstName(patient.FullName())
		person, err = associates.FindByCodeFor(ctx, tx, by, *patient.ResponsibleCode)
	}
	if errs.HasCode(err, errs.CodeNotFound) || err == nil && person.ContactEmail() == "" {
		return nil
	}
	if err != nil {
		return err
	}
	given, err := consents.ListFor(ctx, tx, by, person.ID)
	if treatment := given.Of(consents.Treatment); err != nil || treatment.Last != nil && !treatment.IsGiven() {
		return err
	}
	_, err = l.outbox.Send(ctx, tx, by, Ending.With(about, mail.Message{To: person.ContactEmail(), Name: person.FullName(), Path: sendPage}))
	return err
}
