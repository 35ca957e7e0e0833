package control

import "net/http"

// LabelPDF is a valid PDF with one page of A6, which holds a frame.
const LabelPDF = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
	"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 298 420]/Resources<<>>/Contents 4 0 R>>endobj\n" +
	"4 0 obj<</Length 26>>stream\n2 w 12 12 274 396 re S   \n\nendstream endobj\nxref\n0 5\n0000000000 65535 f \n0000000009 00000 n \n" +
	"0000000052 00000 n \n0000000101 00000 n \n0000000193 00000 n \ntrailer<</Root 1 0 R/Size 5>>\nstartxref\n265\n%%EOF\n"

// WriteLabel writes LabelPDF.
func WriteLabel(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/pdf")
	_, _ = w.Write([]byte(LabelPDF))
}
