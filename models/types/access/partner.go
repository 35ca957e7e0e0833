package access

import "acolhe/models/types/auth"

// PartnerCode returns the professional_code whose rows are all that the caller may see
// (specification, "Scoped data rules"): that of a Profissional, or of a token bound to a
// partner. Every query over services, professionals and reports asks it. An empty code of
// who is bound matches nobody.
func PartnerCode(by auth.Caller) (code string, bound bool) {
	switch {
	case by.Is(auth.Profissional):
		return by.InternalCode, true
	case by.Kind == auth.Token && by.InternalCode != "":
		return by.InternalCode, true
	}
	return "", false
}

// FitsPartner reports whether the scope means something on a token bound to a partner.
func (s Scope) FitsPartner() bool {
	if s.Name == Everything {
		return false
	}
	for _, action := range s.Actions {
		if !partnerMay(s.Collection, action) {
			return false
		}
	}
	return true
}

// partnerMay is all that a partner's token can be good for: what a Profissional reads at
// the portal.
func partnerMay(collection string, action Action) bool {
	if action != Read {
		return false
	}
	return collection == "services" || collection == "professionals" || collection == "reports"
}
