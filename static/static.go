// Package static carries the browser assets inside the binary and serves them: style
// sheet, scripts, icon sprite and font, under names that hold a hash of their content and
// so may be kept forever. static/build.mjs makes them out of static/src and node_modules;
// what they look like and do belongs there. Without a build the pages work, unstyled.
package static

import (
	"embed"
	"io/fs"
	"net/http"
)

// The prefix all: takes .gitkeep in too; without any file the pattern would not compile.
//
//go:embed all:dist
var dist embed.FS

var built = mustOpen(dist)

// Prefix is the path that Handler must be mounted at.
const Prefix = "/static/"

// IconPath is where browsers look for an icon when what they show is no page of ours.
const IconPath = "/favicon.ico"

// Built reports whether the binary was compiled after the assets had been built.
func Built() bool { return len(built.urls) > 0 }

// URL gives the address of an asset by its plain name (`app.css`), or the plain name under
// Prefix when there is no such asset.
func URL(name string) string { return built.url(name) }

// Content returns an asset by its plain name, nil when there is no such asset.
func Content(name string) []byte { return built.content(name) }

// Has reports whether there is such an asset.
func Has(name string) bool { return built.urls[name] != "" }

// Handler answers what URL gives, precompressed where the browser accepts it, and IconPath; anything else is 404.
func Handler() http.Handler { return built }

func mustOpen(files fs.FS) bundle {
	dir, err := fs.Sub(files, "dist")
	if err != nil {
		panic(err)
	}
	opened, err := open(dir)
	if err != nil {
		// Only a damaged build gets here: a manifest that names a file which is not beside it.
		panic(err)
	}
	return opened
}
