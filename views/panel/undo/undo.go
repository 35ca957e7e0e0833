// Package undo names the address of what undoes an act.
package undo

import "strconv"

// Path is the address of what undoes acts.
const Path = "/painel/desfazer"

// Href returns the address that undoes one act by POST, or nothing for 0.
func Href(id int64) string {
	if id == 0 {
		return ""
	}
	return Path + "/" + strconv.FormatInt(id, 10)
}
