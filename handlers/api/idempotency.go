package api

import (
	"acolhe/models/platform/db"
	"acolhe/models/platform/idempotency"
	"acolhe/web"
)

// doIdempotent does the work of a request. With an Idempotency-Key it does it once and returns the first answer to repeated requests.
func doIdempotent[Answer any](a API, r *web.Request, input any, do func(tx *db.DB) (Answer, error)) (Answer, error) {
	key, err := r.IdempotencyKey()
	if err != nil {
		var none Answer
		return none, err
	}
	if key == "" {
		return do(a.DB)
	}
	req := idempotency.Request{By: r.By, Route: r.MethodAndPath(), Key: key, Input: input}
	answer, replayed, err := idempotency.Do(r.Context(), a.DB, req, do)
	if replayed && err == nil {
		r.MarkReplayed()
	}
	return answer, err
}
