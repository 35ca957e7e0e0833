package sign

import (
	"context"
	"io"
	"strings"

	"github.com/a-h/templ"

	"acolhe/models/templates/richtext"
)

// texts shows texts in their styles, without space between them. A filled variable is bold.
func texts(nodes []richtext.Node) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		var html strings.Builder
		for _, node := range nodes {
			writeText(&html, node)
		}
		_, err := io.WriteString(w, html.String())
		return err
	})
}

func writeText(html *strings.Builder, node richtext.Node) {
	if node.Type == richtext.HardBreak {
		html.WriteString("<br>")
		return
	}
	var tags []string
	for _, style := range []struct {
		tag   string
		isSet bool
	}{{"strong", node.Marks.Bold || node.Marks.Variable}, {"em", node.Marks.Italic}, {"u", node.Marks.Underline}} {
		if style.isSet {
			tags = append(tags, style.tag)
			html.WriteString("<" + style.tag + ">")
		}
	}
	html.WriteString(templ.EscapeString(node.PlainText()))
	for i := len(tags) - 1; i >= 0; i-- {
		html.WriteString("</" + tags[i] + ">")
	}
}
