// Package media checks files that people send: it recognizes the kind of a file by its bytes, refuses forbidden and
// damaged files, and removes the place and the camera from photos. It copies with bounded memory.
package media

import (
	"bufio"
	"errors"
	"io"
	"slices"

	"acolhe/models/types/errs"
)

// MaxBytes is the size limit of a file (decisions.md, "Files").
const MaxBytes = 20 << 20

// maxPixels is the size limit of a picture: a small file may unpack to gigabytes.
const maxPixels = 100_000_000

// Kind is the kind of a file, as a content type.
type Kind string

// The accepted kinds (decisions.md, "Files").
const (
	PDF  Kind = "application/pdf"
	JPEG Kind = "image/jpeg"
	PNG  Kind = "image/png"
	WebP Kind = "image/webp"
	HEIC Kind = "image/heic"
	DOCX Kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	XLSX Kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	CSV  Kind = "text/csv"
	TXT  Kind = "text/plain"
)

// Documents returns the kinds that every caller may send.
func Documents() []Kind { return []Kind{PDF, JPEG, PNG, WebP, HEIC} }

// Office returns the kinds that only the staff may send.
func Office() []Kind { return []Kind{DOCX, XLSX, CSV, TXT} }

// IsImage reports whether a file is a picture.
func (k Kind) IsImage() bool { return slices.Contains([]Kind{JPEG, PNG, WebP, HEIC}, k) }

// IsInline reports whether a browser may show a file in place instead of downloading it.
func (k Kind) IsInline() bool { return k == PDF || k.IsImage() }

// Extension returns the ending of a file's name with its dot.
func (k Kind) Extension() string {
	return map[Kind]string{PDF: ".pdf", JPEG: ".jpg", PNG: ".png", WebP: ".webp", HEIC: ".heic", DOCX: ".docx", XLSX: ".xlsx", CSV: ".csv",
		TXT: ".txt"}[k]
}

// Output is the destination of a copy.
type Output interface {
	io.Writer
	io.WriterAt
	io.ReaderAt
}

// Copy copies a file of one of the kinds to out, without the metadata of photos, and returns its kind; a text is TXT. It
// returns 400 VALIDATION_ERROR for an empty file, 413 PAYLOAD_TOO_LARGE for one over MaxBytes or with too many pixels,
// and 415 UNSUPPORTED_MEDIA_TYPE for any other kind and for a damaged file.
func Copy(out Output, in io.Reader, allowed []Kind) (Kind, error) {
	source := bufio.NewReaderSize(&limited{in: in, left: MaxBytes}, bufferBytes)
	start, err := source.Peek(sniffBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	if len(start) == 0 {
		return "", errs.Invalid("file", "o arquivo está vazio")
	}
	kind, refusal := sniff(start)
	if kind == office && slices.Contains(allowed, DOCX) {
		return copyOffice(out, source)
	}
	if kind == old && slices.Contains(allowed, DOCX) {
		return "", copyOld(out, source)
	}
	if refusal == "" && !slices.Contains(allowed, kind) {
		refusal = notAllowed(allowed)
	}
	if refusal != "" {
		return "", unsupported(refusal)
	}
	return kind, damaged(copiers[kind](out, source))
}

const (
	bufferBytes = 64 << 10
	sniffBytes  = 512
)

// errDamaged is returned by copiers for bytes that the kind does not allow.
var errDamaged = errors.New("the file is not what its first bytes say")

// copiers copy a file of a kind that sniff recognized.
var copiers = map[Kind]func(out Output, in *bufio.Reader) error{
	PDF: copyPDF, JPEG: copyJPEG, PNG: copyPNG, WebP: copyWebP, HEIC: copyHEIC, TXT: copyText,
}

// damaged returns 415 UNSUPPORTED_MEDIA_TYPE for a file that ends too early or breaks the rules of its kind.
func damaged(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, errDamaged) {
		return unsupported("O arquivo está incompleto ou danificado. Abra-o no seu aparelho para conferir e envie de novo.")
	}
	return err
}

func unsupported(message string) error {
	return errs.New(errs.KindUnsupportedMediaType, errs.CodeUnsupportedMediaType, message)
}

// TooLarge is 413 PAYLOAD_TOO_LARGE for a file over MaxBytes.
func TooLarge() error {
	return errs.New(errs.KindTooLarge, errs.CodePayloadTooLarge, "Arquivo maior que 20 MB. Envie uma foto ou um PDF menor.")
}

// checkPixels refuses a picture that would take too much memory to show.
func checkPixels(width, height int64) error {
	if width <= 0 || height <= 0 {
		return errDamaged
	}
	if width > maxPixels || height > maxPixels || width*height > maxPixels {
		return errs.New(errs.KindTooLarge, errs.CodePayloadTooLarge,
			"Imagem grande demais: mais de 100 milhões de pontos. Diminua a imagem e envie de novo.")
	}
	return nil
}

// limited reads up to a limit and returns TooLarge for more.
type limited struct {
	in   io.Reader
	left int64
}

// Read implements io.Reader.
func (l *limited) Read(into []byte) (int, error) {
	// One byte more than the limit is read, to detect a longer file.
	if int64(len(into)) > l.left+1 {
		into = into[:l.left+1]
	}
	read, err := l.in.Read(into)
	if int64(read) > l.left {
		return 0, TooLarge()
	}
	l.left -= int64(read)
	return read, err
}
