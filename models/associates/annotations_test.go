package associates_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

func annotate(t *testing.T, connection *db.Connection, by dbtest.Operator, text string) associates.Annotation {
	t.Helper()
	note, err := associates.Annotate(t.Context(), connection.DB, by.Caller().At(now), associates.AnnotateInput{ID: dbtest.Ana.ID, Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return note
}

func annotationsOf(t *testing.T, connection *db.Connection) []associates.Annotation {
	t.Helper()
	row, err := associates.FindFor(t.Context(), connection.DB, dbtest.Bruno.Caller(), dbtest.Ana.ID)
	if err != nil {
		t.Fatal(err)
	}
	return row.Annotations
}

func TestAnnotate_Author(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	note := annotate(t, connection, dbtest.Bruno, "  Ligou sobre a receita. ")
	want := associates.Annotation{ID: note.ID, Text: "Ligou sobre a receita.", UserName: dbtest.Bruno.FullName(),
		UserCode: dbtest.Bruno.UserCode, DateCreated: now}
	if stored := annotationsOf(t, connection); note.ID == uuid.Nil || note != want || len(stored) != 1 || stored[0] != want {
		t.Errorf("stored %+v, answered %+v, want %+v", stored, note, want)
	}
	for _, text := range []string{"", "  \n", strings.Repeat("é", 4001)} {
		_, err := associates.Annotate(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now),
			associates.AnnotateInput{ID: dbtest.Ana.ID, Text: text})
		if paths(err) != "text" {
			t.Errorf("%.10q: %v", text, err)
		}
	}
	_, err := associates.Annotate(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), associates.AnnotateInput{ID: 999, Text: "x"})
	if !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("a stranger: %v", err)
	}
}

// Concurrent annotations are all kept.
func TestAnnotate_Concurrent(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	const writers = 20
	var group sync.WaitGroup
	for i := range writers {
		group.Go(func() {
			input := associates.AnnotateInput{ID: dbtest.Ana.ID, Text: fmt.Sprint(i)}
			if _, err := associates.Annotate(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), input); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	kept := map[string]bool{}
	for _, note := range annotationsOf(t, connection) {
		kept[note.Text] = true
	}
	if len(kept) != writers {
		t.Errorf("%d of %d are kept", len(kept), writers)
	}
}

func TestRemoveAnnotation(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	first, second := annotate(t, connection, dbtest.Bruno, "um"), annotate(t, connection, dbtest.Camila, "dois")
	remove := func(id uuid.UUID) error {
		_, err := associates.RemoveAnnotation(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now),
			associates.RemoveAnnotationInput{ID: dbtest.Ana.ID, AnnotationID: id})
		return err
	}
	if err := remove(first.ID); err != nil {
		t.Fatal(err)
	}
	if left := annotationsOf(t, connection); len(left) != 1 || left[0] != second {
		t.Errorf("left %+v", left)
	}
	if err := remove(first.ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("twice: %v", err)
	}
}

func TestRestoreAnnotation_Position(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	first, second := annotate(t, connection, dbtest.Bruno, "um"), annotate(t, connection, dbtest.Camila, "dois")
	input := associates.RemoveAnnotationInput{ID: dbtest.Ana.ID, AnnotationID: first.ID}
	if _, err := associates.RemoveAnnotation(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), input); err != nil {
		t.Fatal(err)
	}
	removed := associates.RemovedAnnotation{ID: dbtest.Ana.ID, Annotation: first}
	for range 2 {
		if err := associates.RestoreAnnotation(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), removed); err != nil {
			t.Fatal(err)
		}
		if left := annotationsOf(t, connection); len(left) != 2 || left[0] != first || left[1] != second {
			t.Errorf("left %+v, want both as they were", left)
		}
	}
	removed.ID = 999
	if err := associates.RestoreAnnotation(t.Context(), connection.DB, dbtest.Bruno.Caller(), removed); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown row: %v", err)
	}
}

// The whole list may be sent back, but cannot forge an author.
func TestChange_AnnotationsKeepAuthors(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	first, second := annotate(t, connection, dbtest.Bruno, "um"), annotate(t, connection, dbtest.Bruno, "dois")
	forged := dbtest.Fernando.UserCode
	input := associates.ChangeInput{ID: dbtest.Ana.ID}
	known := func(id uuid.UUID) uuid.NullUUID { return uuid.NullUUID{UUID: id, Valid: true} }
	input.Annotations = patch.Of([]associates.AnnotationInput{
		{ID: known(second.ID), Text: "dois, corrigida", UserCode: &forged, UserName: &forged, DateCreated: &dbtest.Today},
		{Text: "três", UserCode: &forged},
	})
	if _, err := (associates.Accounts{}).Change(t.Context(), connection.DB, dbtest.Camila.Caller().At(now),
		input); paths(err) != "annotations[0].text" {
		t.Errorf("other words under Bruno's name: %v", err)
	}
	if _, err := (associates.Accounts{}).Change(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now.AddDate(0, 0, 1)),
		input); err != nil {
		t.Fatal(err)
	}
	kept := second
	kept.Text = "dois, corrigida"
	left := annotationsOf(t, connection)
	if len(left) != 2 || left[0] != kept {
		t.Fatalf("left %+v, want %+v first", left, kept)
	}
	if left[1].UserCode != dbtest.Bruno.UserCode || left[1].UserName != dbtest.Bruno.FullName() ||
		!left[1].DateCreated.Equal(now.AddDate(0, 0, 1)) {
		t.Errorf("the new one is signed %+v", left[1])
	}
	for name, notes := range map[string][]associates.AnnotationInput{
		"a removed one": {{ID: known(first.ID), Text: "um"}},
		"one twice":     {{ID: known(second.ID), Text: kept.Text}, {ID: known(second.ID), Text: kept.Text}},
	} {
		input.Annotations = patch.Of(notes)
		_, err := (associates.Accounts{}).Change(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), input)
		if !strings.HasSuffix(paths(err), "].id") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
