package reception

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"acolhe/models/platform/settings"
	"acolhe/models/types/texts"
)

// FormField is a question of the public form (decisions.md, "reception").
type FormField struct {
	ID       string    `json:"id"`
	Label    string    `json:"label"`
	Type     FieldType `json:"type"`
	Enabled  bool      `json:"enabled"`
	Required bool      `json:"required"`
	// Options are what a select offers; other fields have none.
	Options []string `json:"options,omitempty"`
}

// FieldType is how a question of the form is answered.
type FieldType string

// Values lists the types of fields.
func (FieldType) Values() []string {
	return []string{"text", "email", "phone", "textarea", "select", "checkbox", "date"}
}

// The configured questions of the public form: those stored in columns of reception, and the
// association's own.
var (
	formFields = settings.Key[[]FormField]{System: "triage", Name: "form.fields", Type: settings.Array, Check: checkForm, Required: true,
		Description: "Perguntas do formulário público de atendimento.",
		Default: []FormField{
			{ID: "name", Label: "Nome", Type: "text", Enabled: true, Required: true},
			{ID: "email", Label: "E-mail", Type: "email", Enabled: true},
			{ID: "phone", Label: "Telefone", Type: "phone", Enabled: true, Required: true},
			{ID: "message", Label: "Mensagem", Type: "textarea", Enabled: true},
		}}
	customFields = settings.Key[[]FormField]{System: "triage", Name: "form.custom_fields", Type: settings.Array, Check: checkCustomFields,
		Description: "Perguntas próprias da associação no formulário público de atendimento.", Default: []FormField{}}
)

// Keys lists the configuration keys of the queue.
func Keys() []settings.Definition {
	return []settings.Definition{statusesKey.Definition(), formFields.Definition(), customFields.Definition()}
}

// Limits of what is configured.
const (
	maxStatuses = 30
	maxFields   = 50
	maxLabel    = 60
	maxOptions  = 100
)

var (
	identifierPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,59}$`)
	colorPattern      = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)
)

func checkStatuses(statuses []Status) error {
	entries, done, seen := 0, 0, map[string]bool{}
	for i, s := range statuses {
		switch {
		case !identifierPattern.MatchString(s.Value):
			return fmt.Errorf("[%d].value deve ter letras minúsculas, números, _ e -", i)
		case seen[s.Value]:
			return fmt.Errorf("[%d].value repete %s", i, s.Value)
		case !isLabel(s.Label):
			return fmt.Errorf("[%d].label deve ser um texto de até %d caracteres", i, maxLabel)
		case !colorPattern.MatchString(s.Color):
			return fmt.Errorf("[%d].color deve ser uma cor como #0f766e", i)
		}
		seen[s.Value] = true
		entries += count(s.IsDefaultEntry)
		done += count(s.IsDone)
	}
	switch {
	case len(statuses) > maxStatuses:
		return fmt.Errorf("deve ter no máximo %d situações", maxStatuses)
	case entries != 1:
		return errors.New("deve ter exatamente uma situação de entrada (is_default_entry)")
	case done == 0:
		return errors.New("deve ter pelo menos uma situação de quem foi atendido (is_done)")
	}
	return nil
}

func checkForm(fields []FormField) error {
	if len(fields) == 0 {
		return errors.New("deve ter pelo menos uma pergunta")
	}
	return checkCustomFields(fields)
}

func checkCustomFields(fields []FormField) error {
	if len(fields) > maxFields {
		return fmt.Errorf("deve ter no máximo %d perguntas", maxFields)
	}
	seen := map[string]bool{}
	for i, f := range fields {
		switch {
		case !identifierPattern.MatchString(f.ID):
			return fmt.Errorf("[%d].id deve ter letras minúsculas, números, _ e -", i)
		case seen[f.ID]:
			return fmt.Errorf("[%d].id repete %s", i, f.ID)
		case !isLabel(f.Label):
			return fmt.Errorf("[%d].label deve ser um texto de até %d caracteres", i, maxLabel)
		case !slices.Contains(f.Type.Values(), string(f.Type)):
			return fmt.Errorf("[%d].type deve ser %s", i, strings.Join(f.Type.Values(), ", "))
		case (f.Type == "select") != (len(f.Options) > 0) || len(f.Options) > maxOptions || !allLabels(f.Options):
			return fmt.Errorf("[%d].options deve ter as opções de um select, e só dele", i)
		}
		seen[f.ID] = true
	}
	return nil
}

func count(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

func allLabels(texts []string) bool {
	return !slices.ContainsFunc(texts, func(text string) bool { return !isLabel(text) })
}

func isLabel(text string) bool { return strings.TrimSpace(text) != "" && texts.Fits(text, maxLabel) }
