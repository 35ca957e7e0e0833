package consents

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"acolhe/models/types/errs"
)

// Purpose is what data is used for.
type Purpose string

// The purposes, in the order in which pages ask for them.
const (
	Treatment  Purpose = "treatment"
	WhatsApp   Purpose = "whatsapp"
	Image      Purpose = "image"
	Statistics Purpose = "statistics"
)

// Purposes returns all purposes in their order.
func Purposes() []Purpose { return []Purpose{Treatment, WhatsApp, Image, Statistics} }

// Label returns the name of a purpose on pages.
func (p Purpose) Label() string {
	return map[Purpose]string{Treatment: "Dados de saúde", WhatsApp: "Avisos pelo WhatsApp", Image: "Minha imagem",
		Statistics: "Números para pesquisa"}[p]
}

// IsRequired reports whether nobody can register without allowing it.
func (p Purpose) IsRequired() bool { return p == Treatment }

// ParsePurpose returns a purpose by its name; any other name is 404 NOT_FOUND.
func ParsePurpose(name string) (Purpose, error) {
	if !slices.Contains(Purposes(), Purpose(name)) {
		return "", errs.NotFound("Permissão não encontrada.")
	}
	return Purpose(name), nil
}

// Text is a version of the text of a purpose.
type Text struct {
	ID      int64   `gorm:"primaryKey"`
	Purpose Purpose `gorm:"column:purpose"`
	Version int     `gorm:"column:version"`
	// Summary is what a page shows, Body the whole text, Changes what differs from the version before; empty in the first one.
	Summary string `gorm:"column:summary"`
	Body    string `gorm:"column:body"`
	Changes string `gorm:"column:changes"`
	// Hash is the SHA-256 of Body in hexadecimal.
	Hash        string     `gorm:"column:text_hash"`
	AuthorCode  *uuid.UUID `gorm:"column:author_code"`
	DateCreated time.Time  `gorm:"column:date_created"`
}

// TableName returns the name of the table.
func (Text) TableName() string { return "consent_texts" }

// Entry is a line of the log: a version of a text that an associate allowed or withdrew.
type Entry struct {
	ID      int64   `gorm:"primaryKey"`
	UserID  int64   `gorm:"column:user_id"`
	Purpose Purpose `gorm:"column:purpose"`
	Version int     `gorm:"column:version"`
	Hash    string  `gorm:"column:text_hash"`
	Given   bool    `gorm:"column:given"`
	// Network is the address from which it was said.
	Network     string    `gorm:"column:network"`
	DateCreated time.Time `gorm:"column:date_created"`
}

// TableName returns the name of the table.
func (Entry) TableName() string { return "consents" }

// Consent is a purpose with its current text and what the associate last said about it.
type Consent struct {
	Text Text
	// Last is nil before the associate has said anything.
	Last *Entry
}

// IsGiven reports whether the associate allows the purpose, in this version of its text or an earlier one.
func (c Consent) IsGiven() bool { return c.Last != nil && c.Last.Given }

// IsStale reports whether the text has changed since the associate allowed the purpose.
func (c Consent) IsStale() bool { return c.IsGiven() && c.Last.Version < c.Text.Version }

// List is what an associate says about every purpose, in their order.
type List []Consent

// Allows reports whether a purpose is allowed.
func (l List) Allows(purpose Purpose) bool {
	return slices.ContainsFunc(l, func(c Consent) bool { return c.Text.Purpose == purpose && c.IsGiven() })
}

// Of returns the consent of a purpose.
func (l List) Of(purpose Purpose) Consent {
	for _, consent := range l {
		if consent.Text.Purpose == purpose {
			return consent
		}
	}
	return Consent{Text: Text{Purpose: purpose}}
}

// Stale returns the consents whose text has changed.
func (l List) Stale() []Consent {
	return slices.DeleteFunc(slices.Clone(l), func(c Consent) bool { return !c.IsStale() })
}

// IsAnswered reports whether the associate has said anything about any purpose.
func (l List) IsAnswered() bool {
	return slices.ContainsFunc(l, func(c Consent) bool { return c.Last != nil })
}
