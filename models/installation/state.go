package installation

import (
	"context"
	"time"

	"acolhe/models/filestorage"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/security"
	"acolhe/models/samples"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// Overview reads the state of the installation.
type Overview struct {
	DB      *db.DB
	Storage filestorage.Office
	Mail    mail.Outbox
}

// State is the state of the parts of an installation.
type State struct {
	Database Database
	Storage  filestorage.Status
	Mails    Mails
	Jobs     Jobs
	// HasSamples reports whether there are sample associates.
	HasSamples bool
	// Administrators is the number of active accounts with the role Administrador.
	Administrators int
	// Services are the external services, by name.
	Services []Service
	// Events are the latest security events.
	Events []security.Entry
	Hours  Hours
	// OpenErrors is the number of open groups of errors.
	OpenErrors int
	// SealExpires is the last day of the certificate that seals signed terms; nil before there is one.
	SealExpires *time.Time
}

// Database is the state of the database; Size is in bytes.
type Database struct {
	Version                     string
	Size                        int64
	Connections, MaxConnections int
}

// Mails counts the mails. Sent are those asked for since midnight.
type Mails struct {
	Configured bool
	// Kept reports whether mails are stored in a folder instead of sent.
	Kept                 bool
	Sent, Queued, Failed int
}

// Jobs counts the jobs by state.
type Jobs struct {
	Counts map[JobState]int
	// Oldest is the time since which a job waits that could run; nil if none does.
	Oldest *time.Time
}

// NotDone is the number of jobs that failed, for now or for good.
func (j Jobs) NotDone() int { return j.Counts[Failed] + j.Counts[Retrying] }

// Service is an external service.
type Service struct {
	Service  string
	Enabled  bool
	TestedOK *bool
	TestedAt *time.Time
}

// latestEvents is the number of security events of the overview.
const latestEvents = 5

// Read returns the state. The mails of today are those since midnight in the time zone of now. It returns 403 FORBIDDEN
// unless the caller is an administrator.
func (o Overview) Read(ctx context.Context, by auth.Caller, now time.Time) (State, error) {
	if !access.IsAdministrator(by) {
		return State{}, errs.Forbidden("Só quem administra o Acolhe vê o estado do sistema.")
	}
	state := State{Mails: Mails{Configured: o.Mail.Configured, Kept: o.Mail.Folder != ""}}
	tx := o.DB.WithContext(ctx)
	for _, read := range []func() error{
		func() (err error) { state.Database, err = readDatabase(ctx, tx); return err },
		func() (err error) { state.Storage, err = o.Storage.ReadStatus(ctx, by); return err },
		func() error { return state.Mails.read(tx, civil.StartOfDay(now)) },
		func() (err error) { state.Jobs, err = readJobs(ctx, tx, by); return err },
		func() (err error) { state.HasSamples, err = samples.Present(ctx, tx); return err },
		func() (err error) { state.Hours, err = readHours(ctx, tx, now); return err },
		func() error {
			return db.ScanRow(tx.Raw(`select (select count(*) from system_error_groups where status = 'open'),
				(select max(date_expires) from seal_certificates where is_current)`), &state.OpenErrors, &state.SealExpires)
		},
		func() error {
			return db.ScanRow(tx.Raw(`select count(*) from system_users where status = 'active' and permissions @> '["Administrador"]'`),
				&state.Administrators)
		},
		func() error {
			return tx.Raw("select service, enabled, last_test_ok as tested_ok, last_tested_at as tested_at from external_services order by service").
				Scan(&state.Services).Error
		},
		func() error {
			found, err := security.List(ctx, tx, by, security.ListInput{Window: page.Window{Limit: new(latestEvents)}})
			state.Events = found.Items
			return err
		},
	} {
		if err := read(); err != nil {
			return State{}, err
		}
	}
	return state, nil
}

func readDatabase(ctx context.Context, tx *db.DB) (Database, error) {
	var state Database
	err := tx.Raw(`select pg_database_size(current_database()) as size, current_setting('max_connections')::int as max_connections,
		(select count(*) from pg_stat_activity where datname = current_database()) as connections`).Scan(&state).Error
	if err != nil {
		return state, err
	}
	state.Version, err = db.ServerVersion(ctx, tx)
	return state, err
}

func (m *Mails) read(tx *db.DB, midnight time.Time) error {
	return tx.Raw(`select (select count(*) from mails where status = 'sent' and date_created >= ?) as sent,
		(select count(*) from mails where status = 'queued') as queued,
		(select count(*) from mails where status = 'failed' and letter_sealed is not null) as failed`, midnight).
		Row().Scan(&m.Sent, &m.Queued, &m.Failed)
}

func readJobs(ctx context.Context, tx *db.DB, by auth.Caller) (jobs Jobs, err error) {
	if jobs.Counts, err = CountJobsByState(ctx, tx, by); err != nil {
		return jobs, err
	}
	err = db.ScanRow(tx.Raw("select min(scheduled_at) from river_job where state = 'available'"), &jobs.Oldest)
	return jobs, err
}
