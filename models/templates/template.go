package templates

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"acolhe/models/templates/richtext"
	"acolhe/models/types/errs"
)

// Codes of the specification.
const (
	// CodeNotPublished is 422.
	CodeNotPublished = "TEMPLATE_NOT_PUBLISHED"
	// CodeInvalidVariables is 422, with an entry for each variable.
	CodeInvalidVariables = "TEMPLATE_INVALID_VARIABLES"
)

// template is a row of sign_templates.
type template struct {
	ID    int64 `gorm:"primaryKey"`
	Kind  Kind
	Title string
	// DraftContent is nil while the draft is the text that ships.
	DraftContent *richtext.Content `gorm:"serializer:json"`
	// LogoFileID is a PNG that the next version shows instead of the association's logo.
	LogoFileID       *int64     `gorm:"column:logo_file_id" version:"-"`
	CurrentVersionID *int64     `gorm:"column:current_version_id" version:"-"`
	UpdatedBy        *uuid.UUID `gorm:"column:updated_by" version:"-"`
	DateCreated      time.Time
	DateUpdated      time.Time
}

// TableName returns the name of the table.
func (template) TableName() string { return "sign_templates" }

// draft returns the draft, else the text that ships.
func (t template) draft() richtext.Content {
	if t.DraftContent != nil {
		return *t.DraftContent
	}
	return Default(t.Kind)
}

// Summary is a kind of term in a list.
type Summary struct {
	ID    int64  `json:"template_id"`
	Kind  Kind   `json:"kind"`
	Title string `json:"title"`
	// LogoFileID is the logo of the next version, null for the association's.
	LogoFileID *int64 `json:"logo_file_id"`
	// HasChanges reports whether the draft or its logo differs from the current version.
	HasChanges bool `json:"has_changes"`
	// CurrentVersion is null until the first publication.
	CurrentVersion *Version  `json:"current_version"`
	DateUpdated    time.Time `json:"date_updated"`
}

// Detail is a kind of term with its draft and versions.
type Detail struct {
	Summary
	// DraftContentJSON is the text that ships until a draft is saved.
	DraftContentJSON richtext.Content `json:"draft_content_json"`
	// DraftVersion identifies the state of the draft, for SaveDraft.
	DraftVersion string `json:"draft_version"`
	// UpdatedByName is the operator who saved the draft last.
	UpdatedByName string `json:"updated_by_name"`
	// UnknownVariables prevent the publication.
	UnknownVariables []string  `json:"unknown_variables"`
	Versions         []Version `json:"versions"`
}

// errNotPublished is 422 TEMPLATE_NOT_PUBLISHED.
func errNotPublished() error {
	return errs.New(errs.KindUnprocessable, CodeNotPublished,
		"Este termo ainda não foi publicado. Publique o modelo antes de pedir a assinatura.")
}

// checkVariables returns 422 TEMPLATE_INVALID_VARIABLES with an entry for each unknown variable.
func checkVariables(kind Kind, content richtext.Content) error {
	missing := unknown(kind, content)
	if len(missing) == 0 {
		return nil
	}
	refused := errs.New(errs.KindUnprocessable, CodeInvalidVariables, "O termo tem variáveis que não existem.")
	for _, name := range missing {
		refused.Fields = append(refused.Fields, errs.Field{Path: name, Message: "esta variável não existe"})
	}
	return refused
}

// unknown returns the names of the variables of a content that the kind does not have.
func unknown(kind Kind, c richtext.Content) []string {
	return slices.DeleteFunc(c.Variables(), func(name string) bool {
		return slices.ContainsFunc(Variables(kind), func(known Variable) bool { return known.Name == name })
	})
}

// idOf returns a stored id, 0 for none.
func idOf(id *int64) int64 {
	if id == nil {
		return 0
	}
	return *id
}
