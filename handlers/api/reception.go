package api

import (
	"strconv"

	"acolhe/models/reception"
	"acolhe/models/reception/queue"
	"acolhe/models/reception/triage"
	"acolhe/models/types/access"
	"acolhe/web"
)

const publicRules = "The body has a member for each enabled question of GET /reception/form-schema, by its id, and " +
	"custom_fields with those of the association's own questions. Answers are texts, or true for a checkbox. The item " +
	"is linked to the associate of its e-mail."

// receptionRoutes are the routes of "Triage (reception)".
func (a API) receptionRoutes() []web.Route {
	const root, item = "/api/v1/reception", "/api/v1/reception/:id"
	return []web.Route{
		web.POST(root, web.Can("reception", access.Create), a.enqueue).Created().Returns(reception.Item{}, web.Deleted{}),
		web.POST(root+"/public", web.Public(), a.enqueuePublic).Created().RateLimit(reception.PublicLimit()).Doc(publicRules),
		web.GET(root+"/form-schema", web.Public(), a.showFormSchema),
		web.GET(root+"/open-by-email", web.Can("reception", access.Read), a.findOpenItem),
		web.GET(root+"/status-counts", web.Can("reception", access.Read), a.countReception),
		web.PATCH(item+"/complete", web.Can("reception", access.Update), a.completeItem).Returns(reception.Item{}, web.Deleted{}),
		web.PATCH(item+"/attendant", web.Can("reception", access.Update), a.assignItem).Returns(reception.Item{}, web.Deleted{}),
		web.PATCH(item+"/status", web.Can("reception", access.Update), a.setItemStatus).Returns(reception.Item{}, web.Deleted{}),
		web.PATCH(item+"/link", web.Can("reception", access.Update), a.linkItem).Returns(reception.Item{}, web.Deleted{}),
		web.POST(item+"/unlink", web.Can("reception", access.Update), a.unlinkItem).Returns(reception.Item{}, web.Deleted{}),
	}
}

func (a API) enqueue(r *web.Request, input reception.EnqueueInput) (any, error) {
	return itemWritten(r)(reception.Enqueue(r.Context(), a.DB, r.By, input))
}

// enqueuePublic answers only with the id, so that the sender does not learn whether the e-mail belongs to an associate.
func (a API) enqueuePublic(r *web.Request, input reception.PublicInput) (web.Deleted, error) {
	item, err := reception.EnqueuePublic(r.Context(), a.DB, r.By, input)
	return web.Deleted{ID: item.ID}, err
}

func (a API) showFormSchema(r *web.Request, _ web.None) (triage.FormSchema, error) {
	return triage.ReadFormSchema(r.Context(), a.DB)
}

func (a API) findOpenItem(r *web.Request, input reception.OpenInput) (reception.Item, error) {
	item, err := reception.FindOpen(r.Context(), a.DB, r.By, input)
	if err == nil {
		r.ShowsRecords("reception", strconv.FormatInt(item.ID, 10))
	}
	return item, err
}

func (a API) countReception(r *web.Request, _ web.None) (map[string]int, error) {
	return queue.CountAllByStatus(r.Context(), a.DB, r.By)
}

func (a API) completeItem(r *web.Request, input reception.CompleteInput) (_ any, err error) {
	if input.ID, err = r.ParamID("id"); err != nil {
		return nil, err
	}
	return itemWritten(r)(reception.Complete(r.Context(), a.DB, r.By, input))
}

func (a API) assignItem(r *web.Request, input reception.AttendantInput) (_ any, err error) {
	if input.ID, err = r.ParamID("id"); err != nil {
		return nil, err
	}
	return itemWritten(r)(reception.Assign(r.Context(), a.DB, r.By, input))
}

func (a API) setItemStatus(r *web.Request, input reception.StatusInput) (_ any, err error) {
	if input.ID, err = r.ParamID("id"); err != nil {
		return nil, err
	}
	return itemWritten(r)(reception.SetStatus(r.Context(), a.DB, r.By, input))
}

func (a API) linkItem(r *web.Request, input reception.LinkInput) (_ any, err error) {
	if input.ID, err = r.ParamID("id"); err != nil {
		return nil, err
	}
	return itemWritten(r)(reception.Link(r.Context(), a.DB, r.By, input))
}

func (a API) unlinkItem(r *web.Request, _ web.None) (any, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return nil, err
	}
	return itemWritten(r)(reception.Unlink(r.Context(), a.DB, r.By, id))
}

// itemWritten returns the answer to a change of an item: only the id for callers who may not read the queue.
func itemWritten(r *web.Request) func(reception.Item, error) (any, error) {
	return func(item reception.Item, err error) (any, error) {
		return written(r, "reception", item, web.Deleted{ID: item.ID}), err
	}
}
