// Package scans reads ZIP files of scanned documents, refuses hostile ones with words, opens and receives their files, and finds in
// the names of files whose they are and what they are.
package scans

import (
	"archive/zip"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Limits of a ZIP: its size and that of all its files in bytes, and their number.
const (
	MaxBytes    = 500 << 20
	maxUnpacked = 2 << 30
	MaxFiles    = 5000
	// A file over smallBytes may not unpack to more than maxRatio times its size.
	smallBytes = 1 << 20
	maxRatio   = 200
	// maxPath is the number of characters of a file with its folders.
	maxPath = 400
)

// Archive is an opened ZIP.
type Archive struct {
	Files  []File
	reader *zip.Reader
}

// File is a file of a ZIP, in which a folder is received too; Size is in bytes, unpacked.
type File struct {
	Path string
	Size int64

	entry *zip.File
}

// IsZIP reports whether a file begins like a ZIP.
func IsZIP(start []byte) bool { return strings.HasPrefix(string(start), "PK\x03\x04") }

// Read reads a ZIP of this size in bytes. It returns 415 UNSUPPORTED_MEDIA_TYPE for another file, and 400 VALIDATION_ERROR for one with a
// password, with paths out of it, with a name twice, with nothing in it, or beyond a limit.
func Read(content io.ReaderAt, size int64) (*Archive, error) {
	reader, err := zip.NewReader(content, size)
	if err != nil && reader == nil {
		return nil, errs.New(errs.KindUnsupportedMediaType, errs.CodeUnsupportedMediaType, "Envie um ZIP com os arquivos.")
	}
	archive := &Archive{reader: reader}
	if err := archive.list(); err != nil {
		return nil, err
	}
	return archive, nil
}

// Find returns the file with a path; another one is 400 VALIDATION_ERROR.
func (a *Archive) Find(path string) (File, error) {
	at := slices.IndexFunc(a.Files, func(file File) bool { return file.Path == path })
	if at < 0 {
		return File{}, refuse("o arquivo não está entre os enviados")
	}
	return a.Files[at], nil
}

// Open returns the unpacked bytes of a file.
func (f File) Open() (io.ReadCloser, error) { return f.entry.Open() }

func (a *Archive) list() error {
	if len(a.reader.File) > 2*MaxFiles {
		return tooMany(len(a.reader.File))
	}
	var unpacked uint64
	seen := map[string]bool{}
	for _, entry := range a.reader.File {
		name := nameOf(entry)
		if err := check(entry, name); err != nil {
			return err
		}
		if unpacked += entry.UncompressedSize64; entry.UncompressedSize64 > maxUnpacked || unpacked > maxUnpacked {
			return refuse("Descompactado, o ZIP passa de 2 GB. Divida em partes.")
		}
		if isIgnored(entry, name) {
			continue
		}
		key := strings.ToLower(name)
		if seen[key] {
			return refuse(fmt.Sprintf("Há dois arquivos com o nome “%s”. Mude o nome de um.", texts.Shorten(name, 100)))
		}
		seen[key] = true
		a.Files = append(a.Files, File{Path: name, Size: int64(entry.UncompressedSize64), entry: entry})
	}
	switch {
	case len(a.Files) == 0:
		return refuse("Nenhum arquivo foi encontrado.")
	case len(a.Files) > MaxFiles:
		return tooMany(len(a.Files))
	}
	slices.SortStableFunc(a.Files, func(x, y File) int { return strings.Compare(x.Path, y.Path) })
	return nil
}

func refuse(words string) error { return errs.Invalid("file", words) }

func tooMany(count int) error {
	return refuse(fmt.Sprintf("São %d arquivos. Até 5.000 por vez: divida em partes.", count))
}

// check refuses an entry for which the whole ZIP is refused.
func check(entry *zip.File, name string) error {
	shown := texts.Shorten(name, 100)
	switch {
	case entry.Flags&1 != 0:
		return refuse("Este ZIP pede senha. Salve sem senha.")
	case !filepath.IsLocal(name) || strings.ContainsFunc(name, unicode.IsControl) || !texts.Fits(name, maxPath):
		return refuse(fmt.Sprintf("Há um caminho que não se aceita: “%s”.", strings.ToValidUTF8(shown, "")))
	case entry.UncompressedSize64 > smallBytes && entry.UncompressedSize64/maxRatio > entry.CompressedSize64:
		return refuse(fmt.Sprintf("“%s” se expande demais ao abrir. Tire-o do ZIP.", shown))
	}
	return nil
}

// isIgnored reports whether an entry is a folder or what a system leaves beside the files.
func isIgnored(entry *zip.File, name string) bool {
	base := path.Base(name)
	return entry.FileInfo().IsDir() || strings.HasSuffix(name, "/") || strings.HasPrefix(name, "__MACOSX/") || strings.HasPrefix(base, ".") ||
		slices.Contains([]string{"thumbs.db", "desktop.ini"}, strings.ToLower(base))
}

// nameOf returns the name of an entry with its folders. Windows writes names without UTF-8 in the code page of the machine.
func nameOf(entry *zip.File) string {
	name := strings.ReplaceAll(entry.Name, `\`, "/")
	if utf8.ValidString(name) {
		return name
	}
	decoded, err := charmap.CodePage850.NewDecoder().String(name)
	if err != nil {
		return strings.ToValidUTF8(name, "")
	}
	return decoded
}
