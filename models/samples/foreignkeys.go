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

// foreignKey is a column of a table that holds the key of another table's rows, declared in the
// schema or not.
type foreignKey struct{ table, column, to, key string }

// details are rows that are part of another row. They are removed with their sample row, whether they are samples or
// not.
var details = []foreignKey{
	{"order_changes", "order_id", "orders", "id"},
	{"order_picks", "order_id", "orders", "id"},
	{"parcels", "order_id", "orders", "id"},
	{"receipts", "order_id", "orders", "id"},
	{"reorders", "order_id", "orders", "id"},
	{"reorders", "item_id", "reception", "id"},
	{"stock_movements", "order_id", "orders", "id"},
	{"stock_minimums", "product_id", "products", "id"},
	{"last_orders", "user_id", "users", "id"},
	{"user_changes", "user_id", "users", "id"},
	{"reminders", "user_id", "users", "id"},
	{"reminders", "order_id", "orders", "id"},
	{"prescriptions", "user_id", "users", "id"},
	{"prescription_releases", "user_id", "users", "id"},
	{"prescription_releases", "order_id", "orders", "id"},
	{"member_cards", "user_id", "users", "id"},
	{"status_mails", "user_id", "users", "id"},
	{"status_mails", "order_id", "orders", "id"},
	{"status_mails", "item_id", "reception", "id"},
	{"status_mails", "service_id", "services", "id"},
	{"status_mails", "professional_id", "professionals", "id"},
	{"privacy_requests", "user_id", "users", "id"},
	{"person_exports", "user_id", "users", "id"},
	{"retention_holds", "user_id", "users", "id"},
	{"retention_warnings", "user_id", "users", "id"},
	{"incident_people", "user_id", "users", "id"},
	{"recall_people", "user_id", "users", "id"},
	{"adverse_events", "user_id", "users", "id"},
	{"follow_ups", "user_id", "users", "id"},
	{"adverse_event_products", "order_id", "orders", "id"},
	{"document_requests", "user_id", "users", "id"},
	{"document_requests", "patient_id", "users", "id"},
	{"reception_changes", "item_id", "reception", "id"},
	{"reception_notes", "item_id", "reception", "id"},
	{"reception_writers", "item_id", "reception", "id"},
	{"reception_writers", "user_code", "system_users", "user_code"},
	{"file_previews", "file_id", "files", "id"},
	{"directus_files", "file_id", "files", "id"},
	{"storage_move_failures", "file_id", "files", "id"},
	{"earlier_resets", "operator_id", "system_users", "id"},
	{"earlier_resets", "associate_id", "users", "id"},
	{"donation_movements", "professional_id", "professionals", "id"},
	{"professional_feeds", "professional_id", "professionals", "id"},
	{"blocks", "professional_id", "professionals", "id"},
	{"statements", "professional_id", "professionals", "id"},
	{"contest_messages", "service_id", "services", "id"},
	{"booking_payment_services", "service_id", "services", "id"},
	{"term_signatures", "contract_id", "contracts", "id"},
	{"sign_events", "contract_id", "contracts", "id"},
	{"operator_preferences", "operator_id", "system_users", "id"},
	{"undos", "operator_id", "system_users", "id"},
	{"undos", "associate_id", "users", "id"},
	{"sessions", "operator_id", "system_users", "id"},
	{"sessions", "associate_id", "users", "id"},
	{"oauth_states", "operator_id", "system_users", "id"},
	{"authenticators", "operator_id", "system_users", "id"},
	{"recovery_codes", "operator_id", "system_users", "id"},
	{"passkeys", "operator_id", "system_users", "id"},
	{"email_changes", "associate_id", "users", "id"},
	{"consents", "user_id", "users", "id"},
	{"registration_reminders", "user_id", "users", "id"},
	{"document_checks", "associate_id", "users", "id"},
	{"document_checks", "person_id", "users", "id"},
	{"document_checks", "file_id", "files", "id"},
	{"document_checks", "id", "users_files", "id"},
	{"contract_openings", "contract_id", "contracts", "id"},
	{"notices", "operator_id", "system_users", "id"},
	{"notices", "user_id", "users", "id"},
	{"notices", "order_id", "orders", "id"},
	{"notices", "service_id", "services", "id"},
	{"notices", "contract_id", "contracts", "id"},
	{"notices", "item_id", "reception", "id"},
	{"notice_reads", "operator_id", "system_users", "id"},
	{"notice_marks", "operator_id", "system_users", "id"},
	{"notice_choices", "operator_id", "system_users", "id"},
	{"protected_people", "user_id", "users", "id"},
	{"order_drafts", "user_id", "users", "id"},
	{"order_drafts", "operator_id", "system_users", "id"},
	{"read_reasons", "person_id", "users", "id"},
	{"read_reasons", "operator_id", "system_users", "id"},
	{"reveals", "operator_id", "system_users", "id"},
	{"device_letters", "operator_id", "system_users", "id"},
	{"device_letters", "associate_id", "users", "id"},
	{"bank_matches", "order_id", "orders", "id"},
	{"bank_matches", "service_id", "services", "id"},
	{"associate_pairs", "first_id", "users", "id"},
	{"associate_pairs", "second_id", "users", "id"},
	{"distinct_associates", "first_id", "users", "id"},
	{"distinct_associates", "second_id", "users", "id"},
	{"associate_aliases", "kept_id", "users", "id"},
	{"adult_patients", "user_id", "users", "id"},
	{"deaths", "user_id", "users", "id"},
}

// reference is a kind of rows that may refer to sample rows. A single real row with such a reference blocks the whole
// removal, whatever its foreign key does on deletion.
type reference struct {
	keys []foreignKey
	// where selects the rows that count; empty for all.
	where string
	// goesAlong reports whether the rows can be removed together with the sample data: they are records of samples, such as
	// an order that was placed to try the system.
	goesAlong bool
	// one and many are the singular and the plural of the rows' name.
	one, many string
}

var references = []reference{
	{keys: []foreignKey{{"users", "responsible_code", "users", "user_code"}}, goesAlong: true,
		one: "paciente de um associado de exemplo", many: "pacientes de associados de exemplo"},
	{keys: []foreignKey{{"users", "adhesion_term", "contracts", "id"}},
		one: "associado com um termo de exemplo", many: "associados com termos de exemplo"},
	{keys: []foreignKey{{"orders", "user_id", "users", "id"}, {"orders", "user_code", "users", "user_code"}}, goesAlong: true,
		one: "pedido de um associado de exemplo", many: "pedidos de associados de exemplo"},
	{keys: []foreignKey{{"services", "associate_user_code", "users", "user_code"}, {"services", "patient_user_code", "users", "user_code"}},
		goesAlong: true,
		one:       "serviço de um associado ou paciente de exemplo", many: "serviços de associados ou pacientes de exemplo"},
	{keys: []foreignKey{{"services", "professional_id", "professionals", "id"}}, goesAlong: true,
		one: "serviço com um profissional de exemplo", many: "serviços com profissionais de exemplo"},
	{keys: []foreignKey{{"reception", "associate_code", "users", "user_code"}}, goesAlong: true,
		one: "acolhimento de um associado de exemplo", many: "acolhimentos de associados de exemplo"},
	{keys: []foreignKey{{"reception", "attendant", "system_users", "user_code"}},
		one: "acolhimento entregue a um operador de exemplo", many: "acolhimentos entregues a operadores de exemplo"},
	{keys: []foreignKey{{"contracts", "user_code", "users", "user_code"}, {"contracts", "patient_user_code", "users", "user_code"}},
		goesAlong: true,
		one:       "contrato de um associado ou paciente de exemplo", many: "contratos de associados ou pacientes de exemplo"},
	{keys: []foreignKey{{"contracts", "replaces_id", "contracts", "id"}}, goesAlong: true,
		one: "contrato que substitui um de exemplo", many: "contratos que substituem os de exemplo"},
	{keys: []foreignKey{{"contracts", "filled_pdf_file_id", "files", "id"}, {"contracts", "signed_pdf_file_id", "files", "id"},
		{"contracts", "audit_pdf_file_id", "files", "id"}, {"contracts", "logo_file_id", "files", "id"}},
		one: "contrato com um arquivo de exemplo", many: "contratos com arquivos de exemplo"},
	{keys: []foreignKey{{"users_files", "user_id", "users", "id"}}, goesAlong: true,
		one: "arquivo anexado a um associado ou paciente de exemplo", many: "arquivos anexados a associados ou pacientes de exemplo"},
	{keys: []foreignKey{{"orders_files", "order_id", "orders", "id"}}, goesAlong: true,
		one: "arquivo anexado a um pedido de exemplo", many: "arquivos anexados a pedidos de exemplo"},
	{keys: []foreignKey{{"services_files", "service_id", "services", "id"}}, goesAlong: true,
		one: "arquivo anexado a um serviço de exemplo", many: "arquivos anexados a serviços de exemplo"},
	{keys: []foreignKey{{"users_files", "file_id", "files", "id"}},
		one: "anexo de associado que é um arquivo de exemplo", many: "anexos de associados que são arquivos de exemplo"},
	{keys: []foreignKey{{"orders_files", "file_id", "files", "id"}},
		one: "anexo de pedido que é um arquivo de exemplo", many: "anexos de pedidos que são arquivos de exemplo"},
	{keys: []foreignKey{{"services_files", "file_id", "files", "id"}},
		one: "anexo de serviço que é um arquivo de exemplo", many: "anexos de serviços que são arquivos de exemplo"},
	{keys: []foreignKey{{"prescriptions", "file_id", "files", "id"}}, where: "user_id not in (select id from users where is_sample)",
		one: "receita com um arquivo de exemplo", many: "receitas com arquivos de exemplo"},
	{keys: []foreignKey{{"lots", "certificate_file_id", "files", "id"}},
		one: "lote com um laudo de exemplo", many: "lotes com laudos de exemplo"},
	{keys: []foreignKey{{"lots", "product_id", "products", "id"}},
		one: "lote de um produto de exemplo", many: "lotes de produtos de exemplo"},
	{keys: []foreignKey{{"products", "image_file_id", "files", "id"}},
		one: "produto com uma imagem de exemplo", many: "produtos com imagens de exemplo"},
	{keys: []foreignKey{{"users", "avatar_file_id", "files", "id"}},
		one: "associado ou paciente com uma foto de exemplo", many: "associados ou pacientes com fotos de exemplo"},
	{keys: []foreignKey{{"sign_templates", "logo_file_id", "files", "id"}},
		one: "modelo de termo com um logotipo de exemplo", many: "modelos de termo com logotipos de exemplo"},
	{keys: []foreignKey{{"sign_template_versions", "pdf_file_id", "files", "id"}, {"sign_template_versions", "logo_file_id", "files", "id"}},
		one: "versão de termo com um arquivo de exemplo", many: "versões de termo com arquivos de exemplo"},
	{keys: []foreignKey{{"system_users", "internal_code", "professionals", "professional_code"}},
		one: "operador com o código de um profissional de exemplo", many: "operadores com códigos de profissionais de exemplo"},
	// A token cannot be bound to another professional, only revoked.
	{keys: []foreignKey{{"users_api", "internal_code", "professionals", "professional_code"}}, where: "revoked_at is null",
		one: "token da API com o código de um profissional de exemplo", many: "tokens da API com códigos de profissionais de exemplo"},
	// Removing an operator by hand decides explicitly about these rows.
	{keys: []foreignKey{{"users_api", "created_by", "system_users", "user_code"}},
		one:  "token da API criado por um operador de exemplo (exclua o operador)",
		many: "tokens da API criados por operadores de exemplo (exclua os operadores)"},
	{keys: []foreignKey{{"saved_views", "owner_id", "system_users", "id"}},
		one:  "visão salva por um operador de exemplo (exclua o operador)",
		many: "visões salvas por operadores de exemplo (exclua os operadores)"},
	{keys: []foreignKey{{"tasks", "owner_id", "system_users", "id"}},
		one:  "tarefa pedida por um operador de exemplo (exclua o operador)",
		many: "tarefas pedidas por operadores de exemplo (exclua os operadores)"},
	{keys: []foreignKey{{"imports", "owner_id", "system_users", "id"}},
		one: "importação de um operador de exemplo (exclua o operador)", many: "importações de operadores de exemplo (exclua os operadores)"},
}

// refuseBlocked returns an error if real rows refer to sample rows, with their number by kind.
func refuseBlocked(ctx context.Context, tx pgx.Tx) error {
	found, err := countReferences(ctx, tx)
	if err != nil {
		return fmt.Errorf("look for real rows that refer to sample rows: %w", err)
	}
	var kinds []string
	var fields []errs.Field
	for i, r := range references {
		if found[i] > 0 {
			kinds = append(kinds, r.describe(found[i]))
			fields = append(fields, errs.Field{Path: r.table(), Message: r.describe(found[i])})
		}
	}
	if len(kinds) == 0 {
		return nil
	}
	refusal := errs.Conflict(CodeBlocked, "Há dados reais ligados aos dados de exemplo: "+strings.Join(kinds, "; ")+
		". Abra cada registro e escolha o que fazer com ele.")
	refusal.Fields = fields
	return refusal
}

// countReferences counts the real rows of each kind that refer to sample rows, in the order of references.
func countReferences(ctx context.Context, tx pgx.Tx) ([]int, error) {
	var selects []string
	for i, r := range references {
		selects = append(selects, fmt.Sprintf("select %d as place, count(*) from %s where %s", i, r.table(), r.condition()))
	}
	rows, err := tx.Query(ctx, "select count from ("+strings.Join(selects, " union all ")+") counted order by place")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int])
}

func (r reference) table() string { return r.keys[0].table }

func (r reference) condition() string {
	var conditions []string
	for _, k := range r.keys {
		conditions = append(conditions, k.refersToSamples())
	}
	condition := "(" + strings.Join(conditions, " or ") + ")"
	if hasSamples(r.table()) {
		condition += " and not is_sample"
	}
	if r.where != "" {
		condition += " and " + r.where
	}
	return condition
}

func (r reference) describe(count int) string {
	if count == 1 {
		return "1 " + r.one
	}
	return fmt.Sprintf("%d %s", count, r.many)
}

func (k foreignKey) refersToSamples() string {
	return k.column + " in (select " + k.key + " from " + k.to + " where is_sample)"
}

// isReferenced reports whether any reference is to rows of the table.
func isReferenced(table string) bool {
	return slices.ContainsFunc(references, func(r reference) bool {
		return slices.ContainsFunc(r.keys, func(k foreignKey) bool { return k.to == table })
	})
}
