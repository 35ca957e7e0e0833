package web

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// ifNoneMatch is the header of who has some states already.
const ifNoneMatch = "If-None-Match"

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
		if unchanged = slices.Contains(r.tags(ifNoneMatch), tag); unchanged {
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

// IfMatch lists the tags of the states that a change is meant for; none sent means any.
func (r *Request) IfMatch() []string { return r.tags("If-Match") }

// tags reads a list of tags. Proxies that compress make strong ones weak, so W/ is passed over.
func (r *Request) tags(header string) []string {
	var tags []string
	for part := range strings.SplitSeq(r.Header(header), ",") {
		if part = strings.TrimSpace(part); part != "" {
			tags = append(tags, strings.Trim(strings.TrimPrefix(part, "W/"), `"`))
		}
	}
	return tags
}

// Body reads the body of a route that takes its input apart by itself; like every JSON body
// it has the right type, is well formed and within the limit.
func (r *Request) Body() (json.RawMessage, error) {
	raw, err := readJSON(r.gin.Request)
	if err != nil {
		return nil, err
	}
	if !json.Valid(raw) {
		return nil, errNotJSON()
	}
	return raw, nil
}

// RawQuery is the query as it was sent.
func (r *Request) RawQuery() string { return r.gin.Request.URL.RawQuery }

// DecodeJSON fills an input from a body that is not a request's own, as strictly as the body
// of a JSON route.
func DecodeJSON(raw []byte, into any) error { return bindJSON(raw, into) }
