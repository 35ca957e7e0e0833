package panel

import (
	"strings"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/idempotency"
	"acolhe/models/types/errs"
	"acolhe/web"
)

// judged is an input whose verb also tells what was noted of it beforehand: see errs.BindErrors.
type judged interface{ AddBindError(path, message string) }

// requireTyped notes a field that a form must not leave empty, where a script may leave it out.
func requireTyped(posted web.FormData, input judged, path, message string) {
	if strings.TrimSpace(posted.Or(path, "")) == "" {
		input.AddBindError(path, message)
	}
}

// made is what a form made, as far as the answer tells of it.
type made struct {
	ID   int64
	Name string
}

// makeOnce makes what a form asks for once, however often the form is sent: its key tells one form
// from another. A form that was taken and is sent again with something else is 409
// IDEMPOTENCY_KEY_REUSED.
func (p Panel) makeOnce(r *web.Request, posted web.FormData, input any, work func(tx *db.DB) (made, error)) (made, error) {
	asked := idempotency.Request{By: r.By, Route: r.MethodAndPath(), Key: keyOf(posted, nil), Input: input}
	answer, _, err := idempotency.Do(r.Context(), p.DB, asked, work)
	if errs.HasCode(err, idempotency.CodeKeyReused) {
		err = errs.Conflict(idempotency.CodeKeyReused, "Este formulário já foi salvo antes, com outros dados. Confira o que já existe; se é mesmo mais um, salve de novo.")
	}
	return answer, err
}

// keyOf is the key of a form, which stays with it as long as it is refused. One that was taken
// already gets another, for who means something more.
func keyOf(posted web.FormData, refused error) string {
	key := posted.Or("idempotency_key", "")
	if _, err := uuid.Parse(key); err != nil || errs.HasCode(refused, idempotency.CodeKeyReused) {
		return uuid.NewString()
	}
	return key
}
