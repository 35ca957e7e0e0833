// Package documents serves the queue in which the staff checks what associates sent.
package documents

import (
	"slices"

	"acolhe/handlers/frame"
	prescriptionpages "acolhe/handlers/panel/prescriptions"
	"acolhe/models/associates"
	"acolhe/models/documents"
	"acolhe/models/platform/db"
	"acolhe/models/prescriptions"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	view "acolhe/views/panel/documents"
	"acolhe/views/panel/undo"
	"acolhe/web"
)

// Pages serves the queue.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

// Routes returns the routes of the queue, for those who may change the files of associates.
func (p Pages) Routes() []web.Route {
	may := web.Can("users_files", access.Update)
	return []web.Route{
		web.Page(view.Path, may, p.first),
		web.Page(view.Path+"/:id", may, p.show),
		web.Form(view.Path+"/:id"+view.AcceptSlug, may, p.accept),
		web.Form(view.Path+"/:id"+view.RefuseSlug, may, p.refuse),
	}
}

func groupOf(r *web.Request) documents.Group {
	if group := documents.Group(r.Query("grupo")); slices.Contains(documents.Groups(), group) {
		return group
	}
	return documents.All
}

// first opens the document that waits longest and that no colleague is checking.
func (p Pages) first(r *web.Request) error {
	waiting, err := documents.Waiting(r.Context(), p.DB, r.By, groupOf(r))
	if err != nil {
		return err
	}
	at := slices.IndexFunc(waiting, func(item documents.Item) bool { return item.LockedFor(r.By) == "" })
	switch {
	case len(waiting) == 0:
		return p.render(r, view.Queue{}, nil)
	case at < 0:
		at = 0
	}
	return p.open(r, waiting[at].ID)
}

func (p Pages) show(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	return p.open(r, id)
}

func (p Pages) open(r *web.Request, id int64) error {
	item, err := documents.Open(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	return p.render(r, view.Queue{Item: item}, nil)
}

// accept accepts a document; with an open tick only after the question.
func (p Pages) accept(r *web.Request) error {
	id, posted, err := p.posted(r)
	if err != nil {
		return err
	}
	item, err := documents.Find(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	q := view.Queue{Item: item, Ticked: posted["confere"], Typed: map[string]string{}}
	if q.Person, err = associates.FindFor(r.Context(), p.DB, r.By, item.PersonID); err != nil {
		return err
	}
	record, isRecorded, err := p.record(r, item)
	if err != nil {
		return err
	}
	if isRecorded {
		return p.register(r, q, record, posted)
	}
	for _, key := range []string{"product", "dosage", "issued", "expires"} {
		if _, sent := posted[key]; sent {
			q.Typed[key] = posted.Or(key, "")
		}
	}
	for _, tick := range q.Ticks() {
		if !slices.Contains(q.Ticked, tick.Name) {
			q.Open = append(q.Open, tick.Name)
		}
	}
	if len(q.Open) > 0 && posted.Or("mesmo", "") == "" {
		return p.render(r, q, errs.Invalid("confere", "Falta marcar. Aceitar mesmo assim?"))
	}
	q.Open = nil
	input := documents.AcceptInput{ID: id}
	if item.DocKind == "prescription" {
		var facts associates.PrescriptionInput
		if err := posted.Bind(&facts); err != nil {
			return err
		}
		input.Prescription = &facts
	}
	undoID, err := documents.Accept(r.Context(), p.DB, r.By, input)
	if err != nil {
		return p.refused(r, q, err)
	}
	r.NotifyUndo("Documento aceito.", undo.Href(undoID))
	return r.Redirect(view.GroupHref(groupOf(r)))
}

// record returns the form that registers the prescription of a waiting document, and reports whether it is part of the page: while
// orders depend on prescriptions, for those who may change associates.
func (p Pages) record(r *web.Request, item documents.Item) (record prescriptionpages.Within, isRecorded bool, err error) {
	if item.DocKind != "prescription" || !item.IsWaiting() || !access.Can(r.By, "users", access.Update) {
		return record, false, nil
	}
	rule, err := prescriptions.ReadRule(r.Context(), p.DB, r.By.Now)
	if err != nil || rule.IsOff() {
		return record, false, err
	}
	treated, err := documents.Treated(r.Context(), p.DB, r.By, item)
	if err != nil {
		return record, false, err
	}
	record, err = prescriptionpages.NewWithin(r, p.DB, treated)
	return record, err == nil, err
}

// register accepts a document and registers its prescription.
func (p Pages) register(r *web.Request, q view.Queue, record prescriptionpages.Within, posted web.FormData) error {
	var undoID int64
	input, refused := record.Read(r, posted)
	if refused == nil && input != nil {
		undoID, refused = documents.Accept(r.Context(), p.DB, r.By, documents.AcceptInput{ID: q.Item.ID, Record: input})
	}
	switch {
	case refused == nil && input != nil:
		r.NotifyUndo("Receita aceita e registrada.", undo.Href(undoID))
		return r.Redirect(view.GroupHref(groupOf(r)))
	case refused != nil && errs.As(refused) == nil:
		return refused
	}
	q.Record = record.Fields(posted, refused)
	return p.render(r, q, refused)
}

// refuse refuses a document with the typed sentence, else with that of the chosen reason.
func (p Pages) refuse(r *web.Request) error {
	id, posted, err := p.posted(r)
	if err != nil {
		return err
	}
	item, err := documents.Find(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	q := view.Queue{Item: item, Typed: map[string]string{"reason": posted.Or("reason", "")}}
	if q.Person, err = associates.FindFor(r.Context(), p.DB, r.By, item.PersonID); err != nil {
		return err
	}
	input := documents.RefuseInput{ID: id, Reason: posted.Or("reason", "")}
	for _, reason := range q.Reasons() {
		if input.Reason == "" && reason.Name == posted.Or("motivo", "") {
			input.Reason = reason.Sentence
		}
	}
	undoID, err := documents.Refuse(r.Context(), p.DB, r.By, input)
	if err != nil {
		return p.refused(r, q, err)
	}
	r.NotifyUndo("Documento recusado. A pessoa recebe o motivo.", undo.Href(undoID))
	return r.Redirect(view.GroupHref(groupOf(r)))
}

func (p Pages) posted(r *web.Request) (id int64, posted web.FormData, err error) {
	if id, err = r.ParamID("id"); err != nil {
		return 0, nil, err
	}
	posted, err = r.FormData()
	return id, posted, err
}

// refused shows the document with what was typed and why it was not decided; it returns other errors.
func (p Pages) refused(r *web.Request, q view.Queue, refusal error) error {
	if !errs.HasCode(refusal, errs.CodeConflict) && !errs.HasCode(refusal, errs.CodeValidation) {
		return refusal
	}
	q.Fields = errs.FieldsOf(refusal)
	if len(q.Fields) == 0 {
		q.Refused = errs.As(refusal).Message
	}
	return p.render(r, q, refusal)
}

// render shows the queue around the open document.
func (p Pages) render(r *web.Request, q view.Queue, refused error) (err error) {
	ctx := r.Context()
	q.Group = groupOf(r)
	if q.Counts, err = documents.CountWaiting(ctx, p.DB, r.By); err != nil {
		return err
	}
	if q.Waiting, err = documents.Waiting(ctx, p.DB, r.By, q.Group); err != nil {
		return err
	}
	if q.Item.ID != 0 {
		if q.Person, err = associates.FindFor(ctx, p.DB, r.By, q.Item.PersonID); err != nil {
			return err
		}
		if q.Account, err = associates.FindFor(ctx, p.DB, r.By, q.Item.AssociateID); err != nil {
			return err
		}
		if q.Others, err = documents.ListOf(ctx, p.DB, r.By, q.Item.AssociateID); err != nil {
			return err
		}
		q.Colleague = q.Item.LockedFor(r.By)
		if err = p.addRecord(r, &q); err != nil {
			return err
		}
	}
	around, err := p.Frame(r, "Conferir documentos")
	if err != nil {
		return err
	}
	q.Now, around.Refused = around.Now, refused != nil
	return r.RenderForm(refused, view.Page(around, q))
}

// addRecord adds the empty form of the prescription, unless there is a typed one.
func (p Pages) addRecord(r *web.Request, q *view.Queue) error {
	if q.Record != nil {
		return nil
	}
	record, isRecorded, err := p.record(r, q.Item)
	if isRecorded {
		q.Record = record.Fields(nil, nil)
	}
	return err
}
