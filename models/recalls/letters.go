package recalls

import (
	"context"
	"time"

	"github.com/riverqueue/river"
	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/secret"
)

// LinkPath is the path of the page of a letter's link; the token follows it.
const LinkPath = "/recolhimento"

// Notice is the letter to a person who has units of a recalled lot. It cannot be switched off. It names the lot, and neither the
// product nor the person's health.
var Notice = mail.KindOf[NoticeContent]{Kind: "recall_notice", Label: "Lote recolhido", Required: true}

// NoticeContent is what a letter says.
type NoticeContent struct {
	Lot    string `json:"lot"`
	Advice string `json:"advice"`
}

// sendLetters is the job that writes the letters of a lot.
type sendLetters struct {
	Lot int64 `json:"lot"`
}

// Kind returns the name of the job in the queue.
func (sendLetters) Kind() string { return "send_recall_letters" }

// Sender writes letters.
type Sender struct {
	DB   *db.DB
	Mail mail.Outbox
	Now  func() time.Time
}

func (s Sender) work(ctx context.Context, job *river.Job[sendLetters]) error {
	return s.Send(ctx, job.Args.Lot)
}

// batch is the number of letters that one transaction writes.
const batch = 50

// Send writes the letters of a lot that are not written yet. Who has no e-mail is marked, so that the staff calls. A killed process
// goes on with the next call, and nobody gets two letters.
func (s Sender) Send(ctx context.Context, lot int64) error {
	for {
		count, err := s.sendBatch(ctx, lot)
		if err != nil || count == 0 {
			return err
		}
	}
}

// receiver is a person whose letter is not written yet. A letter about a patient goes to the associate who answers for them.
type receiver struct {
	ID          int64
	Email, Name string
	Lot, Advice string
}

func (s Sender) sendBatch(ctx context.Context, lot int64) (count int, err error) {
	err = s.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var waiting []receiver
		err := tx.Table("recall_people p").Joins("join recalls r on r.lot_id = p.lot_id").Joins("join lots on lots.id = p.lot_id").
			Joins("join users u on u.id = p.user_id").Joins("left join users a on a.user_code = u.responsible_code").
			Select(`p.id, lots.number as lot, r.advice, case when u.is_sample then '' else
				coalesce(a.email_account, a.email, u.email_account, u.email, '') end as email,
				coalesce(a.associate_name, a.name, u.associate_name, u.name, '') as name`).
			Where("p.lot_id = ? and p.letter = 'waiting'", lot).Order("p.id").Limit(batch).
			Clauses(clause.Locking{Strength: "UPDATE", Table: clause.Table{Name: "p"}}).Find(&waiting).Error
		if err != nil {
			return err
		}
		for _, one := range waiting {
			if err := s.write(ctx, tx, one); err != nil {
				return err
			}
		}
		count = len(waiting)
		return nil
	})
	return count, err
}

// write writes the letter of a person, or marks that there is none: without e-mail, or while mail is switched off.
func (s Sender) write(ctx context.Context, tx *db.DB, to receiver) error {
	now, token := s.Now(), secret.New()
	var mailID int64
	if to.Email != "" {
		content := NoticeContent{Lot: to.Lot, Advice: to.Advice}
		message := Notice.With(content, mail.Message{To: to.Email, Name: fmtbr.FirstName(to.Name), Path: LinkPath + "/" + token})
		var err error
		if mailID, err = s.Mail.Queue(ctx, tx, auth.Caller{Kind: auth.System}.At(now), message); err != nil {
			return err
		}
	}
	if mailID == 0 {
		return tx.Exec("update recall_people set letter = 'none' where id = ?", to.ID).Error
	}
	return tx.Exec("update recall_people set letter = 'queued', mail_id = ?, token_hash = ?, date_letter = ? where id = ?", mailID,
		secret.Hash(token), now, to.ID).Error
}

// Linked is what the link of a letter shows. It names nobody.
type Linked struct {
	Lot          string     `gorm:"column:lot"`
	Advice       string     `gorm:"column:advice"`
	Acknowledged *time.Time `gorm:"column:date_acknowledged"`
	// IsOver reports that the recall was taken back.
	IsOver bool `gorm:"column:is_over"`
}

// FindByToken returns what a link shows. Any other token is 404 TOKEN_INVALID.
func FindByToken(ctx context.Context, tx *db.DB, token string) (Linked, error) {
	return db.First[Linked](linked(tx.WithContext(ctx), token), errNoLink())
}

func linked(tx *db.DB, token string) *db.DB {
	return tx.Table("recall_people p").Joins("join recalls r on r.lot_id = p.lot_id").Joins("join lots on lots.id = p.lot_id").
		Where("p.token_hash = ?", secret.Hash(token)).Select("lots.number as lot, r.advice, p.date_acknowledged, lots.blocked_at is null as is_over")
}

func errNoLink() error {
	return errs.New(errs.KindNotFound, errs.CodeTokenInvalid,
		"Este link não abre mais. O endereço pode estar cortado. Abra de novo pela mensagem ou fale com a associação.")
}

// Acknowledge records, once, that the bearer of a link read it and stopped. Any other token is 404 TOKEN_INVALID.
func Acknowledge(ctx context.Context, tx *db.DB, by auth.Caller, token string) error {
	if _, err := FindByToken(ctx, tx, token); err != nil {
		return err
	}
	return tx.WithContext(ctx).Exec("update recall_people set date_acknowledged = ? where token_hash = ? and date_acknowledged is null", by.Now,
		secret.Hash(token)).Error
}

// LinkLimit is the rate limit of the page of a link.
func LinkLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "recalls.link", Limit: 60, Per: 15 * time.Minute}
}

// LinkQuota is what one address stores in a day by links.
func LinkQuota() ratelimit.Quota { return ratelimit.Quota{Name: "recall_links", Count: 200} }
