package paper_test

import (
	"bytes"
	"testing"
	"time"

	"acolhe/models/templates/paper"
)

// The proof has a line for how the signer was recognised, and none if no page did.
func TestRenderAudit_Identification(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC)
	render := func(identification string) []byte {
		rendered, err := paper.RenderAudit(paper.Audit{
			Document: "Termo", SignerName: "Ana", Identification: identification,
			Signature: paper.Signature{Method: paper.Type, Name: "Ana", At: at}, Now: at,
		})
		if err != nil {
			t.Fatal(err)
		}
		return rendered
	}
	none, link, birth := render(""), render("link pessoal"), render("link pessoal e data de nascimento conferida")
	if !bytes.Equal(none, render("")) {
		t.Fatal("two proofs of the same signature differ")
	}
	if bytes.Equal(none, link) || bytes.Equal(link, birth) {
		t.Error("the proof does not say how the signer was recognised")
	}
}
