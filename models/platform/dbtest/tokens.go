package dbtest

import (
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/models/types/secret"
)

// Token is an API token. Revoked and Expires are zero if it is not revoked or does not expire.
type Token struct {
	ID              int64
	Name, Plaintext string
	Scopes          []string
	InternalCode    string
	Expires         time.Time
	Revoked         time.Time
}

// Prefix returns the public part of the token.
func (t Token) Prefix() string { return strings.Split(t.Plaintext, "_")[1] }

// The tokens: two valid ones, one of them bound to DraRenata, and two that are expired or revoked.
var (
	SiteToken = Token{ID: 1, Name: "Loja do site", Plaintext: "ac_a1a1a1a1a1a1_c2l0ZS1kYS1hc3NvY2lhY2FvLXBhcmEtdGVzdGVzLTAwMDE",
		Scopes: []string{"items:orders:read", "items:orders:write", "items:products:read", "items:users:read", "freight:quote"}}
	PartnerToken = Token{ID: 2, Name: "Clínica da Dra. Renata", Plaintext: "ac_b2b2b2b2b2b2_cGFyY2VpcmEtcmVuYXRhLXBhcmEtdGVzdGVzLTAwMDAwMDI",
		Scopes: []string{"items:services:read", "items:professionals:read"}, InternalCode: DraRenata.Code}
	ExpiredToken = Token{ID: 3, Name: "Migração de 2025", Plaintext: "ac_c3c3c3c3c3c3_dmVuY2lkby1lbS1qYW5laXJvLXBhcmEtdGVzdGVzLTAwMDM",
		Scopes: []string{"*"}, Expires: Today.AddDate(0, -10, 0)}
	RevokedToken = Token{ID: 4, Name: "Planilha do financeiro", Plaintext: "ac_d4d4d4d4d4d4_cmV2b2dhZG8tb250ZW0tcGFyYS10ZXN0ZXMtMDAwMDAwMDQ",
		Scopes: []string{"items:orders:read", "reports:read"}, Revoked: Today.AddDate(0, 0, -1)}
)

func seedTokens(batch *pgx.Batch) {
	for _, token := range []Token{SiteToken, PartnerToken, ExpiredToken, RevokedToken} {
		batch.Queue(`insert into users_api (id, name, token_hash, token_prefix, scopes, internal_code, created_by, expires_at, revoked_at, date_created)
			values ($1, $2, $3, $4, to_jsonb($5::text[]), nullif($6, ''), $7, nullif($8, $10::timestamptz), nullif($9, $10::timestamptz), $11)`,
			token.ID, token.Name, secret.Hash(token.Plaintext), token.Prefix(), token.Scopes, token.InternalCode, Camila.UserCode,
			token.Expires, token.Revoked, time.Time{}, Today.AddDate(-1, 0, -int(token.ID)))
	}
}
