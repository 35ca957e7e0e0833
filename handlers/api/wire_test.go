package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// JSON that decoding would silently change is refused: a duplicate member, half of a surrogate pair, another
// encoding.
func TestBody_Strict(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	const tags = "/api/v1/items/tags"
	nested := strings.Repeat(`{"a":`, 200) + "1" + strings.Repeat("}", 200)
	for _, sent := range []string{
		`{"name": "a", "name": "b"}`, `[{"name": "a", "name": "b"}]`, `{"name": "a\ud800"}`, `{"name": "\udc00\ud800"}`, "{\"name\": \"a\xff\"}",
		"\xef\xbb\xbf{}",
	} {
		camila.POST(tags, sent).WantCode(400, "VALIDATION_ERROR")
	}
	camila.JSON("PATCH", tags, `{"keys": [1], "keys": [2], "data": {"color": null}}`).WantCode(400, "VALIDATION_ERROR")
	camila.JSON("PATCH", tags, `[{"id": 1, "id": 2, "color": null}]`).WantCode(400, "VALIDATION_ERROR")
	camila.POST("/api/v1/orders", strings.Replace(jsonOf(anOrder(nil)), `{`, `{"total": 1, `, 1)).WantCode(400, "VALIDATION_ERROR")
	camila.POST("/api/v1/items/reception", `{"name": "x", "tags": `+nested+`}`).WantCode(400, "VALIDATION_ERROR")
	for _, query := range []string{`filter={"id":1,"id":2}`, `filter={"id":{"_eq":1,"_eq":2}}`, `filter={"name":"%5Cud800"}`,
		`aggregate={"count":"id","count":"name"}`} {
		camila.GET(tags+"?"+strings.ReplaceAll(query, `"`, "%22")).WantCode(400, "VALIDATION_ERROR")
	}
	var written struct{ Name string }
	if camila.POST(tags, `{"name": "\\u0000 \ud83c\udf3f"}`).Want(201).Data(&written); written.Name != `\u0000 🌿` {
		t.Errorf("it is stored as %q", written.Name)
	}
	for contentType, status := range map[string]int{
		"application/json; charset=utf-8": 201, "application/json;charset=UTF-8": 201, "application/json; charset=iso-8859-1": 415,
		"application/json; charset=utf-16": 415,
		"text/json":                        415, "application/vnd.api+json": 415, "json": 415,
	} {
		camila.With("Content-Type", contentType).POST(tags, body{"name": contentType}).Want(status)
	}
	camila.With("Content-Encoding", "gzip").POST(tags, body{"name": "gzip"}).WantCode(415, "UNSUPPORTED_MEDIA_TYPE")
	if app.Count(t, "tags", "true") != 6 || app.Count(t, "tags", "color is null") != 3 {
		t.Error("something else was written")
	}
}

// A row has one address; other spellings of its number are 404.
func TestPath_OneSpellingOfAnID(t *testing.T) {
	t.Parallel()
	camila := handlertest.New(t).As(t, dbtest.Camila)
	for _, code := range []string{"0a000000000040008000000000000001", "urn:uuid:" + dbtest.Ana.UserCode, "%7B" + dbtest.Ana.UserCode + "%7D",
		"x"} {
		camila.GET("/api/v1/users/code/"+code).WantCode(404, "NOT_FOUND")
	}
	camila.GET("/api/v1/users/code/" + dbtest.Ana.UserCode).Want(200)
	for _, id := range []string{"+1", "01", "0", "-1", "1.0", "1e0", "1%20", "9223372036854775808", "%EF%BC%91", "x", "1%00", "*"} {
		camila.GET("/api/v1/items/tags/"+id).WantCode(404, "NOT_FOUND")
		camila.JSON("PATCH", "/api/v1/orders/"+id, body{"info": "x"}).WantCode(404, "NOT_FOUND")
	}
}

// Preconditions work as in RFC 9110, also when split over several header lines.
func TestPreconditions_HTTPSemantics(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	const tags, one = "/api/v1/items/tags", "/api/v1/items/tags/1"
	tag := camila.GET(one).Want(200).Header.Get("ETag")
	for sent, status := range map[string]int{tag: 304, "*": 304, "W/" + tag: 304, `"x", ` + tag: 304, `"x"`: 200, `"*"`: 200, "": 200} {
		camila.With("If-None-Match", sent).GET(one).Want(status)
	}
	for sent, status := range map[string]int{tag: 200, "*": 200, "W/" + tag: 200, `"x", ` + tag: 200, `"*"`: 412, `W/*`: 412, "": 400,
		",": 400} {
		camila.With("If-Match", sent).JSON("PATCH", one, body{}).Want(status)
	}
	// A change that cannot check a precondition refuses it.
	for _, sent := range []string{tag, "*", `"x"`} {
		client := camila.With("If-None-Match", sent)
		for path, answer := range map[string]*handlertest.Answer{
			"PATCH": client.JSON("PATCH", one, body{"color": nil}), "DELETE": client.JSON("DELETE", one, ""),
			"POST":  client.POST(tags, body{"name": "x"}),
			"batch": client.JSON("DELETE", tags, []int{1}), "order": client.POST("/api/v1/orders", anOrder(nil)),
			"orders": client.JSON("PATCH", "/api/v1/orders/2", body{"info": "x"}),
		} {
			if answer.StatusCode != 400 || !strings.HasPrefix(answer.Messages()[0], "If-None-Match: ") {
				t.Errorf("%s with %s: %d %s", path, sent, answer.StatusCode, answer.Body)
			}
		}
	}
	camila.With("If-Match", tag).POST("/api/v1/orders", anOrder(nil)).WantCode(400, "VALIDATION_ERROR")
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, app.URL+one, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header["If-None-Match"] = []string{`"x"`, tag}
	request.AddCookie(&http.Cookie{Name: "service_oss_session", Value: camila.Cookie("service_oss_session")})
	answer, err := http.DefaultTransport.RoundTrip(request)
	if err != nil || answer.StatusCode != 304 {
		t.Errorf("two lines are answered %v (%v)", answer, err)
	}
}

// A time that cannot be written in UTC is never stored, because it would break every list that contains it.
func TestBody_Moments(t *testing.T) {
	t.Parallel()
	camila := handlertest.New(t).As(t, dbtest.Camila)
	const issue = "/api/v1/auth/tokens"
	for _, moment := range []string{"9999-12-31T23:59:59-14:00", "9999-12-31T23:59:59-00:01", "0001-01-01T00:00:00+14:00",
		"0000-06-01T00:00:00Z", "2027-01-01T00:00:00+24:00"} {
		answer := camila.POST(issue, body{"name": "x", "scopes": []string{"items:tags:read"}, "expires_at": moment}).
			WantCode(400, "VALIDATION_ERROR")
		if !strings.HasPrefix(answer.Messages()[0], "expires_at: deve ser data e hora") {
			t.Errorf("%s is refused with %q", moment, answer.Messages())
		}
		camila.JSON("PATCH", "/api/v1/items/services/1", body{"consultation_date": moment}).WantCode(400, "VALIDATION_ERROR")
	}
	camila.POST(issue, body{"name": "x", "scopes": []string{"items:tags:read"}, "expires_at": "9999-12-31T23:59:59Z"}).Want(201)
	camila.GET(issue + "?limit=-1&meta=*").Want(200)
}

// No query parameter is ignored, and none may be sent twice.
func TestQuery_NeverIgnored(t *testing.T) {
	t.Parallel()
	camila := handlertest.New(t).As(t, dbtest.Camila)
	for _, query := range []string{"sort=id,-id", "sort=name,color,name", "locale=pt-BR", "limit=1&limit=2", "fields=id&x=1"} {
		camila.GET("/api/v1/items/tags?"+query).WantCode(400, "VALIDATION_ERROR")
	}
	for _, path := range []string{"orders?status=Pago&status=Enviado", "orders?limit=1&limit=2", "search?q=ana&q=b", "users/search?q=ana&q=b",
		"auth/tokens?limit=1&limit=2"} {
		if answer := camila.GET("/api/v1/"+path).WantCode(400, "VALIDATION_ERROR"); !strings.HasSuffix(answer.Messages()[0], "mais de uma vez") {
			t.Errorf("%s is refused with %q", path, answer.Messages())
		}
	}
	for _, path := range []string{"orders?status=Pago;q=ana", "orders?status=%zz", "search?q=ana;x"} {
		camila.GET("/api/v1/"+path).WantCode(400, "VALIDATION_ERROR")
	}
	camila.POST("/api/v1/orders?fields=id", anOrder(nil)).WantCode(400, "VALIDATION_ERROR")
	camila.JSON("PATCH", "/api/v1/system-users/2?dry_run=1", body{"name": "B"}).WantCode(400, "VALIDATION_ERROR")
	camila.JSON("DELETE", "/api/v1/system-users/2?force=0", "").WantCode(400, "VALIDATION_ERROR")
	for _, query := range []body{{"fields": "id"}, {"meta": "*"}, {"locale": "pt-BR"}, {"aggregate": body{"count": "*"}}, {"groupBy": "name"},
		{"export": "csv"}} {
		answer := camila.JSON("PATCH", "/api/v1/items/tags", body{"query": query, "data": body{}}).WantCode(400, "VALIDATION_ERROR")
		if !strings.HasPrefix(answer.Messages()[0], "query") && !strings.HasPrefix(answer.Messages()[0], "locale") {
			t.Errorf("%v is refused with %q", query, answer.Messages())
		}
	}
	camila.JSON("PATCH", "/api/v1/items/tags",
		body{"query": body{"fields": []string{}, "filter": body{}, "limit": 1, "page": 0}, "data": body{}}).Want(200)
}

// A search of signs alone has no terms: no list and no search finds a row, and no batch writes.
func TestSearch_SignsAlone(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	// E-mails and codes are full of signs; here a name also has signs that normalisation keeps.
	change(t, app, `update products set name = 'Óleo 🌿 50%_\ —' where id = 1`)
	lists := map[string]string{}
	for _, collection := range []string{"users", "system_users", "orders", "services", "products", "professionals", "reception", "tags",
		"files"} {
		lists["/api/v1/items/"+collection+"?meta=filter_count&search="] = ""
	}
	for _, path := range []string{"/api/v1/orders?q=", "/api/v1/system-users?q=", "/api/v1/users/search?q="} {
		lists[path] = ""
	}
	for _, signs := range []string{"---", "%25", "_", "%5C", "%25%25", "%F0%9F%8C%BF", "%E2%80%8B", "%E2%80%AE%E2%80%8B", "%22%22", "@", ".",
		"%CA%BC", "%20-%20%25%20", "%C2%AD", "%CC%83%CC%83"} {
		for path := range lists {
			var rows []body
			if camila.GET(path + signs).Want(200).Data(&rows); len(rows) != 0 {
				t.Errorf("%s%s finds %d rows", path, signs, len(rows))
			}
		}
		var found map[string][]body
		camila.GET("/api/v1/search?q=" + signs).Want(200).Data(&found)
		for name, rows := range found {
			if len(rows) != 0 {
				t.Errorf("/search?q=%s finds %d %s", signs, len(rows), name)
			}
		}
	}
	removed := body{"query": body{"search": "---"}}
	if answer := camila.JSON("DELETE", "/api/v1/items/tags", removed).Want(200); app.Count(t, "tags", "true") != 3 {
		t.Errorf("signs removed %s", answer.Body)
	}
	// Signs and invisible characters beside a word are ignored; an empty search lists all rows.
	for search, want := range map[string]int{"%C3%B3leo%20%F0%9F%8C%BF": 2, "%E2%80%8B%C3%B3l%C2%ADeo%20-%2050": 1, "o%CC%81leo%2050": 1,
		"": 3, "%20": 3, "creme%20%25": 1} {
		var rows []body
		if camila.GET("/api/v1/items/products?search=" + search).Want(200).Data(&rows); len(rows) != want {
			t.Errorf("%s finds %d products, want %d", search, len(rows), want)
		}
	}
	if page := fmt.Sprint(camila.GET("/painel/produtos?q=---").Want(200).Body); strings.Contains(page, "CREME-60") {
		t.Error("the page finds something by signs")
	}
}
