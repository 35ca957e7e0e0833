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

// idSegment is a segment with a digit, or one that was taken out; versionSegment is the version of an interface.
var (
	idSegment      = regexp.MustCompile(`\d|^\[[^\]]*\]`)
	versionSegment = regexp.MustCompile(`^v\d{1,2}$`)
)

// Pattern returns a path with :id in place of ids and codes, so that pages of one kind have one path.
func Pattern(path string) string {
	segments := strings.Split(path, "/")
	for i, segment := range segments[1:] {
		if idSegment.MatchString(segment) && !versionSegment.MatchString(segment) {
			segments[i+1] = ":id"
		}
	}
	return strings.Join(segments, "/")
}
