package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"acolhe/models/webhooks/endpoints"
)

// signature returns the value of X-Service-Signature: an HMAC-SHA256 over `{timestamp}.{body}` keyed with the secret as it
// is shown.
func signature(secret string, sent time.Time, body []byte) string {
	return "sha256=" + hex.EncodeToString(sum([]byte(secret), unix(sent)+".", body))
}

// standardSignature returns a signature of Standard Webhooks: an HMAC-SHA256 over `{id}.{timestamp}.{body}` keyed with the
// bytes that the secret holds in base64.
func standardSignature(secret, id string, sent time.Time, body []byte) string {
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, endpoints.SecretPrefix)) // from newSecret
	return "v1," + base64.StdEncoding.EncodeToString(sum(key, id+"."+unix(sent)+".", body))
}

func sum(key []byte, prefix string, body []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(prefix))
	mac.Write(body)
	return mac.Sum(nil)
}

func unix(moment time.Time) string { return strconv.FormatInt(moment.Unix(), 10) }
