package reception

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/civil"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// PublicLimit limits the contacts of one address by the public form (specification, "Limits").
func PublicLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "triage", Limit: 5, Per: 15 * time.Minute}
}

// PublicQuota is how many contacts one address sends in a day by the page of the form.
func PublicQuota() ratelimit.Quota {
	return ratelimit.Quota{Name: "triage", Count: 500, One: "mensagem", Many: "mensagens"}
}

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

// PublicInput is the body of POST /reception/public: an answer for each question of the form by its id; answers to the
// association's own questions are in custom_fields.
type PublicInput struct {
	CustomFields map[string]json.RawMessage `json:"custom_fields"`
	// Answers holds the answers to the other questions.
	Answers map[string]json.RawMessage `json:"-"`
}

// Keep stores the answer to a question of the form.
func (in *PublicInput) Keep(id string, raw json.RawMessage) {
	if in.Answers == nil {
		in.Answers = map[string]json.RawMessage{}
	}
	in.Answers[id] = raw
}

// EnqueuePublic adds a contact of the public form to the queue, with the default entry status, linked to the associate
// of its e-mail. It returns 400 VALIDATION_ERROR with every wrong or missing answer, and for unknown questions.
func EnqueuePublic(ctx context.Context, tx *db.DB, by auth.Caller, input PublicInput) (Item, error) {
	form, err := ReadFormSchema(ctx, tx)
	if err != nil {
		return Item{}, err
	}
	statuses, err := Statuses(ctx, tx)
	if err != nil {
		return Item{}, err
	}
	var problems errs.Problems
	answers := readAnswers(form.Fields, input.Answers, "", &problems)
	own := readAnswers(form.CustomFields, input.CustomFields, "custom_fields.", &problems)
	fields := fieldsOf(answers, own)
	fields.Status = patch.Of(defaultEntry(statuses))
	for _, problem := range problems {
		fields.AddBindError(problem.Path, problem.Message)
	}
	item := Item{Source: FromPublic, DateCreated: by.Now, DateUpdated: by.Now}
	if err := fields.apply(&item, statuses, by.Now); err != nil {
		return item, err
	}
	if err := item.link(ctx, tx, by); err != nil {
		return item, err
	}
	return item, store(ctx, tx, by, &item)
}

// readAnswers reads and checks the answers to questions; path begins the paths of the problems. Blank answers are left
// out.
func readAnswers(fields []FormField, sent map[string]json.RawMessage, path string, problems *errs.Problems) map[string]any {
	answers := map[string]any{}
	for _, field := range fields {
		answer, err := field.read(sent[field.ID])
		switch {
		case err != "":
			problems.Add(path+field.ID, err)
		case answer != nil:
			answers[field.ID] = answer
		case field.Required:
			problems.Add(path+field.ID, field.missing())
		}
	}
	for id := range sent {
		isAsked := slices.ContainsFunc(fields, func(f FormField) bool { return f.ID == id })
		problems.Require(isAsked, path+texts.Truncate(id, maxLabel), "o formulário não tem esta pergunta")
	}
	return answers
}

func (f FormField) missing() string {
	if f.Type == "checkbox" {
		return "marque para continuar"
	}
	return "responda para continuar"
}

// read returns the answer to the question, nil for none, or the problem of an invalid one.
func (f FormField) read(raw json.RawMessage) (answer any, problem string) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, ""
	}
	if f.Type == "checkbox" {
		var isChecked bool
		if json.Unmarshal(raw, &isChecked) != nil {
			return nil, "deve ser true ou false"
		}
		if !isChecked {
			return nil, ""
		}
		return true, ""
	}
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return nil, "deve ser um texto"
	}
	if text = strings.TrimSpace(text); text == "" {
		return nil, ""
	}
	if day, err := civil.Parse(text); err == nil && f.Type == "date" {
		text = day.String()
	}
	return text, f.check(text)
}

// check returns the problem of an answer that is not blank.
func (f FormField) check(text string) string {
	_, isEmail := email.Normalize(text)
	_, isPhone := brdoc.Phone(text)
	_, notDate := civil.Parse(text)
	switch {
	case f.Type == "email" && !isEmail:
		return "informe um e-mail válido"
	case f.Type == "phone" && !isPhone:
		return "informe um telefone com DDD"
	case f.Type == "date" && notDate != nil:
		return "informe uma data válida"
	case f.Type == "select" && !slices.Contains(f.Options, text):
		return "escolha uma das opções"
	case f.Type != "textarea" && !texts.Fits(text, maxName), !texts.Fits(text, maxText):
		return "é longo demais"
	}
	return ""
}

// fieldsOf returns the columns with the answers; answers to questions without a column are stored with the
// association's own.
func fieldsOf(answers, own map[string]any) Fields {
	var fields Fields
	for id, column := range map[string]*patch.Field[string]{"name": &fields.Name, "email": &fields.Email, "phone": &fields.Phone,
		"message": &fields.Message} {
		if text, isText := answers[id].(string); isText {
			*column = patch.Of(text)
			delete(answers, id)
		}
	}
	for id, answer := range answers {
		own[id] = answer
	}
	if len(own) > 0 {
		fields.Tags = patch.Of(Tags{"custom_fields": own})
	}
	return fields
}
