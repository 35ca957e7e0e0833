// Package filename has the rules of the names of stored files.
package filename

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"acolhe/models/platform/media"
	"acolhe/models/types/texts"
)

// otherEndings are endings of names, beside that of the kind, under which programs open a file of the kind.
var otherEndings = map[media.Kind][]string{media.JPEG: {".jpeg", ".jpe", ".jfif"}, media.HEIC: {".heif"},
	media.TXT: {".text", ".log", ".md"}}

// MaxLength is the maximum length of a name in characters.
const MaxLength = 255

// maxEnding is the maximum length of an ending, with its dot.
const maxEnding = 6

// Clean returns the stored name of an upload: without folders and invisible characters, at most 255 characters
// long, and with an ending of its kind. An upload without a name gets one.
func Clean(sent string, kind media.Kind) string {
	if cut := strings.LastIndexAny(sent, `/\`); cut >= 0 {
		sent = sent[cut+1:]
	}
	sent = strings.ToValidUTF8(sent, "")
	sent = strings.Map(func(r rune) rune {
		if IsForbidden(r) {
			return -1
		}
		return r
	}, sent)
	base, ending := strings.TrimSpace(sent), strings.ToLower(path.Ext(sent))
	if ending != "" && len(ending) <= maxEnding {
		base = base[:len(base)-len(path.Ext(base))]
	}
	if ending == "" || ending != kind.Extension() && !slices.Contains(otherEndings[kind], ending) {
		ending = kind.Extension()
	}
	base = strings.TrimRight(strings.TrimSpace(base), ". ")
	if strings.EqualFold(path.Ext(base), ending) {
		base = base[:len(base)-len(ending)]
	}
	if strings.Trim(base, ". ") == "" {
		base = "arquivo"
	}
	return texts.Truncate(base, MaxLength-len(ending)) + ending
}

// KindOf returns CSV for a text with such a name: the bytes of both are alike, and browsers never show either in
// place.
func KindOf(kind media.Kind, name string) media.Kind {
	if kind == media.TXT && strings.EqualFold(path.Ext(name), media.CSV.Extension()) {
		return media.CSV
	}
	return kind
}

// IsForbidden reports whether a character could end a header, leave a folder or disguise the name, as marks of writing
// direction do.
func IsForbidden(r rune) bool {
	return r == '/' || r == '\\' || unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}
