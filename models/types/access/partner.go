package access

import (
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// PartnerCode returns the professional_code to whose rows the caller is bound (specification,
// "Scoped data rules"), as a Profissional and a partner's token are. Every query on services,
// professionals and reports applies it. If bound and empty, the code matches no row.
func PartnerCode(by auth.Caller) (code string, bound bool) {
	switch {
	case by.Is(auth.Profissional):
		return by.InternalCode, true
	case by.Kind == auth.Token && by.InternalCode != "":
		return by.InternalCode, true
	}
	return "", false
}

// RequireUnbound returns nil unless PartnerCode binds the caller, else 403 FORBIDDEN.
func RequireUnbound(by auth.Caller) error {
	if _, bound := PartnerCode(by); bound {
		return errs.Forbidden("Só a equipe da associação pode fazer isto.")
	}
	return nil
}

// FitsPartner reports whether a token bound to a partner can use the scope.
func (s Scope) FitsPartner() bool {
	if s.Name == Everything {
		return false
	}
	for _, action := range s.Actions {
		if !partnerCan(s.Collection, action) {
			return false
		}
	}
	return true
}

// partnerCan reports whether a token bound to a partner may do the action: it may read what a
// Profissional reads at the portal.
func partnerCan(collection string, action Action) bool {
	if action != Read {
		return false
	}
	return collection == "services" || collection == "professionals" || collection == "reports"
}
