package privacy

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/consents"
	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
)

// The letters about a request, to the person and to who answers for the data in the association. They cannot be switched off.
var (
	ReceivedLetter = mail.KindOf[Message]{Kind: "privacy_received", Label: "Pedido sobre dados recebido", Required: true}
	AnsweredLetter = mail.KindOf[Message]{Kind: "privacy_answered", Label: "Pedido sobre dados respondido", Required: true}
	RefusedLetter  = mail.KindOf[Message]{Kind: "privacy_refused", Label: "Pedido sobre dados recusado", Required: true}
	AskedLetter    = mail.KindOf[Message]{Kind: "privacy_asked", Label: "Mais informação sobre um pedido", Required: true}
	DueLetter      = mail.KindOf[Due]{Kind: "privacy_due", Label: "Prazo de um pedido sobre dados", Required: true}
)

// Message is the content of a letter to the person.
type Message struct {
	Request string `json:"request"`
	Until   string `json:"until"`
	Text    string `json:"text,omitempty"`
}

// Due is the content of the letter about a request that must be answered soon. It names nobody.
type Due struct {
	Number  string `json:"number"`
	Request string `json:"request"`
	Until   string `json:"until"`
	Days    int    `json:"days"`
}

// Number returns the number of the request: 2026/042.
func (r Request) Number() string { return fmt.Sprintf("%s/%03d", r.ReceivedOn.String()[:4], r.ID) }

// ownPath is the page on which persons see their requests; staffPath those of the staff.
const (
	ownPath   = "/cadastro/perfil/meus-dados"
	staffPath = "/admin/privacidade/pedidos/"
)

// letter is the job that writes to the person about a request.
type letter struct {
	Request int64  `json:"request"`
	About   Action `json:"about"`
}

// Kind returns the name of the job in the queue.
func (letter) Kind() string { return "write_privacy_letter" }

// Writer writes the letters.
type Writer struct {
	DB   *db.DB
	Mail mail.Outbox
	Now  func() time.Time
}

func (w Writer) work(ctx context.Context, job *river.Job[letter]) error {
	return w.Write(ctx, job.Args.Request, job.Args.About)
}

// addressed is a request with the address of its person.
type addressed struct {
	Request
	Account string `gorm:"->"`
	Contact string `gorm:"->"`
}

// Write writes to the person that a request was received, answered or refused, or what the staff ask, once. Without an address nothing is written.
func (w Writer) Write(ctx context.Context, id int64, about Action) error {
	var found addressed
	query := w.DB.WithContext(ctx).Table("privacy_requests").Joins(joinUser).Where("privacy_requests.id = ?", id)
	err := query.Select(withName + ", coalesce(u.email_account, '') as account, coalesce(u.email, '') as contact").Limit(1).Scan(&found).Error
	to := cmp.Or(found.Account, found.Contact)
	if err != nil || to == "" || found.Requester != "" || !w.Mail.Configured {
		return err // the family gets the answer on paper
	}
	message := mail.Message{To: to, Name: found.Name}
	if found.Account != "" {
		message.Path = ownPath
	}
	return w.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		by := auth.Caller{Kind: auth.System}.At(w.Now())
		name, err := nameOf(tx, id, about)
		if err != nil {
			return err
		}
		noted := tx.Exec(`insert into privacy_request_events (request_id, action, text, date_created) values (?, 'letter', ?, ?)
			on conflict (request_id, text) where action = 'letter' do nothing`, id, name+", por e-mail", by.Now)
		if noted.Error != nil || noted.RowsAffected == 0 {
			return noted.Error
		}
		content := Message{Request: found.Kind.Label(), Until: found.DueOn.Shown(), Text: found.Answer}
		if about == WasAsked {
			content.Text = found.AskedText
		}
		kind := map[Action]mail.KindOf[Message]{WasReceived: ReceivedLetter, WasAsked: AskedLetter, WasAnswered: AnsweredLetter,
			WasRefused: RefusedLetter}[about]
		_, err = w.Mail.Send(ctx, tx, by, kind.With(content, message))
		return err
	})
}

// nameOf is what the evidence calls a letter: one about a question is written once for each question.
func nameOf(tx *db.DB, id int64, about Action) (string, error) {
	if about != WasAsked {
		return about.Label(), nil
	}
	var questions int
	err := tx.Raw("select count(*) from privacy_request_events where request_id = ? and action = ?", id, WasAsked).Scan(&questions).Error
	return fmt.Sprintf("%s (%dª pergunta)", about.Label(), questions), err
}

// enqueue enqueues a letter in the transaction of what it is about.
func enqueue(ctx context.Context, tx *db.DB, request int64, about Action) error {
	return jobs.Enqueue(ctx, tx, letter{request, about}, nil)
}

// warning is the job that warns of requests whose days run out.
type warning struct{}

// Kind returns the name of the job in the queue.
func (warning) Kind() string { return "warn_of_privacy_requests" }

const warnEvery = time.Hour

// thresholds are the days before the last one at which the staff are warned.
var thresholds = []int{0, 2, 5}

// Warn writes to who answers for the data about open requests at 5, 2 and 0 days, once each; without a configured address to the
// administrators.
func (w Writer) Warn(ctx context.Context) error {
	zone, err := settings.Location(ctx, w.DB)
	if err != nil {
		return err
	}
	today := civil.Of(w.Now().In(zone))
	var open []Request
	err = w.DB.WithContext(ctx).Omit("Name").Where("state = 'open' and due_on <= ?", today.Add(0, 0, thresholds[len(thresholds)-1])).Order("due_on, id").
		Find(&open).Error
	if err != nil {
		return err
	}
	for _, request := range open {
		if err := w.warn(ctx, request, today); err != nil {
			return err
		}
	}
	return nil
}

func (w Writer) warn(ctx context.Context, request Request, today civil.Date) error {
	days, reached := request.DaysLeft(today), 0
	for _, threshold := range thresholds {
		if reached = threshold; days <= threshold {
			break
		}
	}
	return w.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		warned := tx.Exec("update privacy_requests set warned = ? where id = ? and state = 'open' and (warned is null or warned > ?)", reached, request.ID,
			reached)
		if warned.Error != nil || warned.RowsAffected == 0 {
			return warned.Error
		}
		due := Due{Number: request.Number(), Request: request.Kind.Label(), Until: request.DueOn.Shown(), Days: days}
		return w.toStaff(ctx, tx, func(to mail.Message) mail.Message {
			to.Path = fmt.Sprint(staffPath, request.ID)
			return DueLetter.With(due, to)
		})
	})
}

// toStaff writes to who answers for the data, else to the administrators.
func (w Writer) toStaff(ctx context.Context, tx *db.DB, write func(mail.Message) mail.Message) error {
	by := auth.Caller{Kind: auth.System}.At(w.Now())
	officer, err := settings.Read(ctx, tx, consents.OfficerEmail, consents.OfficerName)
	if err != nil {
		return err
	}
	var recipients []mail.Message
	if address := settings.Of(officer, consents.OfficerEmail); address != "" {
		recipients = append(recipients, mail.Message{To: address, Name: settings.Of(officer, consents.OfficerName)})
	} else {
		people, err := operators.ActiveAdministrators(ctx, tx)
		if err != nil {
			return err
		}
		for _, person := range people {
			recipients = append(recipients, mail.Message{To: person.Email, Name: person.Name})
		}
	}
	for _, to := range recipients {
		if _, err := w.Mail.Send(ctx, tx, by, write(to)); err != nil {
			return err
		}
	}
	return nil
}
