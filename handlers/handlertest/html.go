package handlertest

import (
	"strings"

	"github.com/PuerkitoBio/goquery"
)

// HTML is the page or fragment that came back; Find takes a CSS selector.
func (a *Answer) HTML() *goquery.Document {
	a.t.Helper()
	document, err := goquery.NewDocumentFromReader(strings.NewReader(a.Body))
	if err != nil {
		a.t.Fatal(err)
	}
	return document
}
