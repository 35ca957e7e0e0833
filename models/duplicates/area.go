package duplicates

import (
	"time"

	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what duplicates bring to the program.
func Area(e area.Env) area.Area {
	return area.Area{
		Tables: []string{"associate_pairs", "associate_pair_state", "distinct_associates", "joinings", "joining_rows", "associate_aliases"},
		Jobs: []jobs.Job{
			jobs.Of(&refresher{db: e.DB, now: e.Now}, jobs.About{Label: "Cadastros parecidos", Every: 2 * time.Minute, Cancellable: true}),
		},
		Undo: []undo.Action{
			{Kind: Decision, Collection: "users", Action: access.Update, Undo: undo.With(UndoNotSame), Done: "O par voltou para decidir."},
		},
	}
}
