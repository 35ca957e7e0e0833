package access

import (
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// RequireConfirmed returns 401 SECOND_FACTOR_REQUIRED if the operator's account has a second step, and the session passed it
// more than 15 minutes ago. Verbs that change credentials or pass on the data of many people call it first.
func RequireConfirmed(by auth.Caller) error {
	if by.Kind == auth.Operator && by.SecondStep.IsStale(by.Now) {
		return errs.New(errs.KindUnauthenticated, errs.CodeSecondFactorRequired,
			"Confirme a segunda etapa de novo para continuar. Vale por 15 minutos.")
	}
	return nil
}
