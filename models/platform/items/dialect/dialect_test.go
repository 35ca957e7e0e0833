package dialect_test

import (
	"encoding/json"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"acolhe/models/platform/items/dialect"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// A filter has the same meaning in each of its forms.
func TestParse_FormsOfOneFilter(t *testing.T) {
	for _, forms := range [][]string{
		{`filter={"status":{"_eq":"Pago"}}`, `filter={"status":"Pago"}`, `filter[status][_eq]=Pago`, `filter[status]=Pago`},
		{`filter={"id":{"_in":[1,"2"]}}`, `filter={"id":{"_in":"1,2"}}`, `filter[id][_in]=1,2`, `filter[id][_in][]=1&filter[id][_in][]=2`,
			`filter[id][_in][1]=2&filter[id][_in][0]=1`},
		{`filter={"a":{"_null":true}}`, `filter={"a":{"_eq":null}}`, `filter={"a":null}`, `filter[a][_null]=`, `filter[a][_null]=1`,
			`filter[a][_nnull]=false`},
		{`filter={"_or":[{"a":1},{"_and":[{"b":2},{"c":3}]}]}`, `filter[_or][0][a]=1&filter[_or][1][_and][0][b]=2&filter[_or][1][_and][1][c]=3`},
		{`filter={"_or":[{"a":0},{"a":1},{"a":2},{"a":3},{"a":4},{"a":5},{"a":6},{"a":7},{"a":8},{"a":9},{"a":10}]}`,
			`filter[_or][10][a]=10&filter[_or][2][a]=2&filter[_or][0][a]=0&filter[_or][1][a]=1&filter[_or][3][a]=3&filter[_or][4][a]=4` +
				`&filter[_or][5][a]=5&filter[_or][6][a]=6&filter[_or][7][a]=7&filter[_or][8][a]=8&filter[_or][9][a]=9`},
		{`limit=0`, `filter={}`, `filter={"_and":[]}&limit=0`, `filter=`},
	} {
		var first *dialect.Node
		for i, form := range forms {
			query, err := dialect.Parse(escaped(form), nil)
			if err != nil {
				t.Errorf("%s: %v", form, err)
				continue
			}
			filter := withoutPaths(query.Filter)
			if filter != nil && len(filter.Nodes) == 1 && filter.Nodes[0].Group != "" && len(filter.Nodes[0].Nodes) == 0 {
				filter = nil // an empty group is no condition
			}
			if i == 0 {
				first = filter
			}
			if !reflect.DeepEqual(filter, first) {
				t.Errorf("%s is %+v, not %+v", form, filter, first)
			}
		}
	}
}

func escaped(query string) string {
	parts := strings.Split(query, "&")
	for i, part := range parts {
		name, value, _ := strings.Cut(part, "=")
		parts[i] = url.QueryEscape(name) + "=" + url.QueryEscape(value)
	}
	return strings.Join(parts, "&")
}

func withoutPaths(node *dialect.Node) *dialect.Node {
	if node == nil {
		return nil
	}
	copied := *node
	copied.Path = ""
	copied.Nodes = nil
	for i := range node.Nodes {
		copied.Nodes = append(copied.Nodes, *withoutPaths(&node.Nodes[i]))
	}
	return &copied
}

func TestParse_WholeQuery(t *testing.T) {
	got, err := dialect.Parse("fields=id,name&fields[]=a&sort=-a,b&search=jo&groupBy=[\"x\",\"y\"]&aggregate[sum]=m,n&aggregate[count][]=*"+
		"&limit=-1&page=2&meta=*&export=csv&locale=pt-BR&patients=1&quiet=0", []string{"patients", "quiet"})
	want := dialect.Query{
		Fields: []string{"id", "name", "a"}, Sort: []dialect.Sort{{Field: "a", Descending: true}, {Field: "b"}}, Search: "jo",
		GroupBy: []string{"x", "y"},
		Aggregates: []dialect.Aggregate{{Function: dialect.Sum, Field: "m"}, {Function: dialect.Sum, Field: "n"},
			{Function: dialect.Count, Field: "*"}},
		Window: page.Window{Limit: new(-1), Count: "*"}, Page: 2, Export: "csv", Locale: "pt-BR", Switches: []string{"patients"},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v (%v)\nwant %+v", got, err, want)
	}
}

func TestFromJSON_SameAsQueryString(t *testing.T) {
	got, err := dialect.FromJSON(json.RawMessage(`{"filter":{"a":{"_in":[1,2]}},"sort":["-a"],"limit":3,"search":null,"fields":"x,y"}`))
	want, wrong := dialect.Parse(escaped(`filter={"a":{"_in":[1,2]}}&sort=-a&limit=3&fields=x,y`), nil)
	if err != nil || wrong != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v (%v), want %+v", got, err, want)
	}
	for _, raw := range []string{`[]`, `null`, `1`, `{"filter":1}`, `{"nada":1}`, `{"limit":"x"}`} {
		if _, err := dialect.FromJSON(json.RawMessage(raw)); !errs.HasCode(err, errs.CodeValidation) {
			t.Errorf("%s: %v", raw, err)
		}
	}
}

func TestNode_Mentions(t *testing.T) {
	query, err := dialect.Parse(escaped(`filter={"a":1,"_or":[{"b":1},{"_and":[{"c":{"_null":true}}]}]}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	for field, want := range map[string]bool{"a": true, "b": true, "c": true, "d": false, "_or": false, "": false} {
		if query.Filter.Mentions(field) != want {
			t.Errorf("%q: %v", field, !want)
		}
	}
}

// A filter of the maximum depth or length is accepted; one beyond it is not.
func TestParse_FilterLimits(t *testing.T) {
	nested := func(levels int) string {
		return "filter=" + url.QueryEscape(strings.Repeat(`{"_or":[`, levels)+`{"a":1}`+strings.Repeat(`]}`, levels))
	}
	bracketed := func(levels int) string { return escaped("filter" + strings.Repeat("[_or][0]", levels) + "[a][_eq]=1") }
	empties := func(groups int) string {
		return "filter=" + url.QueryEscape(`{"_and":[`+strings.TrimSuffix(strings.Repeat(`{"_or":[]},`, groups), ",")+`]}`)
	}
	long := func(conditions int) string {
		return "filter=" + url.QueryEscape(`{"_and":[`+strings.TrimSuffix(strings.Repeat(`{"a":1},`, conditions), ",")+`]}`)
	}
	listed := func(values int) string {
		return "filter[a][_in]=" + strings.TrimSuffix(strings.Repeat("1,", values), ",")
	}
	bytes := func(length int) string {
		return "filter=" + url.QueryEscape(`{"a":"`+strings.Repeat("x", length-8)+`"}`)
	}
	inBrackets := func(length int) string { return escaped("filter[a][_eq]=" + strings.Repeat("x", length-14)) }
	for query, passes := range map[string]bool{
		bytes(32 << 10): true, bytes(32<<10 + 1): false, inBrackets(32 << 10): true, inBrackets(32<<10 + 1): false,
		nested(10): true, nested(11): false, nested(5000): false, bracketed(10): true, bracketed(11): false, bracketed(1000): false,
		long(99): true, long(100): false, empties(50): true, empties(100): false, long(20000): false, listed(1000): true, listed(1001): false,
	} {
		_, err := dialect.Parse(query, nil)
		if (err == nil) != passes || err != nil && len(errs.FieldsOf(err)) != 1 {
			t.Errorf("%.60s… (%d characters): %.200v", query, len(query), err)
		}
	}
}
