package triage

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"acolhe/models/platform/db"
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
	// Options are the choices of a select; other fields have none.
	Options []string `json:"options,omitempty"`
}

// FieldType is the kind of input for the answer to a question.
type FieldType string

// Values lists the types of fields.
func (FieldType) Values() []string {
	return []string{"text", "email", "phone", "textarea", "select", "checkbox", "date"}
}

// The configured questions of the public form: those stored in columns of reception, and the
// association's own.
var (
	formFields = settings.Key[[]FormField]{System: "triage", Name: "form.fields", Type: settings.Array, Public: true, Check: checkForm,
		Required:    true,
		Description: "Perguntas do formulário público de atendimento.",
		Default: []FormField{
			{ID: "name", Label: "Nome", Type: "text", Enabled: true, Required: true},
			{ID: "email", Label: "E-mail", Type: "email", Enabled: true},
			{ID: "phone", Label: "Telefone", Type: "phone", Enabled: true, Required: true},
			{ID: "message", Label: "Mensagem", Type: "textarea", Enabled: true},
		}}
	customFields = settings.Key[[]FormField]{System: "triage", Name: "form.custom_fields", Type: settings.Array, Public: true,
		Check:       checkCustomFields,
		Description: "Perguntas próprias da associação no formulário público de atendimento.", Default: []FormField{}}
)

// The texts of the public form.
var (
	formTitle = settings.Key[string]{System: "triage", Name: "form.title", Type: settings.Text, Public: true, Check: checkTitle,
		Required: true,
		Default:  "Fale com a gente", Description: "Título do formulário público de atendimento."}
	formPrivacy = settings.Key[string]{System: "triage", Name: "form.privacy", Type: settings.Text, Public: true, Check: checkPrivacy,
		Required:    true,
		Default:     "Usamos estes dados só para responder ao seu contato. Quem cuida deles é a nossa equipe, e você pode pedir que sejam apagados.",
		Description: "Aviso de privacidade do formulário público de atendimento."}
)

// Limits of the form.
const (
	maxFields  = 50
	maxOptions = 100
)

func checkForm(fields []FormField) error {
	if len(fields) == 0 {
		return errors.New("deve ter pelo menos uma pergunta")
	}
	if at := slices.IndexFunc(fields, func(f FormField) bool { return f.ID == "custom_fields" }); at >= 0 {
		return fmt.Errorf("[%d].id não pode ser custom_fields", at)
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

func allLabels(texts []string) bool {
	return !slices.ContainsFunc(texts, func(text string) bool { return !isLabel(text) })
}

func checkTitle(title string) error {
	if !isLabel(title) {
		return fmt.Errorf("deve ser um texto de até %d caracteres", maxLabel)
	}
	return nil
}

func checkPrivacy(sentence string) error {
	const most = 1000
	if strings.TrimSpace(sentence) == "" || !texts.Fits(sentence, most) {
		return fmt.Errorf("deve ser um texto de até %d caracteres", most)
	}
	return nil
}

// FormSchema is the public form: its enabled questions and texts.
type FormSchema struct {
	Title        string      `json:"title"`
	Privacy      string      `json:"privacy"`
	Fields       []FormField `json:"fields"`
	CustomFields []FormField `json:"custom_fields"`
}

// ReadFormSchema returns the public form as configured.
func ReadFormSchema(ctx context.Context, tx *db.DB) (FormSchema, error) {
	stored, err := settings.Read(ctx, tx, formTitle, formPrivacy, formFields, customFields)
	if err != nil {
		return FormSchema{}, err
	}
	return FormSchema{
		Title: settings.Of(stored, formTitle), Privacy: settings.Of(stored, formPrivacy),
		Fields: enabled(settings.Of(stored, formFields)), CustomFields: enabled(settings.Of(stored, customFields)),
	}, nil
}

func enabled(fields []FormField) []FormField {
	return slices.DeleteFunc(slices.Clone(fields), func(f FormField) bool { return !f.Enabled })
}
