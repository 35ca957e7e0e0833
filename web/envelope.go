package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strconv"

	"acolhe/models/types/page"
)

// WithMeta is an output with the envelope's `meta` and `data`.
type WithMeta[Data, Meta any] struct {
	Data Data
	Meta Meta
}

// List is one page of rows with its meta.
type List[T any] = WithMeta[[]T, page.Meta]

// ListOf returns the answer of a list; no rows are an empty array, never null.
func ListOf[T any](found page.Of[T]) List[T] {
	if found.Items == nil {
		found.Items = []T{}
	}
	return List[T]{Data: found.Items, Meta: found.Meta}
}

// Deleted is the data of a removal.
type Deleted struct {
	ID int64 `json:"id"`
}

// envelope is the shape of every JSON answer.
type envelope struct {
	Data   any          `json:"data"`
	Meta   any          `json:"meta"`
	Errors []errorEntry `json:"errors"`
}

type errorEntry struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (w WithMeta[Data, Meta]) parts() (data, meta any) { return w.Data, w.Meta }

func (WithMeta[Data, Meta]) described() (data, meta reflect.Type) {
	return reflect.TypeFor[Data](), reflect.TypeFor[Meta]()
}

// answer writes a success of a JSON route.
func (r *Request) answer(out any) error {
	if rows, ok := out.(rawRows); ok {
		return r.AnswerJSON(rows.write)
	}
	body := envelope{Data: out}
	if with, ok := out.(interface{ parts() (data, meta any) }); ok {
		body.Data, body.Meta = with.parts()
	}
	return r.writeJSON(r.route.status, body)
}

// writeJSON writes an answer, or returns the error of encoding it.
func (r *Request) writeJSON(status int, body envelope) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("encode the answer: %w", err)
	}
	r.gin.Header("Cache-Control", r.caching(status))
	r.write(status, "application/json; charset=utf-8", raw)
	return nil
}

// caching returns the Cache-Control of an answer: no-store, unless the route declares CachedFor and the answer
// is a success.
func (r *Request) caching(status int) string {
	if r.route.maxAge == 0 || status != http.StatusOK {
		return "no-store"
	}
	return "public, max-age=" + strconv.Itoa(int(r.route.maxAge.Seconds()))
}
