package seal

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/asn1"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/smallstep/pkcs7"

	"acolhe/models/types/auth"
)

// ErrUnsupported is returned for a file that package pdf has not written, or that is sealed already.
var ErrUnsupported = errors.New("seal: not an unsealed PDF of this program")

// Seal appends a digital signature over all bytes of a PDF that package pdf has written. The bytes before it stay the
// same. Reason is shown by readers of PDF.
func (s Sealer) Seal(ctx context.Context, by auth.Caller, file []byte, reason string) ([]byte, error) {
	signer, err := s.identity(ctx, by)
	if err != nil {
		return nil, err
	}
	return signer.seal(file, reason, by.Now)
}

// shape holds what an update of a PDF refers to.
type shape struct {
	size          int
	catalog, page object
	info          string
	start         string
}

// object is an object of a PDF with the text of its dictionary, without the outer brackets.
type object struct {
	number int
	dict   string
}

var (
	trailer   = regexp.MustCompile(`(?s)\ntrailer\n<<\n/Size (\d+)\n/Root (\d+) 0 R\n/Info (\d+ 0 R)\n>>\nstartxref\n(\d+)\n%%EOF\n?$`)
	firstPage = regexp.MustCompile(`(?s)^%PDF-1\.\d\n(\d+) 0 obj\n<<(/Type /Page\n.*?)>>\nendobj\n`)
)

// trailerBytes is more than the length of a trailer.
const trailerBytes = 500

func parse(file []byte) (shape, error) {
	end := trailer.FindSubmatch(file[max(0, len(file)-trailerBytes):])
	page := firstPage.FindSubmatch(file)
	if end == nil || page == nil || bytes.Contains(page[2], []byte("/Annots")) {
		return shape{}, ErrUnsupported
	}
	root := string(end[2])
	start := bytes.LastIndex(file, []byte("\n"+root+" 0 obj\n<<\n"))
	if start < 0 {
		return shape{}, ErrUnsupported
	}
	dict, _, isWhole := bytes.Cut(file[start+len("\n"+root+" 0 obj\n<<\n"):], []byte(">>\nendobj\n"))
	if !isWhole || bytes.Contains(dict, []byte("/AcroForm")) {
		return shape{}, ErrUnsupported
	}
	return shape{size: number(end[1]), catalog: object{number(end[2]), string(dict)}, page: object{number(page[1]), string(page[2])},
		info: string(end[3]), start: string(end[4])}, nil
}

// number returns digits as a number; the patterns match digits alone.
func number(digits []byte) int {
	found, _ := strconv.Atoi(string(digits))
	return found
}

// rangePlace is as long as the longest ByteRange.
const rangePlace = "[0 ********** ********** **********]"

func (i identity) seal(file []byte, reason string, at time.Time) ([]byte, error) {
	known, err := parse(file)
	if err != nil {
		return nil, err
	}
	room := 2 * i.signatureBytes()
	sealed := known.update(file, fmt.Sprintf("<<\n/Type /Sig\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.CAdES.detached\n/ByteRange %s\n/Contents <%s>\n"+
		"/M (D:%s)\n/Name %s\n/Reason %s\n>>", rangePlace, strings.Repeat("0", room), at.UTC().Format("20060102150405Z"),
		textString(i.certificate.Subject.CommonName), textString(reason)))
	// Only the new signature has these, after the original bytes.
	place := len(file) + bytes.Index(sealed[len(file):], []byte(rangePlace))
	begin := len(file) + bytes.Index(sealed[len(file):], []byte("/Contents <")) + len("/Contents ")
	end := begin + room + 2
	byteRange := fmt.Sprintf("[0 %d %d %d]", begin, end, len(sealed)-end)
	copy(sealed[place:], byteRange+strings.Repeat(" ", len(rangePlace)-len(byteRange)))
	signature, err := i.sign(append(append([]byte{}, sealed[:begin]...), sealed[end:]...))
	if err != nil {
		return nil, err
	}
	if 2*len(signature) > room {
		return nil, fmt.Errorf("seal: the signature has %d bytes, of %d", len(signature), room/2)
	}
	hex.Encode(sealed[begin+1:], signature)
	return sealed, nil
}

// signatureBytes returns the room for a signature: the certificates, and some attributes.
func (i identity) signatureBytes() int {
	room := 3000 + len(i.certificate.Raw)
	for _, issuer := range i.issuers {
		room += len(issuer.Raw)
	}
	return room
}

// update appends the signature, its field, and the page and the catalog that refer to them.
func (k shape) update(file []byte, signature string) []byte {
	out := bytes.NewBuffer(append([]byte{}, file...))
	if !bytes.HasSuffix(file, []byte("\n")) {
		out.WriteByte('\n')
	}
	offsets := map[int]int{}
	write := func(number int, text string) {
		offsets[number] = out.Len()
		fmt.Fprintf(out, "%d 0 obj\n%s\nendobj\n", number, text)
	}
	field, signed := k.size, k.size+1
	write(k.page.number, "<<"+k.page.dict+fmt.Sprintf("\n/Annots [%d 0 R]>>", field))
	write(k.catalog.number, "<<\n"+k.catalog.dict+fmt.Sprintf("/AcroForm <</Fields [%d 0 R] /SigFlags 3>>\n>>", field))
	write(field, fmt.Sprintf("<</Type /Annot\n/Subtype /Widget\n/FT /Sig\n/T (Selo)\n/Rect [0 0 0 0]\n/F 132\n/P %d 0 R\n/V %d 0 R>>",
		k.page.number, signed))
	write(signed, signature)
	start := out.Len()
	out.WriteString("xref\n")
	for _, number := range []int{k.page.number, k.catalog.number} {
		fmt.Fprintf(out, "%d 1\n%010d 00000 n \n", number, offsets[number])
	}
	fmt.Fprintf(out, "%d 2\n%010d 00000 n \n%010d 00000 n \n", field, offsets[field], offsets[signed])
	fmt.Fprintf(out, "trailer\n<<\n/Size %d\n/Root %d 0 R\n/Info %s\n/Prev %s\n>>\nstartxref\n%d\n%%%%EOF\n", k.size+2, k.catalog.number,
		k.info, k.start, start)
	return out.Bytes()
}

// textString returns a text as a string of a PDF, in UTF-16.
func textString(text string) string {
	encoded := "<FEFF"
	for _, unit := range utf16.Encode([]rune(text)) {
		encoded += fmt.Sprintf("%04X", unit)
	}
	return encoded + ">"
}

// signingCertificate is the attribute signing-certificate-v2 of RFC 5035, which binds the certificate to the signature.
type signingCertificate struct{ Certificates []struct{ Hash []byte } }

var oidSigningCertificate = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 2, 47}

// sign returns the detached CMS signature over the bytes.
func (i identity) sign(content []byte) ([]byte, error) {
	data, err := pkcs7.NewSignedData(content)
	if err != nil {
		return nil, err
	}
	data.SetDigestAlgorithm(pkcs7.OIDDigestAlgorithmSHA256)
	sum := sha256.Sum256(i.certificate.Raw)
	config := pkcs7.SignerInfoConfig{ExtraSignedAttributes: []pkcs7.Attribute{
		{Type: oidSigningCertificate, Value: signingCertificate{[]struct{ Hash []byte }{{sum[:]}}}},
	}}
	if err := data.AddSigner(i.certificate, i.key, config); err != nil {
		return nil, err
	}
	for _, issuer := range i.issuers {
		data.AddCertificate(issuer)
	}
	data.Detach()
	return data.Finish()
}
