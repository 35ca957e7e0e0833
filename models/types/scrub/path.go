package scrub

import (
	"net/url"
	"regexp"
	"strings"
)

// Path returns the path of an address without its query and without personal data in its segments; empty for an address
// without a path.
func (found Found) Path(address string) string {
	parsed, err := url.Parse(strings.TrimSpace(address))
	if err != nil || !strings.HasPrefix(parsed.Path, "/") {
		return ""
	}
	segments := strings.Split(parsed.Path, "/")
	for i, segment := range segments {
		segments[i] = found.Text(segment)
	}
	return strings.Join(segments, "/")
}

// idSegment is a segment with a digit, or one that was taken out.
var idSegment = regexp.MustCompile(`/(?:[^/]*\d[^/]*|\[[^/\]]*\][^/]*)(/|$)`)

// Pattern returns a path with :id in place of ids and codes, so that pages of one kind have one path.
func Pattern(path string) string {
	return idSegment.ReplaceAllString(idSegment.ReplaceAllString(path, "/:id$1"), "/:id$1")
}
