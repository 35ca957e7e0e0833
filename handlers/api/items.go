package api

import (
	"encoding/json"

	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/items"
	"acolhe/models/platform/items/sheet"
	"acolhe/models/types/access"
	"acolhe/web"
)

// itemRoutes are the generic collections: the engine knows what each offers and to whom.
func (a API) itemRoutes() []web.Route {
	const list, one = "/api/v1/items/:collection", "/api/v1/items/:collection/:id"
	row, components := itemSchemas()
	rowOrID := anyOf(row, deletedSchema())
	return []web.Route{
		web.Raw("GET", list, web.CanItems(access.Read), a.listItems).Files(sheet.ContentTypes()...).
			Query(itemQuery()).ReturnsSchema(rows(row), components).ListMeta().Doc(listingRules),
		web.Raw("POST", list, web.CanItems(access.Create), a.createItems).Created().Idempotent().
			TakesAny(createInputs(), oneOrMany).ReturnsSchema(anyOf(rowOrID, rows(rowOrID)), nil).Doc(creatingRules),
		web.Raw("PATCH", list, web.CanItems(access.Update), a.updateItems).TakesAny(updateInputs(), changesOfMany).
			ReturnsSchema(rows(rowOrID), nil).Doc(batchRules),
		web.Raw("DELETE", list, web.CanItems(access.Delete), a.deleteItems).TakesAny(nil, keysOrQuery).Returns([]web.Deleted{}).Doc(batchRules),
		web.Raw("GET", one, web.CanItems(access.Read), a.showItem).Headers("If-None-Match").ReturnsSchema(row, nil).Doc(showingRules),
		web.Raw("PATCH", one, web.CanItems(access.Update), a.updateItem).Headers("If-Match").TakesAny(updateInputs(), alone).
			ReturnsSchema(rowOrID, nil).Doc(taggedRules),
		web.Raw("DELETE", one, web.CanItems(access.Delete), a.deleteItem).Headers("If-Match").Returns(web.Deleted{}).Doc(taggedRules),
	}
}

func ofItems(r *web.Request) items.Request { return of(r, r.Param("collection")) }

func of(r *web.Request, collection string) items.Request {
	return items.Request{Collection: collection, Query: r.RawQuery(), By: r.By}
}

func (a API) listItems(r *web.Request) error {
	if r.Query("export") != "" {
		return a.exportItems(r)
	}
	return r.AnswerJSON(func(dst []byte) ([]byte, any, error) {
		return withMeta(a.Items.List(r.Context(), ofItems(r), dst))
	})
}

func withMeta[Meta any](data []byte, meta Meta, err error) ([]byte, any, error) {
	return data, meta, err
}

func (a API) exportItems(r *web.Request) error {
	export, err := a.Items.Export(r.Context(), ofItems(r))
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
	return r.AnswerTagged(func(dst []byte) ([]byte, string, error) {
		return a.Items.Find(r.Context(), ofItems(r), id, dst)
	})
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
	made, err := answerOnce(a, r, creation{r.RawQuery(), body}, func(tx *db.DB) (items.Written, error) {
		return a.Items.Create(r.Context(), tx, ofItems(r), body)
	})
	switch {
	case err != nil:
		return err
	case made.Row == nil:
		return answerIDs(r, web.Deleted{ID: made.ID})
	}
	return r.AnswerTagged(func(dst []byte) ([]byte, string, error) { return append(dst, made.Row...), made.Tag, nil })
}

// creation is all that the answer to a creation depends on.
type creation struct {
	Query string
	Body  json.RawMessage
}

func (a API) createMany(r *web.Request, body json.RawMessage) error {
	if err := r.RefuseIdempotencyKey(); err != nil {
		return err
	}
	ids, err := a.Items.CreateMany(r.Context(), ofItems(r), body)
	if err != nil {
		return err
	}
	return a.answerItems(r, ids)
}

func (a API) updateItem(r *web.Request) error { return a.update(r, ofItems(r)) }

// update changes one row of a collection, which may have a path of its own.
func (a API) update(r *web.Request, asked items.Request) error {
	id, body, err := idAndBody(r)
	if err != nil {
		return err
	}
	tags, err := r.IfMatch()
	if err != nil {
		return err
	}
	if err := a.Items.Update(r.Context(), asked, id, tags, body); err != nil {
		return err
	}
	return a.answerItem(r, asked, id)
}

func (a API) updateItems(r *web.Request) error {
	body, err := bodyOfMany(r)
	if err != nil {
		return err
	}
	ids, err := a.Items.UpdateMany(r.Context(), ofItems(r), body)
	if err != nil {
		return err
	}
	return a.answerItems(r, ids)
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
	if err := a.Items.Delete(r.Context(), ofItems(r), id, tags); err != nil {
		return err
	}
	return answerIDs(r, web.Deleted{ID: id})
}

func (a API) deleteItems(r *web.Request) error {
	body, err := bodyOfMany(r)
	if err != nil {
		return err
	}
	ids, err := a.Items.DeleteMany(r.Context(), ofItems(r), body)
	if err != nil {
		return err
	}
	return answerIDs(r, numbered(ids))
}

// bodyOfMany is the body of a request about rows that its path does not name: neither a state that
// it is meant for nor a key of one creation has a meaning for them.
func bodyOfMany(r *web.Request) (json.RawMessage, error) {
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

// answerItem answers with a row that was just written, or with its number alone when the
// caller may write but not read.
func (a API) answerItem(r *web.Request, asked items.Request, id int64) error {
	if !access.Can(r.By, asked.Collection, access.Read) {
		return answerIDs(r, web.Deleted{ID: id})
	}
	return r.AnswerTagged(func(dst []byte) ([]byte, string, error) {
		return a.Items.Find(r.Context(), asked, id, dst)
	})
}

func (a API) answerItems(r *web.Request, ids []int64) error {
	if !access.Can(r.By, r.Param("collection"), access.Read) {
		return answerIDs(r, numbered(ids))
	}
	return r.AnswerJSON(func(dst []byte) ([]byte, any, error) {
		data, err := a.Items.Reread(r.Context(), ofItems(r), ids, dst)
		return data, nil, err
	})
}

func numbered(ids []int64) []web.Deleted {
	list := make([]web.Deleted, len(ids))
	for i, id := range ids {
		list[i].ID = id
	}
	return list
}

func answerIDs(r *web.Request, data any) error {
	return r.AnswerJSON(func(dst []byte) ([]byte, any, error) {
		raw, err := json.Marshal(data)
		return append(dst, raw...), nil, err
	})
}
