package web

import (
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
)

type line struct {
	Code     string       `json:"code" form:"code"`
	Amount   money.Amount `json:"amount" form:"amount"`
	Quantity int          `json:"quantity" form:"quantity"`
}

type embedded struct {
	Limit int `json:"limit" form:"limit"`
}

type sheet struct {
	embedded
	Name    string              `json:"name" form:"name"`
	Lines   []line              `json:"lines" form:"lines"`
	Tags    []string            `json:"tags" form:"tags"`
	Address *line               `json:"address" form:"address"`
	Code    uuid.NullUUID       `json:"code" form:"code"`
	When    *time.Time          `json:"when" form:"when"`
	Paid    bool                `json:"paid" form:"paid"`
	Note    patch.Field[string] `json:"note"`
	Line    patch.Field[line]   `json:"line"`
}

func TestBindJSON_EveryProblemWithItsPath(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want []string
	}{
		"malformed":      {`{"name":`, []string{"body"}},
		"trailing data":  {`{} {}`, []string{"body"}},
		"array":          {`[]`, []string{"body"}},
		"null":           {`null`, []string{"body"}},
		"unknown fields": {`{"naem":"x","lines":[{"cod":1}]}`, []string{"lines[0].cod", "naem"}},
		"case matters":   {`{"Name":"x"}`, []string{"Name"}},
		"wrong types": {`{"name":1,"lines":[{"code":2,"quantity":"3","amount":"4"}],"paid":1}`,
			[]string{"lines[0].amount", "lines[0].code", "lines[0].quantity", "name", "paid"}},
		"fraction":        {`{"lines":[{"quantity":1.5}]}`, []string{"lines[0].quantity"}},
		"three decimals":  {`{"lines":[{"amount":1.005}]}`, []string{"lines[0].amount"}},
		"huge exponent":   {`{"lines":[{"amount":1e999999}]}`, []string{"lines[0].amount"}},
		"null in a list":  {`{"tags":[null],"lines":[null]}`, []string{"lines[0]", "tags[0]"}},
		"object for list": {`{"lines":{}}`, []string{"lines"}},
		"null character":  {`{"name":"a\u0000b"}`, []string{"name"}},
		"bad uuid, time":  {`{"code":"x","when":"yesterday"}`, []string{"code", "when"}},
		"inside patch":    {`{"line":{"cod":"x"},"note":3}`, []string{"line.cod", "note"}},
	} {
		t.Run(name, func(t *testing.T) {
			var in sheet
			if got := paths(bindJSON([]byte(c.body), &in)); strings.Join(got, " ") != strings.Join(c.want, " ") {
				t.Errorf("problems at %v, want %v", got, c.want)
			}
		})
	}
}

// A whole number may be written in any notation.
func TestBindJSON_WholeNumbers(t *testing.T) {
	for raw, want := range map[string]int{"2": 2, "2.0": 2, "2e0": 2, "20E-1": 2, "0.2e1": 2, "-0": 0, "-2.00": -2, "1e3": 1000} {
		var in sheet
		if err := bindJSON([]byte(`{"lines":[{"quantity":`+raw+`}]}`), &in); err != nil || in.Lines[0].Quantity != want {
			t.Errorf("%s is %+v (%v), want %d", raw, in.Lines, err, want)
		}
	}
	for _, raw := range []string{"2.5", "25e-1", "1e40", "1e400", "1e999999999", `"2"`, `"2.0"`, "true"} {
		if err := bindJSON([]byte(`{"lines":[{"quantity":`+raw+`}]}`), new(sheet)); len(paths(err)) != 1 {
			t.Errorf("%s gives %v", raw, err)
		}
	}
}

// noted has required members and all kinds of optional ones.
type noted struct {
	Name  string              `json:"name"`
	Must  patch.Field[string] `json:"must"`
	Kept  patch.Field[string] `json:"kept" null:"omit"`
	Note  patch.Field[string] `json:"note"`
	On    patch.Field[bool]   `json:"on" bool:"normalised"`
	Line  line                `json:"line"`
	Count int                 `json:"count"`
	Raw   json.RawMessage     `json:"raw"`
}

func (noted) Required() []string { return []string{"name", "must"} }

// A null leaves an optional member out, or empties it where it is nullable. A required one must have a value, unless null
// is one.
func TestBindJSON_Null(t *testing.T) {
	var in noted
	err := bindJSON([]byte(`{"name":"x","must":null,"kept":null,"note":null,"on":null,"line":{"code":null},"count":null,"raw":null}`), &in)
	if want := (noted{Name: "x", Must: null[string](), Note: null[string]()}); err != nil || !reflect.DeepEqual(in, want) {
		t.Errorf("filled %+v (%v), want %+v", in, err, want)
	}
	for body, want := range map[string]string{`{}`: "name must", `{"name":null,"must":"x"}`: "name", `{"name":"","must":"x"}`: ""} {
		if got := strings.Join(paths(bindJSON([]byte(body), new(noted))), " "); got != want {
			t.Errorf("%s has problems at %q, want %q", body, got, want)
		}
	}
}

func TestBindJSON_NormalisedBooleans(t *testing.T) {
	for raw, want := range map[string]string{"true": "true", "1": "true", `"1"`: "true", `"true"`: "true", "false": "false", "0": "false",
		`"0"`: "false", `"false"`: "false",
		"2": "refused", `"yes"`: "refused", "1.0": "refused"} {
		var in noted
		got := "refused"
		if err := bindJSON([]byte(`{"name":"","must":"","on":`+raw+`}`), &in); err == nil {
			got = strconv.FormatBool(in.On.Value)
		}
		if got != want {
			t.Errorf("%s is %s, want %s", raw, got, want)
		}
	}
}

// A refused value is not kept, because not even writing it down as JSON might be possible.
func TestBind_RefusedValuesAreNotKept(t *testing.T) {
	for _, moment := range []string{"2026-01-01T00:00:00+24:00", "9999-12-31T23:59:59-14:00", "0000-01-01T00:00:00Z"} {
		var typed patches
		err := FormData{"moment": {moment}, "whole": {"x"}}.Bind(&typed)
		if _, failed := json.Marshal(typed); failed != nil || len(paths(err)) != 2 || !typed.Moment.Value.IsZero() {
			t.Errorf("%s is kept as %v (%v, %v)", moment, typed.Moment, err, failed)
		}
		var sent sheet
		if err := bindJSON([]byte(`{"when":"`+moment+`"}`), &sent); len(paths(err)) != 1 || !sent.When.IsZero() {
			t.Errorf("%s is kept as %v (%v)", moment, sent.When, err)
		}
	}
}

// The number of errors in an answer is limited.
func TestBindJSON_ProblemsLimit(t *testing.T) {
	var sent strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&sent, `"%s%d":1,`, strings.Repeat("x", 80), i)
	}
	var into struct {
		Text string `json:"text"`
	}
	problems := errs.FieldsOf(bindJSON([]byte("{"+strings.TrimSuffix(sent.String(), ",")+"}"), &into))
	if len(problems) != 50 || len(problems[0].Path) > 64 {
		t.Errorf("%d problems, the first %v", len(problems), problems[0])
	}
}

func TestBindJSON_Valid(t *testing.T) {
	var in sheet
	err := bindJSON([]byte(`{"limit":7,"name":"João","lines":[{"code":"A","amount":1234.5,"quantity":2}],"address":null,
		"code":"7f0b6c1e-5a1f-4bde-9a0c-0d6ad2a5c111","note":null,"line":{"code":"B"}}`), &in)
	if err != nil {
		t.Fatal(err)
	}
	if in.Limit != 7 || in.Name != "João" || in.Lines[0].Amount.String() != "1234.50" || !in.Code.Valid || in.Address != nil {
		t.Errorf("filled %+v", in)
	}
	if !in.Note.Sent || !in.Note.Null || !in.Line.Sent || in.Line.Value.Code != "B" {
		t.Errorf("patch fields: note %+v, line %+v", in.Note, in.Line)
	}
	var empty sheet
	if err := bindJSON([]byte(`{}`), &empty); err != nil || empty.Note.Sent {
		t.Errorf("an empty object: %v, note sent %v", err, empty.Note.Sent)
	}
}

func TestBind_FormAndBodyHaveTheSameFields(t *testing.T) {
	form := url.Values{"name": {" João "}, "lines[0].code": {"A"}, "lines[0].amount": {"1.234,50"}, "lines[0].quantity": {"2"},
		"lines[3].code": {"B"}, "tags": {"x", "y"}, "paid": {"on"}, "address.code": {"C"}, "code": {""}}
	var in sheet
	var problems errs.Problems
	fillInput(form, &in, &problems)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if len(in.Lines) != 2 || in.Lines[0].Amount.String() != "1234.50" || in.Lines[1].Code != "B" || in.Address.Code != "C" {
		t.Errorf("filled %+v", in)
	}
	if in.Name != " João " || len(in.Tags) != 2 || !in.Paid || in.Code.Valid {
		t.Errorf("filled %+v", in)
	}
}

// patches has a field of each kind that a form may leave out.
type patches struct {
	Text   patch.Field[string]        `form:"text"`
	Whole  patch.Field[int]           `form:"whole"`
	Price  patch.Field[money.Amount]  `form:"price"`
	Moment patch.Field[time.Time]     `form:"moment"`
	Code   patch.Field[uuid.NullUUID] `form:"code"`
	Ticked patch.Field[bool]          `form:"ticked"`
	Tags   patch.Field[[]string]      `form:"tags"`
	Line   patch.Field[line]          `form:"line"`
}

func null[T any]() patch.Field[T] { return patch.Field[T]{Sent: true, Null: true} }

// A form does not change the fields that it lacks. An empty field is null and never 0, so that the column of a number
// or a date is cleared; a list or an object is built from its parts.
func TestBindForm_Patches(t *testing.T) {
	moment := time.Date(2026, 11, 20, 17, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		form url.Values
		want patches
	}{
		"nothing": {url.Values{"other": {"x"}, "textual": {"x"}}, patches{}},
		"empty fields": {url.Values{"text": {""}, "whole": {""}, "price": {""}, "moment": {""}, "code": {""}, "ticked": {""}},
			patches{Text: null[string](), Whole: null[int](), Price: null[money.Amount](), Moment: null[time.Time](),
				Code: null[uuid.NullUUID](), Ticked: null[bool]()}},
		"spaces alone": {url.Values{"text": {" \t"}, "whole": {" "}, "price": {"\u00a0"}},
			patches{Text: null[string](), Whole: null[int](), Price: null[money.Amount]()}},
		"zeros": {url.Values{"text": {"0"}, "whole": {"0"}, "price": {"0,00"}, "ticked": {"0"}},
			patches{Text: patch.Of("0"), Whole: patch.Of(0), Price: patch.Of(money.Zero), Ticked: patch.Of(false)}},
		"typed": {url.Values{"text": {" a "}, "whole": {" 7 "}, "moment": {"2026-11-20T17:00:00Z"}},
			patches{Text: patch.Of(" a "), Whole: patch.Of(7), Moment: patch.Of(moment)}},
		"the first one": {url.Values{"whole": {"", "7"}}, patches{Whole: null[int]()}},
		"no tags":       {url.Values{"tags": {""}}, patches{Tags: patch.Of([]string{})}},
		"parts": {url.Values{"tags": {"", "x", "y"}, "line.code": {"B"}, "line.quantity": {""}},
			patches{Tags: patch.Of([]string{"x", "y"}), Line: patch.Of(line{Code: "B"})}},
	} {
		t.Run(name, func(t *testing.T) {
			var got patches
			if err := FormData(c.form).Bind(&got); err != nil || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", c.want) {
				t.Errorf("filled %+v (%v), want %+v", got, err, c.want)
			}
		})
	}
}

// A typed text is accepted, refused at its field or, when blank, null.
func FuzzFormSendsPatches(f *testing.F) {
	for _, seed := range []string{"", " ", "0", "1,5", "2026-11-20T17:00:00Z", "on", "a\x00", "\xff", "1e999999"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		for _, name := range []string{"text", "whole", "price", "moment", "code", "ticked"} {
			var got patches
			err := FormData{name: {typed}}.Bind(&got)
			sent := reflect.ValueOf(got).FieldByName(strings.ToUpper(name[:1]) + name[1:])
			isBlank := strings.TrimSpace(typed) == ""
			if isBlank && err != nil || sent.FieldByName("Null").Bool() != isBlank {
				t.Errorf("%s typed as %q is %+v: %v", name, typed, sent, err)
			}
			if wrong := paths(err); err != nil && (len(wrong) != 1 || wrong[0] != name) {
				t.Errorf("%s typed as %q is refused at %v: %v", name, typed, wrong, err)
			}
		}
	})
}

// A field that the server sets is refused by name, with its own message; null, as it may have been read, is left out.
func TestBind_ReadOnlyFields(t *testing.T) {
	var in struct {
		ID patch.ReadOnly `json:"id"`
	}
	if message := errs.For(errs.FieldsOf(bindJSON([]byte(`{"id":7}`), &in)), "id"); message != patch.ErrReadOnly.Error() {
		t.Errorf("refused with %q", message)
	}
	if err := bindJSON([]byte(`{"id":null}`), &in); err != nil {
		t.Errorf("null is refused: %v", err)
	}
}

func TestBindForm_WrongFields(t *testing.T) {
	form := url.Values{"lines[0].amount": {"abc"}, "lines[0].quantity": {"dois"}, "paid": {"talvez"}, "name": {"a\x00"}, "code": {"x"}}
	var in sheet
	var problems errs.Problems
	fillInput(form, &in, &problems)
	if got := strings.Join(paths(problems.Err()), " "); got != "code lines[0].amount lines[0].quantity name paid" {
		t.Errorf("problems at %s", got)
	}
}

// The verb merges the binding errors of its input with its own: a field that could not be parsed is not also reported
// as missing.
func TestBindForm_ErrorsLeftToTheVerb(t *testing.T) {
	var in struct {
		errs.BindErrors
		line
	}
	if err := (FormData{"code": {"a"}, "amount": {"abc"}, "quantity": {"dois"}}).Bind(&in); err != nil || !in.BindErrors.HasBindErrors() {
		t.Fatalf("binding answers %v", err)
	}
	merged := in.BindErrors.Merge(errs.Problems{{Path: "code", Message: "é curto"}, {Path: "quantity", Message: "informe a quantidade"}})
	if got := strings.Join(paths(merged.Err()), " "); got != "amount quantity code" ||
		strings.Contains(errs.For(merged, "quantity"), "informe") {
		t.Errorf("merged to %v", merged)
	}
}

func TestBindQuery_Strict(t *testing.T) {
	var in sheet
	err := bindQuery(url.Values{"limit": {"x"}, "limti": {"5"}}, &in)
	if got := strings.Join(paths(err), " "); got != "limti limit" {
		t.Errorf("problems at %s", got)
	}
}

func TestBindForm_ListLimit(t *testing.T) {
	form := url.Values{}
	for i := range maxFormItems + 1 {
		form.Set("lines["+strconv.Itoa(i)+"].code", "x")
	}
	var in sheet
	var problems errs.Problems
	fillInput(form, &in, &problems)
	if got := strings.Join(paths(problems.Err()), " "); got != "lines" || len(in.Lines) > 0 {
		t.Errorf("%d lines were accepted, problems at %q", len(in.Lines), got)
	}
}

// bindJSON returns an error for any bytes and never panics; a value that it accepts can be encoded again.
func FuzzBindJSON(f *testing.F) {
	for _, seed := range []string{`{}`, `{"lines":[{"amount":1}]}`, `{"note":null}`, `[`, `{"a":{"b":[]}}`,
		`{"when":"2026-01-01T00:00:00Z"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var in sheet
		if err := bindJSON(raw, &in); err != nil && errs.As(err) == nil {
			t.Errorf("an error that is not ours: %v", err)
		}
	})
}

func TestBindJSON_RoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sent := line{
			Code:     rapid.StringMatching(`[^\x00]{0,20}`).Draw(t, "code"),
			Amount:   money.FromCents(rapid.Int64Range(0, 999_999_999).Draw(t, "cents")),
			Quantity: rapid.Int().Draw(t, "quantity"),
		}
		raw, err := json.Marshal(sent)
		if err != nil {
			t.Fatal(err)
		}
		var decoded line
		if err := bindJSON(raw, &decoded); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		if decoded.Code != sent.Code || !decoded.Amount.Equal(sent.Amount) || decoded.Quantity != sent.Quantity {
			t.Fatalf("sent %+v, decoded %+v", sent, decoded)
		}
	})
}

func paths(err error) []string {
	var list []string
	for _, field := range errs.FieldsOf(err) {
		list = append(list, field.Path)
	}
	return list
}
