package web

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"

	"acolhe/models/types/errs"
)

// The headers of who means a change for some states, and of who has some states already.
const (
	ifMatch     = "If-Match"
	ifNoneMatch = "If-None-Match"
)

// anyTag is the tag of a precondition that every state meets.
const anyTag = "*"

// mostKept is the largest buffer that waits for the next answer.
const mostKept = 1 << 20

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// AnswerJSON answers with data that the models write as JSON themselves: write appends it to
// the buffer and gives the meta. An error is answered as any other; then nothing was sent.
func (r *Request) AnswerJSON(write func(dst []byte) (data []byte, meta any, err error)) error {
	buffer := buffers.Get().(*[]byte)
	defer func() {
		if cap(*buffer) <= mostKept {
			buffers.Put(buffer)
		}
	}()
	body, meta, err := write(append((*buffer)[:0], `{"data":`...))
	*buffer = body[:0]
	if err != nil {
		return err
	}
	about, err := json.Marshal(meta)
	if err != nil {
		return err
	}
	body = append(append(append(body, `,"meta":`...), about...), `,"errors":null}`...)
	*buffer = body
	r.gin.Header("Cache-Control", "no-store")
	r.write(r.route.status, "application/json; charset=utf-8", body)
	return nil
}

// AnswerTagged is AnswerJSON for one thing with a tag of its state: it is sent as ETag, and a
// caller that has that state already (If-None-Match) is answered 304 without a body.
func (r *Request) AnswerTagged(write func(dst []byte) (data []byte, tag string, err error)) error {
	unchanged := false
	err := r.AnswerJSON(func(dst []byte) ([]byte, any, error) {
		data, tag, err := write(dst)
		if err != nil {
			return data, nil, err
		}
		r.gin.Header("ETag", `"`+tag+`"`)
		known := r.tags(ifNoneMatch)
		unchanged = r.route.Method == http.MethodGet && (slices.Contains(known, tag) || slices.Contains(known, anyTag))
		if unchanged {
			return data, nil, errUnchanged
		}
		return data, nil, nil
	})
	if unchanged {
		r.gin.Status(http.StatusNotModified)
		r.gin.Writer.WriteHeaderNow()
		return nil
	}
	return err
}

// errUnchanged ends an answer that the caller has already; it never leaves this file.
var errUnchanged = errors.New("unchanged")

// IfMatch lists the tags of the states that a change is meant for; none sent means any. A header
// that is there without a tag is 400 VALIDATION_ERROR, and so is If-None-Match, which a change
// could only pass over.
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

// RefusePreconditions answers 400 VALIDATION_ERROR to a precondition on a route whose path names
// no one thing that has states.
func (r *Request) RefusePreconditions() error {
	for _, header := range []string{ifMatch, ifNoneMatch} {
		if len(r.gin.Request.Header.Values(header)) > 0 {
			return errs.Invalid(header, "só vale para um registro, no endereço dele")
		}
	}
	return nil
}

// tags reads a list of tags, which may come in several lines. Proxies that compress make strong
// ones weak, so W/ is passed over. A quoted * is a tag that no state has.
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

// Body reads the body of a route that takes its input apart by itself; like every JSON body
// it has the right type, is well formed and within the limit.
func (r *Request) Body() (json.RawMessage, error) {
	raw, err := readJSON(r.gin.Request)
	if err == nil && len(raw) == 0 {
		err = errNotJSON()
	}
	return raw, err
}

// RawQuery is the query as it was sent.
func (r *Request) RawQuery() string { return r.gin.Request.URL.RawQuery }

// DecodeJSON fills an input from a body that is not a request's own, as strictly as the body
// of a JSON route.
func DecodeJSON(raw []byte, into any) error { return bindJSON(raw, into) }
