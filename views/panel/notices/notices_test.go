package notices_test

import (
	"testing"

	"github.com/google/uuid"

	"acolhe/models/notices"
	view "acolhe/views/panel/notices"
)

// TestIsTarget: each page whose opening reads a notice is recognised before the notices are read, and pages that read none are not.
func TestIsTarget(t *testing.T) {
	id, contract := int64(7), uuid.New()
	lines := []notices.Line{
		{Kind: notices.Contest, Count: 1, ServiceID: &id}, {Kind: notices.Label, OrderID: &id}, {Kind: notices.Term, Count: 2, ContractID: &contract},
		{Kind: notices.Term, Count: 1, ContractID: &contract}, {Kind: notices.Document, UserID: &id}, {Kind: notices.Event, ServiceID: &id},
		{Kind: notices.Webhook, EndpointID: &id}, {Kind: notices.Mention, ItemID: &id}, {Kind: notices.Erasure, UserID: &id}, {Kind: notices.Adult},
		{Kind: notices.Adverse, Cause: "adverse:7"}, {Kind: notices.Call, UserID: &id}, {Kind: notices.Requested, Cause: "release:7"},
		{Kind: notices.Answered, Cause: "released:7"}, {Kind: "unknown"},
	}
	for _, line := range lines {
		if path := view.Target(line); !view.IsTarget(path) {
			t.Errorf("%s of %s reads no notice", path, line.Kind)
		}
	}
	for _, path := range []string{"/painel", "/painel/pedidos", "/painel/pedidos/novo", "/conta"} {
		if view.IsTarget(path) {
			t.Errorf("%s reads notices", path)
		}
	}
}
