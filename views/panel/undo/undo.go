// Package undo holds the addresses that undo actions.
package undo

import "strconv"

// Path is the start of the addresses that undo actions.
const Path = "/painel/desfazer"

// Href returns the address that undoes an action by POST, or empty for 0.
func Href(id int64) string {
	if id == 0 {
		return ""
	}
	return Path + "/" + strconv.FormatInt(id, 10)
}
