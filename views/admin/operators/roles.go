package operators

import (
	"slices"
	"strings"

	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/views/admin/names"
	"acolhe/views/ui/table"
)

// matrixOrder is the order of the table: daily work first.
var matrixOrder = []string{"users", "reception", "orders", "services", "products", "professionals", "reports", "tags",
	"files", "users_files", "orders_files", "services_files", "system_users", "users_api"}

var actionNames = map[access.Action]string{access.Create: "criar", access.Read: "ver", access.Update: "alterar", access.Delete: "excluir"}

// roleMatrix returns the access matrix in words.
func roleMatrix() table.Matrix {
	matrix := table.Matrix{Label: "O que cada papel pode", Corner: "Área"}
	for _, role := range auth.Roles() {
		matrix.Columns = append(matrix.Columns, string(role))
	}
	for _, collection := range matrixOrder {
		row := table.MatrixRow{Label: names.Collection(collection)}
		for _, role := range auth.Roles() {
			row.Cells = append(row.Cells, Permitted(role, collection))
		}
		matrix.Rows = append(matrix.Rows, row)
	}
	return matrix
}

// Permitted describes a role's access to a collection: "Tudo", "Ver, alterar", or empty.
func Permitted(role auth.Role, collection string) string {
	allowed := access.Allowed(role, collection)
	if len(allowed) == len(actionNames) {
		return "Tudo"
	}
	var words []string
	for _, action := range []access.Action{access.Read, access.Create, access.Update, access.Delete} {
		if slices.Contains(allowed, action) {
			words = append(words, actionNames[action])
		}
	}
	if len(words) == 0 {
		return ""
	}
	text := strings.Join(words, ", ")
	if role == auth.Profissional {
		text += " os próprios"
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
