package api

import (
	"acolhe/models/platform/db"
	"acolhe/models/platform/idempotency"
	"acolhe/web"
)

// answerOnce does what a request asks; one that carries an Idempotency-Key is done once, and
// has its first answer whenever it comes again.
func answerOnce[Answer any](a API, r *web.Request, input any, do func(tx *db.DB) (Answer, error)) (Answer, error) {
	key, err := r.IdempotencyKey()
	if err != nil {
		var none Answer
		return none, err
	}
	if key == "" {
		return do(a.DB)
	}
	asked := idempotency.Request{By: r.By, Route: r.Line(), Key: key, Input: input}
	answer, again, err := idempotency.Do(r.Context(), a.DB, asked, do)
	if again && err == nil {
		r.SayReplayed()
	}
	return answer, err
}
