package templates

import (
	"fmt"
	"strings"
	"testing"

	"acolhe/models/templates/richtext"
)

func TestUnknown(t *testing.T) {
	t.Parallel()
	content, err := richtext.Parse([]byte(`{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"{{associado_nome}} {{paciente_nome}} {{animal_nome}} {{cidade natal}}"}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[Kind]string{Self: "paciente_nome, cidade natal", WithPatient: "animal_nome, cidade natal"} {
		if got := strings.Join(unknown(kind, content), ", "); got != want {
			t.Errorf("%s: %s", kind, got)
		}
	}
}

func TestDefault(t *testing.T) {
	t.Parallel()
	for _, kind := range Kinds() {
		raw, err := defaults.ReadFile("default/" + string(kind) + ".json")
		if err != nil {
			t.Fatal(err)
		}
		content, err := richtext.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		if missing := unknown(kind, content); len(missing) > 0 || content.Title() != "Termo de associação e responsabilidade" ||
			content.SHA256() != Default(kind).SHA256() {
			t.Errorf("%s: %q, unknown %v", kind, content.Title(), missing)
		}
		text := fmt.Sprint(content)
		for _, want := range []string{"LGPD", "dados de saúde", "2.200-2/2001", "SAMU"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %s", kind, want)
			}
		}
	}
}
