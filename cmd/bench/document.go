package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"time"
)

// writeDocument replaces the report of a kind between its marks in a document.
func writeDocument(path, kind, report string, at time.Time) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	written, err := withReport(string(text), kind, report, at)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, []byte(written), 0o644)
}

// withReport returns the document with another report of a kind.
func withReport(document, kind, report string, at time.Time) (string, error) {
	begin, end := "<!-- bench: "+kind+" -->\n", "<!-- end of bench: "+kind+" -->"
	before, rest, begins := strings.Cut(document, begin)
	_, after, ends := strings.Cut(rest, end)
	if !begins || !ends {
		return "", fmt.Errorf("no place for a report: %q and %q", strings.TrimSpace(begin), end)
	}
	return fmt.Sprintf("%s%sOf %s, on %s:\n\n```text\n%s\n```\n%s%s", before, begin, commit(), at.Format(time.DateOnly), strings.TrimSpace(report), end, after), nil
}

// commit names the commit of this program, as the build has it.
func commit() string {
	build, _ := debug.ReadBuildInfo()
	revision, state := "a commit that is not known", ""
	for _, setting := range build.Settings {
		switch {
		case setting.Key == "vcs.revision":
			revision = "commit " + setting.Value[:min(8, len(setting.Value))]
		case setting.Key == "vcs.modified" && setting.Value == "true":
			state = " with changes"
		}
	}
	return revision + state
}
