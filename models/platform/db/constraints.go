package db

import (
	"cmp"
	"errors"
	"reflect"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"acolhe/models/types/errs"
)

// CodeLinkedRecords is the code of 409 for a row with references from other rows.
const CodeLinkedRecords = "HAS_LINKED_RECORDS"

// Constraint is the field and the message of a constraint that input may violate. Without one, the field is derived
// from the name of the constraint: <table>_<column>_<key|check|fkey>. Code is the code of a 409, by default CONFLICT.
type Constraint struct{ Field, Message, Code string }

// Constrained is a row type with the fields and messages of its table's constraints, by their
// names. Other constraints have the general message of their kind.
type Constrained interface{ Constraints() map[string]Constraint }

// formats holds the messages for the check of a column with this name, in any table.
var formats = map[string]string{
	"email": "não é um e-mail válido", "email_account": "não é um e-mail válido",
	"cpf": "deve ter 11 dígitos", "associate_cpf": "deve ter 11 dígitos", "guardian_cpf": "deve ter 11 dígitos",
	"cep":   "deve ter 8 dígitos",
	"state": "deve ser a sigla de um estado", "council_state": "deve ser a sigla de um estado",
	"phone": "deve ter de 8 a 15 dígitos", "phone_secondary": "deve ter de 8 a 15 dígitos", "emergency_phone": "deve ter de 8 a 15 dígitos",
}

// explain translates the violation of a constraint to the message of the statement's row type. A
// statement without one, such as a raw one, has the general message.
func explain(tx *DB) {
	var answer *pgconn.PgError
	if tx.Statement.Schema == nil || !errors.As(tx.Error, &answer) {
		return
	}
	row, ok := reflect.New(tx.Statement.Schema.ModelType).Interface().(Constrained)
	if !ok {
		return
	}
	if declared, known := row.Constraints()[answer.ConstraintName]; known {
		tx.Error = violation(answer, declared).WithCause(answer)
	}
}

// violation translates errors about a sent value (SQLSTATE classes 22 and 23); it returns nil for
// others. declared is zero if the constraint is not declared.
func violation(answer *pgconn.PgError, declared Constraint) *errs.Error {
	switch answer.Code {
	case "23505", "23P01":
		return errs.Conflict(cmp.Or(declared.Code, errs.CodeConflict), messageOf(answer, declared, "Já existe um registro com estes dados."))
	case "23001":
		return linked()
	case "23503":
		if refersTo(answer) {
			return linked()
		}
		return errs.Invalid(fieldOf(answer, declared), messageOf(answer, declared, "não existe"))
	case "23502":
		return errs.Invalid(answer.ColumnName, "é obrigatório")
	case "23514":
		return errs.Invalid(fieldOf(answer, declared), messageOf(answer, declared, "valor não permitido"))
	case "22001":
		return errs.Invalid(fieldOf(answer, declared), "texto longo demais")
	case "22003":
		return errs.Invalid(fieldOf(answer, declared), "número fora do intervalo permitido")
	case "22007", "22008":
		return errs.Invalid(fieldOf(answer, declared), "data ou hora inválida")
	case "22P02", "22021", "22P05", "22030", "22032":
		return errs.Invalid(fieldOf(answer, declared), "valor em formato inválido")
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

func messageOf(answer *pgconn.PgError, declared Constraint, general string) string {
	if declared.Message != "" {
		return declared.Message
	}
	if format, ok := formats[fieldOf(answer, declared)]; ok && answer.Code == "23514" {
		return format
	}
	return general
}

// fieldOf returns the field: the declared one or PostgreSQL's column, else it is derived from the
// name of the constraint.
func fieldOf(answer *pgconn.PgError, declared Constraint) string {
	if declared.Field != "" {
		return declared.Field
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
