package main

import (
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
