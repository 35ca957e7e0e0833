package web

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
	"acolhe/models/types/wellformed"
)

// bindInput fills the input of a JSON route: from the query of a GET, from the body, or from both of a DELETE; another
// query beside a body is refused. A body that is left out has no fields.
func bindInput(r *Request, in any) error {
	query, err := url.ParseQuery(r.RawQuery())
	if err != nil {
		return errs.Invalid("query", "não é uma query bem formada")
	}
	if r.gin.Request.Method == http.MethodGet {
		return bindQuery(query, in)
	}
	fromQuery := any(new(None))
	if r.gin.Request.Method == http.MethodDelete {
		fromQuery = in
	}
	if err := bindQuery(query, fromQuery); err != nil {
		return err
	}
	raw, err := readJSON(r.gin.Request)
	if err != nil {
		return err
	}
	return bindJSON(raw, in)
}

// BindQuery fills the input of a raw route from the query; an unknown parameter is 400 VALIDATION_ERROR.
func (r *Request) BindQuery(in any) error { return bindQuery(r.gin.Request.URL.Query(), in) }

// readJSON reads a body within the limit. It must have a JSON content type and be well formed, unless it is empty, which
// is a body without fields.
func readJSON(request *http.Request) ([]byte, error) {
	raw, err := io.ReadAll(request.Body)
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return nil, errTooLarge(tooLarge)
	}
	if err != nil {
		return nil, errs.Invalid("body", "não chegou inteiro")
	}
	if len(raw) == 0 {
		return []byte(noFields), nil
	}
	return raw, checkBody(request, raw)
}

// maxBeacon is how many inputs a beacon may hold.
const maxBeacon = 20

// bindBeacon reads one input or a list of them. Browsers send beacons as text/plain, which needs no preflight.
func bindBeacon[In any](r *Request) ([]In, error) {
	if media, _, err := mime.ParseMediaType(r.Header("Content-Type")); err == nil && media == "text/plain" {
		r.gin.Request.Header.Set("Content-Type", "application/json")
	}
	raw, err := r.Body()
	if err != nil {
		return nil, err
	}
	var sent []In
	if raw = bytes.TrimSpace(raw); len(raw) > 0 && raw[0] != '[' {
		sent = make([]In, 1)
		return sent, bindJSON(raw, &sent[0])
	}
	if err := bindJSON(raw, &sent); err != nil {
		return nil, err
	}
	if len(sent) > maxBeacon {
		return nil, errs.Invalid("body", fmt.Sprintf("deve ter no máximo %d itens", maxBeacon))
	}
	return sent, nil
}

func errTooLarge(tooLarge *http.MaxBytesError) error {
	return errs.New(errs.KindTooLarge, errs.CodePayloadTooLarge, fmt.Sprintf("O corpo passa do limite de %d KiB.", tooLarge.Limit>>10))
}

// bindJSON fills a value strictly: keys are case-sensitive, and every unknown field and wrong type of the whole
// body is reported at once, each with its path.
func bindJSON(raw []byte, in any) error {
	if !json.Valid(raw) {
		return errNotJSON()
	}
	var problems errs.Problems
	decode(raw, reflect.ValueOf(in).Elem(), "", &problems)
	return problems.Err()
}

func errNotJSON() error { return errs.Invalid("body", "não é um JSON válido") }

// valueHolder is a field that records whether it was sent: patch.Field.
type valueHolder interface {
	Inner() any
	SetNull()
}

// jsonNull is the value null.
const jsonNull = "null"

// maxEchoed is the maximum number of characters of an unknown name in an error.
const maxEchoed = 60

// unknownKeeper is a struct that stores unknown members.
type unknownKeeper interface {
	Keep(name string, raw json.RawMessage)
}

func decode(raw []byte, into reflect.Value, path string, problems *errs.Problems) {
	if field, ok := into.Addr().Interface().(valueHolder); ok {
		if string(raw) == jsonNull {
			field.SetNull()
			return
		}
		decode(raw, reflect.ValueOf(field.Inner()).Elem(), path, problems)
		return
	}
	if _, ok := into.Addr().Interface().(unknownKeeper); ok {
		decodeStruct(raw, into, path, problems)
		return
	}
	if decodesItself(into) {
		decodeLeaf(raw, into, path, problems)
		return
	}
	switch into.Kind() {
	case reflect.Pointer:
		decodePointer(raw, into, path, problems)
	case reflect.Struct:
		decodeStruct(raw, into, path, problems)
	case reflect.Slice:
		decodeSlice(raw, into, path, problems)
	default:
		decodeLeaf(raw, into, path, problems)
	}
}

func decodesItself(into reflect.Value) bool {
	switch into.Addr().Interface().(type) {
	case json.Unmarshaler, encoding.TextUnmarshaler, *json.RawMessage:
		return true
	}
	return false
}

func decodePointer(raw []byte, into reflect.Value, path string, problems *errs.Problems) {
	if string(raw) == jsonNull {
		into.SetZero()
		return
	}
	into.Set(reflect.New(into.Type().Elem()))
	decode(raw, into.Elem(), path, problems)
}

func decodeStruct(raw []byte, into reflect.Value, path string, problems *errs.Problems) {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil || members == nil {
		problems.Add(orBody(path), "deve ser um objeto")
		return
	}
	known := fieldsByTag(into.Type(), "json")
	for _, name := range sortedKeys(members) {
		if problems.IsFull() {
			return
		}
		index, ok := known[name]
		if !ok {
			decodeUnknown(name, members[name], into, path, problems)
			continue
		}
		decodeMember(members[name], into.Type().FieldByIndex(index), into.FieldByIndex(index), join(path, name), problems)
	}
	for _, name := range requiredOf(into.Type()) {
		if !isSent(members[name], into.Type().FieldByIndex(known[name])) {
			problems.Add(join(path, name), "é obrigatório")
		}
	}
}

func decodeUnknown(name string, raw json.RawMessage, into reflect.Value, path string, problems *errs.Problems) {
	keeps, ok := into.Addr().Interface().(unknownKeeper)
	switch {
	case !ok:
		problems.Add(join(path, texts.Shorten(name, maxEchoed)), "campo desconhecido")
	case strings.ContainsRune(name, 0) || wellformed.HasNUL(raw):
		problems.Add(join(path, texts.Shorten(name, maxEchoed)), "tem um caractere que não pode ser salvo")
	default:
		keeps.Keep(name, raw)
	}
}

func decodeSlice(raw []byte, into reflect.Value, path string, problems *errs.Problems) {
	var elements []json.RawMessage
	if json.Unmarshal(raw, &elements) != nil {
		problems.Add(orBody(path), "deve ser uma lista")
		return
	}
	into.Set(reflect.MakeSlice(into.Type(), len(elements), len(elements)))
	for i, element := range elements {
		if problems.IsFull() {
			return
		}
		decode(element, into.Index(i), path+"["+strconv.Itoa(i)+"]", problems)
	}
}

func decodeLeaf(raw []byte, into reflect.Value, path string, problems *errs.Problems) {
	if string(raw) == jsonNull {
		// What the server sets may come back as it was read, null, and changes nothing.
		if _, isReadOnly := into.Interface().(patch.ReadOnly); !isReadOnly {
			problems.Add(orBody(path), "não pode ser nulo")
		}
		return
	}
	if wellformed.HasNUL(raw) {
		problems.Add(orBody(path), "tem um caractere que não pode ser salvo")
		return
	}
	setLast(into, orBody(path), problems, func(fresh reflect.Value) (bool, error) {
		err := json.Unmarshal(wellformed.ForKind(raw, into.Kind()), fresh.Interface())
		return err == nil && isWireForm(raw, fresh.Elem().Interface()), err
	})
}

// describeMismatch returns the message for a value of the wrong type: the type's own message if it has one.
func describeMismatch(into reflect.Value, err error) string {
	switch into.Interface().(type) {
	case time.Time:
		return "deve ser data e hora com fuso, como 2026-11-20T14:00:00-03:00"
	case uuid.UUID, uuid.NullUUID:
		return "deve ser um UUID"
	case decimal.Decimal:
		return "deve ser um número"
	}
	if _, own := into.Addr().Interface().(encoding.TextUnmarshaler); own {
		return err.Error()
	}
	switch into.Kind() {
	case reflect.String:
		return "deve ser um texto"
	case reflect.Bool:
		return "deve ser true ou false"
	case reflect.Int, reflect.Int16, reflect.Int32, reflect.Int64:
		return "deve ser um número inteiro"
	case reflect.Struct:
		return err.Error()
	}
	return "tem um valor inválido"
}

// fieldsByTag maps the wire names of a struct to its fields, embedded structs included.
func fieldsByTag(t reflect.Type, tag string) map[string][]int {
	fields := map[string][]int{}
	for _, field := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(field.Tag.Get(tag), ",")
		if name != "" && name != "-" && field.IsExported() {
			fields[name] = field.Index
		}
	}
	return fields
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func orBody(path string) string {
	if path == "" {
		return "body"
	}
	return path
}
