package directus

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"

	"acolhe/models/directus/source"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/email"
)

// collection is one that is moved.
type collection struct {
	name, label string
	// renamed are the columns of fields that have another name here, files those that hold a file.
	renamed map[string]string
	files   []string
	// left are columns that are never written: sessions, tokens, and references to what does not move.
	left []string
}

// key is the column that identifies a row: the id, and for operators, of whom one exists here before the move, their code.
func (c collection) key() string {
	if c.name == "system_users" {
		return "user_code"
	}
	return "id"
}

var sessionColumns = []string{"session_token", "session_expires", "password_reset_token", "password_reset_expires", "pending_email",
	"pending_email_token", "pending_email_expires", "chat_token", "invite_token", "invite_expires", "is_sample"}

// collections in the order in which rows refer to each other.
var collections = []collection{
	{name: "system_users", label: "Operadores", left: append([]string{"id", "second_step_at", "second_step_due"}, sessionColumns...)},
	{name: "tags", label: "Etiquetas", left: sessionColumns},
	{name: "products", label: "Produtos", left: append([]string{"image_file_id"}, sessionColumns...)},
	{name: "professionals", label: "Profissionais", left: sessionColumns},
	{name: "users", label: "Associados e pacientes", left: append([]string{"adhesion_term", "avatar_file_id"}, sessionColumns...)},
	{name: "orders", label: "Pedidos", renamed: map[string]string{"user": "user_id"}, left: sessionColumns},
	{name: "services", label: "Serviços", renamed: map[string]string{"user_created": "created_by_user_code"},
		left: append([]string{"statement_id", "event_state", "event_error"}, sessionColumns...)},
	{name: "reception", label: "Recepção", left: sessionColumns},
	{name: "users_files", label: "Arquivos de associados", renamed: attached("user"), files: []string{"file_id"}, left: sessionColumns},
	{name: "orders_files", label: "Arquivos de pedidos", renamed: attached("order"), files: []string{"file_id"}, left: sessionColumns},
	{name: "services_files", label: "Arquivos de serviços", renamed: attached("service"), files: []string{"file_id"}, left: sessionColumns},
}

// attached returns the fields of a file's attachment: short ones, and those that Directus chooses itself.
func attached(to string) map[string]string {
	return map[string]string{to: to + "_id", to + "s_id": to + "_id", "file": "file_id", "directus_files_id": "file_id"}
}

// concealed matches what Directus shows instead of a hash.
var concealed = regexp.MustCompile(`^\*+$`)

// digits are columns that hold digits alone, addresses those of e-mails.
var (
	digits    = []string{"associate_cpf", "cpf", "guardian_cpf", "cep", "phone_secondary", "emergency_phone"}
	addresses = []string{"email", "email_account", "associate_email", "professional_email"}
)

// mapped returns the fields of a row that have a column, in the form in which they are stored.
func (c collection) mapped(row source.Row, columns []column, files map[string]int64, zone *time.Location) source.Row {
	stored := source.Row{}
	for field, value := range row {
		name := field
		if renamed := c.renamed[field]; renamed != "" {
			if _, hasBoth := row[renamed]; hasBoth {
				continue
			}
			name = renamed
		}
		at := slices.IndexFunc(columns, func(column column) bool { return column.Name == name })
		if at < 0 || slices.Contains(c.left, name) {
			continue
		}
		if text, isText := value.(string); isText {
			if concealed.MatchString(text) {
				continue
			}
			value = columns[at].clean(text)
		}
		if related, isRow := value.(map[string]any); isRow && !columns[at].isJSON() {
			value = related["id"]
		}
		if slices.Contains(c.files, name) {
			if id, isKnown := files[source.Row{"id": value}.Text("id")]; isKnown {
				value = id
			}
		}
		stored[name] = value
	}
	// Directus leaves the date of the last change empty until there is one.
	if updated, isDated := stored["date_updated"]; isDated && updated == nil && stored["date_created"] != nil {
		stored["date_updated"] = stored["date_created"]
	}
	c.setPaidAt(stored, zone)
	return stored
}

// column is a column of a table here.
type column struct {
	Name, Type string
	Default    string
	Required   bool
}

func (c column) isJSON() bool { return c.Type == "jsonb" }

// clean returns a text as it is stored: empty ones as none, documents without signs, e-mails in small letters, JSON and
// csv read.
func (c column) clean(text string) any {
	trimmed := strings.TrimSpace(text)
	switch {
	case trimmed == "" && (!c.Required || c.Type != "text"):
		return nil
	case c.isJSON():
		var value any
		if strings.ContainsAny(trimmed[:1], `[{"`) && source.Decode([]byte(trimmed), &value) == nil {
			return value
		}
		return strings.Split(trimmed, ",") // the type csv of Directus
	case slices.Contains(digits, c.Name):
		return brdoc.Digits(trimmed)
	case slices.Contains(addresses, c.Name):
		if address, valid := email.Normalize(trimmed); valid {
			return address
		}
	}
	return text
}

// encode writes rows for jsonb_populate_recordset.
func encode(rows []source.Row) (string, error) {
	encoded, err := json.Marshal(rows)
	// PostgreSQL has no text with a NUL.
	return strings.ReplaceAll(string(encoded), `\u0000`, ""), err
}
