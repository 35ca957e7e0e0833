package tasks

import (
	"context"

	"acolhe/models/associates"
	"acolhe/models/groupedit"
	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/reception/contacts"
	"acolhe/models/types/auth"
)

// applyToAssociates does the action for associates, all or none.
func (in Input) applyToAssociates(ctx context.Context, tx *db.DB, by auth.Caller, ids []int64) (result Result, err error) {
	if in.Kind == SetField {
		return in.setField(ctx, tx, by, ids)
	}
	if in.Kind != Enqueue {
		return in.tagAssociates(ctx, tx, by, associates.TagInput{IDs: ids, Tag: in.Tag})
	}
	enqueued, err := contacts.EnqueueAll(ctx, tx, by, contacts.Input{IDs: ids})
	if err != nil {
		return result, err
	}
	result.Changed, result.PassedOver = len(enqueued.Items), enqueued.Waiting
	if result.Changed > 0 {
		result.UndoID, err = undo.Keep(ctx, tx, by, contacts.Enqueued, enqueued)
	}
	return result, err
}

// setField sets a field of associates.
func (in Input) setField(ctx context.Context, tx *db.DB, by auth.Caller, ids []int64) (result Result, err error) {
	field := in.Facts.Field
	field.IDs = ids
	change, err := groupedit.Set(ctx, tx, by, field)
	if err != nil {
		return result, err
	}
	result.Changed, result.PassedOver = len(change.Changed), len(ids)-len(change.Changed)
	if result.Changed > 0 {
		result.UndoID, err = undo.Keep(ctx, tx, by, groupedit.FieldSet, change)
	}
	return result, err
}

// tagAssociates adds the tag to associates, or removes it.
func (in Input) tagAssociates(ctx context.Context, tx *db.DB, by auth.Caller, input associates.TagInput) (result Result, err error) {
	change, kind := associates.AddTag, associates.TagAdded
	if in.Kind == RemoveTag {
		change, kind = associates.RemoveTag, associates.TagRemoved
	}
	tagged, err := change(ctx, tx, by, input)
	if err != nil {
		return result, err
	}
	result.Changed = tagged.Count
	if len(tagged.Changed) > 0 {
		result.UndoID, err = undo.Keep(ctx, tx, by, kind, associates.TagInput{IDs: tagged.Changed, Tag: input.Tag})
	}
	return result, err
}

// doToAssociate does the action for one associate.
func (t *Task) doToAssociate(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (rowDone, error) {
	switch t.Kind {
	case AddTag:
		tagged, err := associates.AddTag(ctx, tx, by, associates.TagInput{IDs: []int64{id}, Tag: *t.Tag})
		return rowDone{isChanged: len(tagged.Changed) > 0}, err
	case RemoveTag:
		tagged, err := associates.RemoveTag(ctx, tx, by, associates.TagInput{IDs: []int64{id}, Tag: *t.Tag})
		return rowDone{isChanged: len(tagged.Changed) > 0}, err
	case SetField:
		return t.setFieldOf(ctx, tx, by, id)
	case UndoGroup:
		before, err := t.beforeOf(ctx, tx, id)
		if err != nil {
			return rowDone{}, err
		}
		return t.Facts.Undone.undo(ctx, tx, by, id, before)
	}
	_, entered, err := contacts.Enqueue(ctx, tx, by, id)
	return rowDone{isChanged: entered}, err
}

func (t *Task) setFieldOf(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (rowDone, error) {
	field := t.Facts.Field
	field.IDs = []int64{id}
	change, err := groupedit.Set(ctx, tx, by, field)
	if err != nil || len(change.Changed) == 0 {
		return rowDone{}, err
	}
	return rowDone{isChanged: true, before: &change.Changed[0].Value}, nil
}
