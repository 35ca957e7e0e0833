package configuration

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"

	"acolhe/models/platform/settings"
)

// Area declares what the configuration bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"system_configs"},
		Personal: personalData(),
		Keys:     settings.Keys(),
		Secrets:  []area.Secret{{Label: "valores de configuração", Rotate: RotateKey}},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("system_configs", "system key value value_encrypted encryption_key_id value_type hardcoded_default description"),
	}
}
