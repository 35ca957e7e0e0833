package main

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	netmail "net/mail"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-ical"
)

// The letters about an appointment arrive with a link and a calendar file that another library reads: booked, moved and
// cancelled. The link of the first letter shows the appointment as it is now.
func TestAppointment_MailedLetters(t *testing.T) {
	t.Parallel()
	inbox := &inbox{received: make(chan string, 10)}
	s := newSigned(t, "SMTP_URL=smtp://"+inbox.start(t), "MAIL_FROM=nao-responda@associacao.test")
	at := time.Now().Add(72 * time.Hour).Truncate(time.Minute).UTC()
	professional := scan[string](t, s.conn,
		"insert into professionals (professional_code, name, type) values ('LIA', 'Lia Prado', 'psychologist') returning id::text")
	body := `{"associate_user_code":"` + s.associates[0] + `","items":[{"professional_id":` + professional +
		`,"consultation_date":"` + at.Format(time.RFC3339) + `"}]}`
	s.call(t, http.MethodPost, "/api/v1/services", body, http.StatusCreated)
	link := ""
	for _, want := range []struct{ subject, method string }{{"Consulta marcada", "PUBLISH"}, {"Consulta remarcada", "PUBLISH"},
		{"Consulta desmarcada", "CANCEL"}} {
		subject, text, calendar := appointmentLetter(t, inbox.nextOf(t, "Consulta"))
		if !strings.HasPrefix(subject, want.subject) || !strings.Contains(text, "Com quem: Lia Prado") {
			t.Errorf("%s: %s", subject, text)
		}
		if method := calendar.Props.Get(ical.PropMethod).Value; method != want.method {
			t.Errorf("%s has the method %s", subject, method)
		}
		if start, err := calendar.Events()[0].DateTimeStart(time.UTC); err != nil || !start.Equal(at) {
			t.Errorf("%s: starts %v, want %v: %v", subject, start, at, err)
		}
		id := scan[string](t, s.conn, "select coalesce(max(id), 0)::text from services")
		switch want.subject {
		case "Consulta marcada":
			link = regexp.MustCompile(`/agendamento/[\w-]{43}`).FindString(text)
			at = at.Add(24 * time.Hour)
			s.call(t, http.MethodPatch, "/api/v1/services/"+id, `{"consultation_date":"`+at.Format(time.RFC3339)+`"}`, http.StatusOK)
		case "Consulta remarcada":
			s.call(t, http.MethodDelete, "/api/v1/items/services/"+id, "", http.StatusOK)
		}
	}
	answer, err := http.Get(s.process.screenValue("Endereço") + link)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if page, err := io.ReadAll(answer.Body); err != nil || !bytes.Contains(page, []byte("foi desmarcada")) {
		t.Errorf("the link says %s: %v", page, err)
	}
	s.process.stop()
}

// call sends a body to a route of the JSON interface.
func (s *signed) call(t *testing.T, method, path, body string, want int) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.process.screenValue("Endereço")+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+s.token)
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if said, err := io.ReadAll(answer.Body); err != nil || answer.StatusCode != want {
		t.Fatalf("%s %s: %d %s: %v", method, path, answer.StatusCode, said, err)
	}
}

// appointmentLetter returns the subject, the text and the calendar of a message.
func appointmentLetter(t *testing.T, raw string) (subject, text string, calendar *ical.Calendar) {
	t.Helper()
	message, err := netmail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	subject, err = new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject"))
	if err != nil {
		t.Fatal(err)
	}
	var walk func(contentType string, body io.Reader)
	walk = func(contentType string, body io.Reader) {
		kind, parameters, err := mime.ParseMediaType(contentType)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(kind, "multipart/") {
			return
		}
		parts := multipart.NewReader(body, parameters["boundary"])
		for {
			part, err := parts.NextPart()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			content, err := io.ReadAll(part)
			if err != nil {
				t.Fatal(err)
			}
			if part.Header.Get("Content-Transfer-Encoding") == "base64" {
				if content, err = base64.StdEncoding.DecodeString(strings.ReplaceAll(string(content), "\r\n", "")); err != nil {
					t.Fatal(err)
				}
			}
			switch kind := part.Header.Get("Content-Type"); {
			case strings.HasPrefix(kind, "text/plain"):
				text = string(content)
			case strings.HasPrefix(kind, "text/calendar"):
				if calendar, err = ical.NewDecoder(bytes.NewReader(content)).Decode(); err != nil {
					t.Fatal(err)
				}
			default:
				walk(kind, bytes.NewReader(content))
			}
		}
	}
	walk(message.Header.Get("Content-Type"), message.Body)
	if calendar == nil {
		t.Fatal("the letter has no calendar")
	}
	return subject, text, calendar
}
