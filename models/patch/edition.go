package patch

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// Edition tells apart two states of what a form shows of a row: a form sends it back, so that a
// change that was made meanwhile is noticed.
func Edition(shown any) (string, error) {
	state, err := json.Marshal(shown)
	sum := sha256.Sum256(state)
	return hex.EncodeToString(sum[:8]), err
}
