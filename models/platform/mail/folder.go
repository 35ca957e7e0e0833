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

// Folder carries messages no further than a folder, a file each, readable by its owner alone:
// how mail works in development. Empty, it is no folder.
type Folder string

// Carry puts the message there whole, in place of an earlier attempt.
func (f Folder) Carry(_ context.Context, parcel Envelope) *Failure {
	if err := f.write(parcel); err != nil {
		return &Failure{Reason: "Não foi possível gravar a mensagem na pasta do correio."}
	}
	return nil
}

func (f Folder) write(parcel Envelope) error {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return err
	}
	unfinished, err := os.CreateTemp(string(f), ".new-")
	if err != nil {
		return err
	}
	_, err = parcel.WriteTo(unfinished)
	if err := errors.Join(err, unfinished.Close()); err != nil {
		return errors.Join(err, os.Remove(unfinished.Name()))
	}
	return os.Rename(unfinished.Name(), f.file(parcel.Reference))
}

// StoredMail is a message in the folder, as a mail program would show it.
type StoredMail struct {
	From, To, Subject string
	Text, HTML        string
}

// Read returns the message of an envelope, or NOT_FOUND when it is not in the folder.
func (f Folder) Read(reference uuid.UUID) (StoredMail, error) {
	message, err := gomail.EMLToMsgFromFile(f.file(reference))
	if errors.Is(err, fs.ErrNotExist) {
		return StoredMail{}, errs.NotFound("A mensagem não está na pasta do correio.")
	}
	if err != nil {
		return StoredMail{}, err
	}
	kept := StoredMail{From: readable(message.GetFrom()), To: readable(message.GetTo())}
	for _, subject := range message.GetGenHeader(gomail.HeaderSubject) {
		if kept.Subject, err = new(mime.WordDecoder).DecodeHeader(subject); err != nil {
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
			kept.Text = string(content)
		case gomail.TypeTextHTML:
			kept.HTML = string(content)
		}
	}
	return kept, nil
}

// readable writes addresses for people: without the quotes and codes of a header.
func readable(addresses []*netmail.Address) string {
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
