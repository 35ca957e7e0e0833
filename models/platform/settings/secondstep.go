package settings

import (
	"errors"
	"slices"

	"acolhe/models/types/auth"
)

// StepRoles is the value of second_step_roles: the roles whose people need a second step of signing in.
type StepRoles struct {
	Administrator bool `json:"administrador"`
	Reception     bool `json:"acolhimento"`
	Production    bool `json:"producao"`
	Finance       bool `json:"financeiro"`
	Professional  bool `json:"profissional"`
}

// Require reports whether an operator with these roles needs a second step.
func (s StepRoles) Require(roles []auth.Role) bool {
	required := map[auth.Role]bool{
		auth.Administrador: s.Administrator, auth.Acolhimento: s.Reception, auth.Producao: s.Production,
		auth.Financeiro: s.Finance, auth.Profissional: s.Professional,
	}
	return slices.ContainsFunc(roles, func(role auth.Role) bool { return required[role] })
}

// maxStepDays is the maximum number of days in which a second step is turned on.
const maxStepDays = 90

func checkStepDays(days int) error {
	if days < 0 || days > maxStepDays {
		return errors.New("deve ser de 0 a 90")
	}
	return nil
}
