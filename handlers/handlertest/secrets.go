package handlertest

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"acolhe/models/platform/dbtest"
)

// shortestSecret is the minimum length of a value searched in the log: a shorter password of a test could be an
// ordinary word of a log line.
const shortestSecret = 8

// secretMembers are the members of bodies, form fields and query parameters whose values must not be logged:
// credentials and personal data.
var secretMembers = map[string]bool{
	"password": true, "current_password": true, "new_password": true, "current": true, "account_password": true,
	"token": true, "invite_url": true, "signing_url": true,
	"email": true, "email_account": true, "cpf": true, "associate_cpf": true, "phone": true,
}

// secrets collects the values of requests and answers that must not be logged.
type secrets struct {
	mu   sync.Mutex
	seen map[string]bool
}

// Secret makes the test fail if the log contains the value. Passwords, tokens, cookies and e-mails of requests and
// answers are added automatically.
func (a *App) Secret(value string) { a.secrets.add(value) }

func newSecrets() *secrets {
	s := &secrets{seen: map[string]bool{}}
	for _, person := range []dbtest.Associate{dbtest.Ana, dbtest.Joao, dbtest.Carla} {
		for _, value := range []string{person.Email, person.CPF, person.Phone, person.FullName()} {
			s.add(value)
		}
	}
	s.add(dbtest.Password)
	return s
}

func (s *secrets) add(value string) {
	if len(value) < shortestSecret {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen[value] = true
}

// note collects the secrets of a request and its answer.
func (s *secrets) note(request *http.Request, sent []byte, answer *Answer) {
	_, credential, _ := strings.Cut(request.Header.Get("Authorization"), " ")
	s.add(credential)
	for _, cookie := range append(request.Cookies(), answer.Cookies()...) {
		if strings.HasSuffix(cookie.Name, "_session") {
			s.add(cookie.Value)
		}
	}
	s.noteValues(request.URL.Query())
	if form, err := url.ParseQuery(string(sent)); err == nil {
		s.noteValues(form)
	}
	s.noteJSON(sent)
	s.noteJSON([]byte(answer.Body))
}

func (s *secrets) noteValues(values url.Values) {
	for name, list := range values {
		if secretMembers[name] {
			for _, value := range list {
				s.add(value)
			}
		}
	}
}

func (s *secrets) noteJSON(raw []byte) {
	var body any
	if json.Unmarshal(raw, &body) == nil {
		s.noteMembers(body)
	}
}

func (s *secrets) noteMembers(body any) {
	switch body := body.(type) {
	case []any:
		for _, element := range body {
			s.noteMembers(element)
		}
	case map[string]any:
		for name, value := range body {
			if text, ok := value.(string); ok && secretMembers[name] {
				s.add(text)
			}
			s.noteMembers(value)
		}
	}
}

// mustNotBeIn fails the test if the log contains a secret, plain or encoded for an address or JSON. One pass searches
// for all, because a fuzz test sends thousands.
func (s *secrets) mustNotBeIn(t testing.TB, log string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []string
	for secret := range s.seen {
		for _, spelling := range spellings(secret) {
			all = append(all, spelling, "")
		}
	}
	if strings.Contains(log, "$2a$") {
		t.Error("the log holds a hash of a password")
	}
	if strings.NewReplacer(all...).Replace(log) == log {
		return
	}
	for secret := range s.seen {
		for _, spelling := range spellings(secret) {
			if at := strings.Index(log, spelling); at >= 0 {
				t.Errorf("the log holds the secret %q: %s", secret, lineAround(log, at))
			}
		}
	}
}

func spellings(secret string) []string {
	quoted, _ := json.Marshal(secret) // encoding a string never fails
	all := []string{secret, url.QueryEscape(secret), url.PathEscape(secret), strings.Trim(string(quoted), `"`)}
	slices.Sort(all)
	return slices.Compact(all)
}

func lineAround(text string, at int) string {
	begin := strings.LastIndexByte(text[:at], '\n') + 1
	line, _, _ := strings.Cut(text[begin:], "\n")
	return line
}
