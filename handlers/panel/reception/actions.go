package reception

import (
	"net/url"
	"strings"

	"acolhe/handlers/panel/home"
	"acolhe/models/platform/db"
	"acolhe/models/reception"
	"acolhe/models/reception/queue"
	"acolhe/models/reception/triage"
	"acolhe/models/types/errs"
	view "acolhe/views/panel/reception"
	"acolhe/views/panel/undo"
	"acolhe/web"
)

// action is a change of an item, with its message.
type action struct {
	do   func(tx *db.DB, id int64) (reception.Item, error)
	done func(item reception.Item) string
	// opens shows the item after the action.
	opens bool
}

// run changes the item of the address, offers to undo it, and returns to the page with the button. A conflict, such as a
// colleague who was faster, becomes the message.
func (p Pages) run(r *web.Request, change action) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	back := r.CameFrom(view.Href(id))
	item, undoID, err := reception.ActUndoable(r.Context(), p.DB, r.By, id,
		func(tx *db.DB) (reception.Item, error) { return change.do(tx, id) })
	if refusal := errs.As(err); refusal != nil && refusal.Kind == errs.KindConflict {
		return p.refuse(r, id, refusal.Message)
	}
	if err != nil {
		return err
	}
	r.NotifyUndo(change.done(item), undo.Href(undoID))
	if change.opens {
		back = filterOf(r).Href(id)
	}
	return r.Redirect(back)
}

// refuse returns to the page with the button with the message of a conflict, and offers the next item.
func (p Pages) refuse(r *web.Request, id int64, message string) error {
	next, err := p.next(r, id)
	if err != nil {
		return err
	}
	notice := web.Notice{Text: message}
	if next != 0 {
		notice.Path, notice.Way = filterOf(r).Href(next), "Ver próximo"
	}
	r.NotifyWith(notice)
	return r.Redirect(r.CameFrom(view.Href(id)))
}

// next returns the next item for the caller after another one, under the filter of the page with the button; 0 if
// there is none.
func (p Pages) next(r *web.Request, after int64) (int64, error) {
	filter := filterOf(r)
	return queue.Next(r.Context(), p.DB, r.By, after, filter.Input())
}

// filterOf returns the filter of the page with the button.
func filterOf(r *web.Request) view.Filter {
	from, err := url.Parse(r.CameFrom(view.Path))
	if err != nil {
		return view.Filter{}
	}
	return view.FilterIn(from.Query().Get)
}

// attend makes the caller the attendant and opens the item, or from the day page the record of its associate.
func (p Pages) attend(r *web.Request) error {
	if !strings.HasPrefix(r.CameFrom(""), view.Path) {
		return home.Pages{DB: p.DB}.Claim(r)
	}
	return p.run(r, action{
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
	statuses, err := triage.Statuses(r.Context(), p.DB)
	if err != nil {
		return err
	}
	return p.run(r, action{
		do: func(tx *db.DB, id int64) (reception.Item, error) {
			return reception.SetStatus(r.Context(), tx, r.By, reception.StatusInput{ID: id, Status: status})
		},
		done: func(item reception.Item) string {
			return item.DisplayName() + " · " + view.StatusName(statuses, item.Status) + "."
		},
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
	return p.run(r, action{
		do: func(tx *db.DB, id int64) (reception.Item, error) {
			input.ID = id
			return reception.Link(r.Context(), tx, r.By, input)
		},
		done: func(item reception.Item) string { return "Vinculado a " + item.DisplayName() + "." },
	})
}

func (p Pages) unlink(r *web.Request) error {
	return p.run(r, action{
		do:   func(tx *db.DB, id int64) (reception.Item, error) { return reception.Unlink(r.Context(), tx, r.By, id) },
		done: func(item reception.Item) string { return item.DisplayName() + " sem cadastro vinculado." },
	})
}
