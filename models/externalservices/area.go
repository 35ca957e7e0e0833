package externalservices

import (
	"acolhe/models/platform/area"
)

// Area declares what external services bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:  []string{"external_services", "external_service_credentials", "oauth_states"},
		Secrets: []area.Secret{{Label: "credenciais de serviços", Rotate: RotateKey}},
	}
}
