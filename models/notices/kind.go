// Package notices holds the notices of the staff: what happened lately and concerns an operator, such as a failed label or a
// mention in a note. Triggers keep them (migrations/derived/notices.sql), so that no change is missed; the permissions of the
// reader decide on reading who sees a kind. Package retention removes them after 30 days.
package notices

import (
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// Kind is a cause of notices.
type Kind string

// The kinds.
const (
	Contest  Kind = "contest"
	Label    Kind = "label"
	Term     Kind = "term"
	Document Kind = "document"
	Event    Kind = "event"
	Webhook  Kind = "webhook"
	Mention  Kind = "mention"
	// Erasure is an erasure that waits for the second person.
	Erasure Kind = "erasure"
	// Adult is a patient who came of age.
	Adult   Kind = "adult"
	Adverse Kind = "adverse"
	Call    Kind = "call"
	// Requested asks to let an order pass that its prescriptions do not allow, Answered is the answer to the requester.
	Requested Kind = "release"
	Answered  Kind = "released"
)

// kinds has who may see a kind, in the order in which pages show them.
var kinds = []struct {
	kind   Kind
	mayAct func(by auth.Caller) bool
}{
	{Contest, access.CanSettle},
	{Label, can("orders", access.Update)},
	{Term, can(access.DocSign, access.Read)},
	{Document, can("users", access.Update)},
	{Event, can("services", access.Create)},
	{Webhook, access.IsAdministrator},
	{Mention, can("reception", access.Read)},
	{Erasure, access.IsAdministrator},
	{Adult, access.IsAdministrator},
	{Adverse, can("users", access.Update)},
	{Call, can("users", access.Update)},
	{Requested, can("users", access.Update)},
	{Answered, can("orders", access.Update)},
}

func can(collection string, action access.Action) func(auth.Caller) bool {
	return func(by auth.Caller) bool { return access.CanOpen(by, collection, action) }
}

// KindsFor returns the kinds that may concern the caller; not one for callers who do not use the panel.
func KindsFor(by auth.Caller) (allowed []Kind) {
	if by.Kind != auth.Operator || by.Is(auth.Profissional) {
		return nil
	}
	for _, k := range kinds {
		if k.mayAct(by) {
			allowed = append(allowed, k.kind)
		}
	}
	return allowed
}
