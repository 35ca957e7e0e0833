package files_test

import (
	"testing"

	"acolhe/models/files"
	view "acolhe/views/panel/files"
)

func TestLinkText(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]string{
		"": "Ana de Souza", "prescription": "Ana de Souza (receita)", "rg": "Ana de Souza (RG)", "avatar": "Ana de Souza (foto)",
		"atestado": "Ana de Souza (atestado)",
	} {
		if got := view.LinkText(files.Link{Collection: files.OfUser, RecordID: "1", Name: "Ana de Souza", Kind: &kind}); got != want {
			t.Errorf("%q is %q, want %q", kind, got, want)
		}
	}
}
