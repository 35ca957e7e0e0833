package db

import (
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// AdministratorsOnly returns the query, without any row unless the caller is an administrator.
// Areas that only administrators see apply it to every List and Find.
func AdministratorsOnly(query *DB, by auth.Caller) *DB {
	return Allowed(access.IsAdministrator(by))(query)
}
