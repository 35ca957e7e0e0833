package orders

import (
	"bytes"
	"strconv"

	"acolhe/models/parcels"
	"acolhe/models/platform/pdf"
	"acolhe/models/tasks"
	"acolhe/models/types/access"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/views/panel/labelpurchase"
	view "acolhe/views/panel/orders"
	"acolhe/views/paper"
	"acolhe/web"
)

// labelRoutes returns the routes of the labels of many orders.
func (p Pages) labelRoutes(reads, changes web.Guard) []web.Route {
	const one = labelpurchase.Path + "/:id"
	return []web.Route{
		web.Page(labelpurchase.Path, changes, p.askLabels),
		web.Form(labelpurchase.Path, changes, p.buyLabels),
		web.Page(labelpurchase.HandoversPath, reads, p.printHandovers),
		web.Page(one, reads, p.showLabels),
		web.Form(one+"/pausar", changes, p.pauseLabels),
		web.Form(one+"/continuar", changes, p.resumeLabels),
		web.Form(one+labelpurchase.SendSlug, changes, p.sendLabels),
		web.Page(one+labelpurchase.PDFSlug, reads, p.printLabels),
	}
}

// askLabels shows which of the selected orders can get a label, and what they cost together.
func (p Pages) askLabels(r *web.Request) error {
	return p.renderLabelsAsk(r, labelpurchase.Ask{Next: web.LocalPath(r.Query("volta"), view.Path)})
}

func (p Pages) buyLabels(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	query, err := p.list().Selected(r)
	if err != nil {
		return err
	}
	input := tasks.LabelsInput{Orders: query.Input}
	if err := input.Total.UnmarshalText([]byte(posted.Or("total", ""))); err != nil {
		input.Total = money.Zero
	}
	task, err := tasks.RequestLabels(r.Context(), p.Parcels, r.By, input)
	if err == nil {
		return r.Redirect(labelpurchase.Href(task.ID))
	}
	if errs.As(err) == nil {
		return err
	}
	return p.renderLabelsAsk(r, labelpurchase.Ask{Next: web.LocalPath(posted.Or("volta", ""), view.Path), Refused: err})
}

func (p Pages) renderLabelsAsk(r *web.Request, ask labelpurchase.Ask) error {
	query, err := p.list().Selected(r)
	if err != nil {
		return err
	}
	ask.Choice, err = tasks.ReadLabelChoice(r.Context(), p.Parcels, r.By, query.Input)
	if err != nil && errs.As(err) == nil {
		return err
	}
	if err != nil {
		ask.Refused = err
	}
	frame, err := p.Frame(r, ask.Title(), crumb)
	if err != nil {
		return err
	}
	frame.Refused = ask.Refused != nil
	return r.RenderForm(ask.Refused, labelpurchase.AskPage(frame, ask))
}

// labelsOf returns the purchase of the address.
func (p Pages) labelsOf(r *web.Request) (tasks.Labels, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return tasks.Labels{}, err
	}
	return tasks.FindLabels(r.Context(), p.DB, r.By, id)
}

func (p Pages) showLabels(r *web.Request) error {
	found, err := p.labelsOf(r)
	if err != nil {
		return err
	}
	if err := tasks.MarkSeen(r.Context(), p.DB, r.By, found.Task); err != nil {
		return err
	}
	frame, err := p.Frame(r, "Etiquetas de envio "+strconv.FormatInt(found.Task.ID, 10), crumb)
	if err != nil {
		return err
	}
	data := labelpurchase.Data{Labels: found, Which: labelpurchase.Which(r.Query("parte")), Now: frame.Now,
		CanChange: access.Can(r.By, "orders", access.Update),
		MayPause:  found.Task.IsOf(r.By) || access.IsAdministrator(r.By)}
	return r.Render(labelpurchase.Page(frame, data), labelpurchase.Part)
}

func (p Pages) pauseLabels(r *web.Request) error {
	found, err := p.labelsOf(r)
	if err != nil {
		return err
	}
	if _, err := tasks.Pause(r.Context(), p.DB, r.By, found.Task.ID); err != nil {
		return err
	}
	return r.Redirect(labelpurchase.Href(found.Task.ID))
}

func (p Pages) resumeLabels(r *web.Request) error {
	found, err := p.labelsOf(r)
	if err != nil {
		return err
	}
	if _, err := tasks.Resume(r.Context(), p.DB, r.By, found.Task.ID); err != nil {
		return err
	}
	return r.Redirect(labelpurchase.Href(found.Task.ID))
}

// sendLabels marks the orders whose labels are ready as sent, with their tracking codes. An order that was changed
// meanwhile stays as it is.
func (p Pages) sendLabels(r *web.Request) error {
	found, err := p.labelsOf(r)
	if err != nil {
		return err
	}
	sent := 0
	for _, id := range labelpurchase.Sendable(found.Rows) {
		_, err := p.Parcels.Send(r.Context(), r.By, id)
		if err != nil && errs.As(err) == nil {
			return err
		}
		if err == nil {
			sent++
		}
	}
	r.Notify(labelpurchase.Sent(sent))
	return r.Redirect(labelpurchase.Href(found.Task.ID))
}

// printLabels answers with the labels that can be printed, as one PDF.
func (p Pages) printLabels(r *web.Request) error {
	found, err := p.labelsOf(r)
	if err != nil {
		return err
	}
	input := parcels.PrintInput{Format: parcels.A6}
	if parcels.Format(r.Query("formato")) == parcels.A4 {
		input.Format = parcels.A4
	}
	for _, row := range found.Rows {
		if row.Parcel.State == parcels.Ready {
			input.IDs = append(input.IDs, row.Parcel.ID)
		}
	}
	file, err := p.Parcels.Print(r.Context(), r.By, input)
	if err != nil {
		return err
	}
	return servePDF(r, "etiquetas-"+strconv.FormatInt(found.Task.ID, 10)+"-"+string(input.Format)+".pdf", file)
}

// printHandovers answers with the shipping list of today as a PDF.
func (p Pages) printHandovers(r *web.Request) error {
	groups, err := parcels.ReadHandovers(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	for _, group := range groups {
		for _, one := range group.Parcels {
			r.ShowsRecords("orders", strconv.FormatInt(one.Order.ID, 10))
		}
	}
	association, location, err := pdf.ReadAssociation(r.Context(), p.DB)
	if err != nil {
		return err
	}
	head := pdf.Head{Association: association, Title: fmtbr.Date(r.Now, location), IssuedBy: r.By.FullName(), Now: r.Now.In(location)}
	var file bytes.Buffer
	if err := (paper.Handovers{Head: head, Groups: groups}).Write(&file); err != nil {
		return err
	}
	return servePDF(r, "lista-de-envios-"+civil.Of(head.Now).String()+".pdf", file.Bytes())
}
