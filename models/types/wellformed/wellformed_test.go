package wellformed_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"acolhe/models/types/wellformed"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	nested := func(levels int) string {
		return strings.Repeat(`[{"a":`, levels/2) + "1" + strings.Repeat("}]", levels/2)
	}
	for sent, want := range map[string]error{
		`{}`: nil, `[]`: nil, `1`: nil, `"a"`: nil, `null`: nil, ` {"a": [1, {"a": 2}], "b": {"a": 3}, "A": 4} `: nil,
		`{"a": "\ud83c\udf3f \u00e9 \\ud800 \\\\"}`: nil, `["\"\u0041\ud83d\ude00"]`: nil, `"\ufffd"`: nil, `{"\ud83c\udf3f": 1}`: nil,
		`{"a": "a", "b": "a"}`: nil,
		``:                     wellformed.ErrSyntax, `{`: wellformed.ErrSyntax, `{} {}`: wellformed.ErrSyntax,
		`{"a": NaN}`: wellformed.ErrSyntax,
		`"\ud8"`:     wellformed.ErrSyntax,
		"\"\xff\"":   wellformed.ErrUTF8, "\"\xed\xa0\x80\"": wellformed.ErrUTF8,
		`"\ud800"`: wellformed.ErrCharacter, `"\udf3f"`: wellformed.ErrCharacter, `"\udf3f\ud83c"`: wellformed.ErrCharacter,
		`"\ud83cx\udf3f"`: wellformed.ErrCharacter,
		`"\ud83c\\udf3f"`: wellformed.ErrCharacter, `"\\\ud83c"`: wellformed.ErrCharacter, `{"\ud83c": 1}`: wellformed.ErrCharacter,
		`"\uD83C\u0041"`:   wellformed.ErrCharacter,
		`{"a": 1, "a": 1}`: wellformed.ErrRepetition, `[{"b": {"a": [], "c": 1, "a": {}}}]`: wellformed.ErrRepetition,
		`{"a": 1, "\u0061": 2}`:           wellformed.ErrRepetition,
		`{"a": {}, "b": [{}], "a": null}`: wellformed.ErrRepetition,
		nested(100):                       nil, nested(102): wellformed.ErrDepth,
		strings.Repeat("[", 5000) + strings.Repeat("]", 5000): wellformed.ErrDepth,
	} {
		if err := wellformed.Check([]byte(sent)); !errors.Is(err, want) {
			t.Errorf("%.60s: %v, want %v", sent, err, want)
		}
	}
}

func TestHasNUL(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]bool{
		`"a"`: false, `"\\u0000"`: false, `"\\\u0000"`: true, `"\u0000"`: true, `{"\u0000": 1}`: true, `"\ud83c\udf3f\u0000"`: true,
		`"\u00000"`: true, `"\n\\\\u0000"`: false,
	} {
		if wellformed.HasNUL([]byte(sent)) != want {
			t.Errorf("%s: %v", sent, !want)
		}
	}
}

func TestForKind(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]string{"2": "2", "2.0": "2", "2e0": "2", "20E-1": "2", "0.2e1": "2", "1e3": "1000", "-2.00": "-2",
		"2.5": "2.5", "1e999999999": "1e999999999", "1e400": "1e400", `"2.0"`: `"2.0"`, "true": "true", "null": "null"} {
		if got := wellformed.ForKind([]byte(sent), reflect.Int64); string(got) != want {
			t.Errorf("%s is %s, want %s", sent, got, want)
		}
		if got := wellformed.ForKind([]byte(sent), reflect.Struct); string(got) != sent {
			t.Errorf("%s is %s in a struct", sent, got)
		}
	}
}
