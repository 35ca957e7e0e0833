package handlertest

import (
	"testing"
	"time"

	"acolhe/models/files"
	"acolhe/models/platform/dbtest"
	"acolhe/models/templates"
	"acolhe/models/templates/richtext"
	"acolhe/models/types/auth"
	"acolhe/models/types/secret"
)

// The tokens of the links that SeedTerms makes.
const (
	// PendingTerm is Carla's link, that can be signed.
	PendingTerm = "termo-a-assinar"
	// ExpiredTerm is a link of João's that has expired, VoidedTerm one of Ana's that was cancelled, and SignedTerm one of
	// hers that was signed, whose documents are missing.
	ExpiredTerm = "termo-vencido"
	VoidedTerm  = "termo-cancelado"
	SignedTerm  = "termo-assinado"
	// SignedCode is the public code of the signed term.
	SignedCode = "7K4M2QXD"
)

// sampleTerm is a filled term with each kind of node.
const sampleTerm = `{"type":"doc","content":[
	{"type":"heading","attrs":{"level":1},"content":[{"type":"text","text":"Termo de associação e responsabilidade"}]},
	{"type":"paragraph","content":[{"type":"text","text":"Eu, "},{"type":"text","text":"Carla D’Ávila Nunes","marks":[{"type":"variable"}]},
		{"type":"text","text":", CPF "},{"type":"text","text":"390.533.447-05","marks":[{"type":"variable"}]},
		{"type":"text","text":", peço minha admissão na Associação Acolhe e declaro que li e aceito este termo."}]},
	{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"1. O que a associação faz"}]},
	{"type":"paragraph","content":[{"type":"text","text":"A Associação Acolhe reúne pacientes e familiares para garantir o acesso ao tratamento prescrito por profissional habilitado, "},
		{"type":"text","text":"sem fins lucrativos","marks":[{"type":"italic"}]},{"type":"text","text":"."}]},
	{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"2. O que eu me comprometo a fazer"}]},
	{"type":"orderedList","attrs":{"start":1},"content":[
		{"type":"listItem","content":[{"type":"paragraph","content":[{"type":"text","text":"Usar os produtos só para o tratamento, conforme a receita."}]}]},
		{"type":"listItem","content":[{"type":"paragraph","content":[{"type":"text","text":"Manter a receita em dia e avisar quando o médico mudar a dose."}]}]},
		{"type":"listItem","content":[{"type":"paragraph","content":[{"type":"text","text":"Não vender, doar ou emprestar os produtos."}]}]}]},
	{"type":"horizontalRule"},
	{"type":"heading","attrs":{"level":3},"content":[{"type":"text","text":"Meus dados"}]},
	{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph","content":[{"type":"text","text":"Autorizo o uso dos meus dados para o cadastro, o tratamento e o envio dos pedidos."}]}]}]}]}`

// Ids of two contracts of SeedTerms.
const (
	PendingTermID = "e15d9fbd-c56d-a09a-7b3f-ad167acd5df6"
	SignedTermID  = "6425e20f-68a6-f318-e1c5-4aa79c65b45a"
)

// SeedTerms writes a term in each state; see the tokens.
func (a *App) SeedTerms(t testing.TB) {
	t.Helper()
	a.AskNoBirthDate(t)
	content, err := richtext.Parse([]byte(sampleTerm))
	if err != nil {
		t.Fatal(err)
	}
	for _, term := range []struct {
		token, code, status string
		of                  dbtest.Associate
		days                int
	}{
		{PendingTerm, "2222AAAA", "pending", dbtest.Carla, 30}, {ExpiredTerm, "3333BBBB", "pending", dbtest.Joao, -1},
		{SignedTerm, SignedCode, "completed", dbtest.Ana, 30}, {VoidedTerm, "4444CCCC", "voided", dbtest.Ana, 30},
	} {
		a.Exec(t, `insert into contracts (id, public_code, status, kind, title, user_code, signer_name, email_account, template_version_number, content_json, content_sha256,
				signing_token, signing_token_encrypted, encryption_key_id, signing_expires, completed_at, voided_at, signed_pdf_sha256, audit_pdf_sha256)
			values (md5($1)::uuid, $1, $2, 'self', $3, $4, $5, $6, 4, $7, $8, $9, 'x', 'x', now() + make_interval(days => $10),
				case $2 when 'completed' then now() end, case $2 when 'voided' then now() end, case $2 when 'completed' then $8 end, case $2 when 'completed' then $8 end)`,
			term.code, term.status, content.Title(), term.of.UserCode, term.of.FullName(), term.of.Email, content.JSON(), content.SHA256(),
			secret.Hash(term.token), term.days)
	}
}

// AskNoBirthDate opens the links of terms without asking for the birth date.
func (a *App) AskNoBirthDate(t testing.TB) {
	t.Helper()
	a.Exec(t, "insert into system_configs (system, key, value_type, value) values ('doc_sign', 'ask_birth_date', 'boolean', 'false') on conflict (system, key) do update set value = excluded.value")
}

// PublishTerms publishes the default text of both kinds, so that contracts can be made.
func (a *App) PublishTerms(t testing.TB) {
	t.Helper()
	by := auth.Caller{Kind: auth.System}.At(time.Now())
	for _, kind := range templates.Kinds() {
		printer := templates.Printer{DB: a.DB, Files: files.Library{DB: a.DB, Drivers: a.Storage}}
		if _, err := printer.Publish(t.Context(), by, templates.PublishInput{Kind: kind}); err != nil {
			t.Fatal(err)
		}
	}
}
