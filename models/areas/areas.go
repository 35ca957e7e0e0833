// Package areas lists the areas of the program in the order of their floors. Only who assembles the program, its tests,
// its pages and its documents imports it; an area never does.
package areas

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"

	"acolhe/models/adverseevents"
	"acolhe/models/analytics"
	"acolhe/models/appointments"
	"acolhe/models/associates"
	"acolhe/models/attention"
	"acolhe/models/backups"
	"acolhe/models/backups/restore"
	"acolhe/models/bookings"
	"acolhe/models/calendar"
	"acolhe/models/cashbook"
	"acolhe/models/cep"
	"acolhe/models/closures"
	"acolhe/models/configuration"
	"acolhe/models/confirmation"
	"acolhe/models/consents"
	"acolhe/models/directus"
	"acolhe/models/doctor"
	"acolhe/models/documents"
	"acolhe/models/duplicates"
	"acolhe/models/erasure"
	"acolhe/models/externalservices"
	"acolhe/models/files"
	"acolhe/models/filestorage"
	"acolhe/models/followups"
	"acolhe/models/freight"
	"acolhe/models/groupedit"
	"acolhe/models/history"
	"acolhe/models/imports"
	"acolhe/models/incidents"
	"acolhe/models/keyrotation"
	"acolhe/models/lawtexts"
	"acolhe/models/lifeevents"
	"acolhe/models/mailtexts"
	"acolhe/models/membercards"
	"acolhe/models/newdevices"
	"acolhe/models/notices"
	"acolhe/models/operators"
	"acolhe/models/orderdrafts"
	"acolhe/models/orders"
	"acolhe/models/ownorders"
	"acolhe/models/parcels"
	"acolhe/models/payments"
	"acolhe/models/personexports"
	"acolhe/models/picking"
	"acolhe/models/platform/area"
	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/items"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/passwordreset"
	"acolhe/models/platform/personal"
	records "acolhe/models/platform/retention"
	"acolhe/models/platform/settings"
	"acolhe/models/platform/storage"
	"acolhe/models/platform/undo"
	"acolhe/models/prescriptions"
	"acolhe/models/privacy"
	"acolhe/models/products"
	"acolhe/models/professionals"
	"acolhe/models/reads"
	"acolhe/models/readytexts"
	"acolhe/models/recalls"
	"acolhe/models/receipts"
	"acolhe/models/reception"
	"acolhe/models/reception/contacts"
	"acolhe/models/registration"
	"acolhe/models/reminders"
	"acolhe/models/renewals"
	"acolhe/models/reports"
	"acolhe/models/retention"
	"acolhe/models/reveals"
	"acolhe/models/secondfactor"
	"acolhe/models/series"
	"acolhe/models/sessions"
	"acolhe/models/sharing"
	"acolhe/models/signers"
	"acolhe/models/signing"
	"acolhe/models/statements"
	"acolhe/models/statusmails"
	"acolhe/models/stock"
	"acolhe/models/systemerrors"
	"acolhe/models/tags"
	"acolhe/models/tasks"
	"acolhe/models/templates"
	"acolhe/models/tokens"
	"acolhe/models/types/auth"
	"acolhe/models/unfinished"
	"acolhe/models/watermarks"
	"acolhe/models/webhooks"
	"acolhe/models/webvitals"
)

// All returns the areas in the order of their floors: an area uses those before it.
func All(e area.Env) []area.Area {
	services := NewServices(e)
	all := []area.Area{
		configuration.Area(e),
		platform(e),
		sessions.Area(e),
		secondfactor.Area(e),
		newdevices.Area(e), attention.Area(e),
		reveals.Area(e), watermarks.Area(e),
		operators.Area(e),
		tokens.Area(e),
		files.Area(e),
		filestorage.Area(e),
		tags.Area(e),
		products.Area(e),
		professionals.Area(e),
		associates.Area(e),
		consents.Area(e),
		duplicates.Area(e),
		registration.Area(e),
		documents.Area(e),
		confirmation.Area(e),
		unfinished.Area(e),
		prescriptions.Area(e),
		renewals.Area(e),
		reception.Area(e), contacts.Area(e),
		cep.Area(e),
		externalservices.Area(e),
		calendar.Area(e, services.Calendar),
		freight.Area(e),
		orders.Area(e), orderdrafts.Area(e), picking.Area(e),
		closures.Area(e),
		bookings.Area(e, services.Calendar),
		payments.Area(e),
		statements.Area(e),
		series.Area(e),
		receipts.Area(e),
		groupedit.Area(e),
		appointments.Area(e),
		reminders.Area(e),
		parcels.Area(e, services.Parcels),
		ownorders.Area(e),
		stock.Area(e),
		recalls.Area(e),
		adverseevents.Area(e),
		followups.Area(e),
		templates.Area(e),
		readytexts.Area(e),
		signing.Area(e),
		signers.Area(e),
		membercards.Area(e),
		reports.Area(e),
		cashbook.Area(e),
		statusmails.Area(e),
		notices.Area(e),
		systemerrors.Area(e),
		webvitals.Area(e),
		keyrotation.Area(e),
		mailtexts.Area(e),
		lawtexts.Area(e),
		tasks.Area(e, services.Contracts, services.Parcels),
		history.Area(e),
		imports.Area(e), directus.Area(e),
		reads.Area(e),
		lifeevents.Area(e),
		privacy.Area(e),
		analytics.Area(e),
	}
	return appendReaders(e, all)
}

// appendReaders appends the areas that read what the others declare.
func appendReaders(e area.Env, all []area.Area) []area.Area {
	all = append(all, backups.Area(e, variables(all), verifyContract), webhooks.Area(e, collect(all, itemsOf)))
	all = append(all, personexports.Area(personexports.NewOffice(e, append(collect(all, personalOf), personexports.Personal()...))))
	desk := newErasures(e, all)
	return append(all, erasure.Area(desk), retention.Area(e, desk, collect(all, termsOf)), incidents.Area(e, desk.Register),
		sharing.Area(e), doctor.Area(e))
}

// NewIncidents returns the desk that leads through incidents.
func NewIncidents(e area.Env) incidents.Desk { return incidents.NewDesk(e, Personal()) }

// NewRetention returns the keeper of a process.
func NewRetention(e area.Env) retention.Keeper {
	return retention.NewKeeper(e, NewErasures(e), Terms())
}

// newErasures returns the desk that erases persons from what areas declare. What erasures themselves hold stays.
func newErasures(e area.Env, all []area.Area) erasure.Desk {
	office := backups.NewOffice(e, variables(all), verifyContract)
	return erasure.NewDesk(e, collect(all, personalOf), office.KeepTombstones)
}

// NewErasures returns the desk that erases persons.
func NewErasures(e area.Env) erasure.Desk {
	desk := newErasures(e, nil)
	desk.Register = Personal()
	return desk
}

// NewPersonExports returns the office of the copies of a person's data.
func NewPersonExports(e area.Env) personexports.Office {
	return personexports.NewOffice(e, Personal())
}

// EraseAgain returns what erases persons in a restored database, whose storage is that of drivers. The key of the copy's environment
// encrypts what laws keep of them, else the given one.
func EraseAgain(drivers func(encryption.Key) storage.Drivers, given encryption.Key, now func() time.Time) restore.EraseAgain {
	return func(ctx context.Context, restored *db.Connection, environment map[string]string, stones []restore.Tombstone) (int, error) {
		key := given
		if text := environment["CONFIG_ENCRYPT_KEY"]; text != "" {
			parsed, err := encryption.ParseKey(text)
			if err != nil {
				return 0, err
			}
			key = parsed
		}
		desk := NewErasures(area.Env{DB: restored.DB, Pool: restored.Pool, Key: key, Storage: drivers(key), Now: now})
		desk.Bury = nil
		list := make([]erasure.Stone, len(stones))
		for i, stone := range stones {
			list[i] = erasure.Stone{UserID: stone.UserID, UserCode: stone.UserCode, Erased: stone.DateErased}
		}
		return desk.Repeat(ctx, list)
	}
}

// variables returns the names of the environment that are the program's, which a copy of everything keeps.
func variables(all []area.Area) []string {
	keys := collect(all, func(a area.Area) []settings.Definition { return a.Keys })
	return configuration.New(keys, encryption.Key{}).Variables()
}

// verifyContract verifies a contract in another database than that of the process, such as a restored copy.
func verifyContract(ctx context.Context, restored area.Env, by auth.Caller, id uuid.UUID) (bool, error) {
	found, err := NewServices(restored).Contracts.Verify(ctx, by, id)
	return found.Valid, err
}

// NewBackups returns the office of the copies of everything.
func NewBackups(e area.Env) backups.Office {
	return backups.NewOffice(e, variables(declared()), verifyContract)
}

func itemsOf(a area.Area) []*items.Collection { return a.Items }

// platform declares what the machinery below the areas brings.
func platform(e area.Env) area.Area {
	passwords := []passwordreset.Passwords{operators.Passwords(e.Mail), associates.Passwords(e.Mail)}
	return area.Area{
		Tables: []string{
			"mails", "mail_confirmations", "idempotency_keys", "undos", "exports", "saved_views", "operator_preferences", "security_events",
			"seal_certificates",
			"counters", "rate_limits", "quota_uses", "caller_writes", "earlier_resets", "derived_schema", "schema_programs", "job_runners",
		},
		Personal: platformData(),
		Terms:    []personal.Term{mailsTerm()},
		Jobs: []jobs.Job{
			e.Sender.Job(),
			passwordreset.Service{DB: e.DB, Passwords: passwords, Now: e.Now}.Job(),
			records.Remover{DB: e.DB, Now: e.Now}.Job(),
			jobs.CleanUp(e.Pool),
		},
		Mails:   mail.Kinds(),
		Secrets: []area.Secret{{Label: "mensagens à espera de envio", Rotate: mail.RotateKey}},
	}
}

// declared are the areas without a process: what they say of themselves is the same in each.
var declared = sync.OnceValue(func() []area.Area { return All(area.Env{}) })

// Jobs returns the jobs of all areas.
func Jobs(e area.Env) jobs.List {
	return collect(All(e), func(a area.Area) []jobs.Job { return a.Jobs })
}

// Collections returns the collections of the generic routes (decisions.md, "Generic items").
func Collections(e area.Env) []*items.Collection {
	return collect(All(e), itemsOf)
}

// Described returns the collections without a process, as documents show them.
func Described() []*items.Collection {
	return collect(declared(), itemsOf)
}

// Keys returns the configuration keys that the code reads.
func Keys() []settings.Definition {
	return collect(declared(), func(a area.Area) []settings.Definition { return a.Keys })
}

// Tables returns the tables of all areas.
func Tables() []string {
	return collect(declared(), func(a area.Area) []string { return a.Tables })
}

// Undo returns the actions that can be undone.
func Undo() []undo.Action {
	return collect(declared(), func(a area.Area) []undo.Action { return a.Undo })
}

// Mails returns the kinds of mail.
var Mails = sync.OnceValue(func() []mail.Declared {
	return collect(declared(), func(a area.Area) []mail.Declared { return a.Mails })
})

// MailLabel returns the name of a kind of mail on pages. A kind of another version of the program keeps its own name.
func MailLabel(kind mail.Kind) string {
	for _, declared := range Mails() {
		if declared.Kind == kind {
			return declared.Label
		}
	}
	return string(kind)
}

// Secrets returns the kinds of encrypted values.
func Secrets() []area.Secret {
	return collect(declared(), func(a area.Area) []area.Secret { return a.Secrets })
}

func collect[T any](areas []area.Area, of func(area.Area) []T) []T {
	var all []T
	for _, a := range areas {
		all = append(all, of(a)...)
	}
	return all
}
