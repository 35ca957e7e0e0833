package people

import (
	"context"
	"strconv"
	"time"

	"acolhe/models/associates"
	"acolhe/models/imports/cells"
	"acolhe/models/imports/kinds"
	"acolhe/models/imports/staging"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
)

// CheckAnnotations finds the person of each annotation.
func CheckAnnotations(ctx context.Context, tx *db.DB, _ auth.Caller, rows []*staging.Row) error {
	lines := staging.Lines(rows)
	if err := kinds.FindWhose(ctx, tx, lines); err != nil {
		return err
	}
	for i, row := range rows {
		row.Problems = lines[i].Problems
		if row.Data["text"] == "" && !staging.HasProblemOf(*row, "text") {
			row.Problems = append(row.Problems, cells.Problem{Kind: "missing:text", Field: "text", Value: "a anotação está vazia"})
		}
		if row.Data["user_id"] == "" && !staging.HasProblem(*row, "unknown_person", "several_people") {
			row.Problems = append(row.Problems, cells.Problem{Kind: "unknown_person", Field: "associate_cpf"})
		}
	}
	return nil
}

func RunAnnotations(ctx context.Context, tx *db.DB, by auth.Caller, rows []*staging.Row) error {
	for _, row := range rows {
		err := row.Try(tx, func(tx *db.DB) error {
			id, err := strconv.ParseInt(row.Data["user_id"], 10, 64)
			if err != nil {
				return staging.ErrRefused("o associado não foi encontrado")
			}
			at := by
			if date, err := civil.Parse(row.Data["date"]); err == nil {
				at = by.At(date.In(time.UTC).Add(12 * time.Hour))
			}
			made, err := associates.Annotate(ctx, tx, at, associates.AnnotateInput{ID: id, Text: row.Data["text"]})
			row.RecordID, row.Made.Annotations = &id, []string{made.ID.String()}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func UndoAnnotation(ctx context.Context, tx *db.DB, by auth.Caller, row *staging.Row) (string, error) {
	return "", restoreJoined(ctx, tx, by, row)
}
