package erasure

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
)

// NewDesk returns the desk of a process. Register is what all areas declare, bury adds to the list beside the copies.
func NewDesk(e area.Env, register []personal.Table, bury func(context.Context) error) Desk {
	return Desk{DB: e.DB, Key: e.Key, Storage: e.Storage, Register: register, BaseURL: e.BaseURL, Mail: e.Mail, Bury: bury, Now: e.Now}
}

// Area declares what erasures bring to the program.
func Area(desk Desk) area.Area {
	return area.Area{
		Tables:   []string{"erasures", "erasure_records"},
		Personal: Personal(),
		Mails:    []mail.Declared{ProposedLetter.Declared()},
		Jobs: []jobs.Job{
			desk.Job(),
			jobs.Func[expire](desk.expire, jobs.About{Label: "Fim do prazo do que a lei guarda", Every: 24 * time.Hour, Options: expiryOptions(),
				Cancellable: true}),
		},
		Secrets: []area.Secret{{Label: "dados que a lei guarda de pessoas apagadas", Rotate: RotateKey}},
	}
}

// Personal declares the personal data of the erasures themselves: encrypted, and the person who asked is named nowhere else.
func Personal() []personal.Table {
	return []personal.Table{
		{
			Name: "erasures", Label: "Eliminações",
			Data: []personal.Data{
				{Columns: "certificate_encrypted", Label: "Certidão de eliminação, cifrada", Use: personal.Evidence, End: personal.Stays},
				{Columns: "identity", Use: personal.Evidence, End: personal.Mention},
			},
			Plain: "state preview report proposed_by_name confirmed_by_name blobs failure public_code certificate_sha256 encryption_key_id",
		},
		{
			Name: "erasure_records", Label: "Guardado por lei",
			Data: []personal.Data{{
				Columns: "content_encrypted", Label: "O que a lei guarda de quem foi apagado, cifrado", Use: personal.Evidence, End: personal.Stays,
			}},
			Plain: "table_name label article reason encryption_key_id",
		},
	}
}

// expire is the job that removes what laws keep no longer.
type expire struct{}

// Kind returns the name of the job in the queue.
func (expire) Kind() string { return "expire_kept_records" }

func expiryOptions() *river.InsertOpts {
	return &river.InsertOpts{Queue: jobs.SlowQueue, UniqueOpts: river.UniqueOpts{ByPeriod: 24 * time.Hour}}
}

func (d Desk) expire(ctx context.Context) error {
	today, err := d.today(ctx)
	if err != nil {
		return err
	}
	return RemoveExpired(ctx, d.DB, today)
}
