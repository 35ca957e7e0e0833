package api

import (
	"encoding/json"
	"strconv"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/items"
	"acolhe/models/platform/items/sheet"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/web"
)

// itemRoutes returns the routes of the generic collections; the engine decides on callers and verbs.
func (a API) itemRoutes() []web.Route {
	const list, one = "/api/v1/items/:collection", "/api/v1/items/:collection/:id"
	row, components := itemSchemas()
	rowOrID := anyOf(row, deletedSchema())
	creates, updates := inputsOf("create", (*items.Collection).CreateInput), inputsOf("update", (*items.Collection).UpdateInput)
	return []web.Route{
		web.Raw("GET", list, web.CanItems(access.Read), a.listItems).FromReplica().Files(sheet.ContentTypes()...).
			Query(itemQuery()).ReturnsSchema(rows(row), components).ListMeta().Doc(listingRules),
		web.Raw("POST", list, web.CanItems(access.Create), a.createItems).Created().Idempotent().
			TakesAny(creates, oneOrMany).ReturnsSchema(anyOf(rowOrID, rows(rowOrID)), nil).Doc(creatingRules),
		web.Raw("PATCH", list, web.CanItems(access.Update), a.updateItems).TakesAny(updates, changesOfMany).
			ReturnsSchema(rows(rowOrID), nil).Doc(batchRules),
		web.Raw("DELETE", list, web.CanItems(access.Delete), a.deleteItems).
			TakesAny(nil, keysOrQuery).Query(selectionQuery()).Returns([]web.Deleted{}).Doc(batchRules),
		web.Raw("GET", one, web.CanItems(access.Read), a.showItem).Headers("If-None-Match").ReturnsSchema(row, nil).Doc(showingRules),
		web.Raw("PATCH", one, web.CanItems(access.Update), a.updateItem).Headers("If-Match").TakesAny(updates, alone).
			ReturnsSchema(rowOrID, nil).Doc(taggedRules + " " + renamingRules),
		web.Raw("DELETE", one, web.CanItems(access.Delete), a.deleteItem).Headers("If-Match").Returns(web.Deleted{}).Doc(taggedRules),
	}
}

// requestOf returns the items request for the collection in the path.
func requestOf(r *web.Request) items.Request { return requestFor(r, r.Param("collection")) }

func requestFor(r *web.Request, collection string) items.Request {
	return items.Request{Collection: collection, Query: r.RawQuery(), By: r.By}
}

func (a API) listItems(r *web.Request) error {
	if r.Query("export") != "" {
		return a.exportItems(r)
	}
	return r.AnswerJSON(func(dst []byte) (web.RawJSON, error) {
		found, err := a.Items.List(r.Context(), requestOf(r), dst)
		return web.RawJSON{Data: found.JSON, Meta: found.Meta}, err
	})
}

// byID answers with the row whose id the path has.
func byID[T any](r *web.Request, find func(id int64) (T, error)) (found T, err error) {
	id, err := r.ParamID("id")
	if err != nil {
		return found, err
	}
	return find(id)
}

// rowsOf answers with the rows that an area selected.
func rowsOf[T any](a API, r *web.Request, selected items.Selected) web.Rows[T] {
	return func(dst []byte) (web.RawJSON, error) {
		found, err := a.Items.Read(r.Context(), r.By, selected, dst)
		return web.RawJSON{Data: found.JSON, Meta: found.Meta}, err
	}
}

func (a API) exportItems(r *web.Request) error {
	export, err := a.Items.Export(r.Context(), requestOf(r))
	if err != nil {
		return err
	}
	return r.Download(web.File{Name: export.FileName, ContentType: export.ContentType, Limit: exports.Timeout}, export.Write)
}

func (a API) showItem(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	return a.answerRow(r, requestOf(r), id)
}

func (a API) createItems(r *web.Request) error {
	if err := r.RefusePreconditions(); err != nil {
		return err
	}
	body, err := r.Body()
	if err != nil {
		return err
	}
	if items.IsList(body) {
		return a.createMany(r, body)
	}
	created, err := doIdempotent(a, r, creation{r.RawQuery(), body}, func(tx *db.DB) (items.Written, error) {
		return a.Items.Create(r.Context(), tx, requestOf(r), body)
	})
	if err != nil {
		return err
	}
	if created.Row.JSON == nil {
		return answerIDs(r, web.Deleted{ID: created.ID})
	}
	return r.AnswerJSON(func(dst []byte) (web.RawJSON, error) {
		return web.RawJSON{Data: append(dst, created.Row.JSON...), Tag: created.Row.Tag}, nil
	})
}

// creation holds everything on which the answer to a creation depends.
type creation struct {
	Query string
	Body  json.RawMessage
}

func (a API) createMany(r *web.Request, body json.RawMessage) error {
	if err := r.RefuseIdempotencyKey(); err != nil {
		return err
	}
	ids, err := a.Items.CreateMany(r.Context(), requestOf(r), body)
	if err != nil {
		return err
	}
	return a.answerRows(r, ids)
}

func (a API) updateItem(r *web.Request) error { return a.update(r, requestOf(r)) }

// change changes one row of a collection and returns its id.
func (a API) change(r *web.Request, req items.Request) (int64, error) {
	id, body, err := idAndBody(r)
	if err != nil {
		return 0, err
	}
	tags, err := r.IfMatch()
	if err != nil {
		return 0, err
	}
	return id, a.Items.Update(r.Context(), req, id, tags, body)
}

// update changes one row of a collection and answers with it, also for routes outside /items.
func (a API) update(r *web.Request, req items.Request) error {
	id, err := a.change(r, req)
	if err != nil {
		return err
	}
	if items.IDOnly(r.By, req.Collection) {
		return answerIDs(r, web.Deleted{ID: id})
	}
	return a.answerRow(r, req, id)
}

func (a API) updateItems(r *web.Request) error {
	body, err := batchBody(r)
	if err != nil {
		return err
	}
	ids, err := a.Items.UpdateMany(r.Context(), requestOf(r), body)
	if err != nil {
		return err
	}
	return a.answerRows(r, ids)
}

func (a API) deleteItem(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	tags, err := r.IfMatch()
	if err != nil {
		return err
	}
	if err := a.Items.Delete(r.Context(), requestOf(r), id, tags); err != nil {
		return err
	}
	return answerIDs(r, web.Deleted{ID: id})
}

func (a API) deleteItems(r *web.Request) error {
	body, err := batchBody(r)
	if err != nil {
		return err
	}
	request := requestOf(r)
	if selected := r.Queries(); selected["keys"] != nil || selected["query"] != nil {
		if string(body) != "{}" { // a body that is left out
			return errs.Invalid("body", "diga as linhas no corpo ou no endereço, não nos dois")
		}
		request.Query = ""
		if body, err = selectionOf(selected); err != nil {
			return err
		}
	}
	ids, err := a.Items.DeleteMany(r.Context(), request, body)
	if err != nil {
		return err
	}
	return answerIDs(r, idList(ids))
}

// selectionOf returns the body of a removal that is written in the query: keys=1,2 or query={"filter":…}.
func selectionOf(selected web.FormData) (json.RawMessage, error) {
	members := map[string]any{}
	for name, values := range selected {
		switch {
		case name == "keys":
			var keys []any
			for _, key := range strings.Split(strings.Join(values, ","), ",") {
				if id, err := strconv.ParseInt(key, 10, 64); err == nil {
					keys = append(keys, id)
				} else {
					keys = append(keys, key)
				}
			}
			members[name] = keys
		case name == "query" && len(values) == 1 && json.Valid([]byte(values[0])):
			members[name] = json.RawMessage(values[0])
		default:
			return nil, errs.Invalid(name, "não se usa ao excluir")
		}
	}
	return json.Marshal(members)
}

// batchBody reads the body of a request for several rows, which has neither a precondition nor an Idempotency-Key.
func batchBody(r *web.Request) (json.RawMessage, error) {
	if err := r.RefusePreconditions(); err != nil {
		return nil, err
	}
	if err := r.RefuseIdempotencyKey(); err != nil {
		return nil, err
	}
	return r.Body()
}

func idAndBody(r *web.Request) (int64, json.RawMessage, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return 0, nil, err
	}
	body, err := r.Body()
	return id, body, err
}

func (a API) answerRow(r *web.Request, req items.Request, id int64) error {
	return r.AnswerJSON(func(dst []byte) (web.RawJSON, error) {
		row, err := a.Items.Find(r.Context(), req, id, dst)
		return web.RawJSON{Data: row.JSON, Tag: row.Tag}, err
	})
}

// answerRows answers with the rows just written, or with their ids.
func (a API) answerRows(r *web.Request, ids []int64) error {
	if items.IDOnly(r.By, r.Param("collection")) {
		return answerIDs(r, idList(ids))
	}
	return r.AnswerJSON(func(dst []byte) (web.RawJSON, error) {
		data, err := a.Items.Reread(r.Context(), requestOf(r), ids, dst)
		return web.RawJSON{Data: data}, err
	})
}

func idList(ids []int64) []web.Deleted {
	list := make([]web.Deleted, len(ids))
	for i, id := range ids {
		list[i].ID = id
	}
	return list
}

func answerIDs(r *web.Request, data any) error {
	return r.AnswerJSON(func(dst []byte) (web.RawJSON, error) {
		raw, err := json.Marshal(data)
		return web.RawJSON{Data: append(dst, raw...)}, err
	})
}

// written returns the answer of a domain route that writes to a collection: the whole row, or the id alone by
// the rule of items.IDOnly.
func written(r *web.Request, collection string, whole, id any) any {
	if items.IDOnly(r.By, collection) {
		return id
	}
	return whole
}
