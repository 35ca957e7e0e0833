package access

import (
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// CheckSample holds `is_sample` of a new row to administrators (decisions.md, "Names that the
// specification does not give"): whoever else sends it, whatever its value, is answered 400
// VALIDATION_ERROR.
func CheckSample(by auth.Caller, isSample patch.Field[bool]) error {
	if isSample.Sent && !IsAdministrator(by) {
		return errs.Invalid("is_sample", "só um administrador pode dizer se um registro é de exemplo")
	}
	return nil
}
