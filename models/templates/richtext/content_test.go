package richtext

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"acolhe/models/types/errs"
)

func parsed(t *testing.T, raw string) Content {
	t.Helper()
	content, err := Parse(json.RawMessage(raw))
	if err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return content
}

// all is a document with every node, mark and attribute.
const all = `{"type":"doc","content":[
	{"type":"heading","attrs":{"level":1,"textAlign":"center","x":1},"content":[{"type":"text","text":"Termo de {{ associacao_nome }}"}]},
	{"type":"logo"},{"type":"horizontalRule"},{"type":"pageBreak","attrs":null},
	{"type":"paragraph","attrs":{"textAlign":"justify"},"content":[
		{"type":"text","marks":[{"type":"underline"},{"type":"bold"},{"type":"italic"}],"text":"tudo\u0009junto"},{"type":"hardBreak"},
		{"type":"variable","attrs":{"name":"associado_nome"}},{"type":"text","text":""},{"type":"text","text":" {{}} {{ } {{cidade}}{{cidade}}"}]},
	{"type":"orderedList","attrs":{"start":3,"type":"a"},"content":[{"type":"listItem","content":[{"type":"paragraph"},{"type":"bulletList","content":[{"type":"listItem"}]}]}]},
	{"type":"paragraph","attrs":{"textAlign":"left"}}]}`

const canonical = `{"type":"doc","content":[` +
	`{"type":"heading","attrs":{"level":1,"textAlign":"center"},"content":[{"type":"text","text":"Termo de "},{"type":"variable","attrs":{"name":"associacao_nome"}}]},` +
	`{"type":"logo"},{"type":"horizontalRule"},{"type":"pageBreak"},` +
	`{"type":"paragraph","attrs":{"textAlign":"justify"},"content":[` +
	`{"type":"text","marks":[{"type":"bold"},{"type":"italic"},{"type":"underline"}],"text":"tudo junto"},{"type":"hardBreak"},` +
	`{"type":"variable","attrs":{"name":"associado_nome"}},{"type":"text","text":" {{}} {{ } "},{"type":"variable","attrs":{"name":"cidade"}},{"type":"variable","attrs":{"name":"cidade"}}]},` +
	`{"type":"orderedList","attrs":{"start":3,"type":"a"},"content":[{"type":"listItem","content":[{"type":"paragraph"},{"type":"bulletList","content":[{"type":"listItem"}]}]}]},` +
	`{"type":"paragraph"}]}`

func TestParse_Canonical(t *testing.T) {
	t.Parallel()
	content := parsed(t, all)
	if got := string(content.JSON()); got != canonical {
		t.Errorf("\n%s, want\n%s", got, canonical)
	}
	if again := parsed(t, canonical); !bytes.Equal(again.JSON(), content.JSON()) || again.SHA256() != content.SHA256() {
		t.Error("parsing the canonical form changes it")
	}
	if got := content.Variables(); !slices.Equal(got, []string{"associacao_nome", "associado_nome", "cidade"}) {
		t.Errorf("the variables are %v", got)
	}
	if content.Title() != "Termo de {{associacao_nome}}" || (Content{}).Title() != "Termo de adesão" {
		t.Errorf("the title is %q", content.Title())
	}
}

func TestContent_Fill(t *testing.T) {
	t.Parallel()
	content := parsed(t, all)
	before := content.SHA256()
	filled := content.Fill(map[string]string{"associado_nome": "Ana {{cidade}} <b>", "associacao_nome": "Acolhe"})
	if content.SHA256() != before {
		t.Error("filling changed the content")
	}
	if got := filled.Variables(); !slices.Equal(got, []string{"cidade"}) || filled.Title() != "Termo de Acolhe" {
		t.Errorf("left are %v in %q", got, filled.Title())
	}
	var again Content
	if err := json.Unmarshal(filled.JSON(), &again); err != nil || again.SHA256() != filled.SHA256() {
		t.Errorf("a filled content is read as another: %v", err)
	}
	if !strings.Contains(string(again.JSON()), `"marks":[{"type":"variable"}],"text":"Ana {{cidade}} \u003cb\u003e"`) {
		t.Errorf("the value is not marked in %s", again.JSON())
	}
}

func nested(depth int, begin, end string) string {
	return `{"type":"doc","content":[` + strings.Repeat(begin, depth) + strings.Repeat(end, depth) + `]}`
}

func TestParse_Refused(t *testing.T) {
	t.Parallel()
	one := func(node string) string { return `{"type":"doc","content":[` + node + `]}` }
	inline := func(node string) string { return one(`{"type":"paragraph","content":[` + node + `]}`) }
	const list, endList = `{"type":"bulletList","content":[{"type":"listItem","content":[`, `]}]}`
	for raw, path := range map[string]string{
		``: "content_json", `null`: "content_json", `[]`: "content_json", `1`: "content_json", `"doc"`: "content_json", `{`: "content_json",
		`{}`:                          "content_json.type",
		`{"type":"doc","type":"doc"}`: "content_json", `{"type":"paragraph"}`: "content_json.type", `{"type":["doc"]}`: "content_json",
		`{"type":"doc","content":{}}`: "content_json", `{"type":"doc","content":"x"}`: "content_json",
		"{\"type\":\"doc\",\"x\":\"\xff\"}": "content_json",
		`{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"\u0000"}]}]}`: "content_json",
		`{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"\ud800"}]}]}`: "content_json",
		one(`null`): "content_json.content[0]", one(`1`): "content_json.content[0]", one(`[]`): "content_json.content[0]",
		one(`{}`):             "content_json.content[0].type",
		one(`{"type":"doc"}`): "content_json.content[0].type", one(`{"type":"text","text":"x"}`): "content_json.content[0].type",
		one(`{"type":"image"}`):  "content_json.content[0].type",
		one(`{"type":"script"}`): "content_json.content[0].type", one(`{"type":"listItem"}`): "content_json.content[0].type",
		one(`{"type":"table"}`):                                                 "content_json.content[0].type",
		one(`{"type":"heading"}`):                                               "content_json.content[0].attrs.level",
		one(`{"type":"heading","attrs":{"level":4}}`):                           "content_json.content[0].attrs.level",
		one(`{"type":"heading","attrs":{"level":"1"}}`):                         "content_json.content[0].attrs",
		one(`{"type":"heading","attrs":[]}`):                                    "content_json.content[0].attrs",
		one(`{"type":"heading","attrs":{"level":1.5}}`):                         "content_json.content[0].attrs",
		one(`{"type":"paragraph","attrs":{"textAlign":"start"}}`):               "content_json.content[0].attrs.textAlign",
		one(`{"type":"paragraph","attrs":{"textAlign":1}}`):                     "content_json.content[0].attrs",
		one(`{"type":"orderedList","attrs":{"start":0}}`):                       "content_json.content[0].attrs.start",
		one(`{"type":"orderedList","attrs":{"start":99999999999999999999}}`):    "content_json.content[0].attrs",
		one(`{"type":"bulletList","content":[{"type":"paragraph"}]}`):           "content_json.content[0].content[0].type",
		one(`{"type":"horizontalRule","content":[{"type":"text","text":"x"}]}`): "content_json.content[0].content",
		one(`{"type":"logo","content":[null]}`):                                 "content_json.content[0].content",
		inline(`{"type":"text","text":1}`):                                      "content_json.content[0].content[0]",
		inline(`{"type":"text","text":"x","marks":{}}`):                         "content_json.content[0].content[0]",
		inline(`{"type":"text","text":"x","marks":[{"type":"link"}]}`):          "content_json.content[0].content[0].marks",
		inline(`{"type":"text","text":"x","marks":["bold"]}`):                   "content_json.content[0].content[0]",
		inline(`{"type":"paragraph"}`):                                          "content_json.content[0].content[0].type",
		inline(`{"type":"variable"}`):                                           "content_json.content[0].content[0].attrs.name",
		inline(`{"type":"variable","attrs":{"name":""}}`):                       "content_json.content[0].content[0].attrs.name",
		inline(`{"type":"variable","attrs":{"name":"a{b"}}`):                    "content_json.content[0].content[0].attrs.name",
		inline(`{"type":"variable","attrs":{"name":"` + strings.Repeat("a",
			61) + `"}}`): "content_json.content[0].content[0].attrs.name",
		inline(`{"type":"variable","attrs":{"name":7}}`):                                                      "content_json.content[0].content[0].attrs",
		one(strings.TrimSuffix(strings.Repeat(`{"type":"logo"},`, 5001), ",")):                                "content_json",
		one(`{"type":"paragraph","content":[{"type":"text","text":"` + strings.Repeat("a", 200_000) + `"}]}`): "content_json",
		nested(1000, list, endList): "content_json",
		nested(100_000, "[", "]"):   "content_json", nested(8, list, endList): "",
	} {
		_, err := Parse(json.RawMessage(raw))
		fields := errs.FieldsOf(err)
		if path == "" {
			if len(fields) != 1 || !strings.HasSuffix(fields[0].Message, "níveis demais") {
				t.Errorf("%.80s: %v", raw, err)
			}
			continue
		}
		if !errs.HasCode(err, errs.CodeValidation) || len(fields) != 1 || fields[0].Path != path {
			t.Errorf("%.120s: %v, want %s", raw, err, path)
		}
	}
}

// All wrong nodes are reported at once, up to a limit.
func TestParse_AllProblems(t *testing.T) {
	t.Parallel()
	raw := `{"type":"doc","content":[` + strings.TrimSuffix(strings.Repeat(`{"type":"x"},`, 60), ",") + `]}`
	if _, err := Parse(json.RawMessage(raw)); len(errs.FieldsOf(err)) != 50 {
		t.Errorf("%d problems", len(errs.FieldsOf(err)))
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{all, canonical, `{}`,
		`{"type":"doc","content":[{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"{{a}}"}]}]}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		content, err := Parse(raw)
		if err != nil {
			if !errs.HasCode(err, errs.CodeValidation) {
				t.Fatal(err)
			}
			return
		}
		again, err := Parse(content.JSON())
		if err != nil || !bytes.Equal(again.JSON(), content.JSON()) {
			t.Fatalf("the canonical form changes: %s, %v", content.JSON(), err)
		}
		if left := content.Fill(values(content)).Variables(); len(left) > 0 {
			t.Fatalf("left are %v", left)
		}
	})
}

func values(content Content) map[string]string {
	found := map[string]string{}
	for _, name := range content.Variables() {
		found[name] = "valor"
	}
	return found
}
