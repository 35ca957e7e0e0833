package tokens_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/tokens"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
)

var (
	now    = dbtest.Today
	camila = auth.Caller{Kind: auth.Operator, Code: dbtest.Camila.UserCode, Name: "Camila", LastName: "Torres",
		Roles: []auth.Role{auth.Administrador}, Origin: auth.Origin{IP: "203.0.113.9", UserAgent: "Firefox"}}
)

func issue(t *testing.T, conn *db.Connection, input tokens.IssueInput) tokens.Issued {
	t.Helper()
	if input.Name == "" {
		input.Name = "Loja"
	}
	if input.Scopes == nil {
		input.Scopes = []string{"items:orders:read"}
	}
	issued, err := tokens.Issue(t.Context(), conn.DB, camila.At(now), input)
	if err != nil {
		t.Fatal(err)
	}
	return issued
}

func TestIssue_StoresHash(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	issued := issue(t, conn, tokens.IssueInput{})
	parts := strings.SplitN(issued.Token, "_", 3)
	if len(parts) != 3 || parts[0] != "ac" || parts[1] != issued.TokenPrefix || len(parts[1]) != 12 || len(parts[2]) != 43 {
		t.Fatalf("the token is %q", issued.Token)
	}
	for _, table := range []string{"users_api", "security_events"} {
		if count(t, conn, "select count(*) from "+table+" kept where to_jsonb(kept)::text like '%' || $1 || '%'", parts[2]) > 0 {
			t.Errorf("the secret is in %s", table)
		}
	}
	if count(t, conn, "select count(*) from users_api where token_hash = $1 and token_prefix = $2 and created_by = $3",
		secret.Hash(issued.Token), issued.TokenPrefix, dbtest.Camila.UserCode) != 1 {
		t.Error("the hash is not stored")
	}
	if other := issue(t, conn, tokens.IssueInput{}); other.Token == issued.Token || other.TokenPrefix == issued.TokenPrefix {
		t.Error("two tokens are alike")
	}
}

func TestIssue_NormalizesInput(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	issued := issue(t, conn, tokens.IssueInput{Name: "  Loja ", InternalCode: " " + dbtest.DraRenata.Code + " ",
		Scopes: []string{"reports:read", "items:services:read", "reports:read"}})
	if issued.Name != "Loja" || !slices.Equal(issued.Scopes, []string{"reports:read", "items:services:read"}) ||
		issued.InternalCode == nil || *issued.InternalCode != dbtest.DraRenata.Code || issued.ExpiresAt != nil {
		t.Errorf("issued %+v", issued)
	}
	by, err := tokens.Resolve(t.Context(), conn.Pool, issued.Token, now)
	if err != nil || by.Kind != auth.Token || by.ID != issued.ID || by.InternalCode != dbtest.DraRenata.Code || len(by.Scopes) != 2 {
		t.Errorf("comes in as %+v, %v", by, err)
	}
	if count(t, conn, `select count(*) from security_events where kind = 'token.issued' and subject = $1 and actor_code = $2 and
		ip = '203.0.113.9' and details = '{"name": "Loja", "scopes": ["reports:read", "items:services:read"], "internal_code": "RENATA-CRM"}'`,
		issued.TokenPrefix, camila.Code) != 1 {
		t.Error("the event is not kept")
	}
}

func TestIssue_Invalid(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	before := count(t, conn, "select count(*) from users_api")
	past, long := now, strings.Repeat("é", 121)
	orders := []string{"items:orders:read"}
	for name, c := range map[string]struct {
		input tokens.IssueInput
		path  string
		says  string
	}{
		"no name":            {tokens.IssueInput{Name: " ", Scopes: orders}, "name", "informe"},
		"a long name":        {tokens.IssueInput{Name: long, Scopes: orders}, "name", "120"},
		"a zero in the name": {tokens.IssueInput{Name: "a\x00b", Scopes: orders}, "name", "salvo"},
		"no scopes":          {tokens.IssueInput{Name: "x"}, "scopes", "Escolha ao menos uma"},
		"too many scopes":    {tokens.IssueInput{Name: "x", Scopes: slices.Repeat(orders, 201)}, "scopes", "200"},
		"an unknown scope":   {tokens.IssueInput{Name: "x", Scopes: []string{"*", "items:pets:read"}}, "scopes[1]", "“items:pets:read”"},
		"expiry now":         {tokens.IssueInput{Name: "x", Scopes: orders, ExpiresAt: &past}, "expires_at", "futuro"},
		"unknown partner":    {tokens.IssueInput{Name: "x", Scopes: []string{"reports:read"}, InternalCode: "GONE"}, "internal_code", "nenhum"},
		"a zero in the code": {tokens.IssueInput{Name: "x", Scopes: []string{"reports:read"}, InternalCode: "A\x00"}, "internal_code", "nenhum"},
		"a long code":        {tokens.IssueInput{Name: "x", Scopes: []string{"reports:read"}, InternalCode: long}, "internal_code", "nenhum"},
		"too much for one": {tokens.IssueInput{Name: "x", Scopes: orders, InternalCode: dbtest.DraRenata.Code}, "scopes[0]",
			"“items:orders:read” não serve"},
		"everything for one": {tokens.IssueInput{Name: "x", Scopes: []string{"*"}, InternalCode: dbtest.DraRenata.Code}, "scopes[0]",
			"“*” não serve"},
		"writing for one": {tokens.IssueInput{Name: "x", Scopes: []string{"items:services:*"}, InternalCode: dbtest.DraRenata.Code},
			"scopes[0]", "não serve"},
		"all that is unknown": {tokens.IssueInput{Name: "x", Scopes: []string{"a", "b"}}, "scopes[1]", "“b”"},
	} {
		_, err := tokens.Issue(t.Context(), conn.DB, camila.At(now), c.input)
		if said := errs.For(errs.FieldsOf(err), c.path); !strings.Contains(said, c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if after := count(t, conn, "select count(*) from users_api"); after != before {
		t.Errorf("%d tokens were stored", after-before)
	}
}

// A form sent twice issues one token, and the plaintext of the first is not shown again.
func TestIssue_PrefixTaken(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	prefix := tokens.NewPrefix()
	if issued := issue(t, conn, tokens.IssueInput{Prefix: prefix}); issued.TokenPrefix != prefix {
		t.Errorf("the prefix is %s", issued.TokenPrefix)
	}
	input := tokens.IssueInput{Name: "Loja", Scopes: []string{"*"}, Prefix: prefix}
	if issued, err := tokens.Issue(t.Context(), conn.DB, camila.At(now), input); !errs.HasCode(err, errs.CodeConflict) || issued.Token != "" {
		t.Errorf("issued %+v, %v", issued, err)
	}
	if issued := issue(t, conn, tokens.IssueInput{Prefix: "no prefix"}); len(issued.TokenPrefix) != 12 {
		t.Errorf("the prefix is %s", issued.TokenPrefix)
	}
}

func TestStatuses(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	soon := now.Add(time.Hour)
	short := issue(t, conn, tokens.IssueInput{ExpiresAt: &soon})
	for _, c := range []struct {
		status tokens.Status
		at     time.Time
		want   []int64
	}{
		{"", now, []int64{short.ID, dbtest.SiteToken.ID, dbtest.PartnerToken.ID, dbtest.ExpiredToken.ID, dbtest.RevokedToken.ID}},
		{tokens.Active, soon.Add(-time.Second), []int64{short.ID, dbtest.SiteToken.ID, dbtest.PartnerToken.ID}},
		{tokens.Active, soon, []int64{dbtest.SiteToken.ID, dbtest.PartnerToken.ID}},
		{tokens.Expired, soon, []int64{short.ID, dbtest.ExpiredToken.ID}},
		{tokens.Revoked, soon, []int64{dbtest.RevokedToken.ID}},
	} {
		found, err := tokens.List(t.Context(), conn.DB, dbtest.Camila.Caller().At(c.at), tokens.ListInput{Status: c.status})
		if err != nil {
			t.Fatal(err)
		}
		var ids []int64
		for _, token := range found.Items {
			ids = append(ids, token.ID)
			if c.status != "" && token.StatusAt(c.at) != c.status {
				t.Errorf("token %d is %s, listed as %s", token.ID, token.StatusAt(c.at), c.status)
			}
		}
		if !slices.Equal(ids, c.want) {
			t.Errorf("%s at %s: %v, want %v", c.status, c.at, ids, c.want)
		}
		counts, err := tokens.CountByStatus(t.Context(), conn.DB, dbtest.Camila.Caller().At(c.at))
		if c.status != "" && (err != nil || counts[c.status] != len(c.want)) {
			t.Errorf("%s: %d are counted, %v", c.status, counts[c.status], err)
		}
	}
	if _, err := tokens.List(t.Context(), conn.DB, dbtest.Camila.Caller(), tokens.ListInput{Status: "old"}); errs.For(errs.FieldsOf(err),
		"status") == "" {
		t.Errorf("an unknown status: %v", err)
	}
}

func count(t *testing.T, conn *db.Connection, query string, arguments ...any) int {
	t.Helper()
	var n int
	if err := conn.Pool.QueryRow(t.Context(), query, arguments...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestList_NotAdministrator(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	by := dbtest.Bruno.Caller()
	if found, err := tokens.List(t.Context(), conn.DB, by, tokens.ListInput{}); err != nil || len(found.Items) > 0 {
		t.Errorf("List returns %v, %v", found.Items, err)
	}
	if counts, err := tokens.CountByStatus(t.Context(), conn.DB, by); err != nil || len(counts) > 0 {
		t.Errorf("CountByStatus returns %v, %v", counts, err)
	}
	if _, err := tokens.Find(t.Context(), conn.DB, by, dbtest.SiteToken.ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("Find returns %v", err)
	}
}
