package web

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"

	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// The precondition headers: the states for which a change is intended, and the states that the caller has.
const (
	ifMatch     = "If-Match"
	ifNoneMatch = "If-None-Match"
)

// anyTag is the tag of a precondition that every state meets.
const anyTag = "*"

// maxPooled is the size in bytes of the largest buffer that is kept for another answer.
const maxPooled = 1 << 20

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// RawJSON is an answer whose data the models append to a buffer as JSON. The tag of the state of one row is sent as
// ETag.
type RawJSON struct {
	Data []byte
	Meta any
	Tag  string
}

// Rows is the output of a route that lists rows of T, which the models append to a buffer as JSON.
type Rows[T any] func(dst []byte) (RawJSON, error)

// rawRows is a Rows of any type.
type rawRows interface {
	write(dst []byte) (RawJSON, error)
}

func (rows Rows[T]) write(dst []byte) (RawJSON, error) { return rows(dst) }

func (Rows[T]) described() (data, meta reflect.Type) {
	return reflect.TypeFor[[]T](), reflect.TypeFor[page.Meta]()
}

// AnswerJSON answers with the data that write appends to the buffer. Nothing is sent before write returns, so
// its error is answered as usual. A read whose If-None-Match has the tag is 304 without a body.
func (r *Request) AnswerJSON(write func(dst []byte) (RawJSON, error)) error {
	buffer := buffers.Get().(*[]byte)
	defer func() {
		if cap(*buffer) <= maxPooled {
			buffers.Put(buffer)
		}
	}()
	answer, err := write(append((*buffer)[:0], `{"data":`...))
	if err != nil {
		return err
	}
	*buffer = answer.Data
	if r.isUnchanged(answer.Tag) {
		r.gin.Status(http.StatusNotModified)
		r.gin.Writer.WriteHeaderNow()
		return nil
	}
	meta, err := json.Marshal(answer.Meta)
	if err != nil {
		return err
	}
	*buffer = append(append(append(*buffer, `,"meta":`...), meta...), `,"errors":null}`...)
	r.gin.Header("Cache-Control", "no-store")
	r.write(r.route.status, "application/json; charset=utf-8", *buffer)
	return nil
}

// SetTag sets the ETag of the state that the answer shows.
func (r *Request) SetTag(tag string) { r.gin.Header("ETag", `"`+tag+`"`) }

// isUnchanged sets the ETag, and reports whether the If-None-Match of a read contains it.
func (r *Request) isUnchanged(tag string) bool {
	if tag == "" {
		return false
	}
	r.SetTag(tag)
	known := r.tags(ifNoneMatch)
	return r.route.Method == http.MethodGet && (slices.Contains(known, tag) || slices.Contains(known, anyTag))
}

// IfMatch returns the tags of If-Match, empty for any state. A header without a tag is 400 VALIDATION_ERROR,
// and so is If-None-Match, which has no meaning for a change.
func (r *Request) IfMatch() ([]string, error) {
	if len(r.gin.Request.Header.Values(ifNoneMatch)) > 0 {
		return nil, errs.Invalid(ifNoneMatch, "só vale para leituras")
	}
	tags := r.tags(ifMatch)
	if len(tags) == 0 && len(r.gin.Request.Header.Values(ifMatch)) > 0 {
		return nil, errs.Invalid(ifMatch, "veio sem o ETag do registro")
	}
	return tags, nil
}

// RefusePreconditions returns 400 VALIDATION_ERROR for a precondition on a route whose path does not name
// one row.
func (r *Request) RefusePreconditions() error {
	for _, header := range []string{ifMatch, ifNoneMatch} {
		if len(r.gin.Request.Header.Values(header)) > 0 {
			return errs.Invalid(header, "só vale para um registro, no endereço dele")
		}
	}
	return nil
}

// tags reads a list of tags, which may span several header lines. Proxies that compress make strong tags weak,
// so W/ is ignored. A quoted * is a tag that no state has.
func (r *Request) tags(header string) []string {
	var tags []string
	for part := range strings.SplitSeq(strings.Join(r.gin.Request.Header.Values(header), ","), ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		tag := strings.Trim(strings.TrimPrefix(part, "W/"), `"`)
		if tag == anyTag && part != anyTag {
			tag = part
		}
		tags = append(tags, tag)
	}
	return tags
}

// Body reads the body of a raw route. Like every JSON body it must have the right type, be well formed and
// within the limit; one that is left out is an object without members.
func (r *Request) Body() (json.RawMessage, error) { return readJSON(r.gin.Request) }

// RawQuery returns the query as it was sent.
func (r *Request) RawQuery() string { return r.gin.Request.URL.RawQuery }

// DecodeJSON fills an input from JSON as strictly as the body of a JSON route.
func DecodeJSON(raw []byte, into any) error { return bindJSON(raw, into) }
