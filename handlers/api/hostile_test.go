package api_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// hostile draws parts of requests that no honest client sends, among some that it does.
type hostile struct{ *rand.Rand }

// hostileTexts are values of path parameters, queries, members and fields.
var hostileTexts = []string{
	"", " ", "1", "2", "3", "0", "-1", "999999", "9223372036854775808", "1e309", "1e999999999", "NaN", "0x10", "null", "true", "[]", "{}",
	"abc", "ana@exemplo.org.br", "bruno@acolhe.test", "nova@exemplo.org.br", "a@b\r\nBcc: c@d", "Girassol!2026", "529.982.247-25", "01310-100",
	"Pago", "Associado",
	"2026-11-20", "2026-02-30", "2026-11-20T14:00:00+24:00", "2026-11-20T14:00:00+23:59", "2026-11-20T25:61", "2026-11", "2026-13", "24:00",
	"99:99", "1e-7", "1.000.000,999", "-0", "²", "9999-12-31T23:59:59-23:59", "0000-01-01T00:00:00Z", "-infinity",
	"users", "orders", "services", "0a000000-0000-4000-8000-000000000001", "00000000-0000-0000-0000-000000000000", "*", "-id,-id", "a.b.c",
	"id,name,email",
	"' or 1=1 --", "\"; drop table users; --", "%", "\\", "$1", "{{.}}", "<script>alert(1)</script>", "../../etc/passwd", "..%2f..",
	"javascript:alert(1)",
	"\x00", "a\x00b", "\xff\xfe", "\u202eabc", "\u200b", "\ufeff", "\U0001F468\u200d\U0001F469", "ﷺ", "İ", "e\u0301", "\ud7ff", "\r\n", "\t",
}

// hostileValues are JSON values beside the texts.
var hostileValues = []string{
	"null", "true", "false", "0", "-0", "1", "-1", "1.5", "0.001", "1e400", "1e999999999", "-1e-999999999", "123456789012345678901234567890",
	"9999999.99", "[]", "{}", "[[]]", "[null]",
	"[1,2,3]", `["a","a"]`, `{"a":1,"a":2}`, `[{}]`, `[{"code":"x","quantity":1e9}]`, `{"_and":[{},{}]}`, `"\ud800"`, `"\u0000"`,
	strings.Repeat("[", 200) + strings.Repeat("]", 200),
}

func (h hostile) text() string {
	switch h.IntN(20) {
	case 0:
		return strings.Repeat(hostileTexts[h.IntN(len(hostileTexts))]+"x", 1+h.IntN(3000))
	case 1:
		return hostileTexts[h.IntN(len(hostileTexts))] + hostileTexts[h.IntN(len(hostileTexts))]
	}
	return hostileTexts[h.IntN(len(hostileTexts))]
}

func (h hostile) value() string {
	if h.IntN(2) == 0 {
		return hostileValues[h.IntN(len(hostileValues))]
	}
	raw, err := json.Marshal(h.text())
	if err != nil {
		return "null"
	}
	return string(raw)
}

// method returns mostly the route's own.
func (h hostile) method(op operation) string {
	if h.IntN(50) == 0 {
		return []string{"PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE", "X"}[h.IntN(7)]
	}
	return op.Method
}

func (h hostile) path(op operation) string {
	parts := strings.Split(op.Path, "/")
	for i, part := range parts {
		switch {
		case part == ":collection" && h.IntN(10) > 0:
			parts[i] = []string{"users", "system_users", "orders", "services", "products", "professionals", "reception", "tags", "files",
				"users_api"}[h.IntN(10)]
		case strings.HasPrefix(part, ":") && h.IntN(3) > 0:
			parts[i] = fmt.Sprint(1 + h.IntN(9))
		case strings.HasPrefix(part, ":"):
			parts[i] = url.PathEscape(h.text())
		}
	}
	return strings.Join(parts, "/")
}

// query returns documented parameters and others, filters among them.
func (h hostile) query(op operation) string {
	if op.Method != http.MethodGet && h.IntN(10) > 0 || h.IntN(4) == 0 {
		return ""
	}
	names := append([]string{"filter", "sort", "fields", "limit", "offset", "page", "search", "q", "meta", "aggregate[count]", "groupBy",
		"filter[id][_in]",
		"filter[_or][0][name][_contains]", "filter[date_created][_gte]", "filter[a][b][c][_eq]", "unknown", "", "parte", "aba", "\x00"},
		op.params...)
	query := url.Values{}
	for range h.IntN(5) {
		query.Add(names[h.IntN(len(names))], h.text())
	}
	if h.IntN(10) == 0 {
		query.Set("filter", `{"_or":[`+strings.TrimSuffix(strings.Repeat(`{"id":{"_gt":1}},`, 1+h.IntN(300)), ",")+`]}`)
	}
	if h.IntN(20) == 0 {
		return "?" + h.text() + "=%zz&" + query.Encode()
	}
	return "?" + query.Encode()
}

// body returns a body and its content type: sometimes a multipart one, mostly an object with documented members and hostile values.
func (h hostile) body(op operation) (body, contentType string) {
	if h.IntN(12) == 0 {
		return h.upload(), "multipart/form-data; boundary=x"
	}
	if !op.isAPI {
		return h.form(op), "application/x-www-form-urlencoded"
	}
	if h.IntN(15) == 0 {
		return h.value(), []string{"", "text/plain", "application/xml", "multipart/form-data", "multipart/form-data; boundary=x",
			"application/json; charset=latin1", "x"}[h.IntN(7)]
	}
	var members []string
	for range h.IntN(9) {
		members = append(members, fmt.Sprintf("%q:%s", h.name(op), h.value()))
	}
	body = "{" + strings.Join(members, ",") + "}"
	switch h.IntN(20) {
	case 0:
		body = "[" + body + "," + body + "]"
	case 1:
		body += h.text()
	case 2:
		body = h.value()
	}
	return body, "application/json"
}

func (h hostile) name(op operation) string {
	if len(op.body) == 0 || h.IntN(15) == 0 {
		return []string{"id", "x", "__proto__", "", "keys", "data", "query", "password"}[h.IntN(8)]
	}
	return op.body[h.IntN(len(op.body))]
}

func (h hostile) form(op operation) string {
	fields := url.Values{"version": {"x"}, "idempotency_key": {h.text()}}
	for range h.IntN(12) {
		name := h.name(op)
		switch h.IntN(6) {
		case 0:
			name += "[" + fmt.Sprint(h.IntN(3)) + "]." + h.name(op)
		case 1:
			name += "[999999999]"
		}
		fields.Add(name, h.text())
	}
	return fields.Encode()
}

// membersOf returns the names of a schema's members, and those of the members' own, to a depth.
func membersOf(schema *openapi3.SchemaRef, depth int) []string {
	if schema == nil || schema.Value == nil || depth == 0 {
		return nil
	}
	var names []string
	for name, member := range schema.Value.Properties {
		names = append(names, name)
		names = append(names, membersOf(member, depth-1)...)
	}
	for _, others := range []openapi3.SchemaRefs{schema.Value.AnyOf, schema.Value.AllOf, schema.Value.OneOf} {
		for _, other := range others {
			names = append(names, membersOf(other, depth-1)...)
		}
	}
	return append(names, membersOf(schema.Value.Items, depth-1)...)
}
