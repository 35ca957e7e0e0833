package pdf

import (
	"encoding/xml"
	"fmt"
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
