package imports

import (
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/personal"
)

// Area declares what imports bring to the program.
func Area(e area.Env) area.Area {
	worker := Worker{DB: e.DB, Pool: e.Pool, Now: e.Now, Storage: e.Storage}
	return area.Area{
		Tables:   []string{"imports", "import_chunks", "import_rows", "import_decisions", "import_layouts"},
		Personal: personalData(),
		Jobs: []jobs.Job{
			jobs.Of(worker.work, jobs.About{Label: "Importação de planilha", Timeout: workTimeout}),
			jobs.Func[cleanImports](worker.Clean,
				jobs.About{Label: "Limpeza de importações", Every: 24 * time.Hour, Options: &river.InsertOpts{Queue: jobs.SlowQueue},
					Cancellable: true}),
		},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	const naming = `(names_person(cells::text, @clue, @pattern) or names_person(edits::text, @clue, @pattern)
		or names_person(data::text, @clue, @pattern) or names_person(made::text, @clue, @pattern))`
	return []personal.Table{
		{
			Name: "import_chunks", Label: "Planilhas enviadas", Removed: true,
			Of:   "import_id in (select import_id from import_rows where " + naming + ")",
			Data: []personal.Data{{Columns: "bytes", Label: "Planilha como foi enviada", Use: personal.Operation, End: personal.WithRow}},
		},
		{
			Name: "import_rows", Label: "Linhas importadas", Removed: true, Of: naming,
			Data: []personal.Data{
				{Columns: "cells edits data made note notes", Label: "Linha da planilha", Use: personal.Operation, End: personal.WithRow},
			},
			Plain: "problems kinds identity reasons decision taken outcome",
		},
		{
			Name: "imports", Label: "Importações",
			Data:  []personal.Data{{Columns: "file_name", Label: "Nome da planilha", Use: personal.Operation, End: personal.Mention}},
			Plain: "kind state owner_name format sheets headers columns failure",
		},
		personal.Plain("import_decisions", "kind action"),
		personal.Plain("import_layouts", "kind titles columns"),
	}
}
