package tasks

import (
	"acolhe/models/parcels"
	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
	"acolhe/models/signing"
)

// Area declares what tasks bring to the program.
func Area(e area.Env, contracts signing.Contracts, office parcels.Office) area.Area {
	worker, tagger := Worker{DB: e.DB, Now: e.Now}, TagWorker{DB: e.DB, Now: e.Now}
	signer := SignatureWorker{DB: e.DB, Now: e.Now, Contracts: contracts, Mail: e.Mail, BaseURL: e.BaseURL}
	exporter := Exporter{DB: e.DB, Now: e.Now, Semaphore: e.Exports, Mail: e.Mail, Prepare: e.Prepare}
	return area.Area{
		Tables:   []string{"tasks", "task_rows", "export_chunks"},
		Personal: personalData(),
		Mails:    []mail.Declared{ExportReady.Declared()},
		Jobs: []jobs.Job{
			jobs.Of(runner[taskJob](e.DB, e.Now, worker.workUntil), jobs.About{Label: "Ação em muitos registros"}),
			jobs.Of(runner[tagJob](e.DB, e.Now, tagger.run), jobs.About{Label: "Troca de etiqueta", Timeout: writeTimeout}),
			jobs.Of(runner[signatureJob](e.DB, e.Now, signer.RequestNext), jobs.About{Label: "Pedidos de assinatura"}),
			jobs.Of(runner[labelJob](e.DB, e.Now, LabelWorker{Office: office}.BuyNext), jobs.About{Label: "Compra de etiquetas de envio"}),
			jobs.Of(exporter.work, jobs.About{Label: "Exportação", Timeout: writeTimeout}),
		},
	}
}

// ofAssociates are the kinds whose rows are associates.
const ofAssociates = "('add_tag', 'remove_tag', 'enqueue', 'request_signatures', 'set_field', 'send_text', 'send_terms', 'undo_group')"

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "tasks", Label: "Tarefas",
			Data: []personal.Data{
				{Columns: "facts", Label: "Tarefas em muitos registros", Use: personal.Operation, End: personal.Mention},
			},
			Plain: "kind tag status owner_name failure",
		},
		{
			Name: "task_rows", Label: "Linhas de tarefas", Removed: true,
			Of: "row_id in @ids and task_id in (select id from tasks where kind in " + ofAssociates + ")",
			Data: []personal.Data{
				{Columns: "refusal before", Label: "O que uma tarefa mudou, e o valor de antes", Use: personal.Operation, End: personal.WithRow,
					Mentions: true},
			},
			Plain: "outcome",
		},
		{
			Name: "export_chunks", Label: "Arquivos de exportações", Of: "task_id > 0", Removed: true,
			Data: []personal.Data{
				{Columns: "bytes", Label: "Planilhas exportadas, todas", Use: personal.Operation, End: personal.WithRow},
			},
		},
	}
}
