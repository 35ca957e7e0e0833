package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	netmail "net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"
)

// The signer receives a mail with the signed term and the record of the signature: byte for byte the stored files, whose
// hashes the contract has.
func TestSignature_MailedDocuments(t *testing.T) {
	t.Parallel()
	inbox := &inbox{received: make(chan string, 10)}
	s := newSigned(t, "SMTP_URL=smtp://"+inbox.start(t), "MAIL_FROM=nao-responda@associacao.test")
	if status := s.sign(t, s.createContract(t, s.associates[0])); status != http.StatusOK {
		t.Fatalf("signed: %d", status)
	}
	var documents map[string][]byte
	for len(documents) == 0 {
		documents = attachmentsOf(t, inbox.next(t)) // the letter with the link may come first
	}
	if len(documents) != 2 {
		t.Fatalf("%d documents", len(documents))
	}
	for column, prefix := range map[string]string{"signed_pdf": "Termo assinado", "audit_pdf": "Comprovante"} {
		stored := scan[string](t, s.conn, "select f.storage_key from contracts c join files f on f.id = c."+column+"_file_id")
		want := scan[string](t, s.conn, "select "+column+"_sha256 from contracts")
		content, err := os.ReadFile(filepath.Join(s.data, "files", stored[:2], stored))
		if err != nil {
			t.Fatal(err)
		}
		if hashOf(content) != want {
			t.Errorf("the stored %s has another hash", prefix)
		}
		for name, mailed := range documents {
			if strings.HasPrefix(name, prefix) && hashOf(mailed) == want {
				delete(documents, name)
			}
		}
	}
	for name, mailed := range documents {
		t.Errorf("%s with the hash %s is no document of the contract", name, hashOf(mailed))
	}
	s.process.stop()
}

func hashOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// inbox is a real SMTP server that takes every message.
type inbox struct{ received chan string }

// start listens and returns the address.
func (i *inbox) start(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return delivery{i}, nil }))
	server.Domain = "servidor.test"
	go server.Serve(listener) // it ends with the test
	t.Cleanup(func() { server.Close() })
	return listener.Addr().String()
}

// next waits for a message.
func (i *inbox) next(t *testing.T) (message string) {
	t.Helper()
	eventually(t, "a message", func() bool {
		select {
		case message = <-i.received:
			return true
		default:
			return false
		}
	})
	return message
}

// nextOf returns the next message whose subject has a word, and skips others.
func (i *inbox) nextOf(t *testing.T, word string) string {
	t.Helper()
	for {
		raw := i.next(t)
		message, err := netmail.ReadMessage(strings.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		subject, err := new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject"))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(subject, word) {
			return raw
		}
	}
}

// delivery is a connection to the inbox.
type delivery struct{ inbox *inbox }

func (d delivery) Mail(string, *smtp.MailOptions) error { return nil }
func (d delivery) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (d delivery) Reset()                               {}
func (d delivery) Logout() error                        { return nil }

func (d delivery) Data(reader io.Reader) error {
	text, err := io.ReadAll(reader)
	d.inbox.received <- string(text)
	return err
}

// attachmentsOf returns the attached PDFs of a message by their names.
func attachmentsOf(t *testing.T, text string) map[string][]byte {
	t.Helper()
	message, err := netmail.ReadMessage(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	kind, options, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/mixed" {
		return nil
	}
	attached := map[string][]byte{}
	for parts := multipart.NewReader(message.Body, options["boundary"]); ; {
		part, err := parts.NextPart()
		if err == io.EOF {
			return attached
		}
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(part.Header.Get("Content-Type"), "application/pdf") {
			continue
		}
		content, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, part))
		if err != nil {
			t.Fatal(err)
		}
		name, err := new(mime.WordDecoder).DecodeHeader(part.FileName())
		if err != nil {
			t.Fatal(err)
		}
		attached[name] = content
	}
}
