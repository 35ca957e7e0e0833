package triage

import (
	"encoding/json"
	"slices"
	"strings"

	"acolhe/models/types/brdoc"
	"acolhe/models/types/civil"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Limits of an answer, and of the columns for names and for longer texts.
const (
	MaxName = 250
	MaxText = 10_000
)

// ReadAnswers reads and checks the answers to questions; path begins the paths of the problems. Blank answers are left
// out.
func ReadAnswers(fields []FormField, sent map[string]json.RawMessage, path string, problems *errs.Problems) map[string]any {
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
	case f.Type != "textarea" && !texts.Fits(text, MaxName), !texts.Fits(text, MaxText):
		return "é longo demais"
	}
	return ""
}
