package web

import (
	"encoding"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"acolhe/models/types/errs"
)

// maxFormItems is the maximum length of a list in a form, so that `items[999999].code` does not allocate a million
// items.
const maxFormItems = 500

// bindQuery fills an input from a query; an unknown parameter is an error.
func bindQuery(values url.Values, in any) error {
	var problems errs.Problems
	into := reflect.ValueOf(in).Elem()
	known := fieldsByTag(into.Type(), "form")
	for _, name := range sortedKeys(values) {
		index, ok := known[name]
		switch {
		case !ok:
			problems.Add(name, "parâmetro desconhecido")
		case len(values[name]) > 1 && into.FieldByIndex(index).Kind() != reflect.Slice:
			problems.Add(name, "foi enviado mais de uma vez")
		}
	}
	fillInput(values, in, &problems)
	return problems.Err()
}

// FormData is a submitted form as typed. A page that is rendered again shows the typed text, even text that could not
// be bound.
type FormData url.Values

// Limits of a form: values in all, and bytes of a name and of a value. A form has at most a dozen fields for each item.
const (
	maxFormValues = 12 * maxFormItems
	maxFormName   = 200
	maxFormValue  = 64 << 10
)

// FormData reads the submitted form. It returns 413 PAYLOAD_TOO_LARGE for a body over the limit of the route, and 400
// VALIDATION_ERROR for one that is not a form or over the limits of forms.
func (r *Request) FormData() (FormData, error) {
	err := r.gin.Request.ParseForm()
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return nil, errTooLarge(tooLarge)
	}
	if err != nil {
		return nil, errs.Invalid("body", "o formulário chegou incompleto")
	}
	return FormData(r.gin.Request.PostForm), checkForm(r.gin.Request.PostForm, max(maxFormValue, int(r.route.maxBody)))
}

func checkForm(posted url.Values, maxValue int) error {
	count := 0
	for name, values := range posted {
		if count += len(values); count > maxFormValues || len(name) > maxFormName {
			return errs.Invalid("body", "o formulário tem campos demais")
		}
		if slices.ContainsFunc(values, func(value string) bool { return len(value) > maxValue }) {
			return errs.Invalid(name, "é longo demais")
		}
	}
	return nil
}

// Bind fills an input. Names are the paths of the JSON body (`items[0].quantity`); a field missing from the
// form stays zero, and names without a field are ignored, because buttons post too. Fields that cannot be
// filled are 400 VALIDATION_ERROR, unless the input collects binding errors for the verb to report: see
// errs.BindErrors.
func (p FormData) Bind(in any) error {
	var problems errs.Problems
	fillInput(url.Values(p), in, &problems)
	input, ok := in.(interface{ AddBindError(path, message string) })
	if !ok {
		return problems.Err()
	}
	for _, wrong := range problems {
		input.AddBindError(wrong.Path, wrong.Message)
	}
	return nil
}

// Or returns the typed text at the path, else the stored one.
func (p FormData) Or(path, stored string) string {
	if typed, posted := p[path]; posted && len(typed) > 0 {
		return typed[0]
	}
	return stored
}

// Values returns the selected or typed values of one name. A form also sends an empty value, to distinguish an empty
// selection from a form without the field.
func (p FormData) Values(path string) []string {
	return slices.DeleteFunc(slices.Clone(p[path]), func(value string) bool { return strings.TrimSpace(value) == "" })
}

// Rows returns the row indexes of a list, ascending; there may be gaps.
func (p FormData) Rows(list string) []int { return indexesOf(url.Values(p), list) }

// DropRow removes one row from a list and moves the later ones up.
func (p FormData) DropRow(list string, row int) {
	indexes := p.Rows(list)
	if row < 0 || row >= len(indexes) {
		return
	}
	for at := row; at < len(indexes); at++ {
		p.moveRow(list, indexes[at], indexes[at]-1, at == row)
	}
}

// moveRow renames the fields of one row, or drops them.
func (p FormData) moveRow(list string, from, to int, drop bool) {
	prefix := list + "[" + strconv.Itoa(from) + "]"
	for _, name := range sortedKeys(p) {
		field, ok := strings.CutPrefix(name, prefix)
		if !ok {
			continue
		}
		if !drop {
			p[list+"["+strconv.Itoa(to)+"]"+field] = p[name]
		}
		delete(p, name)
	}
}

func fillInput(values url.Values, in any, problems *errs.Problems) {
	fillStruct(values, reflect.ValueOf(in).Elem(), "", problems)
}

func fillStruct(values url.Values, into reflect.Value, prefix string, problems *errs.Problems) {
	fields := fieldsByTag(into.Type(), "form")
	for _, name := range sortedKeys(fields) {
		fill(values, into.FieldByIndex(fields[name]), join(prefix, name), problems)
	}
}

func fill(values url.Values, into reflect.Value, path string, problems *errs.Problems) {
	if field, ok := into.Addr().Interface().(valueHolder); ok {
		fillSent(values, field, path, problems)
		return
	}
	if text, ok := into.Addr().Interface().(encoding.TextUnmarshaler); ok {
		fillText(values, text, path, problems)
		return
	}
	switch into.Kind() {
	case reflect.Struct:
		fillStruct(values, into, path, problems)
	case reflect.Slice:
		fillSlice(values, into, path, problems)
	case reflect.Pointer:
		fillPointer(values, into, path, problems)
	default:
		fillLeaf(values, into, path, problems)
	}
}

// fillSent skips a field that is missing from the form. An empty field is null, except a list or an object, whose parts
// determine its value.
func fillSent(values url.Values, field valueHolder, path string, problems *errs.Problems) {
	if !values.Has(path) && !hasPrefix(values, path+".") && !hasPrefix(values, path+"[") {
		return
	}
	into := reflect.ValueOf(field.Inner()).Elem()
	if !hasParts(into) && strings.TrimSpace(values.Get(path)) == "" {
		field.SetNull()
		return
	}
	fill(values, into, path, problems)
}

// hasParts reports whether a value is a list or an object, which has several form fields.
func hasParts(into reflect.Value) bool {
	if _, isText := into.Addr().Interface().(encoding.TextUnmarshaler); isText {
		return false
	}
	return into.Kind() == reflect.Slice || into.Kind() == reflect.Struct
}

func fillText(values url.Values, into encoding.TextUnmarshaler, path string, problems *errs.Problems) {
	typed := strings.TrimSpace(values.Get(path))
	if typed == "" {
		return
	}
	setLast(reflect.ValueOf(into).Elem(), path, problems, func(fresh reflect.Value) (bool, error) {
		err := fresh.Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(typed))
		return err == nil && isInRange(fresh.Elem().Interface()), err
	})
}

// fillPointer leaves the pointer nil for an empty field.
func fillPointer(values url.Values, into reflect.Value, path string, problems *errs.Problems) {
	if strings.TrimSpace(values.Get(path)) == "" && !hasPrefix(values, path+".") {
		return
	}
	into.Set(reflect.New(into.Type().Elem()))
	fill(values, into.Elem(), path, problems)
}

// fillSlice accepts `name=a&name=b` for plain values and `name[0].x=` for objects.
func fillSlice(values url.Values, into reflect.Value, path string, problems *errs.Problems) {
	if into.Type().Elem().Kind() != reflect.Struct {
		typed := FormData(values).Values(path)
		into.Set(reflect.MakeSlice(into.Type(), len(typed), len(typed)))
		for i, text := range typed {
			fill(url.Values{path: {text}}, into.Index(i), path, problems)
		}
		return
	}
	indexes := indexesOf(values, path)
	if len(indexes) > maxFormItems {
		problems.Add(path, "tem itens demais")
		return
	}
	into.Set(reflect.MakeSlice(into.Type(), len(indexes), len(indexes)))
	for at, index := range indexes {
		fill(values, into.Index(at), path+"["+strconv.Itoa(index)+"]", problems)
	}
}

// indexesOf returns the indexes of a list in a form, ascending; there may be gaps.
func indexesOf(values url.Values, path string) []int {
	found := map[int]bool{}
	for name := range values {
		rest, ok := strings.CutPrefix(name, path+"[")
		if !ok {
			continue
		}
		number, _, _ := strings.Cut(rest, "]")
		if index, err := strconv.Atoi(number); err == nil && index >= 0 {
			found[index] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func fillLeaf(values url.Values, into reflect.Value, path string, problems *errs.Problems) {
	text := values.Get(path)
	if strings.ContainsRune(text, 0) || !utf8.ValidString(text) {
		problems.Add(path, "tem um caractere que não pode ser salvo")
		return
	}
	typed := strings.TrimSpace(text)
	if typed == "" {
		return
	}
	switch into.Kind() {
	case reflect.String:
		// Not trimmed, because a password may begin with a space; a verb trims its own texts.
		into.SetString(strings.ReplaceAll(text, "\r\n", "\n"))
	case reflect.Bool:
		fillBool(typed, into, path, problems)
	default:
		setLast(into, path, problems, func(fresh reflect.Value) (bool, error) {
			err := json.Unmarshal([]byte(typed), fresh.Interface())
			return err == nil, err
		})
	}
}

// fillBool accepts the values that checkboxes and queries send.
func fillBool(typed string, into reflect.Value, path string, problems *errs.Problems) {
	switch typed {
	case "true", "1", "on":
		into.SetBool(true)
	case "false", "0", "off":
		into.SetBool(false)
	default:
		problems.Add(path, "deve ser true ou false")
	}
}

func hasPrefix(values url.Values, prefix string) bool {
	for name := range values {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
