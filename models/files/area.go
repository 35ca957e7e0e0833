package files

import (
	"github.com/riverqueue/river"

	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what files bring to the program.
func Area(e area.Env) area.Area {
	library := Library{DB: e.DB, Drivers: e.Storage}
	daily := &river.InsertOpts{Queue: jobs.SlowQueue, UniqueOpts: river.UniqueOpts{ByPeriod: cleanEvery}}
	return area.Area{
		Tables: []string{"files", "users_files", "orders_files", "services_files", "file_previews"},
		Items:  Collections(),
		Jobs: []jobs.Job{
			jobs.Of(&removeWorker{library: library}, jobs.About{Label: "Remoção de conteúdo de arquivo", Cancellable: true}),
			jobs.Of(&unattachedWorker{library: library, now: e.Now}, jobs.About{Label: "Remoção de arquivo sem vínculo", Cancellable: true}),
			jobs.Of(&cleanWorker{library: library, now: e.Now},
				jobs.About{Label: "Conferência dos arquivos", Every: cleanEvery, Options: daily, Cancellable: true}),
			jobs.Of(&previewWorker{library: library, now: e.Now}, jobs.About{Label: "Miniatura de arquivo", Cancellable: true}),
		},
		Undo: []undo.Action{
			{Kind: Detachment, Collection: "files", Action: access.Create, Undo: undo.With(RestoreDetached), Done: "Arquivo de volta ao registro."},
		},
	}
}
