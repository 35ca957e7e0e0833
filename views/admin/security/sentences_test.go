package security

import (
	"strings"
	"testing"
	"time"

	"acolhe/models/platform/security"
)

func TestSentences_EveryKind(t *testing.T) {
	for _, kind := range security.Kinds() {
		shown := sentences[kind]
		if strings.Count(shown.sentence, "%s") != 1 || shown.icon == "" || shown.tone == "" {
			t.Errorf("%s has the sentence %+v", kind, shown)
		}
	}
}

func TestTabs_EveryGroup(t *testing.T) {
	if len(groups) != len(security.Groups()) {
		t.Errorf("%d tabs, %d groups", len(groups), len(security.Groups()))
	}
	for i, group := range security.Groups() {
		if groups[i].Value != string(group) {
			t.Errorf("tab %d is %s, want %s", i, groups[i].Value, group)
		}
	}
}

func TestTitle_Particulars(t *testing.T) {
	camila, device := "Camila Torres", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
	ip := "198.51.100.7"
	brasilia := time.FixedZone("Brasília", -3*60*60)
	for name, c := range map[string]struct {
		entry            security.Entry
		title, text, who string
	}{
		"roles": {security.Entry{Kind: security.RolesChanged, ActorKind: "operator", ActorName: &camila, IP: &ip, UserAgent: device,
			SubjectName: "Paula Peixoto",
			Details:     map[string]any{"name": "Paula", "from": []any{"Acolhimento"}, "to": []any{"Acolhimento", "Financeiro"}}},
			"Papéis de Paula Peixoto: Acolhimento → Acolhimento, Financeiro", "", "Camila Torres · 198.51.100.7 · Firefox no Linux"},
		"status of one who is gone": {security.Entry{Kind: security.StatusChanged, ActorKind: "api_key", ActorName: &camila,
			Subject: "0c", Details: map[string]any{"name": "Paula", "from": "pending", "to": "inactive"}},
			"Situação de Paula: convidado → inativo", "", "token “Camila Torres”"},
		"a login": {security.Entry{Kind: security.LoginSucceeded, ActorKind: "operator", ActorName: &camila, Subject: "camila@acolhe.test",
			IP: &ip},
			"Camila Torres entrou", "", "camila@acolhe.test · 198.51.100.7"},
		"a failed login": {security.Entry{Kind: security.LoginFailed, ActorKind: "nobody", Subject: "x@y.z", IP: &ip,
			Details: map[string]any{"reason": "wrong_password", "as": "associate"}},
			"Entrada recusada para x@y.z", "Senha errada · Conta de associado", "198.51.100.7"},
		"an export": {security.Entry{Kind: security.ListExported, ActorKind: "operator", ActorName: &camila, Subject: "associados",
			Details: map[string]any{"rows": 1284.0, "asked": []any{"Situação: Em cadastro", "Busca"}}},
			"Lista de associados exportada", "1.284\u00a0linhas · Situação: Em cadastro, Busca", "Camila Torres"},
		"an export that is asked for": {security.Entry{Kind: security.ExportRequested, ActorKind: "operator", ActorName: &camila,
			Subject: "pedidos",
			Details: map[string]any{"asked": []any{"UF: SC"}}}, "Exportação da lista de pedidos solicitada", "UF: SC", "Camila Torres"},
		"an export by a script": {security.Entry{Kind: security.ListExported, ActorKind: "api_key", ActorName: &camila, Subject: "users_files"},
			"Lista de arquivos de associados exportada", "", "token “Camila Torres”"},
		"a key": {security.Entry{Kind: security.ConfigChanged, ActorKind: "operator", ActorName: &camila, Subject: "store.pix_key",
			Details: map[string]any{"fields": []any{"value"}, "from": "a@exemplo.org.br", "to": "b@exemplo.org.br"}},
			"Configuração “Chave Pix” alterada", "De a@exemplo.org.br · Para b@exemplo.org.br", "Camila Torres"},
		"a service": {security.Entry{Kind: security.ServiceChanged, ActorKind: "operator", ActorName: &camila, Subject: "Loggi",
			Details: map[string]any{"fields": []any{"enabled"}, "enabled": true}}, "Loggi ligado", "", "Camila Torres"},
		"a term": {security.Entry{Kind: security.TermPublished, ActorKind: "operator", ActorName: &camila, Subject: "Com paciente",
			Details: map[string]any{"version": 4.0}}, "Termo publicado: Com paciente", "Versão 4", "Camila Torres"},
		"a token": {security.Entry{Kind: security.TokenIssued, ActorKind: "system", Subject: "a1b2", Details: map[string]any{"name": "Loja",
			"scopes": []any{"items:orders:read", "*"}, "internal_code": "R-1", "expires_at": "2027-02-20T02:59:59Z"}},
			"Token “Loja” criado", "Começa com ac_a1b2 · Permissões: Pedidos: ler, Acesso total · Só o profissional R-1 · Vence em 19/02/2027",
			"o próprio Acolhe"},
		"a kind of a later version": {security.Entry{Kind: "door.opened", ActorKind: "system"}, "door.opened", "", "o próprio Acolhe"},
		"nothing known":             {security.Entry{Kind: security.OperatorRemoved, ActorKind: "nobody"}, "Operador alguém removido", "", ""},
		"odd details": {security.Entry{Kind: security.RolesChanged, ActorKind: "nobody",
			Details: map[string]any{"from": 7.0, "to": []any{nil}, "name": []any{}}},
			"Papéis de alguém alterados", "", ""},
	} {
		if got := Title(c.entry); got != c.title {
			t.Errorf("%s: %q, want %q", name, got, c.title)
		}
		if got := particulars(c.entry, brasilia); got != c.text {
			t.Errorf("%s: %q, want %q", name, got, c.text)
		}
		if got := WhoAndWhere(c.entry); got != c.who {
			t.Errorf("%s: %q, want %q", name, got, c.who)
		}
	}
}

// An external service has its article: do Melhor Envio, da Loggi.
func TestTitle_Services(t *testing.T) {
	for label, want := range map[string]string{"Melhor Envio": "Conta do Melhor Envio conectada", "Loggi": "Conta da Loggi conectada",
		"Google Agenda": "Conta do Google Agenda conectada", "Outro": "Conta de Outro conectada"} {
		if title := Title(security.Entry{Kind: security.ServiceConnected, Subject: label}); title != want {
			t.Errorf("the title is %q, want %q", title, want)
		}
	}
}
