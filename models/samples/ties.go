package samples

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"acolhe/models/types/errs"
)

// CodeBlocked is 409: real rows refer to sample rows.
const CodeBlocked = "SAMPLE_DATA_BLOCKED"

// tie is one way to refer to a sample row: column of table holds key of a row of to.
type tie struct{ table, column, to, key string }

// details are rows that mean nothing without the row they belong to. They are removed with a sample row, whoever wrote them.
var details = []tie{
	{"order_changes", "order_id", "orders", "id"},
	{"last_orders", "user_id", "users", "id"},
	{"removed_annotations", "user_id", "users", "id"},
	{"donation_movements", "professional_id", "professionals", "id"},
	{"term_signatures", "contract_id", "contracts", "id"},
	{"sign_events", "contract_id", "contracts", "id"},
	{"operator_preferences", "operator_id", "system_users", "id"},
	{"oauth_states", "operator_id", "system_users", "id"},
}

// leaning is a kind of rows with a meaning of their own. A single real one that refers to a sample row blocks the whole
// removal, whatever its foreign key would do on deletion.
type leaning struct {
	ties []tie
	// where narrows it to the rows that count; empty for all.
	where string
	// one and many are what the association calls them.
	one, many string
}

var leanings = []leaning{
	{ties: []tie{{"users", "responsible_code", "users", "user_code"}},
		one: "paciente de um associado de exemplo", many: "pacientes de associados de exemplo"},
	{ties: []tie{{"users", "adhesion_term", "contracts", "id"}},
		one: "associado com um termo de exemplo", many: "associados com termos de exemplo"},
	{ties: []tie{{"orders", "user_id", "users", "id"}, {"orders", "user_code", "users", "user_code"}},
		one: "pedido de um associado de exemplo", many: "pedidos de associados de exemplo"},
	{ties: []tie{{"services", "associate_user_code", "users", "user_code"}, {"services", "patient_user_code", "users", "user_code"}},
		one: "serviço de um associado ou paciente de exemplo", many: "serviços de associados ou pacientes de exemplo"},
	{ties: []tie{{"services", "professional_id", "professionals", "id"}},
		one: "serviço com um profissional de exemplo", many: "serviços com profissionais de exemplo"},
	{ties: []tie{{"reception", "associate_code", "users", "user_code"}},
		one: "acolhimento de um associado de exemplo", many: "acolhimentos de associados de exemplo"},
	{ties: []tie{{"reception", "attendant", "system_users", "user_code"}},
		one: "acolhimento entregue a um operador de exemplo", many: "acolhimentos entregues a operadores de exemplo"},
	{ties: []tie{{"contracts", "user_code", "users", "user_code"}, {"contracts", "patient_user_code", "users", "user_code"}},
		one: "contrato de um associado ou paciente de exemplo", many: "contratos de associados ou pacientes de exemplo"},
	{ties: []tie{{"contracts", "replaces_id", "contracts", "id"}},
		one: "contrato que substitui um de exemplo", many: "contratos que substituem os de exemplo"},
	{ties: []tie{{"contracts", "filled_pdf_file_id", "files", "id"}, {"contracts", "signed_pdf_file_id", "files", "id"}, {"contracts", "audit_pdf_file_id", "files", "id"}},
		one: "contrato com um arquivo de exemplo", many: "contratos com arquivos de exemplo"},
	{ties: []tie{{"users_files", "user_id", "users", "id"}},
		one: "arquivo anexado a um associado ou paciente de exemplo", many: "arquivos anexados a associados ou pacientes de exemplo"},
	{ties: []tie{{"orders_files", "order_id", "orders", "id"}},
		one: "arquivo anexado a um pedido de exemplo", many: "arquivos anexados a pedidos de exemplo"},
	{ties: []tie{{"services_files", "service_id", "services", "id"}},
		one: "arquivo anexado a um serviço de exemplo", many: "arquivos anexados a serviços de exemplo"},
	{ties: []tie{{"users_files", "file_id", "files", "id"}},
		one: "anexo de associado que é um arquivo de exemplo", many: "anexos de associados que são arquivos de exemplo"},
	{ties: []tie{{"orders_files", "file_id", "files", "id"}},
		one: "anexo de pedido que é um arquivo de exemplo", many: "anexos de pedidos que são arquivos de exemplo"},
	{ties: []tie{{"services_files", "file_id", "files", "id"}},
		one: "anexo de serviço que é um arquivo de exemplo", many: "anexos de serviços que são arquivos de exemplo"},
	{ties: []tie{{"products", "image_file_id", "files", "id"}},
		one: "produto com uma imagem de exemplo", many: "produtos com imagens de exemplo"},
	{ties: []tie{{"freight_labels", "order_id", "orders", "id"}},
		one: "etiqueta de frete de um pedido de exemplo", many: "etiquetas de frete de pedidos de exemplo"},
	{ties: []tie{{"freight_labels", "label_file_id", "files", "id"}},
		one: "etiqueta de frete com um arquivo de exemplo", many: "etiquetas de frete com arquivos de exemplo"},
	{ties: []tie{{"sign_templates", "logo_file_id", "files", "id"}},
		one: "modelo de termo com um logotipo de exemplo", many: "modelos de termo com logotipos de exemplo"},
	{ties: []tie{{"sign_template_versions", "pdf_file_id", "files", "id"}},
		one: "versão de termo com um arquivo de exemplo", many: "versões de termo com arquivos de exemplo"},
	{ties: []tie{{"system_users", "internal_code", "professionals", "professional_code"}},
		one: "operador com o código de um profissional de exemplo", many: "operadores com códigos de profissionais de exemplo"},
	// A token cannot be bound to another professional, only revoked.
	{ties: []tie{{"users_api", "internal_code", "professionals", "professional_code"}}, where: "revoked_at is null",
		one: "token da API com o código de um profissional de exemplo", many: "tokens da API com códigos de profissionais de exemplo"},
	// These go, or forget who it was, with an operator whom somebody removes knowingly.
	{ties: []tie{{"users_api", "created_by", "system_users", "user_code"}},
		one: "token da API criado por um operador de exemplo (exclua o operador)", many: "tokens da API criados por operadores de exemplo (exclua os operadores)"},
	{ties: []tie{{"saved_views", "owner_id", "system_users", "id"}},
		one: "visão salva por um operador de exemplo (exclua o operador)", many: "visões salvas por operadores de exemplo (exclua os operadores)"},
	{ties: []tie{{"tasks", "owner_id", "system_users", "id"}},
		one: "tarefa pedida por um operador de exemplo (exclua o operador)", many: "tarefas pedidas por operadores de exemplo (exclua os operadores)"},
}

// refuseBlocked names the real rows that refer to sample rows, and how many there are of each kind.
func refuseBlocked(ctx context.Context, tx pgx.Tx) error {
	found, err := countLeaning(ctx, tx)
	if err != nil {
		return fmt.Errorf("look for real rows that refer to sample rows: %w", err)
	}
	var said []string
	var fields []errs.Field
	for i, l := range leanings {
		if found[i] > 0 {
			said = append(said, l.say(found[i]))
			fields = append(fields, errs.Field{Path: l.table(), Message: l.say(found[i])})
		}
	}
	if len(said) == 0 {
		return nil
	}
	refusal := errs.Conflict(CodeBlocked, "Há dados reais ligados aos dados de exemplo: "+strings.Join(said, "; ")+
		". Exclua-os ou ligue-os a cadastros reais e tente de novo.")
	refusal.Fields = fields
	return refusal
}

// countLeaning counts each kind, in the order of leanings.
func countLeaning(ctx context.Context, tx pgx.Tx) ([]int, error) {
	var selects []string
	for i, l := range leanings {
		selects = append(selects, fmt.Sprintf("select %d as place, count(*) from %s where %s", i, l.table(), l.condition()))
	}
	rows, err := tx.Query(ctx, "select count from ("+strings.Join(selects, " union all ")+") counted order by place")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int])
}

func (l leaning) table() string { return l.ties[0].table }

func (l leaning) condition() string {
	var refers []string
	for _, t := range l.ties {
		refers = append(refers, t.refersToSamples())
	}
	condition := "(" + strings.Join(refers, " or ") + ")"
	if isMarked(l.table()) {
		condition += " and not is_sample"
	}
	if l.where != "" {
		condition += " and " + l.where
	}
	return condition
}

func (l leaning) say(count int) string {
	if count == 1 {
		return "1 " + l.one
	}
	return fmt.Sprintf("%d %s", count, l.many)
}

func (t tie) refersToSamples() string {
	return t.column + " in (select " + t.key + " from " + t.to + " where is_sample)"
}

// isReferredTo tells whether rows of their own may refer to rows of the table.
func isReferredTo(table string) bool {
	return slices.ContainsFunc(leanings, func(l leaning) bool {
		return slices.ContainsFunc(l.ties, func(t tie) bool { return t.to == table })
	})
}
