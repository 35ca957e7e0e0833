package triage

import (
	"errors"

	"acolhe/models/platform/settings"
)

// The configured thresholds of a waiting time, in minutes.
var (
	WarnMinutes = settings.Key[int]{System: "triage", Name: "wait_warn_minutes", Type: settings.Number, Check: checkMinutes, Default: 30,
		Required:    true,
		Description: "A partir de quantos minutos a espera na recepção merece atenção."}
	LateMinutes = settings.Key[int]{System: "triage", Name: "wait_late_minutes", Type: settings.Number, Check: checkMinutes, Default: 60,
		Required:    true,
		Description: "A partir de quantos minutos a espera na recepção está atrasada."}
)

func checkMinutes(minutes int) error {
	const week = 7 * 24 * 60
	if minutes < 1 || minutes > week {
		return errors.New("deve ser um número de minutos, de 1 a 10080")
	}
	return nil
}
