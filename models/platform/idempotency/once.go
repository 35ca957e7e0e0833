// Package once lets a request that is sent again have its first answer instead of its effect a
// second time: who sends it names it with a key (the header Idempotency-Key). The key is kept
// for 24 hours, in the transaction of what was done, so that a crash leaves both or neither.
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

// CodeKeyReused refuses a key that came with something else before.
const CodeKeyReused = "IDEMPOTENCY_KEY_REUSED"

// kept is how long a key stands for its first answer (decisions.md, "Generic items").
const kept = 24 * time.Hour

// Request is what is to be done once: it is the same when caller, route, key and input are.
type Request struct {
	By auth.Caller
	// Route is the method and the path as the route table spells it.
	Route string
	Key   string
	// Input is what was sent as it was understood: other spaces do not make it another.
	Input any
}

// row is a row of idempotency_keys; it has no answer as long as its request is at work.
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

// Do does what is asked and gives its answer; when the caller has asked the same before, it
// gives the first answer again and says so. Of two at the same time the second waits for the
// first. What fails leaves no key: it can be corrected and sent again under the same one. A
// key that came with another input is 409 IDEMPOTENCY_KEY_REUSED.
func Do[Answer any](ctx context.Context, tx *db.DB, asked Request, do func(tx *db.DB) (Answer, error)) (answer Answer, again bool, err error) {
	claimed, err := asked.row()
	if err != nil {
		return answer, false, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		first, err := claim(tx, claimed)
		if err != nil {
			return err
		}
		if again = !first; again {
			return recall(tx, claimed, &answer)
		}
		if answer, err = do(tx); err != nil {
			return err
		}
		return remember(tx, claimed, answer)
	})
	return answer, again, err
}

func (asked Request) row() (row, error) {
	input, err := json.Marshal(asked.Input)
	sum := sha256.Sum256(input)
	return row{
		Caller: string(asked.By.Kind) + " " + strconv.FormatInt(asked.By.ID, 10), Route: asked.Route, Key: asked.Key,
		RequestSHA256: sum[:], ExpiresAt: asked.By.Now.Add(kept), DateCreated: asked.By.Now,
	}, err
}

// claim takes the key and reports whether it was free. PostgreSQL lets it wait for another
// transaction that has taken the key, until that one has ended.
func claim(tx *db.DB, claimed row) (bool, error) {
	taken := tx.Exec(`insert into idempotency_keys (caller, route, key, request_sha256, expires_at, date_created)
		values (@Caller, @Route, @Key, @RequestSHA256, @ExpiresAt, @DateCreated)
		on conflict on constraint idempotency_keys_pkey do update
			set request_sha256 = excluded.request_sha256, response_body = null, expires_at = excluded.expires_at, date_created = excluded.date_created
			where idempotency_keys.expires_at <= excluded.date_created`, claimed)
	return taken.RowsAffected == 1, taken.Error
}

// recall reads the first answer.
func recall(tx *db.DB, claimed row, answer any) error {
	var first row
	if err := named(tx, claimed).Take(&first).Error; err != nil {
		return err
	}
	if !bytes.Equal(first.RequestSHA256, claimed.RequestSHA256) {
		return errs.Conflict(CodeKeyReused, "Esta Idempotency-Key já veio com outro corpo. Use uma chave nova para um pedido novo.")
	}
	return json.Unmarshal(first.ResponseBody, answer)
}

func remember(tx *db.DB, claimed row, answer any) error {
	body, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	return named(tx, claimed).Model(&row{}).Update("response_body", body).Error
}

func named(tx *db.DB, claimed row) *db.DB {
	return tx.Where("caller = ? and route = ? and key = ?", claimed.Caller, claimed.Route, claimed.Key)
}
