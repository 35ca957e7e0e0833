package templates

import (
	"embed"

	"acolhe/models/templates/richtext"
)

//go:embed default/*.json
var defaults embed.FS

// Default returns the text of a kind that ships.
func Default(kind Kind) richtext.Content {
	raw, _ := defaults.ReadFile("default/" + string(kind) + ".json") // both files are embedded; a test parses them
	content, _ := richtext.Parse(raw)
	return content
}
