// Package fields is what one chooses when two records of a person become one: the columns of a person in fields that belong
// together, how people read them, and the columns of the record that stays.
package fields

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"acolhe/models/types/auth"
)

// Record is a row of users by column, as PostgreSQL encodes it.
type Record map[string]json.RawMessage

// Text returns a column as text; empty without a value.
func (r Record) Text(column string) string {
	var value *string
	if json.Unmarshal(r[column], &value) == nil && value != nil {
		return *value
	}
	var number json.Number
	if json.Unmarshal(r[column], &number) == nil {
		return number.String()
	}
	return ""
}

// IsEmpty reports whether a column has no value.
func (r Record) IsEmpty(column string) bool {
	value := string(r[column])
	return value == "" || value == "null" || value == `""` || value == "false"
}

// Name returns the name of the person, else an e-mail or the number of the record.
func (r Record) Name() string {
	for _, name := range []string{r.Text("associate_name"), r.Text("name") + " " + r.Text("last_name"), r.Text("email_account"),
		r.Text("email")} {
		if name = strings.TrimSpace(name); name != "" {
			return name
		}
	}
	return "Cadastro nº " + r.Text("id")
}

// Field is what one chooses when joining: some columns that belong together. The first columns are shown.
type Field struct {
	Name, Label string
	columns     []string
	// hidden are columns that follow the others and are neither shown nor compared.
	hidden []string
	// private is the kind of data that lists may hide; empty if they never do.
	private auth.Private
}

// All returns what one chooses, in the order of the page.
func All() []Field {
	return []Field{
		{Name: "nome", Label: "Nome", columns: []string{"associate_name", "name", "last_name"}},
		{Name: "nome_social", Label: "Nome social", columns: []string{"social_name"}},
		{Name: "cpf", Label: "CPF", columns: []string{"associate_cpf"}, private: auth.CPF},
		{Name: "outro_cpf", Label: "CPF do paciente", columns: []string{"cpf"}, private: auth.CPF},
		{Name: "nascimento", Label: "Nascimento", columns: []string{"birth_date"}},
		{Name: "telefone", Label: "Telefone", columns: []string{"phone"}},
		{Name: "outro_telefone", Label: "Outro telefone", columns: []string{"phone_secondary"}},
		{Name: "acesso", Label: "E-mail de acesso", columns: []string{"email_account"},
			hidden: []string{"account_password", "session_token", "session_expires",
				"password_reset_token", "password_reset_expires", "pending_email", "pending_email_token", "pending_email_expires"}},
		{Name: "email", Label: "E-mail de contato", columns: []string{"email"}},
		{Name: "endereco", Label: "Endereço", columns: []string{"street", "number", "complement", "neighborhood", "city", "state", "cep"}, private: auth.Address},
		{Name: "situacao", Label: "Situação", columns: []string{"status", "associate_status"},
			hidden: []string{"adhesion_term", "privacy_consent_at", "invalid_fields"}},
		{Name: "tratamento", Label: "Tratamento para", columns: []string{"responsible_type"}},
		{Name: "receita", Label: "Receita", columns: []string{"prescription"}, private: auth.Health},
		{Name: "prescritor", Label: "Prescritor", columns: []string{"prescriber", "prescriber_code"}},
		{Name: "condicao", Label: "Condição de saúde", columns: []string{"health_condition"}, private: auth.Health},
		{Name: "cid", Label: "CID", columns: []string{"icd_code"}, private: auth.Health},
		{Name: "medicamentos", Label: "Medicamentos em uso", columns: []string{"medications"}, private: auth.Health},
		{Name: "alergias", Label: "Alergias", columns: []string{"allergies"}, private: auth.Health},
		{Name: "saude", Label: "Observações de saúde", columns: []string{"health_notes"}, private: auth.Health},
		{Name: "rg", Label: "RG", columns: []string{"rg", "rg_issuer"}, private: auth.CPF},
		{Name: "genero", Label: "Gênero", columns: []string{"gender"}},
		{Name: "nacionalidade", Label: "Nacionalidade", columns: []string{"nationality"}},
		{Name: "estado_civil", Label: "Estado civil", columns: []string{"marital_status"}},
		{Name: "ocupacao", Label: "Ocupação", columns: []string{"occupation"}},
		{Name: "mae", Label: "Nome da mãe", columns: []string{"mother_name"}},
		{Name: "emergencia", Label: "Contato de emergência", columns: []string{"emergency_name", "emergency_phone"}},
		{Name: "parentesco", Label: "Parentesco", columns: []string{"relationship"}},
		{Name: "guardiao", Label: "Responsável legal", columns: []string{"guardian_name", "guardian_cpf"}, private: auth.CPF},
		{Name: "especie", Label: "Espécie", columns: []string{"species", "breed"}},
		{Name: "peso", Label: "Peso", columns: []string{"weight_kg"}},
		{Name: "foto", Label: "Foto", columns: []string{"avatar_url"}, hidden: []string{"avatar_file_id"}},
		{Name: "origem", Label: "Como conheceu", columns: []string{"how_found"}},
		{Name: "contato", Label: "Aceita contato", columns: []string{"contact_consent"}},
	}
}

// The columns that nobody chooses: those of the row itself, what follows from other tables, and those of which both values stay.
var (
	ownColumns = []string{"id", "user_code", "responsible_code", "is_sample", "date_created", "date_updated", "created_date", "search_text", "refused"}
	unions     = []string{"tags", "annotations"}
)

// IsSame reports whether two records have the same value of a field.
func (f Field) IsSame(one, other Record) bool {
	return !slices.ContainsFunc(f.columns, func(column string) bool {
		return !bytes.Equal(one[column], other[column]) && !(one.IsEmpty(column) && other.IsEmpty(column))
	})
}

// IsEmpty reports whether a record has no value of a field.
func (f Field) IsEmpty(of Record) bool {
	return !slices.ContainsFunc(f.columns, func(column string) bool { return !of.IsEmpty(column) })
}

// PrefersGone reports whether the value of the record that goes is proposed: filled beats empty, a member beats a
// registration.
func (f Field) PrefersGone(kept, gone Record) bool {
	if f.Name == "situacao" {
		return kept.Text("status") == "active" && gone.Text("status") == "Associado"
	}
	return f.IsEmpty(kept) && !f.IsEmpty(gone)
}

// Columns returns every column of the field.
func (f Field) Columns() []string { return slices.Concat(f.columns, f.hidden) }
