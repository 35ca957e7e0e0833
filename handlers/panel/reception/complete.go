package reception

import (
	"acolhe/models/platform/db"
	"acolhe/models/reception"
	"acolhe/models/reception/triage"
	view "acolhe/views/panel/reception"
	"acolhe/views/panel/undo"
	"acolhe/web"
)

// askCompletion asks how the attendance ended.
func (p Pages) askCompletion(r *web.Request) error { return p.renderCompletion(r, nil) }

func (p Pages) renderCompletion(r *web.Request, refused error) error {
	item, around, err := p.asked(r, "Concluir")
	if err != nil {
		return err
	}
	reasons, err := triage.Reasons(r.Context(), p.DB)
	if err != nil {
		return err
	}
	return r.RenderForm(refused, view.CompletePage(around,
		view.CompleteData{ID: item.ID, Name: item.DisplayName(), Reasons: reasons, Refused: refused}))
}

// complete ends an item and opens the next one, or without any returns to the board.
func (p Pages) complete(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	reason := triage.CompletionReason(posted.Or("completion_reason", ""))
	item, undoID, refused := reception.ActUndoable(r.Context(), p.DB, r.By, id, func(tx *db.DB) (reception.Item, error) {
		return reception.Complete(r.Context(), tx, r.By, reception.CompleteInput{ID: id, Reason: reason})
	})
	if refused != nil {
		return p.renderCompletion(r, refused)
	}
	next, err := p.next(r, id)
	if err != nil {
		return err
	}
	r.NotifyUndo("Atendimento de "+item.DisplayName()+" concluído.", undo.Href(undoID))
	if next == 0 {
		return r.Redirect(filterOf(r).Board())
	}
	return r.Redirect(filterOf(r).Href(next))
}
