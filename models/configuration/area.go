package configuration

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/settings"
)

// Area declares what the configuration bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:  []string{"system_configs"},
		Keys:    settings.Keys(),
		Secrets: []area.Secret{{Label: "valores de configuração", Rotate: RotateKey}},
	}
}
