// Package idempotency lets a client repeat a request without repeating its effect: a request with
// the same key (the header Idempotency-Key) gets the first response. The key is stored for 24
// hours, in the transaction of the request's changes, so that a crash leaves both or neither.
package idempotency

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"strconv"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// CodeKeyReused is the code of a key that was used with another input.
const CodeKeyReused = "IDEMPOTENCY_KEY_REUSED"

// lifetime is the validity of a key (decisions.md, "Generic items").
const lifetime = 24 * time.Hour

// Request identifies a request: it is the same if caller, route, key and input are.
type Request struct {
	By auth.Caller
	// Route is the method and the path of the route table.
	Route string
	Key   string
	// Input is the decoded body, so that formatting does not matter.
	Input any
}

// unreadable is an input that collects what could not be read: see errs.BindErrors.
type unreadable interface {
	HasBindErrors() bool
	Merge(validated errs.Problems) errs.Problems
}

// row is a row of idempotency_keys; it has no response until its request is done.
type row struct {
	Caller        string
	Route         string
	Key           string
	RequestSHA256 []byte `gorm:"column:request_sha256"`
	ResponseBody  []byte
	ExpiresAt     time.Time
	DateCreated   time.Time
}

// TableName returns the name of the table.
func (row) TableName() string { return "idempotency_keys" }

// Do calls do and stores its response; if the request is a repetition, it returns the first response
// and repeated. Of two concurrent requests the second waits for the first. A failed request leaves
// no key, so that it can be corrected and sent with the same one. It returns 409
// IDEMPOTENCY_KEY_REUSED if the key was used with another input.
//
// An input with values that could not be read claims no key: do is run only to report what else is wrong, and whatever it
// stores is taken back.
func Do[Response any](ctx context.Context, tx *db.DB, request Request, do func(tx *db.DB) (Response, error)) (response Response,
	repeated bool, err error) {
	if unread, ok := request.Input.(unreadable); ok && unread.HasBindErrors() {
		return response, false, tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
			if _, err := do(tx); err != nil {
				return err
			}
			return unread.Merge(nil).Err()
		})
	}
	claimed, err := request.row()
	if err != nil {
		return response, false, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		first, err := claim(tx, claimed)
		if err != nil {
			return err
		}
		if repeated = !first; repeated {
			return loadResponse(tx, claimed, &response)
		}
		if response, err = do(tx); err != nil {
			return err
		}
		return saveResponse(tx, claimed, response)
	})
	return response, repeated, err
}

func (r Request) row() (row, error) {
	input, err := json.Marshal(r.Input)
	sum := sha256.Sum256(input)
	return row{
		Caller: string(r.By.Kind) + " " + strconv.FormatInt(r.By.ID, 10), Route: r.Route, Key: r.Key,
		RequestSHA256: sum[:], ExpiresAt: r.By.Now.Add(lifetime), DateCreated: r.By.Now,
	}, err
}

// claim inserts the key and reports whether it was free. It waits for the end of another
// transaction that inserted the key.
func claim(tx *db.DB, claimed row) (bool, error) {
	inserted := tx.Exec(`insert into idempotency_keys (caller, route, key, request_sha256, expires_at, date_created)
		values (@Caller, @Route, @Key, @RequestSHA256, @ExpiresAt, @DateCreated)
		on conflict on constraint idempotency_keys_pkey do update
			set request_sha256 = excluded.request_sha256, response_body = null, expires_at = excluded.expires_at, date_created = excluded.date_created
			where idempotency_keys.expires_at <= excluded.date_created`, claimed)
	return inserted.RowsAffected == 1, inserted.Error
}

// loadResponse reads the first response.
func loadResponse(tx *db.DB, claimed row, response any) error {
	var first row
	if err := whereKey(tx, claimed).Take(&first).Error; err != nil {
		return err
	}
	if !bytes.Equal(first.RequestSHA256, claimed.RequestSHA256) {
		return errs.Conflict(CodeKeyReused, "Esta Idempotency-Key já veio com outro corpo. Use uma chave nova para uma requisição nova.")
	}
	return json.Unmarshal(first.ResponseBody, response)
}

func saveResponse(tx *db.DB, claimed row, response any) error {
	body, err := json.Marshal(response)
	if err != nil {
		return err
	}
	return whereKey(tx, claimed).Model(&row{}).Update("response_body", body).Error
}

func whereKey(tx *db.DB, claimed row) *db.DB {
	return tx.Where("caller = ? and route = ? and key = ?", claimed.Caller, claimed.Route, claimed.Key)
}
