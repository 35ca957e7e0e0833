package webhooks_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"acolhe/models/areas"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/outbound"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/webhooks"
	"acolhe/models/webhooks/endpoints"
)

// admin is an administrator at the time of the test.
func admin() auth.Caller { return dbtest.Camila.Caller().At(time.Now()) }

// bench is a sender with a receiver; its clock can be moved.
type bench struct {
	endpoints.Registry
	*db.Connection
	sender   webhooks.Sender
	receiver *receiver
	ahead    time.Duration
}

// request is one that the receiver got.
type request struct {
	header http.Header
	body   []byte
	event  event
}

type event struct {
	ID       string         `json:"id"`
	Table    string         `json:"table"`
	Action   string         `json:"action"`
	RecordID string         `json:"record_id"`
	Occurred time.Time      `json:"occurred_at"`
	Data     map[string]any `json:"data"`
}

// receiver keeps the requests and answers with a status.
type receiver struct {
	*httptest.Server
	mu       sync.Mutex
	requests []request
	answer   func(n int) int
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, sent *http.Request) {
	body, _ := io.ReadAll(sent.Body)
	r.mu.Lock()
	got := request{header: sent.Header, body: body}
	_ = json.Unmarshal(body, &got.event)
	r.requests = append(r.requests, got)
	status := r.answer(len(r.requests))
	r.mu.Unlock()
	w.WriteHeader(status)
	_, _ = io.WriteString(w, "resposta")
}

func (r *receiver) got() []request {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.requests)
}

func newBench(t *testing.T) *bench {
	t.Helper()
	key, err := encryption.NewKey([]byte("0123456789abcdef0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	conn, guard := dbtest.New(t), outbound.Guard{AllowPrivate: true}
	b := &bench{Connection: conn, Registry: endpoints.Registry{DB: conn.DB, Key: key, Guard: guard},
		receiver: &receiver{answer: func(int) int { return 200 }}}
	b.receiver.Server = httptest.NewServer(b.receiver)
	t.Cleanup(b.receiver.Close)
	b.sender = webhooks.Sender{DB: conn.DB, Collections: areas.Described(), Key: key, Client: guard.Client(),
		Mail: mail.Outbox{Key: key, Configured: true},
		Log:  slog.New(slog.DiscardHandler), Now: func() time.Time { return time.Now().Add(b.ahead) }}
	return b
}

func (b *bench) add(t *testing.T, change func(*endpoints.Fields)) endpoints.Revealed {
	t.Helper()
	input := endpoints.AddInput{Fields: endpoints.Fields{Name: patch.Of("ERP"), URL: patch.Of(b.receiver.URL + "/acolhe"),
		Tables: patch.Of([]endpoints.Table{"tags", "users"}), Actions: patch.Of(endpoints.Actions())}}
	if change != nil {
		change(&input.Fields)
	}
	added, err := b.Add(t.Context(), admin(), input)
	if err != nil {
		t.Fatal(err)
	}
	return added
}

func (b *bench) exec(t *testing.T, statement string, arguments ...any) {
	t.Helper()
	if _, err := b.Pool.Exec(t.Context(), statement, arguments...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

func (b *bench) count(t *testing.T, query string, arguments ...any) (n int) {
	t.Helper()
	if err := b.Pool.QueryRow(t.Context(), query, arguments...).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

// run fans out and delivers what is due.
func (b *bench) run(t *testing.T, endpoint int64) {
	t.Helper()
	if err := b.sender.FanOut(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := b.sender.Deliver(t.Context(), endpoint); err != nil {
		t.Fatal(err)
	}
}

func TestDeliver_HeadersAndBody(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	to := b.add(t, nil)
	b.exec(t, "insert into tags (id, name) values (900, 'Retorno <b>')")
	b.exec(t, "update tags set name = 'Volta', date_updated = now() where id = 900")
	b.exec(t, "update tags set date_updated = now() where id = 900") // no event: nothing else changed
	b.exec(t, "delete from tags where id = 900")
	b.run(t, to.ID)
	got := b.receiver.got()
	if len(got) != 3 {
		t.Fatalf("%d requests: %+v", len(got), got)
	}
	for i, action := range []string{"create", "update", "delete"} {
		sent := got[i]
		if sent.event.Table != "tags" || sent.event.Action != action || sent.event.RecordID != "900" || sent.event.Data["id"] != 900.0 ||
			sent.event.Occurred.Location() != time.UTC {
			t.Errorf("request %d: %s", i, sent.body)
		}
		head := sent.header
		for name, want := range map[string]string{"Content-Type": "application/json",
			"X-Service-Event": strings.TrimPrefix(sent.event.ID, "evt_"), "X-Service-Table": "tags",
			"X-Service-Action": action, "Webhook-Id": sent.event.ID, "Webhook-Timestamp": head.Get("X-Service-Timestamp"),
			"X-Service-Signature": signed(to.Secret, head.Get("X-Service-Timestamp"), sent.body),
			"Webhook-Signature":   standard(t, to.Secret, head, sent.body)} {
			if head.Get(name) != want {
				t.Errorf("%s is %q, want %q", name, head.Get(name), want)
			}
		}
		if b.count(t, "select count(*) from webhook_deliveries where id::text = $1 and status = 'delivered' and response_status = 200 and response_excerpt = 'resposta' and attempts = 1", head.Get("X-Service-Delivery")) != 1 {
			t.Errorf("delivery %s is not stored as delivered", head.Get("X-Service-Delivery"))
		}
	}
	if data := got[1].event.Data; len(data) != 3 || data["name"] != "Volta" || data["date_updated"] == nil {
		t.Errorf("an update has %v", data)
	}
}

func signed(secret, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "." + string(body)))
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

func standard(t *testing.T, secret string, head http.Header, body []byte) string {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		t.Fatal(err)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(head.Get("Webhook-Id") + "." + head.Get("Webhook-Timestamp") + "." + string(body)))
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// Every table is captured, with the fields of its collection alone; one without a listener is not.
func TestCapture_Tables(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.exec(t, "update tags set name = name || '!'")
	if b.count(t, "select count(*) from webhook_outbox") > 0 {
		t.Fatal("captured without an endpoint")
	}
	to := b.add(t, func(f *endpoints.Fields) {
		f.Tables, f.Actions = patch.Of(endpoints.Tables()), patch.Of([]endpoints.Action{endpoints.Create, endpoints.Delete})
	})
	fields := map[string][]string{}
	for _, collection := range areas.Described() {
		for _, field := range collection.Fields() {
			if collection.Name() == "professionals" && field.Name == "calendar" {
				continue // computed when it is read
			}
			fields[collection.Name()] = append(fields[collection.Name()], field.Name)
		}
	}
	b.exec(t, "update users set phone = '11999998888'") // not subscribed
	b.exec(t, "insert into files (id, file_name, content_type, size, sha256, driver, storage_key) values (900, 'a.pdf', 'application/pdf', 1, encode(sha256('a'), 'hex'), 'local', 'a')")
	b.exec(t, "insert into users_files (file_id, user_id) select 900, min(id) from users")
	b.exec(t, "insert into services_files (file_id, service_id) select 900, min(id) from services")
	for _, table := range []string{"users_files", "services_files", "services", "orders", "reception", "tags", "products", "professionals",
		"users"} {
		b.exec(t, "delete from "+table+" where id in (select id from "+table+" order by id desc limit 1)")
	}
	b.run(t, to.ID)
	for _, table := range endpoints.Tables() {
		at := slices.IndexFunc(b.receiver.got(),
			func(sent request) bool { return sent.event.Table == string(table) && sent.event.Action == "delete" })
		if at < 0 {
			t.Errorf("%s is not sent", table)
			continue
		}
		data := b.receiver.got()[at].event.Data
		for name := range data {
			if !slices.Contains(fields[string(table)], name) {
				t.Errorf("%s has the field %s, which the collection does not show", table, name)
			}
		}
		if len(data) != len(fields[string(table)]) {
			t.Errorf("%s has %d of %d fields", table, len(data), len(fields[string(table)]))
		}
	}
	if b.count(t, "select count(*) from webhook_events where action = 'update'") > 0 {
		t.Error("an action without a subscription is captured")
	}
}

// A capture that fails never fails the change, and a change that is rolled back has no event.
func TestCapture_NeverFailsTheChange(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.add(t, nil)
	_ = b.Registry.DB.Transaction(func(tx *db.DB) error {
		tx.Exec("update tags set name = name || '?'")
		return errs.Invalid("x", "rolled back")
	})
	b.exec(t, "alter table webhook_outbox add constraint refused check (table_name is null)")
	b.exec(t, "update tags set name = name || '!'")
	b.exec(t, "alter table webhook_outbox rename to gone")
	b.exec(t, "update tags set name = name || '.'")
	if b.count(t, "select count(*) from gone") > 0 || b.count(t, "select count(*) from tags where name not like '%!.'") > 0 {
		t.Error("the change is not there, or an event is")
	}
}

// A change whose event finds no room, or waits too long for a lock, is refused whole, and may be sent again.
func TestCapture_RefusedWhole(t *testing.T) {
	t.Parallel()
	for _, problem := range []string{"disk_full", "lock_not_available", "deadlock_detected"} {
		t.Run(problem, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.add(t, nil)
			b.exec(t, `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused' using errcode = '`+problem+`'; end $$`)
			b.exec(t, "create trigger refuse before insert on webhook_outbox for each row execute function refuse()")
			err := b.Registry.DB.Exec("update tags set name = name || '!'").Error
			if !errs.HasCode(err, errs.CodeUnavailable) || b.count(t, "select count(*) from tags where name like '%!'") > 0 {
				t.Errorf("got %v, want a refusal and no change", err)
			}
		})
	}
}

func TestDeliver_RetriesUntilDead(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	to := b.add(t, nil)
	b.receiver.answer = func(int) int { return 500 }
	b.exec(t, "insert into tags (name) values ('Um')")
	b.run(t, to.ID)
	for attempt := 1; attempt < webhooks.MaxAttempts; attempt++ {
		var wait float64
		if err := b.Pool.QueryRow(t.Context(),
			"select extract(epoch from next_attempt_at - $1) from webhook_deliveries where status = 'failed' and attempts = $2", b.sender.Now(),
			attempt).Scan(&wait); err != nil {
			t.Fatalf("attempt %d: %v", attempt, err)
		}
		about := min(15*float64(int(1)<<attempt), 3600)
		if wait < 0.8*about || wait > 1.2*about {
			t.Errorf("after attempt %d the wait is %.0f s, want about %.0f", attempt, wait, about)
		}
		b.run(t, to.ID)
		if len(b.receiver.got()) != attempt {
			t.Fatalf("attempt %d was too early", attempt+1)
		}
		b.ahead += time.Duration(wait+1) * time.Second
		b.run(t, to.ID)
	}
	if b.count(t, "select count(*) from webhook_deliveries where status = 'dead' and attempts = 9 and next_attempt_at is null and error = 'respondeu 500 Internal Server Error' and jsonb_array_length(history) = 9") != 1 {
		t.Error("it is not dead after nine attempts")
	}
	ids := map[string]bool{}
	for _, sent := range b.receiver.got() {
		ids[sent.header.Get("Webhook-Id")+sent.header.Get("X-Service-Delivery")+string(sent.body)] = true
	}
	if len(ids) != 1 {
		t.Errorf("the attempts carry %d ids", len(ids))
	}
}

func TestDeliver_GoneSwitchesOff(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	to := b.add(t, nil)
	b.receiver.answer = func(int) int { return 410 }
	b.exec(t, "insert into tags (name) values ('Um')")
	b.run(t, to.ID)
	found, err := endpoints.Find(t.Context(), b.Registry.DB, admin(), to.ID)
	if err != nil || found.Enabled || *found.DisabledReason != endpoints.ForGone {
		t.Errorf("%+v %v", found, err)
	}
	if b.count(t, "select count(*) from mails where kind = 'webhook_switched_off'") == 0 ||
		b.count(t, "select count(*) from webhook_deliveries where status = 'dead'") != 1 {
		t.Error("no letter, or the delivery is not dead")
	}
}

// An endpoint at which nothing succeeds for three days is switched off; a success begins the time again.
func TestDeliver_FailingSwitchesOff(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	to := b.add(t, nil)
	step := func(status int, after time.Duration) bool {
		b.receiver.answer = func(int) int { return status }
		b.ahead += after
		b.exec(t, "insert into tags (name) values ($1)", fmt.Sprint("Etiqueta ", b.ahead))
		b.run(t, to.ID)
		found, err := endpoints.Find(t.Context(), b.Registry.DB, admin(), to.ID)
		if err != nil {
			t.Fatal(err)
		}
		return found.Enabled
	}
	if !step(500, 0) || !step(500, 71*time.Hour) || !step(200, 2*time.Hour) || !step(500, time.Hour) || !step(500, 71*time.Hour) {
		t.Error("switched off too early")
	}
	if step(500, 2*time.Hour) {
		t.Error("still on after three days")
	}
	if letters := b.count(t, "select count(*) from mails where kind = 'webhook_switched_off'"); letters == 0 {
		t.Error("the administrators get no letter")
	}
	if b.count(t, "select count(*) from webhook_deliveries where status in ('queued', 'failed')") > 0 {
		t.Error("deliveries wait for an endpoint that is off")
	}
}

func TestRotateSecret_BothSign(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	to := b.add(t, nil)
	rotated, err := b.RotateSecret(t.Context(), admin(), to.ID)
	if err != nil || rotated.Secret == to.Secret {
		t.Fatal(err)
	}
	send := func() request {
		b.exec(t, "insert into tags (name) values ($1)", fmt.Sprint("Etiqueta ", b.ahead))
		b.run(t, to.ID)
		got := b.receiver.got()
		return got[len(got)-1]
	}
	within := send()
	want := standard(t, rotated.Secret, within.header, within.body) + " " + standard(t, to.Secret, within.header, within.body)
	if within.header.Get("Webhook-Signature") != want ||
		within.header.Get("X-Service-Signature") != signed(rotated.Secret, within.header.Get("X-Service-Timestamp"), within.body) ||
		within.header.Get("X-Service-Signature-Previous") != signed(to.Secret, within.header.Get("X-Service-Timestamp"), within.body) {
		t.Errorf("within the day: %v", within.header)
	}
	b.ahead += 24*time.Hour + time.Minute
	if after := send(); after.header.Get("Webhook-Signature") != standard(t, rotated.Secret, after.header, after.body) ||
		after.header.Get("X-Service-Signature-Previous") != "" {
		t.Errorf("after the day: %v", after.header)
	}
}

// Events of one record arrive in their order, those of many records concurrently.
func TestDeliver_OrderOfARecord(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	to := b.add(t, nil)
	b.exec(t, "insert into tags (id, name) select 1000 + n, 'Etiqueta ' || n from generate_series(1, 30) n")
	for step := range 10 {
		b.exec(t, "update tags set color = $1 where id > 1000", fmt.Sprintf("#00000%d", step))
	}
	b.run(t, to.ID)
	colors := map[string]string{}
	for _, sent := range b.receiver.got() {
		color, _ := sent.event.Data["color"].(string)
		if color < colors[sent.event.RecordID] {
			t.Errorf("record %s: %s after %s", sent.event.RecordID, color, colors[sent.event.RecordID])
		}
		colors[sent.event.RecordID] = color
	}
	if len(b.receiver.got()) != 330 {
		t.Errorf("%d requests", len(b.receiver.got()))
	}
}

func TestDeliver_WithoutHealth(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.add(t, nil)
	to := b.add(t, func(f *endpoints.Fields) { f.WithoutHealth = patch.Of(true) })
	b.exec(t, "update users set health_condition = 'Epilepsia', phone = '11999998888' where id = 1")
	b.run(t, to.ID)
	got := b.receiver.got()
	if len(got) != 1 || strings.Contains(string(got[0].body), "Epilepsia") || got[0].event.Data["phone"] != "11999998888" {
		t.Errorf("%d requests: %s", len(got), got[0].body)
	}
}

// Two jobs for one endpoint do not deliver beside each other; the lease of a dead one ends.
func TestDeliver_OneJobAtATime(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	to := b.add(t, nil)
	b.exec(t, "insert into tags (name) values ('Um')")
	b.exec(t, "update webhook_endpoints set leased_until = now() + interval '40 seconds'")
	b.run(t, to.ID)
	if len(b.receiver.got()) > 0 {
		t.Error("delivered beside another job")
	}
	b.ahead = time.Minute
	b.run(t, to.ID)
	if len(b.receiver.got()) != 1 || b.count(t, "select count(*) from webhook_endpoints where leased_until is not null") > 0 {
		t.Error("not delivered after the lease, or the lease is kept")
	}
}

// The scheme of an address is stored in lower case, as the connections have it.
func TestAdd_SchemeInCapitals(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for sent, want := range map[string]string{" HTTP://127.0.0.1/X ": "http://127.0.0.1/X", "HttpS://127.0.0.1:65535/": "https://127.0.0.1:65535/"} {
		if added := b.add(t, func(f *endpoints.Fields) { f.URL = patch.Of(sent) }); added.URL != want {
			t.Errorf("%q is stored as %q", sent, added.URL)
		}
	}
}

func TestAdd_Refused(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Guard = outbound.Guard{}
	fields := endpoints.Fields{Name: patch.Of(" "), URL: patch.Of("http://127.0.0.1/"), Tables: patch.Of([]endpoints.Table{"files"}),
		Actions: patch.Of([]endpoints.Action{})}
	_, err := b.Add(t.Context(), admin(), endpoints.AddInput{Fields: fields})
	if paths := pathsOf(err); paths != "actions name tables[0] url" {
		t.Errorf("%q: %v", paths, err)
	}
	if _, err := b.Add(t.Context(), admin(), endpoints.AddInput{}); pathsOf(err) != "actions name tables url" {
		t.Errorf("%v", err)
	}
	if _, err := b.Add(t.Context(), dbtest.Bruno.Caller(), endpoints.AddInput{}); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("%v", err)
	}
}

func pathsOf(err error) string {
	var paths []string
	for _, field := range errs.FieldsOf(err) {
		paths = append(paths, field.Path)
	}
	slices.Sort(paths)
	return strings.Join(paths, " ")
}

// A secret that the key does not decrypt fails the attempts with a reason; a new secret delivers what waits.
func TestDeliver_UnreadableSecret(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	to := b.add(t, nil)
	b.exec(t, "update webhook_endpoints set secret_encrypted = 'x'")
	b.exec(t, "insert into tags (name) values ('Um')")
	b.run(t, to.ID)
	const failed = "select count(*) from webhook_deliveries where status = 'failed' and error like 'o segredo não pode ser lido%' and next_attempt_at is not null"
	if b.count(t, failed) != 1 {
		t.Error("the delivery has not failed with its reason")
	}
	tested, err := b.sender.TestNow(t.Context(), admin(), to.ID)
	if err != nil || tested.Status != webhooks.Failed || !strings.Contains(*tested.Error, "Trocar segredo") {
		t.Errorf("%+v %v", tested, err)
	}
	if again, err := b.sender.RetryNow(t.Context(), admin(), to.ID, tested.ID); err != nil || again.Status != webhooks.Failed {
		t.Errorf("%+v %v", again, err)
	}
	if len(b.receiver.got()) > 0 {
		t.Fatal("something was sent without a signature")
	}
	rotated, err := b.RotateSecret(t.Context(), admin(), to.ID)
	if err != nil {
		t.Fatal(err)
	}
	b.ahead = time.Hour
	b.run(t, to.ID)
	got := b.receiver.got()
	if len(got) != 2 || got[0].header.Get("Webhook-Signature") != standard(t, rotated.Secret, got[0].header, got[0].body) ||
		got[0].header.Get("X-Service-Signature-Previous") != "" {
		t.Errorf("%d requests after the new secret", len(got))
	}
}

// An endpoint that is switched off after a change leaves a dead delivery with its reason, and no event without one.
func TestFanOut_SwitchedOffMeanwhile(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	to := b.add(t, nil)
	b.exec(t, "insert into tags (name) values ('Um')")
	by := admin()
	if _, err := b.Change(context.Background(), by,
		endpoints.ChangeInput{ID: to.ID, Fields: endpoints.Fields{Enabled: patch.Of(false)}}); err != nil {
		t.Fatal(err)
	}
	b.run(t, to.ID)
	if b.count(t, "select count(*) from webhook_deliveries where status = 'dead' and error = 'O webhook foi desligado.'") != 1 ||
		len(b.receiver.got()) > 0 {
		t.Error("the event has no dead delivery")
	}
}
