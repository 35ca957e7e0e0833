package incidents

import (
	"context"
	"strings"

	"github.com/riverqueue/river"
	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
)

// Notice is the letter to a person whose data were seen. It cannot be switched off.
var Notice = mail.KindOf[NoticeContent]{Kind: "incident_notice", Label: "Incidente com os seus dados", Required: true}

// NoticeContent is what a letter says: the text of the association, what was seen of the person, and when it was known (24/11/2026).
type NoticeContent struct {
	Text    string   `json:"text"`
	Seen    []string `json:"seen"`
	Noticed string   `json:"noticed"`
	Number  string   `json:"number"`
}

// The text of a letter is bounded: long enough to say what happened, without addresses of pages, which letters of thieves have.
const (
	fewestLetters = 40
	mostLetters   = 2000
)

// DefaultLetter is the text of a letter before it is edited.
const DefaultLetter = "Alguém que não devia viu dados seus no nosso sistema. Assim que soubemos, fechamos o acesso e trocamos as senhas. Desconfie de quem ligar ou escrever dizendo saber de você: não pedimos senha, código nem pagamento por telefone."

// LetterInput is the text of the letters.
type LetterInput struct {
	Text string `form:"text"`
}

func (in LetterInput) parse() (string, error) {
	text := strings.TrimSpace(in.Text)
	count, lower := len([]rune(text)), strings.ToLower(text)
	switch {
	case count < fewestLetters || count > mostLetters:
		return text, errs.Invalid("text", "escreva de 40 a 2.000 caracteres")
	case strings.Contains(lower, "http://") || strings.Contains(lower, "https://") || strings.Contains(lower, "www."):
		return text, errs.Invalid("text", "não use endereços de páginas: cartas falsas usam")
	}
	return text, nil
}

// sendLetters is the job that writes the letters of an incident.
type sendLetters struct {
	Incident int64 `json:"incident"`
}

// Kind returns the name of the job in the queue.
func (sendLetters) Kind() string { return "send_incident_letters" }

func (d Desk) work(ctx context.Context, job *river.Job[sendLetters]) error {
	return d.SendLetters(ctx, job.Args.Incident)
}

// SaveLetter keeps the text of the letters without sending them.
func (d Desk) SaveLetter(ctx context.Context, by auth.Caller, id int64, input LetterInput) error {
	text, err := input.parse()
	if err != nil {
		return err
	}
	return d.change(ctx, by, id, line{"Mudou o texto das cartas", text}, func(tx *db.DB, before Incident) error {
		if before.DateLetters != nil {
			return errs.Conflict(errs.CodeConflict, "As cartas já saíram.")
		}
		return tx.Exec("update incidents set letter = ? where id = ?", text, id).Error
	})
}

// Announce has the letters sent to the affected persons, once: 409 CONFLICT for a second time and before the persons are confirmed.
func (d Desk) Announce(ctx context.Context, by auth.Caller, id int64, input LetterInput) error {
	text, err := input.parse()
	if err != nil {
		return err
	}
	return d.change(ctx, by, id, line{"Mandou as cartas", text}, func(tx *db.DB, before Incident) error {
		switch {
		case before.DateAffected == nil:
			return errs.Conflict(errs.CodeConflict, "Antes, diga quem foi atingido.")
		case before.DateLetters != nil:
			return errs.Conflict(errs.CodeConflict, "As cartas já saíram.")
		}
		if err := tx.Exec("update incidents set letter = ?, date_letters = ? where id = ?", text, by.Now, id).Error; err != nil {
			return err
		}
		return jobs.Enqueue(ctx, tx, sendLetters{id}, nil)
	})
}

// letterBatch is the number of letters that one transaction writes.
const letterBatch = 50

// SendLetters writes the letters that are not written yet. A person without e-mail is marked for a letter by post. A killed process
// goes on with the next call, and nobody gets two.
func (d Desk) SendLetters(ctx context.Context, id int64) error {
	for {
		count, err := d.sendBatch(ctx, id)
		if err != nil || count == 0 {
			return err
		}
	}
}

func (d Desk) sendBatch(ctx context.Context, id int64) (count int, err error) {
	err = d.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		incident, err := db.First[Incident](tx.Where("id = ? and date_letters is not null", id), errNotFound())
		if err != nil {
			return err
		}
		var people []Person
		err = tx.Model(&Person{}).Joins("join users u on u.id = incident_people.user_id").
			Select("incident_people.*, coalesce(u.associate_name, u.name, '') as name, coalesce(u.email_account, u.email, '') as email").
			Where("incident_people.incident_id = ? and is_affected and letter = 'waiting'", id).Order("incident_people.id").Limit(letterBatch).
			Clauses(clause.Locking{Strength: "UPDATE", Table: clause.Table{Name: "incident_people"}}).Find(&people).Error
		if err != nil {
			return err
		}
		zone, err := settings.Location(ctx, tx)
		if err != nil {
			return err
		}
		incident.NoticedAt = incident.NoticedAt.In(zone)
		for _, person := range people {
			if err := d.write(ctx, tx, incident, person); err != nil {
				return err
			}
		}
		count = len(people)
		return nil
	})
	return count, err
}

// write writes the letter of a person, or marks it for the post: without e-mail, or while mail is switched off. NoticedAt is in the
// association's time zone.
func (d Desk) write(ctx context.Context, tx *db.DB, incident Incident, person Person) error {
	now := d.Now()
	if person.Email == "" {
		return tx.Exec("update incident_people set letter = 'post' where id = ?", person.ID).Error
	}
	content := NoticeContent{
		Text:    incident.Letter,
		Seen:    person.Seen,
		Noticed: civil.Of(incident.NoticedAt).Shown(),
		Number:  incident.Number(),
	}
	message := Notice.With(content, mail.Message{To: person.Email, Name: fmtbr.FirstName(person.Name), Path: "/cadastro/perfil/meus-dados"})
	mailID, err := d.Mail.Queue(ctx, tx, auth.Caller{Kind: auth.System}.At(now), message)
	if err != nil {
		return err
	}
	if mailID == 0 {
		return tx.Exec("update incident_people set letter = 'post' where id = ?", person.ID).Error
	}
	return tx.Exec("update incident_people set letter = 'queued', mail_id = ?, date_letter = ? where id = ?", mailID, now, person.ID).Error
}

// Progress is how far the letters are.
type Progress struct{ All, Sent, Waiting, Failed, Post, Posted int }

// IsOver reports whether every letter arrived at its server, failed, or is one for the post.
func (p Progress) IsOver() bool { return p.Waiting == 0 }

// ReadProgress returns how far the letters of an incident are.
func (d Desk) ReadProgress(ctx context.Context, id int64) (progress Progress, err error) {
	const query = `select count(*) as "all", count(*) filter (where p.letter = 'queued' and (m.status = 'sent' or m.id is null)) as sent,
		count(*) filter (where p.letter = 'waiting' or p.letter = 'queued' and m.status = 'queued') as waiting,
		count(*) filter (where p.letter = 'queued' and m.status = 'failed') as failed,
		count(*) filter (where p.letter = 'post') as post, count(*) filter (where p.letter = 'posted') as posted
		from incident_people p left join mails m on m.id = p.mail_id where p.incident_id = ? and p.is_affected`
	err = d.DB.WithContext(ctx).Raw(query, id).Scan(&progress).Error
	return progress, err
}

// MarkPosted records that a person whose letter did not arrive, or who has no e-mail, was notified in another way.
func (d Desk) MarkPosted(ctx context.Context, by auth.Caller, id, person int64) error {
	if err := require(by); err != nil {
		return err
	}
	return d.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		const mark = `update incident_people p set letter = 'posted', posted_by_name = ?, date_letter = ? where p.incident_id = ? and p.user_id = ?
			and (p.letter = 'post' or p.letter = 'queued' and exists (select from mails m where m.id = p.mail_id and m.status = 'failed'))`
		marked := tx.Exec(mark, by.FullName(), by.Now, id, person)
		if marked.Error == nil && marked.RowsAffected == 0 {
			return errs.Conflict(errs.CodeConflict, "Esta pessoa já foi avisada.")
		}
		if marked.Error != nil {
			return marked.Error
		}
		return note(ctx, tx, by, id, line{"Avisou por outro meio", ""})
	})
}
