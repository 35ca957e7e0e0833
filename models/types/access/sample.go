package access

import (
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// CheckSample returns 400 VALIDATION_ERROR if a caller who is not an administrator sends
// `is_sample` of a new row, with any value (decisions.md, "Names that the specification does not
// give").
func CheckSample(by auth.Caller, isSample patch.Field[bool]) error {
	if isSample.Sent && !IsAdministrator(by) {
		return errs.Invalid("is_sample", "só um administrador pode dizer se um registro é de exemplo")
	}
	return nil
}
