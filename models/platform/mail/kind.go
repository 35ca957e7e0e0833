package mail

import (
	"encoding/json"
	"strings"
)

// Kind is the name of a kind of messages, as it is stored.
type Kind string

// KindOf declares a kind of messages whose content is a T; None for those without one. An area declares its kinds in
// area.go, and views/mail has their words.
type KindOf[T any] struct {
	Kind Kind
	// Label is the name of the kind on pages, in Portuguese.
	Label string
	// Required reports that the kind cannot be switched off: passwords, incidents, privacy, and what the staff sends by hand.
	Required bool
}

// None is the content of a message whose words are always the same.
type None struct{}

// NewAddress is the content of a message about a new e-mail of an account.
type NewAddress struct {
	Email string `json:"new_email"`
}

// With returns the message with this kind and content.
func (k KindOf[T]) With(content T, message Message) Message {
	message.Kind = k.Kind
	message.Content, _ = json.Marshal(content) // the types of contents always encode
	return message
}

// ContentOf returns the content of a message of this kind.
func (k KindOf[T]) ContentOf(message Message) (content T, err error) {
	if len(message.Content) > 0 {
		err = json.Unmarshal(message.Content, &content)
	}
	return content, err
}

// Declared returns the declaration without the type of the content.
func (k KindOf[T]) Declared() Declared { return Declared(k) }

// Declared is a kind with its name on pages, see KindOf.
type Declared struct {
	Kind     Kind
	Label    string
	Required bool
}

// Invitation is the content of the message that invites an operator.
type Invitation struct {
	// ForPortal is true for a professional, whose pages are those of the portal.
	ForPortal bool `json:"for_portal,omitempty"`
}

// The kinds of messages about an account, of operators and associates.
var (
	Invite               = KindOf[Invitation]{"invite", "Convite", true}
	Reset                = KindOf[None]{"reset", "Nova senha", true}
	PasswordChanged      = KindOf[None]{"password_changed", "Senha alterada", true}
	EmailChangeRequested = KindOf[NewAddress]{"email_change_requested", "Troca de e-mail", true}
	EmailChanged         = KindOf[None]{"email_changed", "E-mail trocado", true}
)

// Kinds returns the kinds of this package.
func Kinds() []Declared {
	return []Declared{Invite.Declared(), Reset.Declared(), PasswordChanged.Declared(), EmailChangeRequested.Declared(),
		EmailChanged.Declared()}
}

// earlierContent returns the content of a message that a version before 0.1 stored with one text and a name: its contents
// know these members under one name each.
func earlierContent(text, by string) json.RawMessage {
	lines := strings.Split(text, "\n")
	part := func(i int) string {
		if i < len(lines) {
			return lines[i]
		}
		return ""
	}
	encoded, _ := json.Marshal(map[string]any{ // texts always encode
		"title": text, "note": text, "name": text, "appointments": lines, "reason": by, "carrier": by,
		"number": part(0), "tracking_code": part(1), "tracking_address": part(2),
	})
	return encoded
}
