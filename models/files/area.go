package files

import (
	"context"

	"github.com/riverqueue/river"

	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/unattached"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what files bring to the program.
func Area(e area.Env) area.Area {
	library := Library{DB: e.DB, Drivers: e.Storage}
	daily := &river.InsertOpts{Queue: jobs.SlowQueue, UniqueOpts: river.UniqueOpts{ByPeriod: cleanEvery}}
	return area.Area{
		Tables:   []string{"files", "users_files", "orders_files", "services_files", "file_previews"},
		Personal: personalData(),
		Items:    Collections(),
		Jobs: []jobs.Job{
			jobs.Of(library.workRemoveBlob, jobs.About{Label: "Remoção de conteúdo de arquivo", Cancellable: true}),
			jobs.Of(func(ctx context.Context, job *river.Job[unattached.Removal]) error {
				return removeUnattached(ctx, e.DB, e.System(), job.Args.File)
			}, jobs.About{Label: "Remoção de arquivo sem vínculo", Cancellable: true}),
			jobs.Func[cleanBlobs](func(ctx context.Context) error { return library.Clean(ctx, e.Now()) },
				jobs.About{Label: "Conferência dos arquivos", Every: cleanEvery, Options: daily, Timeout: cleanTimeout, Cancellable: true}),
			// A file that was removed meanwhile needs no preview.
			jobs.Of(func(ctx context.Context, job *river.Job[makePreview]) error {
				return ignoreNotFound(library.MakePreview(ctx, e.System(), job.Args.File))
			}, jobs.About{Label: "Miniatura de arquivo", Cancellable: true}),
		},
		Undo: []undo.Action{
			{Kind: Detachment, Collection: "files", Action: access.Create, Undo: undo.With(RestoreDetached), Done: "Arquivo de volta ao registro."},
		},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "users_files", Label: "Documentos anexados", Of: personal.ByUser, Removed: true,
			Data: []personal.Data{
				{
					Columns: "kind doc_kind subject doc_type side",
					Label:   "Documentos e receitas enviados",
					Use:     personal.Documents, Health: true,
					End: personal.WithRow,
				},
			},
		},
		{
			Name: "orders_files", Label: "Arquivos de pedidos", Of: personal.ByOrder, Removed: true,
			Law: personal.TaxLaw.Keeping("Comprovantes de pedidos", "", "file_id"),
			Data: []personal.Data{
				{Columns: "kind", Label: "Comprovantes de pedidos", Use: personal.Fiscal, End: personal.WithRow},
			},
		},
		{
			Name: "services_files", Label: "Arquivos de consultas", Of: personal.ByService, Removed: true,
			Law: personal.TaxLaw.Keeping("Comprovantes de consultas", "", "file_id"),
			Data: []personal.Data{
				{Columns: "kind", Label: "Comprovantes de consultas", Use: personal.Fiscal, End: personal.WithRow},
			},
		},
		{
			Name: "file_previews", Label: "Miniaturas", Of: "file_id in @files", Removed: true,
			Data: []personal.Data{
				{Columns: "bytes", Label: "Miniaturas", Use: personal.Documents, End: personal.WithRow},
			},
		},
		{
			Name: "files", Label: "Arquivos", Of: "id in @files", Removed: true, Last: true,
			Data: []personal.Data{
				{Columns: "file_name", Label: "Arquivos enviados e gerados", Use: personal.Documents, End: personal.WithRow},
			},
			Plain: "content_type sha256 driver storage_key",
		},
	}
}
