package scans

import (
	"cmp"
	"io"
	"path"

	"acolhe/models/files"
	"acolhe/models/platform/media"
	"acolhe/models/platform/storage"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Document is a file of a ZIP to be looked at; it is closed when it was read.
type Document struct {
	*io.SectionReader
	Kind  media.Kind
	spool *storage.Spool
}

// Close removes the unpacked bytes.
func (d Document) Close() error {
	d.spool.Discard()
	return nil
}

// Document returns the file as it would be stored. It returns the errors of media.Copy for one that is no document or photo.
func (f File) Document(drivers storage.Drivers) (document Document, err error) {
	content, err := f.Open()
	if err != nil {
		return document, err
	}
	defer func() { _ = content.Close() }()
	if document.spool, err = drivers.NewSpool(); err != nil {
		return document, err
	}
	document.Kind, err = media.Copy(document.spool, content, media.Documents())
	size, sizeErr := document.spool.Size()
	if err = cmp.Or(err, sizeErr); err != nil {
		document.spool.Discard()
	}
	document.SectionReader = io.NewSectionReader(document.spool, 0, size)
	return document, err
}

// Receive receives the file as an upload. It returns the errors of files.Library, and 400 VALIDATION_ERROR for a file that does not open.
func (f File) Receive(library files.Library, by auth.Caller) (*files.Upload, error) {
	content, err := f.Open()
	if err != nil {
		return nil, errs.Invalid("file", "o arquivo não abre")
	}
	defer func() { _ = content.Close() }()
	received, err := library.Receive(by, path.Base(f.Path), content)
	if err != nil && errs.As(err) == nil {
		return nil, errs.Invalid("file", "o arquivo não abre")
	}
	return received, err
}
