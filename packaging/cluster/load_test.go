package cluster

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// The load: writers by kind, readers by page, and the pause of each after an answer.
var (
	writers = map[string]int{"orders": 10, "associates": 4, "files": 2}
	readers = []string{"/api/v1/orders?limit=60", "/api/v1/items/users?limit=60", "/painel", "/painel/pedidos", "/painel/associados"}
)

const pause = 100 * time.Millisecond

// load is what the clients have been answered.
type load struct {
	person, script *client
	associate      string
	ended          chan struct{}
	working        sync.WaitGroup

	mu sync.Mutex
	// made holds the ids of the answered records by kind and mark.
	made map[string]map[string]int64
	// wrong are answers that should never be given.
	wrong []string
	fault *observed
}

// observed is what the clients see of a fault, which begins at since; requests sent after done meet it.
type observed struct {
	since, done time.Time
	// first is when the first request sent after the fault was answered, slowest how long one client tried, by kind.
	first, slowest map[string]time.Duration
	// refused counts answers of 503 and requests without an answer, by kind.
	refused map[string]int
	// silent counts the requests without an answer.
	silent int
}

func startLoad(person, script *client, associate string) *load {
	l := &load{person: person, script: script, associate: associate, ended: make(chan struct{}), made: map[string]map[string]int64{}}
	l.observe(time.Now())
	for kind, count := range writers {
		l.made[kind] = map[string]int64{}
		for n := range count {
			l.working.Go(func() { l.write(kind, n) })
		}
	}
	for _, path := range readers {
		l.working.Go(func() { l.read(path) })
	}
	return l
}

// observe begins the observation of a fault that began at a time and is done now.
func (l *load) observe(since time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fault = &observed{since: since, done: time.Now(), first: map[string]time.Duration{}, slowest: map[string]time.Duration{},
		refused: map[string]int{}}
}

// seen returns how many kinds have been answered since the fault, and a copy of what was observed.
func (l *load) seen(kinds ...string) (all bool, of observed) {
	l.mu.Lock()
	defer l.mu.Unlock()
	of = *l.fault
	of.first, of.slowest, of.refused = maps.Clone(of.first), maps.Clone(of.slowest), maps.Clone(of.refused)
	for _, kind := range kinds {
		if _, isAnswered := of.first[kind]; !isAnswered {
			return false, of
		}
	}
	return true, of
}

// stop ends the load; each writer gets the answer to its last request first.
func (l *load) stop(t *testing.T) {
	t.Helper()
	close(l.ended)
	l.working.Wait()
	for _, said := range l.wrong {
		t.Error(said)
	}
}

// rest waits for the next request, and reports whether there is one.
func (l *load) rest() bool {
	select {
	case <-l.ended:
		return false
	case <-time.After(pause):
		return true
	}
}

func (l *load) read(path string) {
	begun := time.Now()
	for {
		sent := time.Now()
		if l.judge(path, begun, sent, l.person.send(http.MethodGet, path, "", nil)) {
			begun = time.Now()
		}
		if !l.rest() {
			return
		}
	}
}

// write makes records one after another. A record of the JSON interface is sent again under its key until it is answered; a
// file, which has no key, under another name.
func (l *load) write(kind string, n int) {
	for i := 0; ; i++ {
		mark, begun := fmt.Sprintf("cluster-%s-%d-%d", kind, n, i), time.Now()
		for tries := 0; ; tries++ {
			name, sent := mark, time.Now()
			if kind == "files" {
				name = fmt.Sprintf("%s-%d.pdf", mark, tries)
			}
			said := l.send(kind, name)
			if l.judge(kind, begun, sent, said) {
				l.keep(kind, name, said)
				break
			}
			time.Sleep(pause)
		}
		if !l.rest() {
			return
		}
	}
}

func (l *load) send(kind, mark string) answer {
	switch kind {
	case "orders":
		return l.script.send(http.MethodPost, "/api/v1/orders", mark, map[string]any{"user_code": l.associate, "info": mark, "total": 20.5,
			"items": []map[string]any{{"code": "OLEO-30", "amount": 10.25, "quantity": 2}}})
	case "associates":
		return l.script.send(http.MethodPost, "/api/v1/items/users", mark, map[string]any{"associate_name": mark})
	}
	return l.script.send(http.MethodPost, "/api/v1/files", "", document(mark))
}

// document is the form of a small PDF.
func document(name string) raw {
	var sent bytes.Buffer
	form := multipart.NewWriter(&sent)
	part, _ := form.CreateFormFile("file", name) // a buffer cannot fail
	_, _ = part.Write([]byte(smallPDF))
	_ = form.Close()
	return raw{form.FormDataContentType(), sent.Bytes()}
}

const smallPDF = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
	"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"

// judge records an answer to a request, sent at a time by a client that tries since begun, and reports whether it is one. A refusal
// is 503 with a sentence and a time to try again.
func (l *load) judge(kind string, begun, sent time.Time, said answer) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, leak := range []string{"goroutine ", "panic", "SQLSTATE", "pgx", "dial tcp", "pgbouncer"} {
		if said.status != 0 && strings.Contains(said.body, leak) {
			l.wrong = append(l.wrong, fmt.Sprintf("%s: %d shows %q: %.400s", kind, said.status, leak, said.body))
		}
	}
	since := l.fault.since
	switch {
	case said.status >= 200 && said.status < 300:
		if _, isAnswered := l.fault.first[kind]; !isAnswered && sent.After(l.fault.done) {
			l.fault.first[kind] = time.Since(since)
		}
		if begun.Before(since) {
			begun = since
		}
		l.fault.slowest[kind] = max(l.fault.slowest[kind], time.Since(begun))
		return true
	case said.status == 0:
		l.fault.silent++
		l.fault.refused[kind]++
	case said.status == http.StatusServiceUnavailable && said.header.Get("Retry-After") != "" && strings.Contains(said.body, "Tente de novo"):
		l.fault.refused[kind]++
	default:
		l.wrong = append(l.wrong, fmt.Sprintf("%s: %d %.400s", kind, said.status, said.body))
	}
	return false
}

// keep keeps an answered record.
func (l *load) keep(kind, mark string, said answer) {
	var envelope struct{ Data struct{ ID int64 } }
	err := json.Unmarshal([]byte(said.body), &envelope)
	l.mu.Lock()
	defer l.mu.Unlock()
	if err != nil || envelope.Data.ID == 0 {
		l.wrong = append(l.wrong, fmt.Sprintf("%s: %v in %.400s", kind, err, said.body))
	}
	l.made[kind][mark] = envelope.Data.ID
}

// stored is how the records of each kind are found: their ids and marks.
var stored = map[string]string{
	"orders":     "select id::text || ' ' || info from orders where info like 'cluster-%' order by id",
	"associates": "select id::text || ' ' || associate_name from users where associate_name like 'cluster-%' order by id",
	"files":      "select id::text || ' ' || file_name from files where file_name like 'cluster-%' order by id",
}

// account compares the records on a machine with the answers: each answered one is there once, and of those with a key there
// is no other. Files without an answer may be there.
func (l *load) account(t *testing.T, m *machine) {
	t.Helper()
	for kind, statement := range stored {
		there := map[string]int{}
		for _, line := range query[string](t, m, "acolhe", statement) {
			there[line]++
		}
		lost, doubled := 0, 0
		for mark, id := range l.made[kind] {
			line := fmt.Sprintf("%d %s", id, mark)
			if there[line] == 0 {
				lost++
				t.Errorf("%s: %s was answered and is lost", m.name, line)
			}
			delete(there, line)
		}
		if kind != "files" {
			doubled = len(there)
		}
		if doubled > 0 {
			t.Errorf("%s: %d %s are there besides the answered ones: %v", m.name, doubled, kind, slices.Sorted(maps.Keys(there)))
		}
		t.Logf("%s: %d %s answered, %d lost, %d doubled", m.name, len(l.made[kind]), kind, lost, doubled)
	}
}
