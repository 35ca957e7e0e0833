package dialog_test

import (
	"strings"
	"testing"

	"acolhe/views/ui"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/uitest"
)

func TestConfirm_FocusesCancel(t *testing.T) {
	html := uitest.Draw(t, dialog.Confirm{ID: "anular", Title: "Anular?", Text: "Não volta.", Verb: "Anular contrato", Action: "/x",
		Variant: ui.Danger})
	cancel, verb := strings.Index(html, "Cancelar"), strings.Index(html, "Anular contrato")
	focus := strings.Index(html, "autofocus")
	if focus < 0 || focus > cancel || cancel > verb {
		t.Errorf("the focus must be on Cancel, before the verb: %s", html)
	}
	uitest.Has(t, html, `role="alertdialog"`)
	uitest.HasNot(t, html, "closedby")
}
