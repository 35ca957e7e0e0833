package mail_test

import (
	"context"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/mail/smtpsim"
)

// render renders a short text with the values that the tests check.
func render(_ context.Context, message mail.Message) (mail.Content, error) {
	return mail.Content{Sender: "Associação Flor & Cia", Subject: "Olá, " + message.Name, Text: "Abra " + message.Path + "\n",
		HTML: "<p>Abra " + message.Path + "</p>"}, nil
}

// clock is a time that a test sets.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

func newSender(t *testing.T, conn *db.Connection, transport mail.Transport) (mail.Sender, *clock) {
	t.Helper()
	at := &clock{dbtest.Today}
	return mail.Sender{DB: conn.DB, Key: newKey(t), Render: render, From: "nao-responda@associacao.test", Transport: transport, Now: at.Now},
		at
}

// deliver makes one attempt and returns the delay after it and the row.
func deliver(t *testing.T, sender mail.Sender, id int64) (time.Duration, mail.Entry) {
	t.Helper()
	again, err := sender.Deliver(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	envelope, err := mail.Find(t.Context(), sender.DB, dbtest.Camila.Caller(), id)
	if err != nil {
		t.Fatal(err)
	}
	return again, envelope
}

func reasonOf(e mail.Entry) string {
	if e.LastError == nil {
		return ""
	}
	return *e.LastError
}

func TestDeliver_Accepted(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	there := smtpsim.New(smtpsim.Behavior{})
	sender, _ := newSender(t, conn, smtpTo(t, "smtp", "", there.Start(t, "127.0.0.1")))
	id := send(t, conn, newOutbox(t), invite()).ID
	again, envelope := deliver(t, sender, id)
	if again != 0 || envelope.Status != mail.Sent || envelope.MessageEncrypted != nil || envelope.DateSent == nil || envelope.Attempts != 1 {
		t.Errorf("the next attempt is in %v and the row is %+v", again, envelope)
	}
	messages := there.Messages()
	if len(messages) != 1 || messages[0].From != sender.From || messages[0].To != envelope.Recipient {
		t.Fatalf("the server has %+v", messages)
	}
	checkMessage(t, messages[0].Text, envelope)
	// A job that runs twice does nothing the second time.
	if again, _ = deliver(t, sender, id); again != 0 || len(there.Messages()) != 1 {
		t.Errorf("it was sent %d times", len(there.Messages()))
	}
}

// checkMessage parses the received message with the standard library.
func checkMessage(t *testing.T, text string, envelope mail.Entry) {
	t.Helper()
	message, err := netmail.ReadMessage(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject"))
	if err != nil {
		t.Fatal(err)
	}
	from, err := netmail.ParseAddress(message.Header.Get("From"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := message.Header.Date(); err != nil {
		t.Error(err)
	}
	for name, pair := range map[string][2]string{
		"subject":    {subject, "Olá, Nova Pessoa"},
		"sender":     {from.Name + " " + from.Address, "Associação Flor & Cia nao-responda@associacao.test"},
		"recipient":  {message.Header.Get("To"), "<nova@exemplo.org.br>"},
		"message id": {message.Header.Get("Message-ID"), "<" + envelope.Reference.String() + "@associacao.test>"},
		"answers":    {message.Header.Get("Auto-Submitted"), "auto-generated"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("the %s is %q, want %q", name, pair[0], pair[1])
		}
	}
	if parts := partsOf(t, message); parts["text/plain"] != "Abra /convite?token="+token+"\r\n" ||
		parts["text/html"] != "<p>Abra /convite?token="+token+"</p>" {
		t.Errorf("the parts are %q", parts)
	}
}

func partsOf(t *testing.T, message *netmail.Message) map[string]string {
	t.Helper()
	kind, options, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("%s, %v", kind, err)
	}
	parts := map[string]string{}
	for reader := multipart.NewReader(message.Body, options["boundary"]); ; {
		part, err := reader.NextRawPart()
		if err == io.EOF {
			return parts
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil {
			t.Fatal(err)
		}
		kind, options, err := mime.ParseMediaType(part.Header.Get("Content-Type"))
		if err != nil || options["charset"] != "UTF-8" {
			t.Errorf("a part is %s in %s, %v", kind, options["charset"], err)
		}
		parts[kind] = string(content)
	}
}

// A final refusal is not tried again, and the message is deleted.
func TestDeliver_RefusedForGood(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for want, behavior := range map[string]smtpsim.Behavior{
		"O servidor de e-mail recusou o destinatário (550 5.1.1).": {
			Recipient: &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "<nova@exemplo.org.br> unknown"}},
		"O servidor de e-mail recusou a mensagem (554 5.7.1).": {
			Message: &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "spam"}},
	} {
		sender, _ := newSender(t, conn, smtpTo(t, "smtp", "", smtpsim.New(behavior).Start(t, "127.0.0.1")))
		again, envelope := deliver(t, sender, send(t, conn, newOutbox(t), invite()).ID)
		if again != 0 || envelope.Status != mail.Failed || envelope.MessageEncrypted != nil || reasonOf(envelope) != want {
			t.Errorf("the next attempt is in %v and the row is %+v: %s, want %s", again, envelope, reasonOf(envelope), want)
		}
	}
}

// A temporary failure is tried eight times in about a day; then the mail fails and the message is
// kept.
func TestDeliver_Retries(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	there := smtpsim.New(smtpsim.Behavior{Recipient: &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "later"}})
	sender, at := newSender(t, conn, smtpTo(t, "smtp", "", there.Start(t, "127.0.0.1")))
	id := send(t, conn, newOutbox(t), invite()).ID
	for attempt := 1; attempt < 8; attempt++ {
		again, envelope := deliver(t, sender, id)
		if again <= 0 || envelope.Status != mail.Queued || envelope.Attempts != attempt ||
			reasonOf(envelope) != "O servidor de e-mail pediu para tentar mais tarde (451 4.3.0)." {
			t.Fatalf("after attempt %d the next is in %v and the row is %+v: %s", attempt, again, envelope, reasonOf(envelope))
		}
		at.now = at.now.Add(again)
	}
	if took := at.now.Sub(dbtest.Today); took < 24*time.Hour || took > 25*time.Hour {
		t.Errorf("the last attempt is after %v, want about a day", took)
	}
	again, envelope := deliver(t, sender, id)
	if again != 0 || envelope.Status != mail.Failed || envelope.Attempts != 8 || envelope.MessageEncrypted == nil {
		t.Errorf("at the end the next attempt is in %v and the row is %+v", again, envelope)
	}
}

// A mail whose link expires before the next attempt is not retried, and an expired one is not sent.
func TestDeliver_LinkExpired(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	there := smtpsim.New(smtpsim.Behavior{Recipient: &smtp.SMTPError{Code: 451, Message: "later"}})
	sender, at := newSender(t, conn, smtpTo(t, "smtp", "", there.Start(t, "127.0.0.1")))
	message := invite()
	message.Expires = dbtest.Today.Add(30 * time.Second)
	again, envelope := deliver(t, sender, send(t, conn, newOutbox(t), message).ID)
	if again != 0 || envelope.Status != mail.Failed || envelope.MessageEncrypted == nil {
		t.Errorf("the next attempt is in %v and the row is %+v", again, envelope)
	}
	late := send(t, conn, newOutbox(t), message).ID
	at.now = message.Expires
	there.Behave(smtpsim.Behavior{})
	if _, envelope = deliver(t, sender, late); envelope.Status != mail.Failed || envelope.MessageEncrypted != nil || envelope.Attempts != 0 {
		t.Errorf("the row of a letter that serves no more is %+v", envelope)
	}
	if sent := len(there.Messages()); sent != 0 {
		t.Errorf("%d messages reached the server", sent)
	}
}

// If the server may have accepted the message, it is sent again with the same Message-ID.
func TestDeliver_DroppedAfterData(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	there := smtpsim.New(smtpsim.Behavior{DropsAfterData: true})
	sender, _ := newSender(t, conn, smtpTo(t, "smtp", "", there.Start(t, "127.0.0.1")))
	id := send(t, conn, newOutbox(t), invite()).ID
	if again, envelope := deliver(t, sender, id); again <= 0 || reasonOf(envelope) != "A conexão com o servidor de e-mail caiu." {
		t.Errorf("the next attempt is in %v: %s", again, reasonOf(envelope))
	}
	there.Behave(smtpsim.Behavior{})
	if _, envelope := deliver(t, sender, id); envelope.Status != mail.Sent || envelope.Attempts != 2 {
		t.Errorf("the row is %+v", envelope)
	}
	var names []string
	for _, message := range there.Messages() {
		parsed, err := netmail.ReadMessage(strings.NewReader(message.Text))
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, parsed.Header.Get("Message-ID"))
	}
	if len(names) != 2 || names[0] != names[1] || names[0] == "" {
		t.Errorf("the messages are %q", names)
	}
}

// A message that the server accepted counts as sent, even if the connection breaks afterwards.
func TestDeliver_DroppedAfterAccepting(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	there := smtpsim.New(smtpsim.Behavior{DropsAfterAccepting: true})
	sender, _ := newSender(t, conn, smtpTo(t, "smtp", "", there.Start(t, "127.0.0.1")))
	again, envelope := deliver(t, sender, send(t, conn, newOutbox(t), invite()).ID)
	if again != 0 || envelope.Status != mail.Sent || len(there.Messages()) != 1 {
		t.Errorf("the next attempt is in %v and the row is %+v: %s", again, envelope, reasonOf(envelope))
	}
}

// stoppingTransport stops the program as soon as the message is sent.
type stoppingTransport struct{ stop context.CancelFunc }

func (s stoppingTransport) Send(context.Context, mail.Envelope) *mail.Failure {
	s.stop()
	return nil
}

func TestDeliver_ProgramStopped(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	ctx, stop := context.WithCancel(t.Context())
	sender, _ := newSender(t, conn, stoppingTransport{stop})
	id := send(t, conn, newOutbox(t), invite()).ID
	if _, err := sender.Deliver(ctx, id); err != nil {
		t.Fatal(err)
	}
	if envelope, err := mail.Find(t.Context(), conn.DB, dbtest.Camila.Caller(), id); err != nil || envelope.Status != mail.Sent {
		t.Errorf("the row is %+v, %v", envelope, err)
	}
}

// A committed mail reaches the server soon, and the log has neither the token, the address nor the
// password.
func TestSender_RunByTheQueue(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	const password = "senha-do-correio"
	there := smtpsim.New(smtpsim.Behavior{Password: password})
	sender, _ := newSender(t, conn, smtpTo(t, "smtp", "correio:"+password+"@", there.Start(t, "127.0.0.1")))
	said := &logBuffer{}
	runner, err := jobs.New(conn.Pool, slog.New(slog.NewJSONHandler(said, &slog.HandlerOptions{Level: slog.LevelDebug})),
		jobs.List{sender.Job()}, func(context.Context, jobs.Failure) {})
	if err != nil {
		t.Fatal(err)
	}
	if err := runner.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	id := send(t, conn, newOutbox(t), invite()).ID
	awaitStatus(t, conn, id, mail.Sent)
	if err := runner.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if sent := len(there.Messages()); sent != 1 {
		t.Errorf("%d messages reached the server", sent)
	}
	for _, hidden := range []string{token, "nova@exemplo.org.br", password} {
		if strings.Contains(said.String(), hidden) {
			t.Errorf("the log tells %q", hidden)
		}
	}
	if said.String() == "" {
		t.Error("nothing was logged at all")
	}
}

func awaitStatus(t *testing.T, conn *db.Connection, id int64, want mail.Status) {
	t.Helper()
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for deadline := time.Now().Add(30 * time.Second); ; <-ticker.C {
		envelope, err := mail.Find(t.Context(), conn.DB, dbtest.Camila.Caller(), id)
		if err != nil {
			t.Fatal(err)
		}
		if envelope.Status == want {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the row is %+v: %s", envelope, reasonOf(envelope))
		}
	}
}

// logBuffer stores log lines of several goroutines.
type logBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logBuffer) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
