package statusmails

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// batch is how many rows a transaction writes about; a mail joins the appointments of one batch.
const batch = 200

// row is a row of status_mails.
type row struct {
	ID             int64 `gorm:"primaryKey"`
	Kind           mail.Kind
	UserID         *int64
	OrderID        *int64
	ItemID         *int64
	ServiceID      *int64
	ProfessionalID *int64
	StatementID    *int64
	Moment         *time.Time
	DateCreated    time.Time
}

// TableName returns the name of the table.
func (row) TableName() string { return "status_mails" }

// write is the periodic job that writes the mails.
type write struct{}

// Kind returns the name of the job in the queue.
func (write) Kind() string { return "write_status_mails" }

// Mailer writes the mails.
type Mailer struct {
	DB   *db.DB
	Mail mail.Outbox
	Now  func() time.Time
}

// writeAll writes all that wait.
func (m Mailer) writeAll(ctx context.Context) error {
	for {
		count, err := m.Write(ctx)
		if err != nil || count < batch {
			return err
		}
	}
}

// writing is one call of Write.
type writing struct {
	mailer Mailer
	tx     *db.DB
	by     auth.Caller
	zone   *time.Location
}

// Write puts the mails that changes asked for into the outbox, as far as what they say still holds, and returns the number
// of changes. It takes at most 200.
func (m Mailer) Write(ctx context.Context) (count int, err error) {
	err = m.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var rows []row
		taken := "delete from status_mails where id in (select id from status_mails order by id limit ? for update skip locked) returning *"
		if err := tx.Raw("with taken as ("+taken+") select * from taken order by id", batch).Scan(&rows).Error; err != nil || len(rows) == 0 {
			return err
		}
		count = len(rows)
		if !m.Mail.Configured {
			return nil
		}
		zone, err := settings.Location(ctx, tx)
		if err != nil {
			return err
		}
		w := writing{m, tx, auth.Caller{Kind: auth.System, Now: m.Now()}, zone}
		return w.writeAll(ctx, rows)
	})
	return count, err
}

// writeAll writes about each row, and about the appointments of a professional together.
func (w writing) writeAll(ctx context.Context, rows []row) error {
	visits := map[visitsOf][]row{}
	for _, one := range rows {
		var err error
		switch one.Kind {
		case AccountOpened.Kind, DocumentReceived.Kind:
			err = w.toAssociate(ctx, one)
		case MessageReceived.Kind:
			err = w.toSender(ctx, one)
		case OrderPlaced.Kind, OrderPaid.Kind, "order_sent":
			err = w.aboutOrder(ctx, one)
		case MonthClosed.Kind, PayoutMade.Kind:
			err = w.aboutMonth(ctx, one)
		case ContestAnswered.Kind:
			err = w.aboutContest(ctx, one)
		default:
			of := visitsOf{one.Kind, *one.ProfessionalID}
			visits[of] = append(visits[of], one)
		}
		if err != nil && !errs.HasCode(err, errs.CodeNotFound) {
			return err
		}
	}
	for of, some := range visits {
		if err := w.aboutVisits(ctx, of, some); err != nil {
			return err
		}
	}
	return nil
}

// send sends a mail to somebody who has an address.
func (w writing) send(ctx context.Context, by auth.Caller, message mail.Message) error {
	if message.To == "" {
		return nil
	}
	_, err := w.mailer.Mail.Send(ctx, w.tx, by, message)
	return err
}
