package reception

import (
	"strings"

	"acolhe/handlers/panel/home"
	"acolhe/models/platform/db"
	"acolhe/models/reception"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	view "acolhe/views/panel/reception"
	"acolhe/views/panel/undo"
	"acolhe/web"

	"github.com/google/uuid"
)

// act is a change of an item, with its message.
type act struct {
	do   func(tx *db.DB, id int64) (reception.Item, error)
	done func(item reception.Item) string
	// opens shows the item after the act.
	opens bool
}

// run changes the item of the address, offers to undo it, and returns to the page with the button. A conflict, such as a
// colleague who was faster, becomes the message.
func (p Pages) run(r *web.Request, change act) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	back := r.CameFrom(view.Href(id))
	item, undoID, err := reception.ActUndoable(r.Context(), p.DB, r.By, id, func(tx *db.DB) (reception.Item, error) { return change.do(tx, id) })
	if refusal := errs.As(err); refusal != nil && refusal.Kind == errs.KindConflict {
		r.Notify(refusal.Message)
		return r.Redirect(back)
	}
	if err != nil {
		return err
	}
	r.NotifyUndo(change.done(item), undo.Href(undoID))
	if change.opens {
		back = view.Href(id)
	}
	return r.Redirect(back)
}

// attend makes the caller the attendant and opens the item, or from the day page the record of its associate.
func (p Pages) attend(r *web.Request) error {
	if !strings.HasPrefix(r.CameFrom(""), view.Path) {
		return home.Pages{DB: p.DB}.Claim(r)
	}
	return p.run(r, act{
		do:   func(tx *db.DB, id int64) (reception.Item, error) { return reception.Claim(r.Context(), tx, r.By, id) },
		done: func(item reception.Item) string { return "Você está atendendo " + item.DisplayName() + "." }, opens: true,
	})
}

func (p Pages) move(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	status := posted.Or("status", r.Query("status"))
	statuses, err := reception.Statuses(r.Context(), p.DB)
	if err != nil {
		return err
	}
	return p.run(r, act{
		do: func(tx *db.DB, id int64) (reception.Item, error) {
			return reception.SetStatus(r.Context(), tx, r.By, reception.StatusInput{ID: id, Status: status})
		},
		done: func(item reception.Item) string {
			return item.DisplayName() + " em " + view.StatusName(statuses, item.Status) + "."
		},
	})
}

func (p Pages) release(r *web.Request) error {
	return p.run(r, act{
		do: func(tx *db.DB, id int64) (reception.Item, error) {
			return reception.Assign(r.Context(), tx, r.By, reception.AttendantInput{ID: id, Attendant: patch.Field[uuid.UUID]{Sent: true, Null: true}})
		},
		done: func(item reception.Item) string { return item.DisplayName() + " sem atendente." },
	})
}

func (p Pages) link(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	input := reception.LinkInput{}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	return p.run(r, act{
		do: func(tx *db.DB, id int64) (reception.Item, error) {
			input.ID = id
			return reception.Link(r.Context(), tx, r.By, input)
		},
		done: func(item reception.Item) string { return "Vinculado a " + item.DisplayName() + "." },
	})
}

func (p Pages) unlink(r *web.Request) error {
	return p.run(r, act{
		do:   func(tx *db.DB, id int64) (reception.Item, error) { return reception.Unlink(r.Context(), tx, r.By, id) },
		done: func(item reception.Item) string { return item.DisplayName() + " sem cadastro vinculado." },
	})
}

func (p Pages) complete(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	reason := reception.CompletionReason(posted.Or("completion_reason", ""))
	item, undoID, refused := reception.ActUndoable(r.Context(), p.DB, r.By, id, func(tx *db.DB) (reception.Item, error) {
		return reception.Complete(r.Context(), tx, r.By, reception.CompleteInput{ID: id, Reason: reason})
	})
	if refused != nil {
		return p.renderCompletion(r, refused)
	}
	r.NotifyUndo("Atendimento de "+item.DisplayName()+" concluído.", undo.Href(undoID))
	return r.Redirect(view.Path)
}
