package reception

import (
	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/reception"
	"acolhe/models/reception/queue"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	view "acolhe/views/panel/reception"
	"acolhe/web"
)

// askAttendant asks who attends to an item.
func (p Pages) askAttendant(r *web.Request) error { return p.renderAttendant(r, nil) }

func (p Pages) renderAttendant(r *web.Request, refused error) error {
	item, around, err := p.asked(r, "Quem atende")
	if err != nil {
		return err
	}
	attendants, err := reception.Attendants(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	return r.RenderForm(refused, view.AssignPage(around, view.AssignData{Item: item, Attendants: attendants, By: r.By, Refused: refused}))
}

// assign passes an item to a colleague, or to nobody. The attendant is in the form, or in the address of a menu.
func (p Pages) assign(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	attendant, err := attendantIn(r, posted)
	if err != nil {
		return p.renderAttendant(r, err)
	}
	err = p.run(r, action{
		do: func(tx *db.DB, id int64) (reception.Item, error) {
			return reception.Assign(r.Context(), tx, r.By, reception.AttendantInput{ID: id, Attendant: attendant})
		},
		done: func(item reception.Item) string { return p.attendedBy(r, item) },
	})
	if errs.HasCode(err, errs.CodeValidation) {
		return p.renderAttendant(r, err)
	}
	return err
}

// attendantIn returns the chosen attendant, null for nobody. It returns 400 VALIDATION_ERROR without a choice.
func attendantIn(r *web.Request, posted web.FormData) (patch.Field[uuid.UUID], error) {
	sent, isSent := posted["attendant"]
	if !isSent {
		sent, isSent = r.Queries()["attendant"]
	}
	chosen := web.FormData{"attendant": sent}.Or("attendant", "")
	code, err := uuid.Parse(chosen)
	if !isSent || chosen != "" && err != nil {
		return patch.Field[uuid.UUID]{}, errs.Invalid("attendant", "escolha quem vai atender")
	}
	return patch.Field[uuid.UUID]{Sent: true, Null: chosen == "", Value: code}, nil
}

// attendedBy says who attends to an item now.
func (p Pages) attendedBy(r *web.Request, item reception.Item) string {
	switch {
	case item.Attendant == nil:
		return item.DisplayName() + " sem atendente."
	case item.Attendant.String() == r.By.Code:
		return "Você está atendendo " + item.DisplayName() + "."
	}
	found, err := queue.Find(r.Context(), p.DB, r.By, item.ID)
	if err != nil || found.AttendantName == nil {
		return item.DisplayName() + " mudou de atendente."
	}
	return item.DisplayName() + " agora com " + *found.AttendantName + "."
}
