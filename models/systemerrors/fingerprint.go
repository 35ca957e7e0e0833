package systemerrors

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"regexp"
	"strings"

	"acolhe/models/types/scrub"
	"acolhe/models/types/texts"
)

// fingerprint returns the error_hash: of the message without its numbers and quoted values, and of the first own frame
// (decisions.md, "System errors").
func fingerprint(source Source, message, place string) string {
	sum := sha256.Sum256([]byte(string(source) + "\n" + normalized(message) + "\n" + place))
	return hex.EncodeToString(sum[:8])
}

var (
	quoted   = regexp.MustCompile(`"[^"\n]*"|“[^”\n]*”`)
	hexWords = regexp.MustCompile(`\b[0-9a-f]*[0-9][0-9a-f]*\b|[0-9]+`)
)

// normalized returns the first line of a message without what differs between two events of one cause.
func normalized(message string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(message), "\n")
	line = hexWords.ReplaceAllString(quoted.ReplaceAllString(strings.ToLower(line), `"…"`), "0")
	return strings.Join(strings.Fields(line), " ")
}

// releasePattern matches the releases that a browser may name.
var releasePattern = regexp.MustCompile(`^v?[0-9][0-9A-Za-z.+-]{0,39}$`)

var (
	// assetHash is the hash in the name of an asset, which changes with each release: app-b45ead331d.js.
	assetHash = regexp.MustCompile(`-[0-9a-f]{10}(\.m?js)`)
	// chromeFrame is "at choose (https://host/static/app.js:1:2)" or "at https://…", geckoFrame "choose@https://…".
	chromeFrame = regexp.MustCompile(`^\s*at (?:(?:async |new )?([^\s(]+) )?\(?([^\s()]+?)(?::\d+)*\)?$`)
	geckoFrame  = regexp.MustCompile(`^\s*([^@\s]*)@(\S+?)(?::\d+)*$`)
	// serverFrame is a function of this program in a stack of Go.
	serverFrame = regexp.MustCompile(`^(acolhe/[\w./]+?(?:\.\(\*?\w+\))?\.\w+)(?:\.func[\d.]+)?(?:\[\.\.\.\])?\(`)
)

// notOwn are parts of the addresses of scripts that belong to others.
var notOwn = []string{"node_modules", "-extension://", "<anonymous>", "native code", "webkit-masked-url"}

// firstOwn returns the first frame of a stack that is of this program, or "".
func firstOwn(source Source, stack string) string {
	lines := strings.Split(stack, "\n")
	if source == Server {
		return firstServer(lines)
	}
	for _, line := range lines {
		if place := browserFrame(line); place != "" {
			return texts.Truncate(place, maxPlace)
		}
	}
	return ""
}

// firstServer skips the frames that handle the panic itself.
func firstServer(lines []string) string {
	for i, line := range lines {
		if strings.HasPrefix(line, "panic(") {
			lines = lines[i+1:]
			break
		}
	}
	for _, line := range lines {
		if match := serverFrame.FindStringSubmatch(line); match != nil {
			return texts.Truncate(match[1], maxPlace)
		}
	}
	return ""
}

// minified is the length up to which a function's name is the minifier's and changes with each release.
const minified = 2

// browserFrame returns the function and the file of a frame: "choose x-busca.js".
func browserFrame(line string) string {
	match := chromeFrame.FindStringSubmatch(line)
	if match == nil {
		match = geckoFrame.FindStringSubmatch(line)
	}
	if match == nil {
		return ""
	}
	for _, part := range notOwn {
		if strings.Contains(match[2], part) {
			return ""
		}
	}
	address, err := url.Parse(match[2])
	if err != nil || address.Path == "" {
		return ""
	}
	file := address.Path[strings.LastIndexByte(address.Path, '/')+1:]
	if function := match[1]; len(function) > minified && file != "" {
		return function + " " + file
	}
	return file
}

// IsOwn reports whether a line of a stack is of this program.
func IsOwn(source Source, line string) bool {
	if source == Server {
		return serverFrame.MatchString(line)
	}
	return browserFrame(line) != ""
}

// routes are the methods that may stand before a path.
var routes = regexp.MustCompile(`^(?:GET|POST|PUT|PATCH|DELETE) `)

// pathOf returns the path of an address, or the route, without personal data.
func pathOf(removed scrub.Found, address string) string {
	method := routes.FindString(address)
	path := removed.Path(texts.Truncate(strings.TrimPrefix(address, method), maxURL))
	if path == "" {
		return ""
	}
	return texts.Truncate(method+path, maxURL)
}
