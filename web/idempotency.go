package web

import "acolhe/models/types/errs"

// Headers of an idempotent request and of its answer.
const (
	idempotencyKey     = "Idempotency-Key"
	idempotentReplayed = "Idempotent-Replayed"
)

const maxIdempotencyKey = 255

// idempotencyRules describe an Idempotent route in the OpenAPI document.
const idempotencyRules = "With an " + idempotencyKey + " (up to 255 visible characters) the same request, sent again by the same " +
	"caller within 24 hours, has the first answer again and the header " + idempotentReplayed + ": true, and no second effect; with " +
	"another body it is 409 IDEMPOTENCY_KEY_REUSED. A refused request leaves no key."

// Idempotent declares that the route accepts an Idempotency-Key; the handler uses models/platform/idempotency.
func (route Route) Idempotent() Route {
	route.idempotent = true
	route.headers = append(route.headers, idempotencyKey)
	return route
}

// IdempotencyKey returns the key sent to an Idempotent route, empty when there is none; a malformed one is 400
// VALIDATION_ERROR.
func (r *Request) IdempotencyKey() (string, error) {
	key := r.Header(idempotencyKey)
	if !r.route.idempotent || len(r.gin.Request.Header.Values(idempotencyKey)) == 0 {
		return "", nil
	}
	if key == "" {
		return "", errs.Invalid(idempotencyKey, "não pode ser vazia")
	}
	if len(key) > maxIdempotencyKey {
		return "", errs.Invalid(idempotencyKey, "deve ter no máximo 255 caracteres")
	}
	for _, c := range []byte(key) {
		if c < ' ' || c > '~' {
			return "", errs.Invalid(idempotencyKey, "deve ter apenas caracteres visíveis, sem acentos")
		}
	}
	return key, nil
}

// MarkReplayed sets the header that marks the answer as the first one of its key.
func (r *Request) MarkReplayed() { r.gin.Header(idempotentReplayed, "true") }

// MethodAndPath returns the method and the path of the request, without its query.
func (r *Request) MethodAndPath() string { return r.route.Method + " " + r.gin.Request.URL.Path }

// RefuseIdempotencyKey returns 400 VALIDATION_ERROR if a key was sent, for routes that would ignore it.
func (r *Request) RefuseIdempotencyKey() error {
	if r.Header(idempotencyKey) == "" {
		return nil
	}
	return errs.Invalid(idempotencyKey, "só vale para a criação de um registro de cada vez")
}
