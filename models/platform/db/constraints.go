package db

import (
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"acolhe/models/types/errs"
)

// CodeLinkedRecords is the code of 409 for a row that other rows refer to.
const CodeLinkedRecords = "HAS_LINKED_RECORDS"

// rule is the field and the message of a constraint. Constraints are named
// <table>_<column>_<key|check|fkey>, from which the field is derived if no rule is listed.
type rule struct {
	field   string
	message string
}

// constraints lists the constraints that input may violate. The others, which only a programming
// error violates, have the general message of their kind.
var constraints = map[string]rule{
	"system_users_email_key":                 {"email", "Já existe um operador com este e-mail."},
	"system_users_profissional_alone_check":  {"permissions", "o papel Profissional não se combina com outro"},
	"users_api_token_prefix_key":             {"prefix", "Este token já foi criado."},
	"saved_views_owner_id_page_name_key":     {"name", "Você já tem uma visão com este nome nesta página."},
	"users_email_account_key":                {"email_account", "Já existe um cadastro com este e-mail."},
	"users_associate_cpf_key":                {"associate_cpf", "Já existe um associado com este CPF."},
	"users_patient_responsible_check":        {"responsible_code", "só um paciente tem responsável, e todo paciente tem um"},
	"users_birth_date_check":                 {"birth_date", "deve ser a partir de 1900"},
	"orders_user_id_fkey":                    {"user_code", "este associado não existe"},
	"professionals_professional_code_key":    {"professional_code", "Já existe um profissional com este código."},
	"professionals_donation_balance_check":   {"donation_balance", "o saldo não pode ficar negativo"},
	"donation_movements_balance_after_check": {"amount", "o saldo não pode ficar negativo"},
	"products_code_key":                      {"code", "Já existe um produto com este código."},
	"tags_collection_name_key":               {"name", "Já existe uma etiqueta com este nome."},
	"system_configs_system_key_key":          {"key", "Esta configuração já existe."},
	"contracts_pending_user_code_key":        {"user_code", "Já existe um contrato pendente para este cadastro."},
}

// formats holds the messages for the check of a column with this name, in any table.
var formats = map[string]string{
	"email": "não é um e-mail válido", "email_account": "não é um e-mail válido",
	"cpf": "deve ter 11 dígitos", "associate_cpf": "deve ter 11 dígitos", "guardian_cpf": "deve ter 11 dígitos",
	"cep":   "deve ter 8 dígitos",
	"state": "deve ser a sigla de um estado", "council_state": "deve ser a sigla de um estado",
	"phone": "deve ter de 8 a 15 dígitos", "phone_secondary": "deve ter de 8 a 15 dígitos", "emergency_phone": "deve ter de 8 a 15 dígitos",
}

// violation translates errors about a value that was sent (SQLSTATE classes 22 and 23); it returns
// nil for others.
func violation(answer *pgconn.PgError) *errs.Error {
	switch answer.Code {
	case "23505", "23P01":
		return errs.Conflict(errs.CodeConflict, messageOf(answer, "Já existe um registro com estes dados."))
	case "23001":
		return linked()
	case "23503":
		if refersTo(answer) {
			return linked()
		}
		return errs.Invalid(fieldOf(answer), messageOf(answer, "não existe"))
	case "23502":
		return errs.Invalid(answer.ColumnName, "é obrigatório")
	case "23514":
		return errs.Invalid(fieldOf(answer), messageOf(answer, "valor não permitido"))
	case "22001":
		return errs.Invalid(fieldOf(answer), "texto longo demais")
	case "22003":
		return errs.Invalid(fieldOf(answer), "número fora do intervalo permitido")
	case "22007", "22008":
		return errs.Invalid(fieldOf(answer), "data ou hora inválida")
	case "22P02", "22021", "22P05", "22030", "22032":
		return errs.Invalid(fieldOf(answer), "valor em formato inválido")
	}
	return nil
}

func linked() *errs.Error {
	return errs.Conflict(CodeLinkedRecords, "Não é possível excluir: há registros ligados a este.")
}

// refersTo reports whether a foreign key was violated by removing a referenced row, and not by
// inserting a reference to a missing row. Before version 18 PostgreSQL distinguishes them only in
// the text, which in every language quotes two tables and the constraint in the first case, one
// table in the second.
func refersTo(answer *pgconn.PgError) bool {
	const threeNames = 6
	return strings.Count(answer.Message, `"`) >= threeNames
}

func messageOf(answer *pgconn.PgError, general string) string {
	if known, ok := constraints[answer.ConstraintName]; ok {
		return known.message
	}
	if format, ok := formats[fieldOf(answer)]; ok && answer.Code == "23514" {
		return format
	}
	return general
}

// fieldOf returns the field: that of the rule or PostgreSQL's column, else it is derived from the
// name of the constraint.
func fieldOf(answer *pgconn.PgError) string {
	if known, ok := constraints[answer.ConstraintName]; ok {
		return known.field
	}
	if answer.ColumnName != "" {
		return answer.ColumnName
	}
	name := strings.TrimPrefix(answer.ConstraintName, answer.TableName+"_")
	if cut := strings.LastIndexByte(name, '_'); cut > 0 {
		return name[:cut]
	}
	return name
}
