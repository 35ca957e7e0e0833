package notices

import (
	"context"
	"slices"
	"time"

	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

const (
	// mailInterval is how long notices are joined before they are sent.
	mailInterval = 5 * time.Minute
	mailBatch    = 500
)

// Path is the page of notices, to which a mail leads.
const Path = "/painel/avisos"

// Digest is the content of a mail: a sentence for each line.
type Digest struct {
	Sentences []string `json:"sentences"`
}

// Mailed is the kind of mail with notices.
var Mailed = mail.KindOf[Digest]{Kind: "notices", Label: "Avisos"}

// mailNotices is the periodic job that sends notices to operators who want them by e-mail.
type mailNotices struct{}

// Kind returns the name of the job in the queue.
func (mailNotices) Kind() string { return "mail_notices" }

// Mailer sends notices by e-mail.
type Mailer struct {
	DB   *db.DB
	Mail mail.Outbox
	Now  func() time.Time
}

// sendAll sends all that wait.
func (m Mailer) sendAll(ctx context.Context) error {
	for {
		count, err := m.Send(ctx)
		if err != nil || count < mailBatch {
			return err
		}
	}
}

// Send puts a mail for each operator who wants one into the outbox, with what is new since the last call, and returns the
// number of notices. It takes at most 500.
func (m Mailer) Send(ctx context.Context) (count int, err error) {
	err = m.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var ids []int64
		fresh := "update notices set mailed = true where id in (select id from notices where not mailed order by id limit ? for update skip locked) returning id"
		if err := tx.Raw(fresh, mailBatch).Scan(&ids).Error; err != nil || len(ids) == 0 {
			return err
		}
		count = len(ids)
		var wanted []choice
		if err := tx.Where("delivery = ?", ByMail).Order("operator_id, kind").Find(&wanted).Error; err != nil {
			return err
		}
		return m.sendEach(ctx, tx, wanted, ids)
	})
	return count, err
}

// sendEach sends the notices with these ids to the operators of the choices, which are in their order.
func (m Mailer) sendEach(ctx context.Context, tx *db.DB, wanted []choice, ids []int64) error {
	for len(wanted) > 0 {
		operator := wanted[0].OperatorID
		var kinds []Kind
		for len(wanted) > 0 && wanted[0].OperatorID == operator {
			kinds, wanted = append(kinds, wanted[0].Kind), wanted[1:]
		}
		by, err := operators.Acting(ctx, tx, operator)
		if refusal := errs.As(err); refusal != nil && refusal.Kind == errs.KindForbidden {
			continue
		}
		if err == nil {
			err = m.sendOne(ctx, tx, by.At(m.Now()), kinds, ids)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (m Mailer) sendOne(ctx context.Context, tx *db.DB, by auth.Caller, kinds []Kind, ids []int64) error {
	lines, err := List(ctx, tx, by, Unread)
	if err != nil {
		return err
	}
	var sentences []string
	for _, line := range lines {
		if slices.Contains(kinds, line.Kind) && slices.Contains(ids, line.ID) {
			sentences = append(sentences, line.Title())
		}
	}
	if len(sentences) == 0 {
		return nil
	}
	_, err = m.Mail.Send(ctx, tx, by, Mailed.With(Digest{sentences}, mail.Message{To: by.Email, Name: by.Name, Path: Path}))
	return err
}
