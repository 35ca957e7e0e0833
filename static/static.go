// Package static embeds the browser assets and serves them: style sheet, scripts, icon sprite and font, under names
// with a hash of their content, so that they may be cached forever. static/build.mjs builds them from static/src and
// node_modules. Without a build the pages work, unstyled.
package static

import (
	"embed"
	"io/fs"
	"net/http"
)

// The prefix all: includes .gitkeep; without any file the pattern would not compile.
//
//go:embed all:dist
var dist embed.FS

var built = mustOpen(dist)

// Prefix is the path at which Handler must be mounted.
const Prefix = "/static/"

// IconPath is the address at which browsers look for an icon of documents other than pages.
const IconPath = "/favicon.ico"

// Built reports whether the binary contains built assets.
func Built() bool { return len(built.urls) > 0 }

// URL returns the address of an asset by its plain name (`app.css`), or the plain name under Prefix for an unknown
// asset.
func URL(name string) string { return built.url(name) }

// Content returns an asset by its plain name, or nil for an unknown asset.
func Content(name string) []byte { return built.content(name) }

// Has reports whether an asset exists.
func Has(name string) bool { return built.urls[name] != "" }

// Handler serves the addresses of URL, precompressed where the browser accepts it, and IconPath; any other address is
// 404.
func Handler() http.Handler { return built }

func mustOpen(files fs.FS) bundle {
	dir, err := fs.Sub(files, "dist")
	if err != nil {
		panic(err)
	}
	opened, err := open(dir)
	if err != nil {
		// The build is damaged: the manifest names a missing file.
		panic(err)
	}
	return opened
}
