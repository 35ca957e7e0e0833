package watermarks

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/settings"
)

// Enabled is whether previews of files carry the name of the person who looks at them.
var Enabled = settings.Key[bool]{System: "access", Name: "watermark", Type: settings.Boolean,
	Description: "Escreve o nome de quem vê e o dia sobre a prévia de imagens e PDFs. O arquivo guardado e o baixado não mudam."}

// Area declares what watermarks bring to the program.
func Area(area.Env) area.Area {
	return area.Area{Keys: []settings.Definition{Enabled.Definition()}}
}
