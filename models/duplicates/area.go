package duplicates

import (
	"context"
	"time"

	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what duplicates bring to the program.
func Area(e area.Env) area.Area {
	return area.Area{
		Tables:   []string{"associate_pairs", "associate_pair_state", "distinct_associates", "joinings", "joining_rows", "associate_aliases"},
		Personal: personalData(),
		Jobs: []jobs.Job{
			jobs.Func[refresh](func(ctx context.Context) error { return refreshAndForget(ctx, e.DB, e.System()) },
				jobs.About{Label: "Cadastros parecidos", Every: 2 * time.Minute, Cancellable: true}),
		},
		Undo: []undo.Action{{Kind: Decision, Collection: "users", Action: access.Update, Undo: undo.With(UndoNotSame), Done: "O par voltou para decidir."}},
	}
}

// ofJoined is the condition of the joinings of a person, with earlier ones of a record that was joined itself.
const ofJoined = "(kept_id in @ids or gone_id in @ids or kept_id in (select gone_id from associate_aliases where kept_id in @ids))"

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("associate_pairs", "reasons"),
		personal.Plain("associate_pair_state", ""),
		personal.Plain("distinct_associates", "author_name"),
		{
			Name: "joining_rows", Label: "O que passou de um cadastro a outro", Removed: true,
			Of: "joining_id in (select id from joinings where " + ofJoined + ")",
			Data: []personal.Data{
				{Columns: "row_key content", Label: "Linhas de cadastros juntados", Use: personal.Membership, End: personal.WithRow,
					Withheld: true},
			},
			Plain: "action table_name column_name",
		},
		{
			Name: "joinings", Label: "Cadastros juntados", Removed: true, Of: ofJoined,
			Data: []personal.Data{
				{
					Columns: "kept_name gone_name gone before after", Label: "Cadastro como era antes de juntar",
					Use: personal.Membership, End: personal.WithRow, Withheld: true,
				},
			},
			Plain: "actor_name undone_name",
		},
		personal.Plain("associate_aliases", ""),
	}
}
