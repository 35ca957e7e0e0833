package control

import "slices"

func (r GridRow) has(value string) bool { return slices.Contains(r.Checked, value) }
