package web

import (
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"acolhe/models/types/errs"
)

// A form accepts no value that the JSON body would refuse.
func TestBind_SameRangeInFormAndJSON(t *testing.T) {
	t.Parallel()
	type input struct {
		When  time.Time       `json:"when" form:"when"`
		Place decimal.Decimal `json:"place" form:"place"`
	}
	for name, c := range map[string]struct{ when, place, wrong string }{
		"valid":             {"2026-11-20T14:00:00-03:00", "12.5", ""},
		"offset of a day":   {"2026-11-20T14:00:00+24:00", "1", "when"},
		"year 10000 in UTC": {"9999-12-31T23:00:00-03:00", "1", "when"},
		"year 0 in UTC":     {"0001-01-01T00:00:00+03:00", "1", "when"},
		"endless number":    {"2026-11-20T14:00:00Z", "1e999999999", "place"},
		"endless fraction":  {"2026-11-20T14:00:00Z", "1e-999999999", "place"},
		"many digits":       {"2026-11-20T14:00:00Z", strings.Repeat("9", 41), "place"},
	} {
		inJSON := bindJSON([]byte(`{"when":`+strconv.Quote(c.when)+`,"place":`+c.place+`}`), new(input))
		inForm := FormData{"when": {c.when}, "place": {c.place}}.Bind(new(input))
		for kind, err := range map[string]error{"JSON": inJSON, "form": inForm} {
			var wrong []string
			for _, field := range errs.FieldsOf(err) {
				wrong = append(wrong, field.Path)
			}
			if strings.Join(wrong, " ") != c.wrong {
				t.Errorf("%s in %s: %v", name, kind, err)
			}
		}
	}
}

func TestFormData_Limits(t *testing.T) {
	t.Parallel()
	many := url.Values{}
	for i := range maxFormValues + 1 {
		many.Add("items["+strconv.Itoa(i)+"].code", "x")
	}
	for name, c := range map[string]struct {
		posted url.Values
		wrong  string
	}{
		"valid":       {url.Values{"name": {strings.Repeat("x", maxFormValue)}}, ""},
		"many fields": {many, "body"},
		"many values": {url.Values{"tags": make([]string, maxFormValues+1)}, "body"},
		"long name":   {url.Values{strings.Repeat("x", maxFormName+1): {""}}, "body"},
		"long value":  {url.Values{"name": {strings.Repeat("x", maxFormValue+1)}}, "name"},
	} {
		err := checkForm(c.posted, maxFormValue)
		if fields := errs.FieldsOf(err); (err == nil) != (c.wrong == "") || len(fields) > 0 && fields[0].Path != c.wrong {
			t.Errorf("%s: %v", name, err)
		}
	}
}
