package handlertest

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
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

var (
	markup = regexp.MustCompile(`(?s)<(script|style|svg).*?</(script|style|svg)>|<[^>]*>`)
	space  = regexp.MustCompile(`[\s\x{a0}]+`)
)

// Words returns the text of a page or fragment without its markup, each gap as one space.
func (a *Answer) Words() string {
	return space.ReplaceAllString(html.UnescapeString(markup.ReplaceAllString(a.Body, " ")), " ")
}

// Fields returns the inputs of a page as a browser without scripts would post them.
func (a *Answer) Fields() url.Values {
	a.t.Helper()
	values := url.Values{}
	a.HTML().Find("input[name]").Each(func(_ int, input *goquery.Selection) {
		_, isChecked := input.Attr("checked")
		if isChecked || input.AttrOr("type", "") != "radio" {
			values.Set(input.AttrOr("name", ""), input.AttrOr("value", ""))
		}
	})
	return values
}

// FormAt returns the inputs of the page of an address.
func (c *Client) FormAt(path string) url.Values {
	c.t.Helper()
	return c.GET(path).Want(http.StatusOK).Fields()
}
