package reception

import (
	"acolhe/handlers/list"
	"acolhe/models/reception"
	"acolhe/models/reception/finished"
	"acolhe/models/reception/queue"
	"acolhe/models/reception/triage"
	view "acolhe/views/panel/reception"
	"acolhe/web"
)

type finishedPages = list.Pages[queue.Waiting, finished.Input]

// Finished returns the list of finished contacts, which filters by attendant and reason.
func Finished(attendants []reception.Attendant, reasons []triage.CompletionReason) list.List[queue.Waiting,
	finished.Input] {
	return list.List[queue.Waiting, finished.Input]{Definition: view.Finished(attendants, reasons),
		Find: finished.List, Count: finished.Count, Each: finished.Each}
}

// finished calls a handler of the list of finished contacts, which offers the operators who may attend.
func (p Pages) finished(r *web.Request, serve func(finishedPages, *web.Request) error) error {
	attendants, err := reception.Attendants(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	reasons, err := triage.Reasons(r.Context(), p.DB)
	if err != nil {
		return err
	}
	return serve(finishedPages{DB: p.DB, Frame: p.Frame, List: Finished(attendants, reasons), Exports: p.Exports,
		RequestedExport: p.RequestedExport}, r)
}

func (p Pages) listFinished(r *web.Request) error   { return p.finished(r, finishedPages.Show) }
func (p Pages) exportFinished(r *web.Request) error { return p.finished(r, finishedPages.Export) }
func (p Pages) exportPicked(r *web.Request) error   { return p.finished(r, finishedPages.ExportPicked) }
