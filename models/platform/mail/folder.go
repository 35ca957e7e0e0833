package mail

import (
	"context"
	"errors"
	"io/fs"
	"mime"
	netmail "net/mail"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/uuid"
	gomail "github.com/wneessen/go-mail"

	"acolhe/models/types/errs"
)

// Folder is a Transport for development that writes each message to a file in a folder, readable
// only by its owner. The empty Folder is none.
type Folder string

// Send writes the message atomically, replacing that of an earlier attempt.
func (f Folder) Send(_ context.Context, envelope Envelope) *Failure {
	if err := f.write(envelope); err != nil {
		return &Failure{Reason: "Não foi possível gravar a mensagem na pasta do correio."}
	}
	return nil
}

func (f Folder) write(envelope Envelope) error {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return err
	}
	unfinished, err := os.CreateTemp(string(f), ".new-")
	if err != nil {
		return err
	}
	_, err = envelope.WriteTo(unfinished)
	if err := errors.Join(err, unfinished.Close()); err != nil {
		return errors.Join(err, os.Remove(unfinished.Name()))
	}
	return os.Rename(unfinished.Name(), f.file(envelope.Reference))
}

// StoredMail is a message in the folder, as a mail program shows it.
type StoredMail struct {
	From, To, Subject string
	Text, HTML        string
}

// Read returns the message with this reference, or 404 NOT_FOUND if it is not in the folder.
func (f Folder) Read(reference uuid.UUID) (StoredMail, error) {
	message, err := gomail.EMLToMsgFromFile(f.file(reference))
	if errors.Is(err, fs.ErrNotExist) {
		return StoredMail{}, errs.NotFound("A mensagem não está na pasta do correio.")
	}
	if err != nil {
		return StoredMail{}, err
	}
	stored := StoredMail{From: displayAddresses(message.GetFrom()), To: displayAddresses(message.GetTo())}
	for _, subject := range message.GetGenHeader(gomail.HeaderSubject) {
		if stored.Subject, err = new(mime.WordDecoder).DecodeHeader(subject); err != nil {
			return StoredMail{}, err
		}
	}
	for _, part := range message.GetParts() {
		content, err := part.GetContent()
		if err != nil {
			return StoredMail{}, err
		}
		switch part.GetContentType() {
		case gomail.TypeTextPlain:
			stored.Text = string(content)
		case gomail.TypeTextHTML:
			stored.HTML = string(content)
		}
	}
	return stored, nil
}

// displayAddresses formats addresses for people, without the quoting and encoding of a header.
func displayAddresses(addresses []*netmail.Address) string {
	written := make([]string, len(addresses))
	for i, address := range addresses {
		written[i] = address.Address
		if address.Name != "" {
			written[i] = address.Name + " <" + address.Address + ">"
		}
	}
	return strings.Join(written, ", ")
}

func (f Folder) file(reference uuid.UUID) string {
	return filepath.Join(string(f), reference.String()+".eml")
}
