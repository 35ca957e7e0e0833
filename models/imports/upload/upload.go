// Package upload receives the files of imports to temporary ones: a spreadsheet, a ZIP of scans, or a folder of scans, which becomes a
// ZIP. It refuses any other with words, and stores a file for its import.
package upload

import (
	"archive/zip"
	"bufio"
	"io"
	"os"
	"path/filepath"
	"strings"

	"acolhe/models/imports/scans"
	"acolhe/models/platform/spreadsheet"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Receiver receives one file, or those of one folder. The zero value is ready; its owner always calls Discard.
type Receiver struct {
	name string
	file *os.File
	size int64
	// isZIP is set for a file that begins like a ZIP, folder for the files of a folder.
	isZIP  bool
	folder *zip.Writer
}

// File is a received file that is not stored yet, until its Receiver is discarded.
type File struct {
	Name string
	// Size is in bytes.
	Size int64
	// HasScans is set for a ZIP of scans.
	HasScans bool

	file *os.File
}

// Take receives a file; one whose name has a path is of a folder. It returns 413 PAYLOAD_TOO_LARGE for too many bytes and 400
// VALIDATION_ERROR for a further file that is not of the folder.
func (r *Receiver) Take(name string, content io.Reader) error {
	folder, _, isOfFolder := strings.Cut(name, "/")
	isOfFolder = isOfFolder && filepath.IsLocal(name)
	switch {
	case name == "": // a field without a file
		return nil
	case r.file == nil:
		file, err := os.CreateTemp("", "acolhe-import-")
		if err != nil {
			return err
		}
		r.file = file
	case r.folder == nil || !isOfFolder:
		return errs.Invalid("file", "envie uma planilha, um ZIP ou uma pasta de cada vez")
	}
	if !isOfFolder {
		return r.takeOne(name, content)
	}
	if r.folder == nil {
		r.name, r.folder = cleanName(folder), zip.NewWriter(r.file)
	}
	return r.takeInto(name, content)
}

func (r *Receiver) takeOne(name string, content io.Reader) (err error) {
	start := bufio.NewReader(content)
	first, _ := start.Peek(4) // a short file is refused as it is
	r.name, r.isZIP = cleanName(name), scans.IsZIP(first)
	limit := int64(spreadsheet.MaxBytes)
	if r.isZIP {
		limit = scans.MaxBytes
	}
	r.size, err = io.Copy(r.file, io.LimitReader(start, limit+1))
	return err
}

// takeInto writes a file of a folder into the ZIP, as it is: documents and pictures are compressed already.
func (r *Receiver) takeInto(path string, content io.Reader) error {
	entry, err := r.folder.CreateHeader(&zip.FileHeader{Name: path, Method: zip.Store})
	if err != nil {
		return err
	}
	read, err := io.Copy(entry, io.LimitReader(content, scans.MaxBytes-r.size+1))
	if r.size += read; err == nil && r.size > scans.MaxBytes {
		return tooLarge("Até 500 MB. Envie a pasta em partes.")
	}
	return err
}

// File returns what was received. It returns the errors of spreadsheet.Open and scans.Read for what is neither a spreadsheet nor scans,
// and 413 PAYLOAD_TOO_LARGE for a larger one.
func (r *Receiver) File() (*File, error) {
	if r.file == nil {
		return nil, errs.Invalid("file", "escolha um arquivo")
	}
	if r.folder != nil {
		if err := r.folder.Close(); err != nil {
			return nil, err
		}
		r.isZIP = true
	}
	hasScans, err := r.check()
	if err != nil {
		return nil, err
	}
	info, err := r.file.Stat()
	if err != nil {
		return nil, err
	}
	return &File{Name: r.name, Size: info.Size(), HasScans: hasScans, file: r.file}, nil
}

// check finds what was received. A workbook is a ZIP too.
func (r *Receiver) check() (hasScans bool, err error) {
	switch {
	case r.isZIP && r.size > scans.MaxBytes:
		return false, tooLarge("Até 500 MB. Divida o ZIP em partes.")
	case !r.isZIP && r.size > spreadsheet.MaxBytes:
		return false, tooLargeSheet()
	case r.folder == nil:
		opened, err := spreadsheet.Open(r.file.Name())
		if err == nil {
			opened.Close()
			if r.size > spreadsheet.MaxBytes {
				return false, tooLargeSheet()
			}
			return false, nil
		}
		if !r.isZIP || !errs.HasCode(err, errs.CodeUnsupportedMediaType) {
			return false, err
		}
	}
	info, err := r.file.Stat()
	if err != nil {
		return false, err
	}
	_, err = scans.Read(r.file, info.Size())
	return true, err
}

func tooLargeSheet() error { return tooLarge("Até 100 MB. Divida a planilha em partes.") }

func tooLarge(words string) error {
	return errs.New(errs.KindTooLarge, errs.CodePayloadTooLarge, words)
}

// Discard removes the temporary file.
func (r *Receiver) Discard() {
	if r.file != nil {
		_ = r.file.Close()
		_ = os.Remove(r.file.Name())
	}
}

// cleanName returns the last part of a name, without what a page or a file system would take for more than a name.
func cleanName(name string) string {
	name = filepath.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\u200b", r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))), " ")
	if name == "" || name == "." || name == "/" {
		return "planilha"
	}
	return texts.Truncate(name, 200)
}
