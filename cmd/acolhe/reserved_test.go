package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"acolhe/models/areas"
	"acolhe/models/configuration"
	"acolhe/models/platform/encryption"
)

// Every variable that the program reads is its own: no key of an administrator shows it.
func TestReadConfig_VariablesReserved(t *testing.T) {
	t.Parallel()
	catalogue := configuration.New(areas.Keys(), encryption.Key{})
	read := 0
	_, _ = readConfig(func(name string) string {
		read++
		if !catalogue.IsReserved(name) {
			t.Errorf("a key of an administrator may read %s", name)
		}
		return ""
	})
	if read < 15 {
		t.Errorf("%d variables are read", read)
	}
}

// The compose file names variables that the program reads, and its example has each value that it needs.
func TestCompose_Variables(t *testing.T) {
	t.Parallel()
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(root, "packaging", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	compose, example := read("compose.yaml"), read("compose.env.example")
	known := map[string]bool{}
	_, _ = readConfig(func(name string) string {
		known[name] = true
		return ""
	})
	_, rest, _ := strings.Cut(compose, "\n    environment:\n")
	own, _, _ := strings.Cut(rest, "\n    ports:\n")
	variables := regexp.MustCompile(`(?m)^      ([A-Z_]+):`).FindAllStringSubmatch(own, -1)
	for _, variable := range variables {
		if !known[variable[1]] {
			t.Errorf("the program reads no %s", variable[1])
		}
	}
	values := regexp.MustCompile(`\$\{([A-Z_]+)`).FindAllStringSubmatch(compose, -1)
	for _, value := range values {
		if !strings.Contains(example, "\n"+value[1]+"=") {
			t.Errorf("the example has no %s", value[1])
		}
	}
	if len(variables) < 8 || len(values) < 10 {
		t.Errorf("%d variables and %d values are found", len(variables), len(values))
	}
}
