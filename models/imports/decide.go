package imports

import (
	"context"
	"slices"

	"acolhe/models/imports/cells"
	"acolhe/models/imports/people"
	"acolhe/models/imports/staging"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// DecideInput is what happens to the rows with a kind of problem.
type DecideInput struct {
	ID     int64
	Kind   string
	Action cells.Action
}

// Decide says what happens to the rows with a kind of problem. It returns 400 VALIDATION_ERROR for an action that the kind
// does not have.
func Decide(ctx context.Context, tx *db.DB, by auth.Caller, input DecideInput) error {
	_, err := change(ctx, tx, by, at{input.ID, []State{Review}}, func(tx *db.DB, row *Import) error {
		if !cells.KindOf(input.Kind, row.Kind.Fields()).Allows(input.Action) {
			return errs.Invalid("action", "escolha uma das opções da lista")
		}
		stored := tx.Exec("update import_decisions set action = ? where import_id = ? and kind = ?", input.Action, input.ID, input.Kind)
		if stored.Error == nil && stored.RowsAffected == 0 {
			return errs.NotFound("Este problema não existe mais.")
		}
		if stored.Error != nil {
			return stored.Error
		}
		return staging.Settle(tx, input.ID)
	})
	return err
}

// EditInput are the cells of a row as a person corrects them.
type EditInput struct {
	ID   int64
	Line int
	// Cells are the typed texts by the number of their column.
	Cells map[int]string
	// LeaveOut keeps the row out of the import.
	LeaveOut bool
}

// Edit corrects a row or leaves it out, and checks it again.
func Edit(ctx context.Context, tx *db.DB, by auth.Caller, input EditInput) error {
	_, err := change(ctx, tx, by, at{input.ID, []State{Review}}, func(tx *db.DB, row *Import) error {
		staged, err := staging.Find(tx, input.ID, input.Line)
		if err != nil {
			return err
		}
		staged.Decision = nil
		if input.LeaveOut {
			out := staging.ToLeaveOut
			staged.Decision = &out
		}
		if staged.Edits == nil {
			staged.Edits = map[int]string{}
		}
		for column, typed := range input.Cells {
			if column >= 0 && column < len(row.Headers) && staged.Cell(column) != typed {
				staged.Edits[column] = typed
			}
		}
		style, err := row.StyleAt(ctx, tx, by, row.ID)
		if err != nil {
			return err
		}
		if err := row.understand(ctx, tx, by, style, []*staging.Row{&staged}); err != nil {
			return err
		}
		if err := tx.Exec("update import_rows set edits = ? where import_id = ? and line = ?", staging.JSON(staged.Edits), input.ID, input.Line).
			Error; err != nil {
			return err
		}
		if err := staging.StoreChecked(tx, input.ID, []*staging.Row{&staged}); err != nil {
			return err
		}
		if err := row.findRepeated(ctx, tx, by); err != nil {
			return err
		}
		if err := staging.DecideByDefault(tx, input.ID, row.Kind.Fields()); err != nil {
			return err
		}
		return staging.Settle(tx, input.ID)
	})
	return err
}

// MatchInput decides about a row whose person may be stored already.
type MatchInput struct {
	ID   int64
	Line int
	// Decision is empty to decide later.
	Decision staging.Decision
	// Taken are the fields that a joined record takes from the file.
	Taken []string
}

// DecideMatch says whether a row is joined with the stored record, skipped, or new. It returns 404 NOT_FOUND for a row without
// a match, and 409 CONFLICT for a new record with the same CPF.
func DecideMatch(ctx context.Context, tx *db.DB, by auth.Caller, input MatchInput) error {
	_, err := change(ctx, tx, by, at{input.ID, []State{Review}}, func(tx *db.DB, _ *Import) error {
		row, err := staging.Find(tx, input.ID, input.Line)
		if err != nil {
			return err
		}
		if row.MatchID == nil {
			return errs.NotFound("Esta linha não tem par.")
		}
		if input.Decision == staging.IsNew && slices.Contains(row.Reasons, people.ReasonCPF) {
			return errs.Conflict(errs.CodeConflict, "O CPF é o mesmo: é a mesma pessoa. Junte ou pule a linha.")
		}
		if !slices.Contains([]staging.Decision{"", staging.ToJoin, staging.ToSkip, staging.IsNew}, input.Decision) {
			return errs.Invalid("decision", "escolha juntar, pular ou outra pessoa")
		}
		var decision *staging.Decision
		if input.Decision != "" {
			decision = &input.Decision
		}
		if err := tx.Exec("update import_rows set decision = ?, taken = ? where import_id = ? and line = ?", decision,
			staging.JSON(staging.OrNone(input.Taken)), input.ID, input.Line).Error; err != nil {
			return err
		}
		return staging.Settle(tx, input.ID)
	})
	return err
}

// JoinSameCPF joins every undecided row with the stored person of the same CPF, filling only what is empty there, and returns
// their number.
func JoinSameCPF(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (joined int64, err error) {
	_, err = change(ctx, tx, by, at{id, []State{Review}}, func(tx *db.DB, _ *Import) error {
		done := tx.Exec("update import_rows set decision = 'join' where import_id = ? and outcome = 'duplicate' and jsonb_exists(reasons, ?)", id,
			people.ReasonCPF)
		if joined = done.RowsAffected; done.Error != nil {
			return done.Error
		}
		return staging.Settle(tx, id)
	})
	return joined, err
}

// Run starts the import. It returns 409 CONFLICT while anything is undecided.
func Run(ctx context.Context, tx *db.DB, by auth.Caller, id int64, webhooks bool) (Import, error) {
	return change(ctx, tx, by, at{id, []State{Review}}, func(tx *db.DB, row *Import) error {
		counts, err := staging.Count(ctx, tx, id)
		if err != nil {
			return err
		}
		if row.Kind.IsSheet() && counts.Open() > 0 {
			return errs.Conflict(errs.CodeConflict, "Ainda falta decidir "+counts.OpenText()+".")
		}
		if counts.Entering()+counts[staging.Skip] == 0 {
			return errs.Conflict(errs.CodeConflict, "Nenhuma linha entra: todas ficaram de fora.")
		}
		row.State, row.Webhooks, row.Reached, row.DateStarted = Running, webhooks, 0, &by.Now
		row.OwnerID, row.OwnerName = &by.ID, by.FullName()
		return enqueue(ctx, tx, id)
	})
}

// Pause stops an import between two parts; Resume goes on.
func Pause(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Import, error) {
	return change(ctx, tx, by, at{id, []State{Running}}, func(_ *db.DB, row *Import) error {
		row.State = Paused
		return nil
	})
}

// Resume goes on with a paused import.
func Resume(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Import, error) {
	return change(ctx, tx, by, at{id, []State{Paused}}, func(tx *db.DB, row *Import) error {
		row.State, row.DateResumed = Running, &by.Now
		return enqueue(ctx, tx, id)
	})
}
