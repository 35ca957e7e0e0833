package api_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/areas"
	"acolhe/models/platform/dbtest"
	"acolhe/models/tokens"
)

// ids requests a list and returns the ids in its order.
func ids(client *handlertest.Client, path string) []int64 {
	var rows []struct{ ID int64 }
	client.GET("/api/v1/items/" + path).Want(200).Data(&rows)
	found := make([]int64, len(rows))
	for i, row := range rows {
		found[i] = row.ID
	}
	return found
}

func TestListItems_Queries(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	for query, want := range map[string][]int64{
		// Lists of associates leave patients out unless the filter names the status, at any depth.
		"users": {5, 3, 1}, "users?filter[status][_eq]=patient": {4, 2}, "users?filter[status][_nnull]=true": {5, 4, 3, 2, 1},
		`users?filter={"_or":[{"_and":[{"status":"patient"}]},{"id":5}]}`: {5, 4, 2},
		"users?filter[responsible_code][_nnull]=1":                        {},
		"users?sort=associate_name":                                       {1, 5, 3}, "users?sort=-associate_status,id": {1, 3, 5},
		"users?search=joao": {3}, "users?search=52998224725": {1}, "users?search=(11) 99999-0003": {3}, "users?search=BEATRIZ souza": {1},
		"users?search=miguel": {}, "users?search=miguel&filter[status]=patient": {2}, "users?search=%25%25": {},
		"users?limit=1": {5}, "users?limit=1&offset=1": {3}, "users?limit=2&page=2": {1}, "users?page=0&filter={}&fields=[]&sort=": {5, 3, 1},
		"users?limit=-1": {5, 3, 1}, "users?offset=1000": {},
		"orders?filter[total][_between]=280,430.90": {2, 1}, "orders?filter[user][_eq]=1": {1}, "orders?filter[total][_gt]=280.00": {1},
		"orders?filter[status][_in]=Pago,Enviado": {1}, "orders?filter[status][_in][]=Pago&filter[date_created][_lt]=$NOW": {1},
		"orders?filter[date_created][_gte]=2026-11-20": {2}, "orders?filter[status]=Pago": {1},
		"tags?filter[_or][0][name][_istarts_with]=pri&filter[_or][1][collection][_eq]=orders&sort=id": {1, 2},
		"professionals?filter[is_prescriber]=true&sort=id":                                            {1, 2},
		"products?filter[active]=false":                                                               {3},
		"products?filter[description][_empty]=true&sort=id":                                           {1, 2, 3},
		"reception?filter[completed_at][_null]=true&sort=id":                                          {1, 2},
		"system_users?filter[permissions][_contains]=Acolhimento&sort=id":                             {2, 6, 7},
		"system_users?search=renata":                                                                  {5},
	} {
		path, raw, _ := strings.Cut(query, "?")
		if got := ids(camila, path+"?"+encoded(raw)); !slices.Equal(got, want) {
			t.Errorf("%s finds %v, want %v", query, got, want)
		}
	}
}

// encoded escapes the values of a readable query.
func encoded(raw string) string {
	var parts []string
	for part := range strings.SplitSeq(raw, "&") {
		name, value, valued := strings.Cut(part, "=")
		if valued {
			value = "=" + strings.ReplaceAll(url.QueryEscape(value), "%2525", "%25")
		}
		parts = append(parts, url.QueryEscape(name)+value)
	}
	return strings.Join(parts, "&")
}

func TestListItems_WrongQueries(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	deep := strings.Repeat(`{"_and":[`, 11) + `{"id":1}` + strings.Repeat(`]}`, 11)
	many := `{"_or":[` + strings.TrimSuffix(strings.Repeat(`{"id":1},{"id":2},`, 50)+`{"id":3},`, ",") + `]}`
	for query, want := range map[string]string{
		"filter[nada][_eq]=1": "filter.nada._eq: campo desconhecido", "filter[total][_eqq]=1": "filter.total._eqq: operador desconhecido",
		"filter[total][_eq]=abc": "filter.total._eq: deve ser um número", "filter[total][_contains]=1": "filter.total._contains: este operador",
		"filter[id][_eq]=99999999999999999999":            "filter.id._eq: deve ser um número inteiro",
		"filter[user_code][_eq]=x":                        "filter.user_code._eq: deve ser um UUID",
		"filter[date_created][_gt]=ontem":                 "filter.date_created._gt: deve ser data",
		"filter[date_created][_gt]=$NOW(-1 fortnight)":    "filter.date_created._gt: ",
		"filter[date_created][_gt]=$NOW(-999999 years)":   "filter.date_created._gt: ",
		"filter[date_created][_eq]=10000-01-01T00:00:00Z": "filter.date_created._eq: ",
		"filter[is_sample][_eq]=talvez":                   "filter.is_sample._eq: deve ser true",
		"filter[items][_eq]=x":                            "filter.items._eq: este operador",
		"filter[total][_between]=1":                       "filter.total._between: deve ter dois",
		"filter[email][_eq]=a%00b":                        "filter.email._eq: tem um caractere",
		"filter[email][_eq]=%ff":                          "filter.email._eq: tem um caractere", "filter=[1]": "filter: deve ser um objeto",
		"filter={":               "filter: não é um JSON",
		"filter={}&filter[id]=1": "filter: deve ser JSON ou", "filter=" + deep: "filter: tem mais de 10 níveis",
		"filter=" + many:                 "filter: tem mais de 100 condições",
		"filter[id]=1&filter[id][_eq]=2": "filter[id][_eq]: contradiz", "filter[id=1": "filter[id: parâmetro desconhecido",
		"filter[_or]=1":             "filter._or: ",
		"filter[user][name][_eq]=1": "filter.user.name: operador desconhecido", "fields=id,nada": "fields.nada: campo desconhecido",
		"fields=user.name": "fields.user.name: campo desconhecido", "sort=nada": "sort.nada: campo desconhecido",
		"sort=address": "sort.address: não tem ordem",
		"limit=0x1":    "limit: deve ser", "limit=1001": "limit: deve estar", "limit=-2": "limit: deve estar", "offset=-1": "offset: ",
		"page=-1":         "page: ",
		"page=2&offset=1": "page: não se combina", "page=999999&limit=1000": "offset: ", "limit=1&limit=2": "limit: foi enviado",
		"meta=tudo":             "meta: ",
		"aggregate[sum]=status": "aggregate.sum.status: esta função", "aggregate[soma]=id": "aggregate.soma: função desconhecida",
		"aggregate[sum]=nada": "aggregate.sum.nada: campo desconhecido", "aggregate[count]=*,id": "aggregate.count: ",
		"groupBy=items":             "groupBy.items: ",
		"groupBy=status&sort=total": "sort.total: não está em groupBy", "groupBy=status&fields=id": "fields: ",
		"groupBy=nada": "groupBy.nada: campo desconhecido",
		"export=pdf":   "export: aceita", "export=csv&locale=fr": "locale: ", "export=csv&groupBy=status": "export: ",
		"deep=1":     "deep: parâmetro desconhecido",
		"patients=1": "patients: parâmetro desconhecido", "search=" + strings.Repeat("a ", 11): "search: tem palavras demais",
		"fields=*,nada": "fields.nada: campo desconhecido", "fields=*,search_text": "fields.search_text: campo desconhecido",
		"export=csv&page=2": "page: só serve com limit", "meta=*,tudo": "meta: ", "%zz=1": "query: ",
		"aggregate[sum][x]=total": "aggregate[sum][x]: ",
	} {
		raw := query
		if !strings.Contains(query, "%") {
			raw = encoded(query)
		}
		answer := camila.GET("/api/v1/items/orders?" + raw)
		if answer.StatusCode != 400 || !strings.HasPrefix(answer.Messages()[0], want) {
			t.Errorf("%.80s: %d %q, want %q", query, answer.StatusCode, answer.Messages(), want)
		}
	}
}

// A hidden field has the same answer as an unknown one, for every query.
func TestListItems_HiddenFields(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	script := app.WithToken(t, "*")
	bruno := app.As(t, dbtest.Bruno)
	ways := []string{"fields=%s", "filter[%s][_eq]=x", "filter[%s][_null]=true", `filter={"_or":[{"id":1},{"%s":{"_icontains":"a"}}]}`,
		"sort=%s",
		"sort=-%s", "aggregate[count]=%s", "aggregate[countDistinct]=%s", "aggregate[max]=%s", "groupBy=%s", "fields=%s&export=csv",
		"filter[%s][_nempty]=1&export=json", "sort=%s&export=xlsx", "search=a&filter[%s][_starts_with]=a"}
	probe := func(client *handlertest.Client, collection, field string) {
		t.Helper()
		for _, way := range ways {
			path := "/api/v1/items/" + collection + "?"
			answer := client.GET(path+encoded(fmt.Sprintf(way, field))).WantCode(400, "VALIDATION_ERROR")
			unknown := client.GET(path + encoded(fmt.Sprintf(way, "unknown"))).Want(400)
			if strings.ReplaceAll(answer.Body, field, "unknown") != unknown.Body {
				t.Errorf("%s %s: %s differs from %s", collection, fmt.Sprintf(way, field), answer.Body, unknown.Body)
			}
		}
		client.GET("/api/v1/items/"+collection+"/1?fields="+field).WantCode(400, "VALIDATION_ERROR")
		if body := client.GET("/api/v1/items/" + collection + "?fields=*").Want(200).Body; strings.Contains(body, `"`+field+`"`) {
			t.Errorf("%s shows %s", collection, field)
		}
	}
	for collection, fields := range map[string][]string{
		"users":        {"account_password", "session_token", "session_expires", "password_reset_token", "search_text"},
		"system_users": {"password", "session_token", "chat_token", "invite_token"}, "users_api": {"token_hash"}, "files": {"storage_key"},
		"services": {"slot_end", "event_calendar_id"},
	} {
		for _, field := range fields {
			probe(script, collection, field)
		}
	}
	for _, field := range []string{"email", "last_login_at", "date_created", "is_sample"} {
		probe(bruno, "system_users", field)
	}
	// A search does not look into hidden fields either.
	if found := ids(bruno, "system_users?search=acolhe.test"); len(found) > 0 {
		t.Errorf("an e-mail was found: %v", found)
	}
	if found := ids(script, "system_users?search=acolhe.test"); len(found) == 0 {
		t.Error("an administrator finds no e-mail")
	}
}

func TestListItems_Partner(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	partner := app.WithTokenOf(t, tokens.IssueInput{Name: "parceiro", Scopes: []string{"items:services:read", "items:professionals:read"},
		InternalCode: dbtest.DrOtavio.Code})
	if got := ids(partner, "professionals"); !slices.Equal(got, []int64{2}) {
		t.Errorf("a partner's token sees the professionals %v", got)
	}
	if got := ids(partner, "services"); len(got) > 0 {
		t.Errorf("a partner's token sees the unpaid services %v", got)
	}
	partner.GET("/api/v1/items/orders").WantCode(403, "FORBIDDEN")
	partner.GET("/api/v1/items/professionals?fields=donation_balance").WantCode(400, "VALIDATION_ERROR")
	renata := app.As(t, dbtest.Renata)
	if got := ids(renata, "services"); !slices.Equal(got, []int64{1}) {
		t.Errorf("sees the services %v", got)
	}
	if got := ids(renata, "professionals?filter[_or][0][id]=2&filter[_or][1][id]=1"); !slices.Equal(got, []int64{1}) {
		t.Errorf("sees the professionals %v", got)
	}
	for _, path := range []string{"services/2", "professionals/2"} {
		renata.GET("/api/v1/items/"+path).WantCode(404, "NOT_FOUND")
	}
	var counted []struct{ Count int }
	renata.GET("/api/v1/items/services?aggregate[count]=*").Want(200).Data(&counted)
	var meta struct {
		Total int `json:"total_count"`
	}
	renata.GET("/api/v1/items/services?meta=total_count&filter[id]=2").Want(200).Meta(&meta)
	if counted[0].Count != 1 || meta.Total != 1 {
		t.Errorf("counts %d and %d services", counted[0].Count, meta.Total)
	}
	if csv := renata.GET("/api/v1/items/services?export=csv&fields=id").Want(200).Body; csv != "id\r\n1\r\n" {
		t.Errorf("exports %q", csv)
	}
	// Only staff see the balance, and a partner may not read other fields either.
	renata.GET("/api/v1/items/professionals?sort=donation_balance").WantCode(400, "VALIDATION_ERROR")
	for _, collection := range areas.Described() {
		if name := collection.Name(); name != "services" && name != "professionals" {
			renata.GET("/api/v1/items/"+name).WantCode(403, "FORBIDDEN")
		}
	}
	change(t, app, "update services set status = 'Aguardando Pagamento' where id = 1")
	if got := ids(renata, "services"); len(got) > 0 {
		t.Errorf("sees unpaid services %v", got)
	}
	change(t, app, "update services set status = 'Pagamento Concluído', consultation_date = null where id = 1")
	if got := ids(renata, "services"); len(got) > 0 {
		t.Errorf("sees services without a date %v", got)
	}
	change(t, app, "update system_users set internal_code = null where id = $1", dbtest.Renata.ID)
	if got := ids(renata, "professionals"); len(got) > 0 {
		t.Errorf("without a code, sees %v", got)
	}
}

// A single row accepts only a choice of fields; any other parameter is refused.
func TestShowItem_Query(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	for _, query := range []string{"limit=1", "offset=1", "page=1", "meta=*", "locale=pt-BR", "export=csv", "sort=id", "search=a",
		"groupBy=id", "filter[id]=1", "aggregate[count]=*"} {
		camila.GET("/api/v1/items/tags/1?"+query).WantCode(400, "VALIDATION_ERROR")
		camila.JSON("PATCH", "/api/v1/items/tags/1?"+query, body{"name": "Outro"}).WantCode(400, "VALIDATION_ERROR")
	}
	camila.GET("/api/v1/items/tags/1?fields=id&page=0&filter={}&sort=").Want(200)
	if app.Count(t, "tags", "name = 'Outro'") != 0 {
		t.Error("a refused query changed something")
	}
}

func TestListItems_Counts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	for asked, want := range map[string]string{
		"": `{"limit":1,"offset":0}`, "total_count": `{"limit":1,"offset":0,"total_count":3}`,
		"filter_count":              `{"limit":1,"offset":0,"filter_count":1}`,
		"*":                         `{"limit":1,"offset":0,"total_count":3,"filter_count":1}`,
		"*,total_count":             `{"limit":1,"offset":0,"total_count":3,"filter_count":1}`,
		"filter_count,,total_count": `{"limit":1,"offset":0,"total_count":3,"filter_count":1}`,
	} {
		answer := camila.GET("/api/v1/items/users?limit=1&filter[id]=1&meta=" + asked).Want(200)
		if !strings.Contains(answer.Body, `"meta":`+want+`,`) {
			t.Errorf("%q returns %s", asked, answer.Body[strings.Index(answer.Body, `"meta"`):])
		}
	}
}

func TestListItems_AggregatesAndGroups(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	for query, want := range map[string]string{
		"orders?aggregate[count]=*":                                            `[{"count":2}]`,
		"orders?aggregate[sum]=total,discount&aggregate[min]=total":            `[{"min":{"total":280.00},"sum":{"discount":20.00,"total":710.90}}]`,
		`orders?aggregate={"avg":["total"],"count":"id"}`:                      `[{"avg":{"total":355.45},"count":{"id":2}}]`,
		"orders?groupBy=status&aggregate[count]=*":                             `[{"status":"Aguardando pagamento","count":1},{"status":"Pago","count":1}]`,
		"orders?groupBy[]=status&sort=-status":                                 `[{"status":"Pago"},{"status":"Aguardando pagamento"}]`,
		"orders?groupBy=status&aggregate[max]=date_created&limit=1":            `[{"status":"Aguardando pagamento","max":{"date_created":"2026-11-20T13:00:00Z"}}]`,
		"orders?aggregate[sum]=total&filter[id]=99":                            `[{"sum":{"total":null}}]`,
		"users?aggregate[countDistinct]=city&aggregate[count][]=email_account": `[{"count":{"email_account":3},"countDistinct":{"city":1}}]`,
		"users?groupBy=associate_status&aggregate[count]=*":                    `[{"associate_status":2,"count":1},{"associate_status":5,"count":2}]`,
	} {
		path, raw, _ := strings.Cut(query, "?")
		body := camila.GET("/api/v1/items/" + path + "?" + encoded(raw)).Want(200).Body
		if !strings.HasPrefix(body, `{"data":`+want+`,"meta":`) {
			t.Errorf("%s returns %s, want %s", query, body, want)
		}
	}
}

func TestListItems_Patients(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	var rows []struct {
		ID       int64
		Patients []struct {
			ID     int64
			Status string
		}
	}
	answer := app.As(t, dbtest.Bruno).GET("/api/v1/items/users?patients=1&fields=id&meta=*").Want(200).Data(&rows)
	if len(rows) != 3 || len(rows[0].Patients) != 0 || len(rows[1].Patients) != 1 || rows[1].Patients[0].ID != dbtest.Pipoca.ID ||
		rows[2].Patients[0].ID != dbtest.Miguel.ID {
		t.Errorf("%s", answer.Body)
	}
	if strings.Contains(answer.Body, "password") ||
		!strings.HasSuffix(answer.Body, `"meta":{"limit":60,"offset":0,"total_count":3,"filter_count":3},"errors":null}`) {
		t.Errorf("%s", answer.Body)
	}
}

// Each search is planned for its own words, however often a connection repeats it: it is never a prepared
// statement, for which PostgreSQL would switch to one generic plan.
func TestListItems_SearchIsNotPrepared(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	for range 10 {
		bruno.GET("/api/v1/items/users?search=ana&meta=*").Want(200)
	}
	connections := app.Pool.AcquireAllIdle(t.Context())
	for _, connection := range connections {
		var kept int
		err := connection.QueryRow(t.Context(), "select count(*) from pg_prepared_statements where statement like '%search_text%like%fold%'").
			Scan(&kept)
		if err != nil || kept > 1 { // this query itself
			t.Errorf("%d searches are kept (%v)", kept, err)
		}
		connection.Release()
	}
	if len(connections) == 0 {
		t.Error("no connection was looked at")
	}
}
