package directus_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/crypto/argon2"

	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/directus"
	"acolhe/models/directus/source"
	"acolhe/models/files"
	"acolhe/models/operators"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/storage"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
)

// served answers as a Directus does, over real HTTP.
type served struct {
	mu    sync.Mutex
	items map[string][]map[string]any
	// failures are statuses that the next calls get.
	failures []int
	// died refuses every call after so many, as if the move were killed; 0 for never.
	died, calls int
	// most is QUERY_LIMIT_MAX; broken is the number of answers whose connection breaks in the middle.
	most, broken int
	bytes        []byte
}

const token = "t-0123456789"

func (s *served) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	refuse := func(status int, message string) {
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(map[string]any{"errors": []map[string]any{{"message": message}}})
	}
	if r.Header.Get("Authorization") != "Bearer "+token {
		refuse(http.StatusUnauthorized, "Invalid user credentials.")
		return
	}
	if len(s.failures) > 0 {
		status := s.failures[0]
		s.failures = s.failures[1:]
		refuse(status, "Under pressure.")
		return
	}
	if s.calls++; s.died > 0 && s.calls > s.died {
		refuse(http.StatusBadRequest, "gone")
		return
	}
	if s.broken > 0 {
		s.broken--
		w.Header().Set("Content-Length", "1000")
		_, _ = w.Write([]byte(`{"data":[`))
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/items/")
	switch {
	case strings.HasPrefix(r.URL.Path, "/assets/"):
		_, _ = w.Write(s.bytes)
		return
	case r.URL.Path == "/server/info":
		_ = json.NewEncoder(w).Encode(map[string]any{"data": map[string]any{"queryLimit": map[string]any{"max": s.most}}})
		return
	case !strings.HasPrefix(r.URL.Path, "/items/"):
		name = "directus_" + strings.TrimPrefix(r.URL.Path, "/")
	}
	rows, exists := s.items[name]
	if !exists {
		refuse(http.StatusForbidden, "You don't have permission to access this.")
		return
	}
	if limit, _ := strconv.Atoi(r.URL.Query().Get("limit")); limit > s.most {
		refuse(http.StatusBadRequest, `Invalid query. "limit" must be less than or equal to `+strconv.Itoa(s.most)+".")
		return
	}
	if strings.HasPrefix(name, "directus_") && strings.Contains(r.URL.Query().Get("filter"), "_gt") {
		refuse(http.StatusBadRequest, `Invalid query. "uuid" field type does not contain the "_gt" filter operator.`)
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"data": page(rows, r.URL.Query())})
}

// page filters, as far as the move asks for it.
func page(rows []map[string]any, query url.Values) []map[string]any {
	var filter struct {
		And []map[string]json.RawMessage `json:"_and"`
	}
	_ = json.Unmarshal([]byte(query.Get("filter")), &filter)
	limit, _ := strconv.Atoi(query.Get("limit"))
	offset, _ := strconv.Atoi(query.Get("offset"))
	found := []map[string]any{}
	for _, row := range rows[min(offset, len(rows)):] {
		fits := true
		for _, condition := range filter.And {
			var id struct {
				After string `json:"_gt"`
			}
			var since []map[string]map[string]string
			if json.Unmarshal(condition["id"], &id) == nil && id.After != "" {
				fits = fits && isAfter(row["id"], id.After)
			}
			if json.Unmarshal(condition["_or"], &since) == nil {
				fits = fits && slices.ContainsFunc([]string{"date_updated", "date_created"}, func(field string) bool {
					value, _ := row[field].(string)
					return value >= since[0]["date_updated"]["_gte"]
				})
			}
		}
		if fits && len(found) < limit {
			found = append(found, row)
		}
	}
	return found
}

func isAfter(id any, after string) bool {
	if number, isNumber := id.(int); isNumber {
		other, _ := strconv.Atoi(after)
		return number > other
	}
	return fmt.Sprint(id) > after
}

func code(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) }

// association is a Directus with people and orders, beside patients whose associate comes later.
func association(people int) *served {
	s := &served{items: map[string][]map[string]any{}, most: 400, bytes: []byte("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n")}
	for n := 1; n <= people; n++ {
		s.items["users"] = append(s.items["users"], map[string]any{"id": 1000 + n, "user_code": code(n), "status": "Associado",
			"associate_name": fmt.Sprintf("Pessoa %d", n), "associate_cpf": nil, "email_account": fmt.Sprintf("P%d@exemplo.org.br", n),
			"account_password": "**********", "cep": "88010-000", "tags": []string{"a"}, "annotations": nil, "unknown_field": 7,
			"date_created": "2024-01-02T03:04:05.000Z", "date_updated": nil, "user_created": code(900_000)})
		s.items["orders"] = append(s.items["orders"], map[string]any{"id": 5000 + n, "user": 1000 + n, "user_code": code(n),
			"name_associate": fmt.Sprintf("Pessoa %d", n), "items": []map[string]any{{"code": "A", "amount": 10.5, "quantity": 2}}, "total": "21.00",
			"status": "Aguardando pagamento", "date_created": "2024-02-02T03:04:05Z", "date_updated": nil})
	}
	s.items["users"] = slices.Insert(s.items["users"], 0, map[string]any{"id": 999, "user_code": code(500_000), "status": "patient",
		"name": "Paciente", "last_name": "Um", "responsible_code": code(people), "date_created": "2024-01-02T03:04:05Z", "date_updated": nil})
	s.items["directus_users"] = []map[string]any{{"id": code(900_000), "first_name": "Iara", "last_name": "Reis", "email": "iara@exemplo.org.br",
		"role": code(800), "status": "active", "password": "**********"}}
	s.items["directus_roles"] = []map[string]any{{"id": code(800), "name": "Financeiro"}}
	s.items["directus_files"] = []map[string]any{{"id": code(700), "filename_download": "laudo.pdf", "filename_disk": "x.pdf", "filesize": strconv.Itoa(len(s.bytes)),
		"uploaded_on": "2024-03-03T10:00:00Z", "uploaded_by": code(900_000), "modified_on": "2024-03-03T10:00:00.000Z"}}
	s.items["users_files"] = []map[string]any{{"id": 31, "user": 1001, "file": code(700), "doc_kind": "report", "date_created": "2024-03-03T10:00:00Z"}}
	s.items["products"] = []map[string]any{{"id": 7, "code": "OLEO", "name": "Óleo", "price": "90.00", "tags": "óleo,2024"}}
	s.items["professionals"] = []map[string]any{{"id": 3, "professional_code": "M-1", "name": "Médica", "type": "medic"}}
	s.items["services"] = []map[string]any{{"id": 77, "service_code": "S-77", "associate_user_code": code(1), "associate_name": "Pessoa 1",
		"professional_id": 3, "professional_name": "Médica", "type": "medic", "user_created": code(900_000)}}
	s.items["orders_files"] = []map[string]any{{"id": 1, "orders_id": 5001, "directus_files_id": code(700), "kind": "invoice"}}
	s.items["services_files"] = []map[string]any{{"id": 1, "service_id": 77, "file": code(700), "kind": "proof"}}
	return s
}

// zone is where the day of a payment begins.
var zone = func() *time.Location {
	zone, err := time.LoadLocation("America/Rio_Branco")
	if err != nil {
		panic(err)
	}
	return zone
}()

type bench struct {
	*db.Connection
	move directus.Move
}

// newBench returns an empty association and a move from the source.
func newBench(t *testing.T, s http.Handler) bench {
	t.Helper()
	conn := dbtest.New(t)
	for _, table := range []string{"users_files", "services_files", "reception", "services", "order_changes", "orders", "users", "products", "tags",
		"professionals"} {
		if _, err := conn.Pool.Exec(t.Context(), "truncate "+table+" cascade"); err != nil {
			t.Fatal(err)
		}
	}
	b := bench{Connection: conn}
	b.move = directus.Move{Pool: conn.Pool, Library: files.Library{DB: conn.DB, Drivers: storage.New(t.TempDir(), encryption.Key{})},
		Now: func() time.Time { return dbtest.Today }, Zone: zone, Progress: func(string, int) {}}
	if s != nil {
		server := httptest.NewServer(s)
		t.Cleanup(server.Close)
		reader, err := source.NewREST(server.URL, token)
		if err != nil {
			t.Fatal(err)
		}
		b.move.From = reader
	}
	return b
}

func (b bench) run(t *testing.T) directus.Result {
	t.Helper()
	result, err := b.move.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func (b bench) text(t *testing.T, query string, args ...any) (text string) {
	t.Helper()
	if err := b.Pool.QueryRow(t.Context(), query, args...).Scan(&text); err != nil {
		t.Fatal(query, err)
	}
	return text
}

// equal fails unless both sides are equal by count and by content.
func (b bench) equal(t *testing.T) {
	t.Helper()
	compared, err := b.move.Compare(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range compared {
		if !one.IsEqual() {
			t.Errorf("%+v", one)
		}
	}
	if len(compared) == 0 {
		t.Error("nothing was compared")
	}
}

// A Directus goes in with ids, dates, authors and files; the next run writes only what changed; both sides are equal.
func TestMove_AgainAndAgain(t *testing.T) {
	t.Parallel()
	s := association(1200)
	s.failures, s.broken = []int{429, 503}, 1
	b := newBench(t, s)
	result := b.run(t)
	if len(result.Refused) > 0 || result.Changed["users"] != 1201 || result.Changed["orders"] != 1200 || result.Changed["directus_files"] != 1 {
		t.Fatalf("the first run is %+v", result)
	}
	b.equal(t)
	withoutDate := s.items["orders"][7]
	for query, want := range map[string]string{
		"select concat_ws('|', email_account, cep, date_created at time zone 'UTC', annotations, account_password) from users where id = 1001": "p1@exemplo.org.br|88010000|2024-01-02 03:04:05|[]",
		"select concat_ws('|', user_id, total, items -> 0 ->> 'amount', status) from orders where id = 5001":                                   "1001|21.00|10.5|Aguardando pagamento",
		"select (date_updated = date_created)::text from users where id = 1001":                                                                "true",
		"select concat_ws('|', f.uploaded_by, f.date_created at time zone 'UTC') from files f join directus_files d on d.file_id = f.id":       code(900_000) + "|2024-03-03 10:00:00",
		"select o.kind || s.kind from orders_files o join services_files s using (file_id) where (order_id, service_id) = (5001, 77)":          "invoiceproof",
		"select p.tags::text || s.created_by_user_code from products p, services s":                                                            `["óleo", "2024"]` + code(900_000),
		"select u.associate_name from users u join users p on p.responsible_code = u.user_code where p.id = 999":                               "Pessoa 1200",
		"select permissions::text || status from system_users where email = 'iara@exemplo.org.br' and user_code = '" + code(900_000) + "'":     `["Financeiro"]active`,
		"select f.file_name || f.content_type from users_files u join files f on f.id = u.file_id where u.id = 31":                             "laudo.pdfapplication/pdf",
		"select (nextval(pg_get_serial_sequence('users', 'id')) > 2200)::text":                                                                 "true",
		"select ((select count(*) from mails) + (select count(*) from webhook_outbox) + (select count(*) from status_mails))::text":            "0",
	} {
		if got := b.text(t, query); got != want {
			t.Errorf("%s is %q, want %q", query, got, want)
		}
	}
	s.items["users"][5]["associate_name"] = "Outro Nome"
	s.items["users"][5]["date_updated"] = dbtest.Today.Add(time.Minute).UTC().Format(time.RFC3339)
	again := b.run(t)
	if again.Changed["users"] != 1 || again.Total() != 1 || again.Read["users"] != 1 {
		t.Errorf("the second run is %+v", again)
	}
	b.equal(t)
	withoutDate["info"] = "mudado sem data"
	if again := b.run(t); again.Total() != 0 {
		t.Errorf("a change without a date is seen by its date: %+v", again)
	}
	if _, err := b.move.Compare(t.Context()); err != nil {
		t.Fatal(err)
	}
	if again := b.run(t); again.Total() != 1 {
		t.Errorf("the run after the comparison is %+v", again)
	}
	b.equal(t)
}

// Files come in pages although Directus has no order of their ids, with the same bytes. One of which fewer bytes come is refused, and
// comes with the next run.
func TestMove_Files(t *testing.T) {
	t.Parallel()
	s := association(1)
	size := len(s.bytes)
	for n := 1; n <= s.most; n++ {
		s.items["directus_files"] = append(s.items["directus_files"], map[string]any{"id": code(10_000 + n), "filename_download": "receita.pdf",
			"filename_disk": code(n) + ".pdf", "filesize": size})
	}
	last := s.items["directus_files"][s.most]
	last["filesize"] = size + 1
	b := newBench(t, s)
	result := b.run(t)
	if result.Changed["directus_files"] != s.most || len(result.Refused) != 1 || !strings.Contains(result.Refused[0].Reason, "chegaram") {
		t.Fatalf("the run is %d files, refused %v", result.Changed["directus_files"], result.Refused)
	}
	last["filesize"] = strconv.Itoa(size)
	if again := b.run(t); again.Total() != 1 {
		t.Errorf("the next run wrote %d", again.Total())
	}
	b.equal(t)
	id, err := strconv.ParseInt(b.text(t, "select file_id::text from users_files"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	content, err := b.move.Library.Open(t.Context(), auth.Caller{Kind: auth.System, Now: dbtest.Today}, id)
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	if stored, err := io.ReadAll(content); err != nil || !bytes.Equal(stored, s.bytes) {
		t.Errorf("the file is %d bytes, %v", len(stored), err)
	}
	last["modified_on"] = "2024-05-05T10:00:00.000Z"
	compared, err := b.move.Compare(t.Context())
	if err != nil || compared[0].Different != 1 {
		t.Errorf("a replaced file is %+v, %v", compared[0], err)
	}
}

// What differs is counted and named: content, rows that are missing, rows that Directus no longer has, rows that are refused.
func TestCompare_Differences(t *testing.T) {
	t.Parallel()
	s := association(3)
	s.items["users"][1]["gender"] = "outro valor"
	b := newBench(t, s)
	result := b.run(t)
	// The order, the service and the file of the refused person have nobody to belong to, nor have those of that order and service.
	if len(result.Refused) != 6 || result.Refused[0].ID != "1001" || result.Refused[0].Reason != "users_gender_check" {
		t.Fatalf("refused is %+v", result.Refused)
	}
	s.items["orders"][1]["total"] = 22
	s.items["orders"] = s.items["orders"][:2]
	compared, err := b.move.Compare(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range compared {
		switch one.Label {
		case "Associados e pacientes":
			if one.Missing != 1 || one.There != 4 || one.Here != 3 {
				t.Errorf("%+v", one)
			}
		case "Pedidos":
			if one.Different != 1 || one.OnlyHere != 1 || one.Missing != 1 || one.Examples[0].Field != "total" || one.Examples[0].ID != "5002" {
				t.Errorf("%+v", one)
			}
		}
	}
	var report strings.Builder
	if directus.Report(&report, result, compared) || !strings.Contains(report.String(), "users 1001 ficou de fora: users_gender_check") ||
		!strings.Contains(report.String(), "5002, total: lá 22.00, aqui 21.00") || strings.Contains(report.String(), "são iguais") {
		t.Errorf("the report says %s", &report)
	}
	// The refused row goes in with the next run, although its date is old.
	s.items["users"][1]["gender"] = "female"
	if again := b.run(t); again.Changed["users"] != 1 || len(again.Refused) != 0 {
		t.Errorf("the next run is %+v", again)
	}
}

// Money counts on the day of its payment, else on that of the order, as after an import; what is not paid, or no longer, does not count.
func TestMove_PaidAt(t *testing.T) {
	t.Parallel()
	s := association(6)
	for n, fields := range []map[string]any{
		{"status": "Pago", "paid_on": "2024-03-04"}, {"status": "Entregue", "paid_on": nil}, {"status": "Enviado"},
		{"status": "Cancelado", "paid_on": "2024-03-04"}, {"paid_on": nil}, {"status": "Pago", "paid_at": "2024-03-05T23:00:00Z"},
	} {
		maps.Copy(s.items["orders"][n], fields)
	}
	paid := maps.Clone(s.items["services"][0])
	maps.Copy(paid, map[string]any{"id": 78, "service_code": "S-78", "status": string(bookings.Paid), "price_paid": "90.00",
		"date_created": "2024-03-04T08:00:00Z"})
	s.items["services"] = append(s.items["services"], paid)
	b := newBench(t, s)
	b.run(t)
	b.equal(t)
	const times = `select string_agg(coalesce(to_char(paid_at at time zone 'UTC', 'MM-DD HH24:MI'), '-'), ' ' order by id) from `
	if got := b.text(t, times+"orders"); got != "03-04 17:00 02-02 03:04 02-02 03:04 - - 03-05 23:00" {
		t.Errorf("the orders were paid at %s", got)
	}
	if got := b.text(t, times+"services"); got != "- 03-04 08:00" {
		t.Errorf("the services were paid at %s", got)
	}
	day := []civil.Span{{From: time.Date(2024, 3, 4, 0, 0, 0, 0, zone), To: time.Date(2024, 3, 5, 0, 0, 0, 0, zone)}}
	by := auth.Caller{Kind: auth.System, Now: dbtest.Today}
	orderSums, err := orders.SumPaid(t.Context(), b.DB, by, day)
	serviceSums, otherErr := bookings.SumPaid(t.Context(), b.DB, by, day)
	if err = errors.Join(err, otherErr); err != nil || orderSums[0].String() != "21.00" || serviceSums[0].String() != "90.00" {
		t.Errorf("the day received %v and %v, %v", orderSums, serviceSums, err)
	}
	later := dbtest.Today.Add(time.Minute).UTC().Format(time.RFC3339)
	maps.Copy(s.items["orders"][0], map[string]any{"status": "Aguardando pagamento", "date_updated": later})
	if again := b.run(t); again.Total() != 1 || b.text(t, "select coalesce(paid_at::text, 'none') from orders where id = 5001") != "none" {
		t.Errorf("the run after a payment taken back is %+v", again)
	}
}

// A run that ends in the middle continues where it was, and stores no row twice.
func TestMove_Resumed(t *testing.T) {
	t.Parallel()
	s := association(1600)
	s.items["users"] = s.items["users"][1:]
	b := newBench(t, s)
	s.died = 17
	if _, err := b.move.Run(t.Context()); err == nil {
		t.Fatal("the killed run ended well")
	}
	there := b.text(t, "select count(*)::text from users")
	s.died = 0
	result := b.run(t)
	if there == "0" || there == "1600" || result.Read["users"] >= 1600 {
		t.Errorf("the killed run stored %s people, the next read %d", there, result.Read["users"])
	}
	b.equal(t)
}

// A wrong token, a redirect to another host and an association that has begun here are refused in words.
func TestMove_Refused(t *testing.T) {
	t.Parallel()
	s := association(1)
	other := httptest.NewServer(s)
	defer other.Close()
	for name, c := range map[string]struct {
		handler http.Handler
		want    string
	}{
		"token": {http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }), "não aceitou o token"},
		"redirect": {http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL+r.URL.Path, http.StatusFound)
		}), "use o endereço final"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, c.handler)
			if _, err := b.move.Run(t.Context()); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("it says %v", err)
			}
		})
	}
	if s.calls > 0 {
		t.Error("the token went to another host")
	}
	b := newBench(t, s)
	if _, err := b.Pool.Exec(t.Context(), "insert into users (associate_name) values ('Já Aqui')"); err != nil {
		t.Fatal(err)
	}
	if _, err := b.move.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "já há dados") {
		t.Errorf("it says %v", err)
	}
}

// The database of a Directus has the hashes: the operator signs in with the old password, which becomes one of this program.
func TestDatabase_Passwords(t *testing.T) {
	t.Parallel()
	there := dbtest.New(t)
	const hash = "$argon2id$v=19$m=1024,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$HASH"
	stored := strings.Replace(hash, "HASH", argonKey("Senha!antiga1"), 1)
	if _, err := there.Pool.Exec(t.Context(), `drop schema public cascade; create schema public;
		create table directus_roles (id uuid primary key, name text);
		create table directus_users (id uuid primary key, first_name text, last_name text, email text, password text, status text, role uuid);
		create table users (id serial primary key, user_code text, status text, associate_name text, birth_date date, annotations json,
			date_created timestamptz, account_password text, email_account text)`, pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
	if _, err := there.Pool.Exec(t.Context(), `insert into directus_roles values ('`+code(800)+`', 'Administrator');
		insert into directus_users values ('`+code(1)+`', 'Iara', 'Reis', 'iara@exemplo.org.br', '`+stored+`', 'active', '`+code(800)+`');
		insert into users (user_code, status, associate_name, birth_date, date_created, account_password, email_account)
			select gen_random_uuid(), 'Associado', 'Pessoa ' || n, '1970-01-02', '2024-01-01', '`+stored+`', 'P' || n || '@exemplo.org.br'
			from generate_series(1, 700) n`,
		pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
	b := newBench(t, nil)
	reader, err := source.OpenDatabase(t.Context(), there.Pool.Config().ConnString(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	b.move.From = reader
	if result := b.run(t); result.Changed["users"] != 700 || len(result.Refused) > 0 {
		t.Fatalf("the run is %+v", result)
	}
	b.equal(t)
	anyone := auth.Caller{Now: dbtest.Today}
	login := operators.Login{}
	for _, plain := range []string{"errada", "Senha!antiga1", "Senha!antiga1"} {
		_, err := login.Authenticate(t.Context(), b.DB, anyone, operators.LoginInput{Email: "iara@exemplo.org.br", Password: plain})
		if (err == nil) != (plain != "errada") {
			t.Errorf("%q is %v", plain, err)
		}
	}
	for _, plain := range []string{"errada", "Senha!antiga1", "Senha!antiga1"} {
		_, err := associates.Authenticate(t.Context(), b.DB, anyone, associates.LoginInput{Email: "p1@exemplo.org.br", Password: plain})
		if (err == nil) != (plain != "errada") {
			t.Errorf("%q of an associate is %v", plain, err)
		}
	}
	const kinds = `select left(o.password, 2) || left(a.account_password, 2) || left(b.account_password, 2) from system_users o, users a, users b
		where o.email = 'iara@exemplo.org.br' and a.id = 1 and b.id = 2`
	if got := b.text(t, kinds); got != "$2$2$a" {
		t.Errorf("the hashes are %s", got)
	}
	// The next run does not bring an old hash back, and brings one that was not here, as after a run by the interface, and a change
	// without a date.
	for on, statement := range map[*db.Connection]string{
		b.Connection: "update users set account_password = null where id = 2", there: "update users set associate_name = 'Outra' where id = 3",
	} {
		if _, err := on.Pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if again := b.run(t); again.Total() != 2 {
		t.Errorf("another run wrote %d rows", again.Total())
	}
	if got := b.text(t, kinds); got != "$2$2$a" {
		t.Errorf("the hashes are %s after another run", got)
	}
}

// argonKey returns the encoded key of a password with the parameters of the test.
func argonKey(plain string) string {
	return base64.RawStdEncoding.EncodeToString(argon2.IDKey([]byte(plain), []byte("0123456789abcdef"), 2, 1024, 1, 32))
}
