package api_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/areas"
	"acolhe/models/platform/items"
	"acolhe/models/platform/items/dialect"
	"acolhe/models/tokens"
	"acolhe/models/types/auth"
)

// Any query or body sent to the generic collections is answered: never with 5xx, never by a statement that
// times out, and always with well-formed JSON. Run it with -fuzz=FuzzItems; a plain test run uses the seeds.
func FuzzItems(f *testing.F) {
	app := handlertest.New(f)
	// An administrator's token sees everything, so that no input is refused unread.
	issued, err := tokens.Issue(f.Context(), app.DB, auth.Caller{Kind: auth.System}.At(time.Now()),
		tokens.IssueInput{Name: "fuzz", Scopes: []string{"*"}})
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range seeds() {
		f.Add(seed.what, seed.query, seed.body)
	}
	all := areas.Described()
	methods := []string{"GET", "GET", "GET", "POST", "PATCH", "DELETE"}
	f.Fuzz(func(t *testing.T, what uint16, query, body string) {
		method, collection := methods[int(what)%len(methods)], all[int(what>>3)%len(all)]
		if endsItself(method, collection) {
			return
		}
		path := "/api/v1/items/" + collection.Name()
		if what>>12&1 == 1 {
			path += fmt.Sprintf("/%d", what>>8&3)
		}
		// For half of the inputs the bytes choose known words instead of being sent as they are.
		if what>>13&1 == 1 {
			query, body = composeQuery(collection, query), composeBody(collection, body)
		}
		status, answer := fuzzed(t, method, app.URL+path+"?"+sendable(query), issued.Token, body)
		if status >= 500 {
			t.Errorf("%s %s?%s with %q: %d %s", method, path, query, body, status, answer)
		}
		if strings.HasPrefix(answer, "{") && !json.Valid([]byte(answer)) {
			t.Errorf("%s %s?%s with %q is answered with %s", method, path, query, body, answer)
		}
	})
}

var composed = flag.Int("composed", 1500, "how many composed requests are sent")

// A fuzzer rarely finds meaningful requests; these are composed at random from known words.
func TestItems_ComposedRequests(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	issued, err := tokens.Issue(t.Context(), app.DB, auth.Caller{Kind: auth.System}.At(time.Now()),
		tokens.IssueInput{Name: "chance", Scopes: []string{"*"}})
	if err != nil {
		t.Fatal(err)
	}
	chance := rand.New(rand.NewPCG(2026, 11))
	all, methods, statuses := areas.Described(), []string{"GET", "GET", "GET", "GET", "POST", "PATCH", "DELETE"}, map[int]int{}
	for range *composed {
		method, collection := methods[chance.IntN(len(methods))], all[chance.IntN(len(all))]
		if endsItself(method, collection) {
			continue
		}
		path, query, body := "/api/v1/items/"+collection.Name(), "", ""
		if method == "GET" {
			query = composeQuery(collection, letters(chance, 5*(1+chance.IntN(3))))
		} else {
			body = composeBody(collection, letters(chance, 2*(1+chance.IntN(5))))
		}
		status, answer := fuzzed(t, method, app.URL+path+"?"+query, issued.Token, body)
		if statuses[status]++; status >= 500 || strings.HasPrefix(answer, "{") && !json.Valid([]byte(answer)) {
			t.Errorf("%s %s?%s with %q: %d %.500s", method, path, query, body, status, answer)
		}
	}
	t.Logf("%d requests: %v", *composed, statuses)
}

// endsItself reports whether a request could revoke the token with which it is sent.
func endsItself(method string, collection *items.Collection) bool {
	return method == "DELETE" && collection.Name() == "users_api"
}

func letters(chance *rand.Rand, count int) string {
	bytes := make([]byte, count)
	for i := range bytes {
		bytes[i] = byte(chance.Uint32())
	}
	return string(bytes)
}

func fuzzed(t *testing.T, method, address, bearer, body string) (status int, answer string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+bearer)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(raw)
}

// sendable escapes the characters that are not allowed in the first line of a request, and nothing else.
func sendable(query string) string {
	var escaped strings.Builder
	for _, b := range []byte(query) {
		if b <= ' ' || b >= 0x7f || b == '#' {
			fmt.Fprintf(&escaped, "%%%02X", b)
			continue
		}
		escaped.WriteByte(b)
	}
	return escaped.String()
}

type seed struct {
	what        uint16
	query, body string
}

// seeds query every collection in every form.
func seeds() []seed {
	queries := []string{
		"", "fields=*&sort=-date_created,id&limit=2&offset=1&meta=*", "page=2&limit=1", "search=jo%C3%A3o 529.982", "search=%25_%5C",
		`filter={"_or":[{"id":{"_in":[1,2]}},{"_and":[{"date_created":{"_between":["$NOW(-1 month)","$NOW"]}}]}]}`,
		"filter[status][_eq]=Pago&filter[total][_gte]=1.5e1", "filter[_or][0][name][_icontains]=a&filter[_or][1][name][_null]=true",
		"filter[tags][_contains]=x&filter[id][_nbetween]=1,2", "filter[user_code][_nin]=0a000000-0000-4000-8000-000000000001",
		"aggregate[count]=*&groupBy=status", `aggregate={"sum":["total"],"avg":"price","max":"date_created"}`, "export=csv&locale=pt-BR",
		"export=json", "export=xlsx&limit=1",
		"patients=1", "filter[birth_date][_lt]=2000-02-30", "filter[associate_status][_gt]=1", "filter[is_sample]=0",
		"filter[annotations][_nempty]=1",
		"filter[date_created][_gt]=0001-01-01T00:00:00-23:59", "filter[name][_nends_with]=%00", "offset=9999999",
		"limit=-1&sort=name,email,-total",
	}
	bodies := []string{
		`{"name":"x","code":"c","price":1.5,"tags":["a"],"width_cm":1e3}`, `[{"name":"x","code":"d"},{"name":"y","code":"e"}]`,
		`{"keys":[1,2],"data":{"name":"z"}}`,
		`{"query":{"filter":{"id":{"_gt":0}},"limit":1},"data":{"name":null}}`, `[1,2]`, `[{"id":1,"name":"q"}]`,
		`{"email":"A@B.c","status":"done","tags":{"a":1e308}}`,
		`{"name":"Dr","type":"medic","phone":"+55 (48) 99999-0000","council_state":"sc"}`,
		`{"user":1,"total":10,"items":[{"code":"a","amount":10,"quantity":1}]}`,
		`{"name":"\u0000"}`, `null`, `"`, `{"associate_code":"0a000000-0000-4000-8000-000000000001","position":1e99999999}`,
	}
	var all []seed
	for i, query := range queries {
		for method := range 3 {
			all = append(all, seed{uint16(i*48+method) % 4096, query, ""}, seed{uint16(i*48+method)%4096 | 1<<13, query, ""})
		}
	}
	for i := range 26 {
		for _, body := range bodies {
			all = append(all, seed{uint16(i*8 + 3 + i%3), "", body}, seed{uint16(i*8+4) | 1<<12 | 1<<8, "fields=id", body},
				seed{uint16(i*8+3+i%3) | 1<<13, "", body}, seed{uint16(i*8+4) | 1<<13 | 1<<12 | 1<<8, "", body})
		}
	}
	return all
}

// values are tried on fields of every kind; some are valid for each kind.
var values = []string{"", "0", "1", "-1", "1.5", "1e9", "9223372036854775808", "NaN", "true", "false", "null", "a", "á", "%", "_", "\\",
	"'", "1,2", "1,a", "2026-11-20",
	"2026-11-20T10:00:00-03:00", "9999-12-31", "0001-01-01", "$NOW", "$NOW(-1 month)", "Pago", "patient", "5",
	"0a000000-0000-4000-8000-000000000001", "\x00", "[1]", "{}"}

// composeQuery builds a query of parameters that the collection knows, five bytes each.
func composeQuery(collection *items.Collection, bytes string) string {
	query := url.Values{}
	fields, operators := collection.Fields(), dialect.Operators()
	for ; len(bytes) >= 5 && len(query) < 12; bytes = bytes[5:] {
		field := fields[int(bytes[1])%len(fields)].Name
		operator, value := operators[int(bytes[2])%len(operators)], values[int(bytes[3])%len(values)]
		function := []string{"count", "countDistinct", "sum", "avg", "min", "max"}[int(bytes[2])%6]
		switch bytes[0] % 12 {
		case 0, 1, 2:
			query.Set(fmt.Sprintf("filter[%s][%s]", field, operator), value)
		case 3:
			query.Set(fmt.Sprintf("filter[_or][%d][%s][%s]", bytes[4]%3, field, operator), value)
		case 4:
			query.Set(fmt.Sprintf("filter[_and][%d][_or][0][%s][%s]", bytes[4]%3, field, operator), value)
		case 5:
			query.Add("sort", strings.Repeat("-", int(bytes[2]%2))+field)
		case 6:
			query.Add("fields[]", field)
		case 7:
			query.Add("aggregate["+function+"][]", []string{field, "*"}[bytes[4]%2])
		case 8:
			query.Add("groupBy[]", field)
		case 9:
			query.Set("search", value)
		case 10:
			query.Set([]string{"limit", "offset", "page", "meta"}[bytes[2]%4], []string{"0", "1", "2", "700", "-1", "*"}[bytes[3]%6])
		case 11:
			query.Set("export", []string{"csv", "json", "xlsx"}[bytes[2]%3])
		}
	}
	return query.Encode()
}

// composeBody builds an object of members that the collection knows, two bytes each, alone or in one of the
// forms of a batch.
func composeBody(collection *items.Collection, bytes string) string {
	members := map[string]any{}
	fields := collection.Fields()
	wrap := byte(0)
	if bytes != "" {
		wrap = bytes[0] % 6
	}
	for ; len(bytes) >= 2 && len(members) < 8; bytes = bytes[2:] {
		text := values[int(bytes[1])%len(values)]
		var value any
		if json.Unmarshal([]byte(text), &value) != nil {
			value = text
		}
		members[fields[int(bytes[0])%len(fields)].Name] = value
	}
	raw, err := json.Marshal([]any{
		members, members, []any{members, members}, map[string]any{"keys": []int{1, 2}, "data": members},
		map[string]any{"query": map[string]any{"filter": members, "limit": 2}, "data": members},
		map[string]any{"query": map[string]any{"filter": members}},
	}[wrap])
	if err != nil {
		panic(err)
	}
	return string(raw)
}
