package ui

import (
	"slices"
	"strconv"
)

func (r GridRow) has(value string) bool { return slices.Contains(r.Checked, value) }

func itoa(n int) string { return strconv.Itoa(n) }
