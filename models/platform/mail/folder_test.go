package mail_test

import (
	"bytes"
	"context"
	"maps"
	netmail "net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/uuid"
	gomail "github.com/wneessen/go-mail"

	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
	"acolhe/models/types/errs"
)

func TestFolder_Send(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	folder := mail.Folder(filepath.Join(t.TempDir(), "mail"))
	sender, _ := newSender(t, conn, folder)
	_, envelope := deliver(t, sender, send(t, conn, newOutbox(t), invite()).ID)
	if envelope.Status != mail.Sent {
		t.Fatalf("the row is %+v: %s", envelope, reasonOf(envelope))
	}
	kept, err := folder.Read(envelope.Reference)
	want := mail.StoredMail{From: "Associação Flor & Cia <nao-responda@associacao.test>", To: "nova@exemplo.org.br",
		Subject: "Olá, Nova Pessoa",
		Text:    "Abra /convite?token=" + token + "\n", HTML: "<p>Abra /convite?token=" + token + "</p>"}
	kept.Text = strings.ReplaceAll(kept.Text, "\r\n", "\n")
	if err != nil || kept != want {
		t.Errorf("it keeps\n%+v, want\n%+v, %v", kept, want, err)
	}
	files, err := os.ReadDir(string(folder))
	if err != nil || len(files) != 1 {
		t.Fatalf("the folder has %v, %v", files, err)
	}
	// The file holds a valid token.
	if info, err := files[0].Info(); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
	if _, err := folder.Read(uuid.New()); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("a message that is not there gives %v", err)
	}
}

func TestFolder_NotWritable(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	failure := mail.Folder(file).Send(t.Context(), mail.Envelope{Reference: uuid.New(), Msg: gomail.NewMsg()})
	if failure == nil || failure.Final || failure.Reason != "Não foi possível gravar a mensagem na pasta do correio." {
		t.Errorf("it failed with %+v", failure)
	}
}

// Names are input; they cannot add headers.
func TestSend_HeaderInjection(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for _, hostile := range []string{
		"Eva\r\nBcc: todos@exemplo.org.br", "Eva\nSubject: outro", "Eva\r\n\r\ncorpo", `"Eva" <eva@mal.example>, outro`,
		"Eva\x00\x1b[31m\u2028\u0085fim",
		strings.Repeat("É", 500),
	} {
		folder := mail.Folder(t.TempDir())
		sender, _ := newSender(t, conn, folder)
		sender.Render = func(_ context.Context, message mail.Message) (mail.Content, error) {
			return mail.Content{Sender: hostile, Subject: hostile, Text: hostile, HTML: hostile}, nil
		}
		_, envelope := deliver(t, sender, send(t, conn, newOutbox(t), invite()).ID)
		raw, err := os.ReadFile(filepath.Join(string(folder), envelope.Reference.String()+".eml"))
		if err != nil {
			t.Fatal(err)
		}
		message, err := netmail.ReadMessage(bytes.NewReader(raw))
		if err != nil {
			t.Fatalf("%q: %v", hostile, err)
		}
		want := []string{"Auto-Submitted", "Content-Type", "Date", "From", "Message-Id", "Mime-Version", "Subject", "To"}
		if names := slices.Sorted(maps.Keys(message.Header)); !slices.Equal(names, want) {
			t.Errorf("%q writes the headers %v", hostile, names)
		}
		for name, values := range message.Header {
			if len(values) != 1 {
				t.Errorf("%q writes %s %d times", hostile, name, len(values))
			}
		}
		if from, err := message.Header.AddressList("From"); err != nil || len(from) != 1 || from[0].Address != sender.From ||
			strings.ContainsFunc(from[0].Name, unicode.IsControl) {
			t.Errorf("%q makes the sender %q, %v", hostile, from, err)
		}
	}
}

func TestSend_InvalidRecipient(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	sender, _ := newSender(t, conn, mail.Folder(t.TempDir()))
	for _, address := range []string{"eva<vitima@exemplo.org.br>", "a,b@exemplo.org.br", `"@x`} {
		message := invite()
		message.To = address
		_, envelope := deliver(t, sender, send(t, conn, newOutbox(t), message).ID)
		if envelope.Status != mail.Failed || reasonOf(envelope) != "O destinatário não é um endereço de e-mail." {
			t.Errorf("%s: the row is %+v: %s", address, envelope, reasonOf(envelope))
		}
	}
}
