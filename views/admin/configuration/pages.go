package configuration

import (
	"encoding/json"
	"slices"
	"strings"

	"acolhe/models/platform/settings"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/fmtbr"
	"acolhe/views/admin/configuration/editor"
	"acolhe/views/admin/names"
	"acolhe/views/ui/control"
)

// between separates a role and a page in the value of a check box.
const between = ":"

// offered are the pages that a role may read, which the configuration can close to it. An Administrador sees all, and a
// Profissional has the portal instead.
func offered(role auth.Role) []string {
	if role == auth.Administrador || role == auth.Profissional {
		return nil
	}
	return slices.DeleteFunc(access.Pages(), func(page string) bool { return !slices.Contains(access.Allowed(role, page), access.Read) })
}

// boxOf is the value of the check box of a role's page.
func boxOf(role auth.Role, page string) string { return string(role) + between + page }

// pagesText returns the value of role_pages for ticked boxes: a role with all its pages is not limited, and `*` means
// no limited role. Boxes that the grid does not have stay in the value, for the verb to refuse.
func pagesText(ticked []string) string {
	pages := settings.Pages{ByRole: map[auth.Role][]string{}}
	for _, role := range auth.Roles() {
		open := slices.DeleteFunc(offered(role), func(page string) bool { return !slices.Contains(ticked, boxOf(role, page)) })
		if len(open) < len(offered(role)) {
			pages.ByRole[role] = append([]string{}, open...)
		}
	}
	for _, box := range ticked {
		if role, page, _ := strings.Cut(box, between); !slices.Contains(auth.Roles(), auth.Role(role)) {
			pages.ByRole[auth.Role(role)] = []string{page}
		}
	}
	pages.Everyone = len(pages.ByRole) == 0
	text, _ := json.Marshal(pages) // texts can be encoded
	return string(text)
}

// storedBoxes are the ticked boxes of a stored value; an unreadable one limits nobody.
func storedBoxes(value json.RawMessage) []string {
	pages := settings.Pages{}
	if json.Unmarshal(value, &pages) != nil {
		pages.Everyone = true
	}
	var ticked []string
	for _, role := range auth.Roles() {
		for _, page := range offered(role) {
			if pages.Opens([]auth.Role{role}, page) {
				ticked = append(ticked, boxOf(role, page))
			}
		}
	}
	return ticked
}

// pageName returns the name of pages that role_pages can close.
func pageName(page string) string {
	if page == access.DocSign {
		return "Assinaturas"
	}
	return names.Collection(page)
}

// pageGrid is the control of role_pages: a row for each role and a column for each page.
func (r Row) pageGrid() control.Grid {
	grid := control.Grid{Name: r.name(), Label: r.label, Hint: r.hint, Lead: "Papel", Error: r.Problems.For(r.name())}
	for _, page := range access.Pages() {
		grid.Columns = append(grid.Columns, pageName(page))
	}
	var rows []control.GridRow
	for _, role := range auth.Roles() {
		if len(offered(role)) == 0 {
			continue
		}
		row := control.GridRow{Label: string(role), Checked: storedBoxes(json.RawMessage(r.text))}
		for _, page := range access.Pages() {
			box := ""
			if slices.Contains(offered(role), page) {
				box = boxOf(role, page)
			}
			row.Values = append(row.Values, box)
		}
		rows = append(rows, row)
	}
	grid.Groups = []control.GridGroup{{Rows: rows}}
	return grid
}

// pagesSummary says which pages limited roles see: "Produção: Pedidos e Serviços".
func pagesSummary(text string) string {
	pages := settings.Pages{}
	if json.Unmarshal([]byte(text), &pages) != nil || pages.Everyone {
		return "Todas as páginas"
	}
	var roles []string
	for _, role := range auth.Roles() {
		open, isLimited := pages.ByRole[role]
		if !isLimited {
			continue
		}
		labels := make([]string, len(open))
		for i, page := range open {
			labels[i] = pageName(page)
		}
		if len(labels) == 0 {
			labels = []string{"nenhuma"}
		}
		roles = append(roles, string(role)+": "+fmtbr.List(labels))
	}
	return strings.Join(roles, "; ")
}

var stepRoles = []editor.Column{
	{Name: "administrador", Label: "Administrador", Kind: editor.Tick}, {Name: "acolhimento", Label: "Acolhimento", Kind: editor.Tick},
	{Name: "producao", Label: "Produção", Kind: editor.Tick},
	{Name: "financeiro", Label: "Financeiro", Kind: editor.Tick}, {Name: "profissional", Label: "Profissional", Kind: editor.Tick},
}

var hidingRoles = []editor.Column{
	{Name: "acolhimento", Label: "Acolhimento", Kind: editor.Tick}, {Name: "producao", Label: "Produção", Kind: editor.Tick},
	{Name: "financeiro", Label: "Financeiro", Kind: editor.Tick},
}
