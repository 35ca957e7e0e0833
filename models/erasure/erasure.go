// Package erasure erases a person: the associate with the own patients. What is theirs, and what becomes of it, is declared by
// the areas (package personal); this package counts it for a preview, has a second administrator confirm, keeps what a law
// keeps, encrypted and apart, changes and removes the rest in one transaction, removes the contents of files after it, and
// writes the certificate. A restored copy repeats the erasures after it.
package erasure

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"

	"acolhe/models/types/publiccode"

	"github.com/google/uuid"

	"acolhe/models/erasure/subject"
	"acolhe/models/lawtexts"
	"acolhe/models/lifeevents"
	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/settings"
	"acolhe/models/platform/storage"
	"acolhe/models/privacy"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/webhooks"
)

// State is the state of an erasure.
type State string

// The states. From Erased on nothing names the person any more; the contents of the files are still being removed.
const (
	Proposed  State = "proposed"
	Confirmed State = "confirmed"
	Erased    State = "erased"
	Done      State = "done"
	Cancelled State = "cancelled"
)

// Erasure is a row of erasures.
type Erasure struct {
	ID       int64 `gorm:"primaryKey"`
	UserID   int64
	UserCode uuid.UUID
	State    State
	// Preview is what was counted when it was proposed, Report what was erased.
	Preview         []Line `gorm:"serializer:json"`
	Report          []Line `gorm:"serializer:json"`
	ProposedBy      int64
	ProposedByName  string
	DateProposed    time.Time
	ConfirmedBy     *int64
	ConfirmedByName *string
	DateConfirmed   *time.Time
	DateErased      *time.Time
	// Blobs are the places of contents that are still to be removed.
	Blobs []Blob `gorm:"serializer:json"`
	// Failure says in Portuguese why the work stopped; it goes on by itself.
	Failure *string
	// Identity says how the identity was checked, ReceivedOn when the request came.
	Identity             string
	ReceivedOn           civil.Date
	PublicCode           string
	CertificateEncrypted []byte
	CertificateSHA256    *string `gorm:"column:certificate_sha256"`
	EncryptionKeyID      string
}

// TableName returns the name of the table.
func (Erasure) TableName() string { return "erasures" }

// Number returns the number of the erasure: 2026/042.
func (e Erasure) Number() string { return fmt.Sprintf("%d/%03d", e.DateProposed.Year(), e.ID) }

// Pseudonym returns the name of the erased person.
func (e Erasure) Pseudonym() string { return subject.Pseudonym(e.UserID) }

// IsOver reports whether nothing of it is to be done any more.
func (e Erasure) IsOver() bool { return e.State == Done || e.State == Cancelled }

// Blob is the place of a content.
type Blob struct {
	Driver storage.Driver `json:"driver"`
	Key    string         `json:"key"`
}

// Desk erases persons.
type Desk struct {
	DB      *db.DB
	Key     encryption.Key
	Storage storage.Drivers
	// Register is what all areas declare.
	Register []personal.Table
	BaseURL  *url.URL
	Mail     mail.Outbox
	// Bury adds the erased persons to the list beside the copies; nil has no copies.
	Bury func(ctx context.Context) error
	Now  func() time.Time
	// texts are the current ones of the laws, once withTexts has read them.
	texts lawtexts.Texts
}

// require returns 403 FORBIDDEN unless the caller is an administrator.
func require(by auth.Caller) error {
	if access.IsAdministrator(by) {
		return nil
	}
	return errs.Forbidden("Só quem administra o Acolhe apaga os dados de uma pessoa.")
}

// Preview is what an erasure would do now.
type Preview struct {
	Person   Person
	Lines    []Line
	Files    int
	Webhooks []string
	Events   int64
	// Parcels is the number of shipments, whose carriers are not reached.
	Parcels int64
	// Adults are the names of patients who came of age: they stay, and Undecided are those who have not said what they want.
	Adults, Undecided []string
	// Similar are associates who may be the same person, and who are not erased with this one.
	Similar []subject.Similar
	// Ambiguous is the number of names that another person has too: they stay in texts about something else.
	Ambiguous int
}

// Person is the person of a preview.
type Person struct {
	ID       int64
	Code     uuid.UUID
	Name     string
	Patients int
}

// Seen is a value that changes when something of the preview changes.
func (p Preview) Seen() string {
	sum := sha256.New()
	for _, line := range p.Lines {
		if line.Fate != Stays && !line.Transient {
			fmt.Fprintln(sum, line.Table, line.Fate, line.Count)
		}
	}
	return hex.EncodeToString(sum.Sum(nil))[:16]
}

// Count returns the number of rows with a fate, and the last day of those that a law keeps.
func Count(lines []Line, fate Fate) (count int64, until string) {
	for _, line := range lines {
		if line.Fate == fate {
			count += line.Count
			until = max(until, line.Until)
		}
	}
	return count, until
}

// ReadPreview counts what an erasure of an associate would do. It returns 404 NOT_FOUND for an unknown one, 422 for a patient,
// and 403 FORBIDDEN as the other verbs do.
func (d Desk) ReadPreview(ctx context.Context, by auth.Caller, id int64) (Preview, error) {
	if err := require(by); err != nil {
		return Preview{}, err
	}
	return d.preview(ctx, d.DB, id)
}

func (d Desk) preview(ctx context.Context, tx *db.DB, id int64) (Preview, error) {
	of, err := subject.Find(ctx, tx, id, false)
	if err != nil {
		return Preview{}, err
	}
	if err := of.RequireOwn(ctx, tx); err != nil {
		return Preview{}, err
	}
	found, err := collect(ctx, tx, of)
	if err != nil {
		return Preview{}, err
	}
	preview := Preview{Person: Person{of.ID, of.UserCode, of.FullName(), found.Patients}, Files: len(found.FileIDs()),
		Ambiguous: found.Ambiguous}
	if d, err = d.withTexts(ctx, tx); err != nil {
		return preview, err
	}
	if preview.Lines, err = found.preview(ctx, tx, d); err != nil {
		return preview, err
	}
	if preview.Adults, preview.Undecided, err = lifeevents.OwnNames(ctx, tx, of.UserCode); err != nil {
		return preview, err
	}
	if preview.Similar, err = subject.SimilarTo(ctx, tx, of.ID); err != nil {
		return preview, err
	}
	if preview.Webhooks, err = webhooks.NamesOfPeopleReceivers(ctx, tx); err != nil {
		return preview, err
	}
	if err := tx.WithContext(ctx).Table("services").Where("id in @services and event_id is not null", found.Sets).Count(&preview.Events).
		Error; err != nil {
		return preview, err
	}
	err = tx.WithContext(ctx).Table("parcels").Where("order_id in @orders", found.Sets).Count(&preview.Parcels).Error
	return preview, err
}

// ProposeInput is the request of an erasure.
type ProposeInput struct {
	UserID int64 `form:"-"`
	// Identity says how the identity was checked, ReceivedOn when the request came.
	Identity   string     `form:"identity"`
	ReceivedOn civil.Date `form:"received_on"`
}

// maxIdentity is the maximum length of Identity in characters.
const maxIdentity = 200

// Propose stores the proposal to erase an associate, which another administrator confirms. It asks for the second step again
// (401 SECOND_FACTOR_REQUIRED) and returns 409 CONFLICT for a second proposal, while an order is under way, and while a patient who came
// of age has not decided: the request of the responsible person does not cover them any more.
func (d Desk) Propose(ctx context.Context, by auth.Caller, input ProposeInput) (Erasure, error) {
	if err := cmp.Or(require(by), access.RequireConfirmed(by)); err != nil {
		return Erasure{}, err
	}
	if err := input.check(civil.Of(by.Now)); err != nil {
		return Erasure{}, err
	}
	preview, err := d.preview(ctx, d.DB, input.UserID)
	if err != nil {
		return Erasure{}, err
	}
	if err := subject.RequireReady(ctx, d.DB, preview.Person.ID, preview.Undecided); err != nil {
		return Erasure{}, err
	}
	row := Erasure{
		UserID: preview.Person.ID, UserCode: preview.Person.Code, State: Proposed, Preview: preview.Lines, Report: []Line{}, Blobs: []Blob{},
		ProposedBy: by.ID, ProposedByName: by.FullName(), DateProposed: by.Now, Identity: strings.TrimSpace(input.Identity),
		ReceivedOn: input.ReceivedOn,
		PublicCode: publiccode.New(), EncryptionKeyID: d.Key.ID(),
	}
	err = d.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := row.insert(tx); err != nil {
			return err
		}
		return d.callSecond(ctx, tx, by, row.UserID)
	})
	if err != nil {
		return row, err
	}
	return d.latest(ctx, row.UserID)
}

func (e Erasure) insert(tx *db.DB) error {
	row := e
	created := tx.Exec(`insert into erasures (user_id, user_code, state, preview, proposed_by, proposed_by_name, date_proposed, identity, received_on, public_code, encryption_key_id)
		values (?, ?, ?, ?::jsonb, ?, ?, ?, ?, ?, ?, ?) on conflict (user_id) where state <> 'cancelled' do nothing`,
		row.UserID, row.UserCode, row.State, encoded(row.Preview), row.ProposedBy, row.ProposedByName, row.DateProposed, row.Identity,
		row.ReceivedOn, row.PublicCode, row.EncryptionKeyID)
	if created.Error == nil && created.RowsAffected == 0 {
		return errs.Conflict(errs.CodeConflict, "Este cadastro já espera a confirmação de outra pessoa, ou já foi apagado.")
	}
	return created.Error
}

func (in ProposeInput) check(today civil.Date) error {
	var problems errs.Problems
	problems.Require(strings.TrimSpace(in.Identity) != "", "identity", "diga como a identidade foi conferida")
	problems.Require(len([]rune(in.Identity)) <= maxIdentity, "identity", "deve ter no máximo 200 caracteres")
	problems.Require(in.ReceivedOn != civil.Date{} && !today.Before(in.ReceivedOn), "received_on", "diga quando o pedido chegou")
	return problems.Err()
}

func encoded(value any) string {
	text, _ := json.Marshal(value) // texts and numbers alone
	return string(text)
}

func (d Desk) latest(ctx context.Context, user int64) (Erasure, error) {
	return db.First[Erasure](d.DB.WithContext(ctx).Where("user_id = ? and state <> ?", user, Cancelled), errNotFound())
}

func errNotFound() error { return errs.NotFound("Este pedido de apagar não existe mais.") }

// Find returns an erasure for an administrator, else 404 NOT_FOUND.
func (d Desk) Find(ctx context.Context, by auth.Caller, id int64) (Erasure, error) {
	return db.First[Erasure](db.AdministratorsOnly(d.DB.WithContext(ctx), by).Where("id = ?", id), errNotFound())
}

// OfUser returns the erasure of an associate that was not cancelled, else 404 NOT_FOUND.
func (d Desk) OfUser(ctx context.Context, by auth.Caller, user int64) (Erasure, error) {
	if err := require(by); err != nil {
		return Erasure{}, err
	}
	return d.latest(ctx, user)
}

// List returns the latest erasures for an administrator, newest first.
func (d Desk) List(ctx context.Context, by auth.Caller, limit int) (found []Erasure, err error) {
	err = db.AdministratorsOnly(d.DB.WithContext(ctx), by).Omit("certificate_encrypted", "preview", "blobs").Order("id desc").Limit(limit).
		Find(&found).Error
	return found, err
}

// ConfirmInput is the confirmation of an erasure. Seen is the value of the preview that was shown.
type ConfirmInput struct {
	ID   int64  `form:"-"`
	Seen string `form:"seen"`
}

// Confirm enqueues an erasure. It returns 403 FORBIDDEN to the administrator who proposed it, asks for the second
// step again, and returns 409 CONFLICT if something changed since the shown preview, while an order is under way, while a patient who
// came of age has not decided, and for an erasure that is not waiting.
func (d Desk) Confirm(ctx context.Context, by auth.Caller, input ConfirmInput) error {
	if err := cmp.Or(require(by), access.RequireConfirmed(by)); err != nil {
		return err
	}
	found, err := d.Find(ctx, by, input.ID)
	if err != nil {
		return err
	}
	if found.ProposedBy == by.ID {
		return errs.Forbidden("Precisa ser outra pessoa.")
	}
	preview, err := d.preview(ctx, d.DB, found.UserID)
	if err != nil {
		return err
	}
	if preview.Seen() != input.Seen {
		return errs.Conflict(errs.CodeConflict, "Algo mudou desde a prévia. Confira de novo antes de confirmar.")
	}
	if err := subject.RequireReady(ctx, d.DB, preview.Person.ID, preview.Undecided); err != nil {
		return err
	}
	return d.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		confirmed := tx.Exec("update erasures set state = ?, confirmed_by = ?, confirmed_by_name = ?, date_confirmed = ? where id = ? and state = ?",
			Confirmed, by.ID, by.FullName(), by.Now, input.ID, Proposed)
		if confirmed.Error != nil {
			return confirmed.Error
		}
		if confirmed.RowsAffected == 0 {
			return errs.Conflict(errs.CodeConflict, "Este pedido não espera mais uma confirmação.")
		}
		if err := privacy.CloseErased(ctx, tx, by, found.UserID, "Dados apagados. Certidão "+found.Number()+"."); err != nil {
			return err
		}
		return jobs.Enqueue(ctx, tx, erase{input.ID}, nil)
	})
}

// Cancel gives an erasure up that was not confirmed; any other is 409 CONFLICT.
func (d Desk) Cancel(ctx context.Context, by auth.Caller, id int64) error {
	if _, err := d.Find(ctx, by, id); err != nil {
		return err
	}
	cancelled := d.DB.WithContext(ctx).Exec("update erasures set state = ? where id = ? and state = ?", Cancelled, id, Proposed)
	if cancelled.Error == nil && cancelled.RowsAffected == 0 {
		return errs.Conflict(errs.CodeConflict, "Este pedido não espera mais uma confirmação.")
	}
	return cancelled.Error
}

// Changes returns what differs between the preview of a proposal and now, in words.
func Changes(before, now []Line) []string {
	counts := map[string]int64{}
	for _, line := range before {
		counts[line.Table+string(line.Fate)] = line.Count
	}
	var changes []string
	for _, line := range now {
		if more := line.Count - counts[line.Table+string(line.Fate)]; more > 0 && line.Fate != Stays && !line.Transient {
			changes = append(changes, strings.ToLower(line.Label)+": "+fmtbr.Plural(int(more), "novo", "novos"))
		}
	}
	return changes
}

// today returns the day in the association's zone.
func (d Desk) today(ctx context.Context) (civil.Date, error) {
	zone, err := settings.Location(ctx, d.DB)
	return civil.Of(d.Now().In(zone)), err
}
