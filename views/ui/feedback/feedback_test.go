package feedback_test

import (
	"testing"

	"acolhe/views/ui"
	"acolhe/views/ui/feedback"
	"acolhe/views/ui/uitest"
)

func TestToast_ErrorStays(t *testing.T) {
	uitest.HasNot(t, uitest.Draw(t, feedback.Toast{Tone: ui.Bad, Text: "Falhou."}), "data-life")
	uitest.Has(t, uitest.Draw(t, feedback.Toast{Tone: ui.Bad, Text: "Falhou."}), `role="alert"`)
	uitest.Has(t, uitest.Draw(t, feedback.Toast{Tone: ui.Good, Text: "Salvo."}), `data-life="6"`)
	uitest.Has(t, uitest.Draw(t, feedback.Toast{Tone: ui.Info, Text: "Removida.", Undo: "/desfazer"}), `data-life="8"`, `action="/desfazer"`)
}
