package markup

import (
	"strconv"
	"strings"

	"github.com/a-h/templ"
)

// When returns the text if the condition holds, else an empty text.
func When(holds bool, text string) string {
	if holds {
		return text
	}
	return ""
}

// Join joins the texts that are not empty with spaces.
func Join(texts ...string) string {
	all := ""
	for _, text := range texts {
		if all != "" && text != "" {
			all += " "
		}
		all += text
	}
	return all
}

// Key returns a key in the form of the script: one lower-case letter or sign.
func Key(key string) string { return strings.ToLower(key) }

// ItemID returns the id of the nth item of a list, for references by assistive technology.
func ItemID(list string, i int) string { return list + "-" + strconv.Itoa(i) }

// Set sets the attributes with a value.
func Set(attrs templ.Attributes, values map[string]string) {
	for name, value := range values {
		if value != "" {
			attrs[name] = value
		}
	}
}
