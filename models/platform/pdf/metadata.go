package pdf

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// metadata describes a document in XMP, beside the dictionary of PDF: archives and screen readers read it there.
func metadata(title string, now time.Time) []byte {
	var escaped strings.Builder
	_ = xml.EscapeText(&escaped, []byte(title)) // a strings.Builder accepts everything
	return fmt.Appendf(nil, `<?xpacket begin="`+"\ufeff"+`" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">%[1]s</rdf:li></rdf:Alt></dc:title><dc:language><rdf:Bag><rdf:li>pt-BR</rdf:li></rdf:Bag></dc:language>
<dc:format>application/pdf</dc:format><pdf:Producer>Acolhe</pdf:Producer><xmp:CreateDate>%[2]s</xmp:CreateDate><xmp:ModifyDate>%[2]s</xmp:ModifyDate>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`, escaped.String(), now.Format(time.RFC3339))
}

// completed adds to a finished document what fpdf leaves out: the zone of its dates, which readers take for UTC without one, and
// the reference to its metadata. Only the catalog and the table of references stand behind the dates, so that only their
// positions change.
func completed(content []byte, now time.Time) []byte {
	offset := now.Format("-0700")
	zone := offset[:3] + "'" + offset[3:] + "'"
	before := len(content)
	for _, key := range []string{"/CreationDate (D:", "/ModDate (D:"} {
		at := bytes.LastIndex(content, []byte(key))
		if at < 0 {
			return content
		}
		at += len(key) + len("20060102150405")
		content = slices.Insert(content, at, []byte(zone)...)
	}
	byDates := len(content) - before
	const catalog = "/Type /Catalog\n"
	info := lastNumber.FindSubmatch(content)
	at := bytes.LastIndex(content, []byte(catalog))
	if info == nil || at < 0 {
		return content
	}
	// The metadata are the object before the dictionary of the dates.
	number, _ := strconv.Atoi(string(info[1])) // digits alone
	content = slices.Insert(content, at+len(catalog), fmt.Appendf(nil, "/Metadata %d 0 R\n", number-1)...)
	return moved(content, byDates, len(content)-before)
}

// lastNumber matches the reference to the dictionary of the dates in the trailer.
var lastNumber = regexp.MustCompile(`/Info (\d+) 0 R\s+>>\s+startxref`)

// moved corrects the position of the catalog, and that of the table of references.
func moved(content []byte, catalogBy, tableBy int) []byte {
	const entry = len("0000000000 00000 n \n")
	trailer := bytes.LastIndex(content, []byte("trailer\n"))
	start := bytes.LastIndex(content, []byte("startxref\n"))
	if trailer < entry || start < trailer {
		return content
	}
	last := trailer - entry
	catalog, err := strconv.Atoi(string(content[last : last+10]))
	if err != nil {
		return content
	}
	copy(content[last:], fmt.Appendf(nil, "%010d", catalog+catalogBy))
	start += len("startxref\n")
	end := start + bytes.IndexByte(content[start:], '\n')
	table, err := strconv.Atoi(string(content[start:end]))
	if err != nil {
		return content
	}
	return slices.Replace(content, start, end, []byte(strconv.Itoa(table+tableBy))...)
}
