// Package mailtexts holds the words with which an association replaces those of the program in its mails: a subject, the
// sentence at the beginning and one at the end, with variables in braces; and which kinds of mail are switched off. The
// words of the program, and what a mail always contains, are in views/mail.
package mailtexts

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
)

// Area declares what the texts bring to the program.
func Area(area.Env) area.Area {
	return area.Area{Tables: []string{"mail_texts"}, Personal: personalData(), Mails: []mail.Declared{Test.Declared()}}
}

// TestMessage is the content of a mail that an administrator sends to themself to see it.
type TestMessage struct {
	Of    mail.Kind `json:"of"`
	Words Words     `json:"words"`
}

// Test is a mail of another kind with values of an example.
var Test = mail.KindOf[TestMessage]{Kind: "mail_test", Label: "Teste de mensagem", Required: true}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("mail_texts", "kind subject opening closing author_name"),
	}
}
