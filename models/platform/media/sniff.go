package media

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// Reasons for refusing a kind.
const (
	refusedProgram = "Programas não são aceitos. Envie uma foto ou um PDF."
	refusedMarkup  = "Desenhos SVG e páginas da internet não são aceitos. Envie uma foto ou um PDF."
	refusedPicture = "Este tipo de imagem não é aceito. Envie como JPEG ou PNG."
	refusedOld     = "Arquivos antigos do Word e do Excel não são aceitos. Salve como DOCX ou XLSX e envie de novo."
)

// notAllowed returns the reason for refusing a kind that is not in the list.
func notAllowed(allowed []Kind) string {
	kinds := "PDF, JPEG, PNG, WebP ou HEIC"
	if slices.Contains(allowed, DOCX) {
		kinds = "PDF, JPEG, PNG, WebP, HEIC, DOCX, XLSX, CSV ou TXT"
	}
	return "Não conseguimos abrir este arquivo. Envie " + kinds + "."
}

// signatures are the first bytes of kinds, and of files whose refusal has its own reason.
var signatures = []struct {
	start   string
	kind    Kind
	refusal string
}{
	{start: "%PDF-", kind: PDF},
	{start: "\xff\xd8\xff", kind: JPEG},
	{start: pngSignature, kind: PNG},
	{start: "MZ", refusal: refusedProgram},
	{start: "\x7fELF", refusal: refusedProgram},
	{start: "\xcf\xfa\xed\xfe", refusal: refusedProgram},
	{start: "\xca\xfe\xba\xbe", refusal: refusedProgram},
	{start: "#!", refusal: refusedProgram},
	{start: "GIF8", refusal: refusedPicture},
	{start: "BM", refusal: refusedPicture},
	{start: "II*\x00", refusal: refusedPicture},
	{start: "MM\x00*", refusal: refusedPicture},
	{start: "\xd0\xcf\x11\xe0", kind: old, refusal: refusedOld},
}

// Containers: office is a ZIP, which may be a file of Word or Excel; old is that of old files and of encrypted ones.
const (
	office Kind = "application/zip"
	old    Kind = "application/x-ole-storage"
)

// sniff returns the kind of a file by its first bytes, or the reason for refusing it.
func sniff(start []byte) (kind Kind, refusal string) {
	for _, known := range signatures {
		if bytes.HasPrefix(start, []byte(known.start)) && !(known.start == "BM" && isText(start)) {
			return known.kind, known.refusal
		}
	}
	switch {
	case len(start) >= 12 && string(start[:4]) == "RIFF" && string(start[8:12]) == "WEBP":
		return WebP, ""
	case len(start) >= 12 && string(start[4:8]) == "ftyp":
		return sniffBrand(start)
	case bytes.HasPrefix(start, []byte("PK\x03\x04")):
		return office, notAllowed(nil)
	case bytes.HasPrefix(bytes.TrimLeft(start, "\ufeff \t\r\n\f"), []byte("<")):
		return "", refusedMarkup
	case isText(start):
		return TXT, ""
	}
	return "", notAllowed(nil)
}

// sniffBrand recognizes HEIC by the brands of its first box; AVIF and videos have others.
func sniffBrand(start []byte) (Kind, string) {
	length := min(int(binary.BigEndian.Uint32(start)), len(start))
	for at := 8; at+4 <= length; at += 4 {
		switch string(start[at : at+4]) {
		case "heic", "heix", "heim", "heis":
			return HEIC, ""
		case "avif", "avis":
			return "", refusedPicture
		}
	}
	return "", notAllowed(nil)
}
