package externalservices

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
)

// Area declares what external services bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"external_services", "external_service_credentials", "oauth_states"},
		Personal: personalData(),
		Secrets:  []area.Secret{{Label: "credenciais de serviços", Rotate: RotateKey}},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("external_services", "service primary_calendar_id last_test_checks last_tested_by account connected_by"),
		personal.Plain("external_service_credentials", "service field_key value_encrypted encryption_key_id updated_by_name"),
		personal.Plain("oauth_states", "state_hash service code_verifier_encrypted encryption_key_id"),
	}
}
