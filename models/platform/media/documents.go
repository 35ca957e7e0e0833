package media

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"io"
	"path"
	"slices"
	"strings"
)

// Reasons for refusing documents.
const (
	refusedScript   = "Este PDF tem um programa dentro. Imprima-o como PDF e envie a cópia."
	refusedMixed    = "Este arquivo mistura dois formatos. Envie uma foto ou um PDF comum."
	refusedLocked   = "Este arquivo abre com senha. Salve uma cópia sem senha e envie de novo."
	refusedMacros   = "Este arquivo tem macros. Salve uma cópia sem macros e envie de novo."
	zipEnd          = "PK\x05\x06"
	zipEndBytes     = 22
	zipTailBytes    = 66 << 10
	pdfTailBytes    = 2 << 10
	maxOfficeParts  = 5000
	documentsBuffer = 64 << 10
)

// pdfPrograms are names in a PDF that start programs. Those in compressed parts are harmless, because a download
// carries a policy that runs nothing.
var pdfPrograms = [][]byte{[]byte("/JavaScript"), []byte("/Launch")}

// copyPDF copies a complete PDF that starts no program and is not also a ZIP.
func copyPDF(out Output, in *bufio.Reader) error {
	copied := &watched{out: out, words: pdfPrograms}
	size, err := io.CopyBuffer(copied, onlyReader{in}, make([]byte, documentsBuffer))
	if err != nil {
		return err
	}
	if copied.found {
		return unsupported(refusedScript)
	}
	tail, err := tailOf(out, size, zipTailBytes)
	if err != nil {
		return err
	}
	if bytes.Contains(tail, []byte(zipEnd)) {
		return unsupported(refusedMixed)
	}
	if !bytes.Contains(tail[max(0, len(tail)-pdfTailBytes):], []byte("%%EOF")) {
		return errDamaged
	}
	return nil
}

// copyOffice copies a file of Word or Excel and returns its kind.
func copyOffice(out Output, in *bufio.Reader) (Kind, error) {
	size, err := io.CopyBuffer(onlyWriter{out}, onlyReader{in}, make([]byte, documentsBuffer))
	if err != nil {
		return "", err
	}
	tail, err := tailOf(out, size, zipTailBytes)
	if err != nil {
		return "", err
	}
	end := bytes.LastIndex(tail, []byte(zipEnd))
	if end < 0 || len(tail)-end < zipEndBytes {
		return "", damaged(errDamaged)
	}
	// The list of entries is read into memory, so its length is checked first.
	if binary.LittleEndian.Uint16(tail[end+10:]) > maxOfficeParts {
		return "", unsupported(notAllowed(Office()))
	}
	archive, err := zip.NewReader(out, size)
	if err != nil {
		return "", damaged(errDamaged)
	}
	return officeKind(archive)
}

func officeKind(archive *zip.Reader) (Kind, error) {
	has := func(name string) bool {
		return slices.ContainsFunc(archive.File, func(entry *zip.File) bool { return entry.Name == name })
	}
	hasMacros := slices.ContainsFunc(archive.File, func(entry *zip.File) bool {
		return strings.EqualFold(path.Base(entry.Name), "vbaProject.bin")
	})
	switch {
	case hasMacros:
		return "", unsupported(refusedMacros)
	case !has("[Content_Types].xml"):
	case has("word/document.xml"):
		return DOCX, nil
	case has("xl/workbook.xml"):
		return XLSX, nil
	}
	return "", unsupported(notAllowed(Office()))
}

// copyText copies a text, which has no control characters but white space.
func copyText(out Output, in *bufio.Reader) error {
	_, err := io.CopyBuffer(textOnly{out}, onlyReader{in}, make([]byte, documentsBuffer))
	return err
}

type textOnly struct{ out io.Writer }

// Write implements io.Writer.
func (t textOnly) Write(part []byte) (int, error) {
	if !isText(part) {
		return 0, unsupported(notAllowed(Office()))
	}
	return t.out.Write(part)
}

// isText reports whether bytes may be a text in UTF-8 or in one of the older Western encodings.
func isText(part []byte) bool {
	return !bytes.ContainsFunc(part, func(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\r\f", r) || r == 0x7f })
}

// tailOf returns the last bytes of a copied file.
func tailOf(out io.ReaderAt, size, most int64) ([]byte, error) {
	tail := make([]byte, min(size, most))
	_, err := out.ReadAt(tail, size-int64(len(tail)))
	return tail, err
}

// copyOld reads a file of the old container of Word and Excel to its end and refuses it. The container also holds new files
// that are encrypted.
func copyOld(out Output, in *bufio.Reader) error {
	copied := &watched{out: out, words: [][]byte{[]byte("E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00")}}
	if _, err := io.CopyBuffer(copied, onlyReader{in}, make([]byte, documentsBuffer)); err != nil {
		return err
	}
	if copied.found {
		return unsupported(refusedLocked)
	}
	return unsupported(refusedOld)
}

// watched searches words in the copied bytes, also across two parts. Characters of names may be escaped, as in /J#61vaScript.
type watched struct {
	out   io.Writer
	words [][]byte
	found bool
	end   []byte
}

// Write implements io.Writer.
func (w *watched) Write(part []byte) (int, error) {
	const longest = 3 * len("/JavaScript")
	seam := unescape(append(w.end, part[:min(len(part), longest)]...))
	plain := unescape(part)
	for _, word := range w.words {
		w.found = w.found || bytes.Contains(plain, word) || bytes.Contains(seam, word)
	}
	w.end = append(w.end[:0:0], part[max(0, len(part)-longest):]...)
	return w.out.Write(part)
}

// unescape replaces #61 by its character, as readers of PDF do in names.
func unescape(text []byte) []byte {
	if bytes.IndexByte(text, '#') < 0 {
		return text
	}
	plain := make([]byte, 0, len(text))
	for at := 0; at < len(text); at++ {
		var character [1]byte
		if text[at] == '#' && at+2 < len(text) {
			if _, err := hex.Decode(character[:], text[at+1:at+3]); err == nil {
				plain, at = append(plain, character[0]), at+2
				continue
			}
		}
		plain = append(plain, text[at])
	}
	return plain
}

// onlyReader and onlyWriter hide methods with which io.CopyBuffer would bypass its buffer.
type (
	onlyReader struct{ io.Reader }
	onlyWriter struct{ io.Writer }
)
