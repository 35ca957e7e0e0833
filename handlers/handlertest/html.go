package handlertest

import (
	"encoding/csv"
	"net/http"
	"net/url"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
)

// HTML returns the parsed page or fragment; Find takes a CSS selector.
func (a *Answer) HTML() *goquery.Document {
	a.t.Helper()
	root, err := html.ParseWithOptions(strings.NewReader(a.Body), html.ParseOptionEnableScripting(false))
	if err != nil {
		a.t.Fatal(err)
	}
	return goquery.NewDocumentFromNode(root)
}

// Words returns the text of a page or fragment without its markup, each gap as one space.
func (a *Answer) Words() string {
	a.t.Helper()
	document := a.HTML()
	document.Find("script, style, svg").Remove()
	var words []string
	for node := range document.Nodes[0].Descendants() {
		if node.Type == html.TextNode {
			words = append(words, strings.Fields(node.Data)...)
		}
	}
	return strings.Join(words, " ")
}

// Fields returns the inputs of a page as a browser without scripts would post them.
func (a *Answer) Fields() url.Values {
	a.t.Helper()
	values := url.Values{}
	a.HTML().Find("input[name]").Each(func(_ int, input *goquery.Selection) {
		_, isChecked := input.Attr("checked")
		if kind := input.AttrOr("type", ""); isChecked || kind != "radio" && kind != "checkbox" {
			values.Set(input.AttrOr("name", ""), input.AttrOr("value", ""))
		}
	})
	return values
}

// FormAt returns the inputs of the page at an address.
func (c *Client) FormAt(path string) url.Values {
	c.t.Helper()
	return c.GET(path).Want(http.StatusOK).Fields()
}

// CSV reads a file as a Brazilian spreadsheet does.
func (a *Answer) CSV() [][]string {
	a.t.Helper()
	body, isMarked := strings.CutPrefix(a.Want(http.StatusOK).Body, "\ufeff")
	if !isMarked {
		a.t.Error("nothing says that the file is UTF-8")
	}
	reader := csv.NewReader(strings.NewReader(body))
	reader.Comma = ';'
	rows, err := reader.ReadAll()
	if err != nil {
		a.t.Fatal(err)
	}
	return rows
}

// Form returns the values that a browser without scripts would post from the form with this id, without its buttons.
func (a *Answer) Form(id string) url.Values {
	a.t.Helper()
	values := url.Values{}
	a.HTML().Find("#" + id).Find("input[name], select[name], textarea[name]").Each(func(_ int, control *goquery.Selection) {
		name, value := control.AttrOr("name", ""), control.AttrOr("value", "")
		_, isChecked := control.Attr("checked")
		switch kind := control.AttrOr("type", ""); {
		case kind == "radio" || kind == "checkbox":
			if isChecked {
				values.Add(name, value)
			}
		case goquery.NodeName(control) == "select":
			values.Add(name, control.Find("option[selected]").AttrOr("value", control.Find("option").First().AttrOr("value", "")))
		case goquery.NodeName(control) == "textarea":
			values.Add(name, control.Text())
		default:
			values.Add(name, value)
		}
	})
	return values
}
