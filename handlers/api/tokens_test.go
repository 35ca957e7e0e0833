package api_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/tokens"
)

const tokensPath = "/api/v1/auth/tokens"

func TestTokens_IssueUseRevoke(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	expires := time.Now().Add(24 * time.Hour).UTC().Truncate(time.Second)
	var issued body
	camila.POST(tokensPath, body{"name": " Loja ", "scopes": []string{"items:orders:read", "items:orders:read"},
		"expires_at": expires.Add(time.Nanosecond).In(time.FixedZone("", -3*60*60))}).
		Want(http.StatusCreated).Data(&issued)
	plaintext, _ := issued["token"].(string)
	id := int64(issued["id"].(float64))
	if issued["name"] != "Loja" || issued["expires_at"] != expires.Format(time.RFC3339) || len(issued["scopes"].([]any)) != 1 ||
		!strings.HasPrefix(plaintext, "ac_"+issued["token_prefix"].(string)+"_") {
		t.Errorf("issued %v", issued)
	}

	script := app.Nobody(t).With("Authorization", "Bearer "+plaintext)
	script.GET("/api/v1/orders").Want(200)
	script.POST("/api/v1/orders", anOrder(nil)).WantCode(403, "FORBIDDEN")
	listed := camila.GET(tokensPath + "?limit=1").Want(200)
	var rows []body
	listed.Data(&rows)
	if len(rows) != 1 || rows[0]["id"] != issued["id"] || rows[0]["last_used_at"] == nil || rows[0]["revoked_at"] != nil || len(rows[0]) != 9 {
		t.Errorf("listed %v", rows)
	}
	_, secret, _ := strings.Cut(strings.TrimPrefix(plaintext, "ac_"), "_")
	if strings.Contains(listed.Body, secret) || strings.Contains(app.Log.String(), secret) {
		t.Error("the plaintext is answered again")
	}

	var gone body
	for range 2 {
		camila.JSON(http.MethodDelete, tokensPath+"/"+strconv.FormatInt(id, 10), "").Want(200).Data(&gone)
		if gone["id"] != issued["id"] || len(gone) != 1 {
			t.Errorf("revoked %v", gone)
		}
		script.GET("/api/v1/orders").WantCode(401, "UNAUTHORIZED")
	}
	camila.GET(tokensPath + "?status=revoked&limit=1").Data(&rows)
	if rows[0]["id"] != issued["id"] || rows[0]["revoked_at"] == nil {
		t.Errorf("the row is not kept: %v", rows)
	}
}

func TestTokens_Access(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	callers := map[string]struct {
		client *handlertest.Client
		status int
	}{
		"nobody":       {app.Nobody(t), 401},
		"a full token": {app.WithToken(t, "*"), 200},
		"a bound token": {app.WithTokenOf(t,
			tokens.IssueInput{Name: "x", Scopes: []string{"reports:read"}, InternalCode: dbtest.DraRenata.Code}), 403},
		"an expired token": {app.Nobody(t).With("Authorization", "Bearer "+dbtest.ExpiredToken.Plaintext), 401},
		"a revoked token":  {app.Nobody(t).With("Authorization", "Bearer "+dbtest.RevokedToken.Plaintext), 401},
		"an unknown token": {app.Nobody(t).With("Authorization", "Bearer ac_000000000000_"+strings.Repeat("x", 43)), 401},
	}
	for _, operator := range dbtest.Staff() {
		status := 403
		if operator == dbtest.Camila {
			status = 200
		}
		callers[operator.Name] = struct {
			client *handlertest.Client
			status int
		}{app.As(t, operator), status}
	}
	// A token with all restricted scopes together.
	everyScope := []string{"files:write", "reports:read", "freight:quote", "doc_sign:read", "doc_sign:write", "modules:payment*",
		"items:system_users:read"}
	for _, collection := range []string{"users", "orders", "services", "products", "professionals", "reception", "tags", "files"} {
		everyScope = append(everyScope, "items:"+collection+":*")
	}
	restricted := callers["nobody"]
	restricted.client, restricted.status = app.WithToken(t, everyScope...), 403
	callers["every restricted scope"] = restricted
	// A row with scopes that the API would refuse.
	change(t, app, `update users_api set scopes = '["items:users_api:*", "items:tokens:*", "api"]' where id = $1`, dbtest.SiteToken.ID)
	restricted.client = app.Nobody(t).With("Authorization", "Bearer "+dbtest.SiteToken.Plaintext)
	callers["a forged row"] = restricted

	for name, c := range callers {
		live := app.Count(t, "users_api", "revoked_at is null")
		if got := c.client.GET(tokensPath).StatusCode; got != c.status {
			t.Errorf("%s lists: %d, want %d", name, got, c.status)
		}
		issued, revoked := 201, 200
		if c.status != 200 {
			issued, revoked = c.status, c.status
		}
		if got := c.client.POST(tokensPath, body{"name": name, "scopes": []string{"*"}}).StatusCode; got != issued {
			t.Errorf("%s issues: %d, want %d", name, got, issued)
		}
		if got := c.client.JSON(http.MethodDelete, tokensPath+"/2", "").StatusCode; got != revoked {
			t.Errorf("%s revokes: %d, want %d", name, got, revoked)
		}
		if after := app.Count(t, "users_api", "revoked_at is null"); c.status != 200 && after != live {
			t.Errorf("%s changed something", name)
		}
		change(t, app, "update users_api set revoked_at = null where id = 2")
	}
}

func TestTokens_Refused(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	before := app.Count(t, "users_api", "true")
	scopes := []string{"items:orders:read"}
	for name, c := range map[string]struct {
		body any
		says string
	}{
		"no body":             {"", "name: é obrigatório"},
		"an array":            {"[]", "objeto"},
		"no name":             {body{"scopes": scopes}, "name: é obrigatório"},
		"null":                {body{"name": nil, "scopes": nil}, "name: é obrigatório"},
		"scopes as a text":    {body{"name": "x", "scopes": "*"}, "scopes"},
		"a number as a scope": {body{"name": "x", "scopes": []any{1}}, "scopes[0]"},
		"unknown scope": {body{"name": "x", "scopes": []string{"items:orders:read", "items:cats:read"}},
			"scopes[1]: “items:cats:read” não é um escopo: a coleção cats não existe"},
		"tokens by a scope": {body{"name": "x", "scopes": []string{"items:users_api:delete"}}, "só o acesso total (*)"},
		"bound to nobody": {body{"name": "x", "scopes": []string{"reports:read"}, "internal_code": "GONE"},
			"internal_code: nenhum profissional"},
		"bound to too much":  {body{"name": "x", "scopes": scopes, "internal_code": dbtest.DraRenata.Code}, "não serve a um token limitado"},
		"past":               {body{"name": "x", "scopes": scopes, "expires_at": "2020-01-01T00:00:00Z"}, "expires_at: deve estar no futuro"},
		"no moment":          {body{"name": "x", "scopes": scopes, "expires_at": "amanhã"}, "expires_at"},
		"a prefix":           {body{"name": "x", "scopes": scopes, "prefix": "a1a1a1a1a1a1"}, "prefix: campo desconhecido"},
		"a zero byte":        {body{"name": "a\x00", "scopes": scopes}, "name"},
		"a zero in the code": {body{"name": "x", "scopes": scopes, "internal_code": "\x00"}, "internal_code"},
		"a hash":             {body{"name": "x", "scopes": scopes, "token_hash": "x"}, "token_hash: campo desconhecido"},
		"an endless name":    {body{"name": strings.Repeat("x", 100_000), "scopes": scopes}, "name: deve ter"},
		"endless scopes":     {body{"name": "x", "scopes": slices.Repeat([]string{"?"}, 50_000)}, "scopes: deve ter"},
	} {
		answer := camila.POST(tokensPath, c.body)
		if answer.StatusCode != 400 || !strings.Contains(strings.Join(answer.Messages(), "\n"), c.says) {
			t.Errorf("%s: %d %s", name, answer.StatusCode, answer.Body)
		}
	}
	for _, path := range []string{"/abc", "/0", "/-1", "/999", "/99999999999999999999", "/1%00"} {
		camila.JSON(http.MethodDelete, tokensPath+path, "").WantCode(404, "NOT_FOUND")
	}
	for _, query := range []string{"?status=old", "?limit=1001", "?offset=-1", "?hash=x", "?meta=all"} {
		camila.GET(tokensPath+query).WantCode(400, "VALIDATION_ERROR")
	}
	if after := app.Count(t, "users_api", "true"); after != before {
		t.Errorf("%d tokens were stored", after-before)
	}
}
