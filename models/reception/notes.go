package reception

import (
	"context"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/reception/triage"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// editable is the time for which authors may correct their notes.
const editable = 10 * time.Minute

// Note is a note of the staff on an item. The column notes of the item, which clients of the API read and write, is the
// latest: writing it adds a note, emptying it removes none.
type Note struct {
	ID          int64      `gorm:"primaryKey"`
	ItemID      int64      `gorm:"column:item_id"`
	Text        string     `gorm:"column:text"`
	AuthorCode  *string    `gorm:"column:author_code"`
	AuthorName  *string    `gorm:"column:author_name"`
	DateCreated time.Time  `gorm:"column:date_created"`
	DateEdited  *time.Time `gorm:"column:date_edited"`
}

// TableName returns the name of the table.
func (Note) TableName() string { return "reception_notes" }

// IsEditable reports whether the caller may correct the note: its author, for ten minutes.
func (n Note) IsEditable(by auth.Caller) bool {
	return by.Code != "" && texts.Of(n.AuthorCode) == by.Code && by.Now.Sub(n.DateCreated) < editable
}

// Notes returns the newest 100 notes of an item, the earliest of them first.
func Notes(ctx context.Context, tx *db.DB, itemID int64) ([]Note, error) {
	newest := tx.WithContext(ctx).Model(&Note{}).Where("item_id = ?", itemID).Order("date_created desc, id desc").Limit(100)
	var notes []Note
	err := tx.WithContext(ctx).Table("(?) as n", newest).Order("date_created, id").Scan(&notes).Error
	return notes, err
}

// NoteInput is a note; ID is that of one to correct.
type NoteInput struct {
	errs.BindErrors
	ItemID int64  `form:"-"`
	ID     int64  `form:"-"`
	Text   string `form:"notes"`
}

func (in *NoteInput) validate() error {
	var p errs.Problems
	in.Text = strings.TrimSpace(in.Text)
	p.Require(in.Text != "", "notes", "escreva a anotação")
	p.Require(texts.Fits(in.Text, triage.MaxText), "notes", "são longas demais")
	return in.Merge(p).Err()
}

// AddNote adds a note of the caller to an item. It returns 400 VALIDATION_ERROR for a blank or too long text, and 404
// NOT_FOUND for an item that the caller may not see.
func AddNote(ctx context.Context, tx *db.DB, by auth.Caller, input NoteInput) (note Note, err error) {
	if err := input.validate(); err != nil {
		return Note{}, err
	}
	err = withLatest(ctx, tx, by, input, func(tx *db.DB) error {
		note, err = storeNote(tx, by, input.ItemID, input.Text)
		if err != nil {
			return err
		}
		return stopWriting(tx, by, input.ItemID)
	})
	return note, err
}

// EditNote corrects a note of the caller. It returns the errors of AddNote, 404 NOT_FOUND for an unknown note, and 403
// FORBIDDEN for one of somebody else or older than ten minutes.
func EditNote(ctx context.Context, tx *db.DB, by auth.Caller, input NoteInput) (note Note, err error) {
	if err := input.validate(); err != nil {
		return Note{}, err
	}
	if note, err = FindNote(ctx, tx, by, input); err != nil {
		return Note{}, err
	}
	if !note.IsEditable(by) {
		return Note{}, errs.Forbidden("Só quem escreveu corrige a anotação, nos primeiros 10 minutos.")
	}
	correct := func(tx *db.DB) error {
		note.Text, note.DateEdited = input.Text, &by.Now
		return tx.Model(&note).Select("text", "date_edited").Updates(&note).Error
	}
	var later int64
	err = tx.WithContext(ctx).Model(&Note{}).Where("item_id = ? and (date_created, id) > (?, ?)", note.ItemID, note.DateCreated, note.ID).
		Count(&later).Error
	if err != nil {
		return Note{}, err
	}
	if later > 0 {
		return note, correct(tx.WithContext(ctx))
	}
	return note, withLatest(ctx, tx, by, input, correct)
}

// FindNote returns a note of an item that the caller may see, else 404 NOT_FOUND.
func FindNote(ctx context.Context, tx *db.DB, by auth.Caller, input NoteInput) (Note, error) {
	if _, err := FindFor(ctx, tx, by, input.ItemID); err != nil {
		return Note{}, err
	}
	return db.First[Note](tx.WithContext(ctx).Where("id = ? and item_id = ?", input.ID, input.ItemID),
		errs.NotFound("Anotação não encontrada."))
}

// withLatest stores the text as the notes of the item, together with what work stores.
func withLatest(ctx context.Context, tx *db.DB, by auth.Caller, input NoteInput, work func(tx *db.DB) error) error {
	mine := func(query *db.DB) *db.DB { return Visible(query, by) }
	_, err := change(ctx, tx, by, target{id: input.ItemID, scopes: []db.Scope{mine}}, func(tx *db.DB, item *Item) error {
		item.Notes = &input.Text
		return work(tx)
	})
	return err
}

// storeNote stores a note of the caller.
func storeNote(tx *db.DB, by auth.Caller, itemID int64, text string) (Note, error) {
	note := Note{ItemID: itemID, Text: text, AuthorCode: texts.Optional(by.Code), AuthorName: texts.Optional(by.FullName()),
		DateCreated: by.Now}
	return note, tx.Create(&note).Error
}

// writingTime is the time for which an operator is shown as writing after each report of it.
const writingTime = 10 * time.Second

// Write shows the calling operator to the others as writing the notes of an item, for writingTime from now on. It
// returns 403 FORBIDDEN for a caller other than an operator, and 404 NOT_FOUND for an item that the caller may not see.
func Write(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	code := by.OperatorCode()
	if code == nil {
		return errs.Forbidden("Só a equipe escreve anotações na recepção.")
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if _, err := FindFor(ctx, tx, by, id); err != nil {
			return err
		}
		expired := "delete from reception_writers where (item_id, user_code) in (select item_id, user_code from reception_writers where until <= ? for update skip locked)"
		if err := tx.Exec(expired, by.Now).Error; err != nil {
			return err
		}
		return tx.Exec(`insert into reception_writers (item_id, user_code, until) values (?, ?, ?)
			on conflict (item_id, user_code) do update set until = excluded.until`, id, code, by.Now.Add(writingTime)).Error
	})
}

// stopWriting no longer shows the caller as writing the notes of an item.
func stopWriting(tx *db.DB, by auth.Caller, id int64) error {
	return tx.Exec("delete from reception_writers where item_id = ? and user_code = ?", id, by.OperatorCode()).Error
}
