package associates

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// Limits of the annotations of one row.
const (
	maxAnnotations      = 1000
	maxAnnotationLength = 4000
)

// Annotation is a note of the staff about an associate. The server sets all fields except the text; UserCode is empty
// if an API token wrote it.
type Annotation struct {
	ID          uuid.UUID `json:"id"`
	Text        string    `json:"text"`
	UserName    string    `json:"userName"`
	UserCode    string    `json:"user_code"`
	DateCreated time.Time `json:"date_created"`
}

// AnnotateInput is the body of POST /users/:id/annotations.
type AnnotateInput struct {
	// ID is the row of the associate or patient.
	ID   int64  `json:"-" form:"-"`
	Text string `json:"text" form:"text"`
}

// Required names the members that must be sent.
func (AnnotateInput) Required() []string { return []string{"text"} }

// RemoveAnnotationInput identifies an annotation and its row.
type RemoveAnnotationInput struct {
	ID           int64
	AnnotationID uuid.UUID
}

// Annotate appends an annotation with the caller and the time. It locks the row, so that concurrent annotations are all
// kept. It returns 400 VALIDATION_ERROR for an empty or too long text, and 404 NOT_FOUND for an unknown row.
func Annotate(ctx context.Context, tx *db.DB, by auth.Caller, input AnnotateInput) (Annotation, error) {
	note := newAnnotation(by, input.Text)
	var problems errs.Problems
	checkAnnotation(&problems, "text", note.Text)
	if err := problems.Err(); err != nil {
		return Annotation{}, err
	}
	err := changeAnnotations(ctx, tx, input.ID, by.Now, func(notes []Annotation) ([]Annotation, error) {
		if len(notes) >= maxAnnotations {
			return nil, errs.Invalid("text", "já há anotações demais neste cadastro")
		}
		return append(slices.Clone(notes), note), nil
	})
	return note, err
}

// RemovedAnnotation holds a removed annotation, its row and its position, to restore it.
type RemovedAnnotation struct {
	ID         int64
	Annotation Annotation
	Position   int
}

// AnnotationRemoval is the kind of undo that RestoreAnnotation performs.
const AnnotationRemoval undo.Kind = "associates.annotation.remove"

// RemoveAnnotation removes an annotation and returns the id of its undo. An unknown annotation is 404 NOT_FOUND.
func RemoveAnnotation(ctx context.Context, tx *db.DB, by auth.Caller, input RemoveAnnotationInput) (undoID int64, err error) {
	removed := RemovedAnnotation{ID: input.ID}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		err := changeAnnotations(ctx, tx, input.ID, by.Now, func(notes []Annotation) ([]Annotation, error) {
			at := slices.IndexFunc(notes, func(note Annotation) bool { return note.ID == input.AnnotationID })
			if at < 0 {
				return nil, errs.NotFound("Anotação não encontrada.")
			}
			removed.Annotation, removed.Position = notes[at], at
			return slices.Delete(slices.Clone(notes), at, at+1), nil
		})
		if err != nil {
			return err
		}
		undoID, err = undo.Keep(ctx, tx, by, AnnotationRemoval, removed)
		return err
	})
	return undoID, err
}

// RestoreAnnotation inserts a removed annotation at its position, unless the row has it already.
func RestoreAnnotation(ctx context.Context, tx *db.DB, by auth.Caller, removed RemovedAnnotation) error {
	return changeAnnotations(ctx, tx, removed.ID, by.Now, func(notes []Annotation) ([]Annotation, error) {
		if _, isThere := annotationOf(notes, removed.Annotation.ID); isThere {
			return notes, nil
		}
		return slices.Insert(slices.Clone(notes), min(removed.Position, len(notes)), removed.Annotation), nil
	})
}

// changeAnnotations replaces the annotations of a row under its lock.
func changeAnnotations(ctx context.Context, tx *db.DB, id int64, now time.Time, change func([]Annotation) ([]Annotation, error)) error {
	_, err := db.Change(ctx, tx, id, "", func(_ *db.DB, _ Associate, row *Associate) (err error) {
		row.DateUpdated = now
		row.Annotations, err = change(row.Annotations)
		return err
	})
	return err
}

// annotations replaces all annotations. Kept ones keep author and time, whatever was sent for them; new ones are signed
// by the caller. Unknown ids are refused, and so is a changed text under another author's name, so that nobody can
// forge an annotation.
func (r *update) annotations(sent patch.Field[[]AnnotationInput]) {
	if !sent.Sent {
		return
	}
	notes := []Annotation{}
	for i, one := range sent.Value {
		path := fmt.Sprintf("annotations[%d].", i)
		note := newAnnotation(r.by, one.Text)
		if one.ID.Valid {
			kept, known := annotationOf(r.row.Annotations, one.ID.UUID)
			_, twice := annotationOf(notes, one.ID.UUID)
			r.problems.Require(known && !twice, path+"id", "não é de uma anotação deste cadastro, ou se repete")
			mayCorrect := !known || kept.Text == note.Text || kept.isSignedBy(r.by)
			r.problems.Require(mayCorrect, path+"text", "só quem escreveu a anotação pode corrigi-la")
			kept.Text = note.Text
			note = kept
		}
		checkAnnotation(&r.problems, path+"text", note.Text)
		notes = append(notes, note)
	}
	r.problems.Require(len(notes) <= maxAnnotations, "annotations", fmt.Sprintf("deve ter no máximo %d anotações", maxAnnotations))
	r.row.Annotations = notes
}

// isSignedBy reports whether by wrote the annotation. A token has no user_code and signs with its name.
func (a Annotation) isSignedBy(by auth.Caller) bool {
	return a.UserCode == by.Code && (by.Code != "" || a.UserName == by.FullName())
}

func annotationOf(notes []Annotation, id uuid.UUID) (Annotation, bool) {
	at := slices.IndexFunc(notes, func(note Annotation) bool { return note.ID == id })
	if at < 0 {
		return Annotation{}, false
	}
	return notes[at], true
}

func newAnnotation(by auth.Caller, text string) Annotation {
	return Annotation{ID: uuid.New(), Text: strings.TrimSpace(text), UserName: by.FullName(), UserCode: by.Code, DateCreated: by.Now}
}

func checkAnnotation(p *errs.Problems, path, text string) {
	p.Require(text != "", path, "escreva a anotação")
	p.Require(texts.Fits(text, maxAnnotationLength), path, fmt.Sprintf("deve ter no máximo %d caracteres", maxAnnotationLength))
}
