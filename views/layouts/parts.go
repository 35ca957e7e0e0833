package layouts

import (
	"slices"
	"strconv"
)

// htmxConfig configures htmx: the content policy allows neither inline styles nor evaluated code, so the
// indicator's rules are in the style sheet; extensions come with the bundle.
const htmxConfig = `includeIndicatorCSS:false, defaultTimeout:20000`

// keyMap is the keyboard map of the panel, which static/src/js/x-atalhos.js implements.
var keyMap = []struct {
	keys []string
	does string
}{
	{[]string{"Ctrl", "K"}, "Buscar em tudo"},
	{[]string{"/"}, "Buscar na lista"},
	{[]string{"N"}, "Novo registro"},
	{[]string{"J"}, "Próxima linha"},
	{[]string{"K"}, "Linha anterior"},
	{[]string{"X"}, "Selecionar a linha"},
	{[]string{"Shift", "X"}, "Selecionar até a linha"},
	{[]string{"Shift", "J"}, "Selecionar até a próxima linha"},
	{[]string{"Shift", "K"}, "Selecionar até a linha anterior"},
	{[]string{"Enter"}, "Abrir a linha"},
	{[]string{"E"}, "Editar"},
	{[]string{"Ctrl", "S"}, "Salvar o formulário"},
	{[]string{"Z"}, "Desfazer, enquanto o aviso aparece"},
	{[]string{"?"}, "Esta ajuda"},
	{[]string{"Esc"}, "Fechar ou limpar a seleção"},
}

// bundle is the style sheet and the script of a surface, and its rule for search engines; empty if they may list its
// pages.
type bundle struct {
	style, script, robots string
	// app reports whether a phone may keep the page as an app.
	app bool
}

func expanded(open bool) string { return strconv.FormatBool(open) }

func groupID(i int) string { return "menu-" + strconv.Itoa(i) }

func accountID(i int) string { return "conta-" + strconv.Itoa(i) }

func paletteID(i int) string { return "paleta-" + strconv.Itoa(i) }

// paletteGroups returns the palette's entries after those of the menu, which the script copies.
func (f Frame) paletteGroups() []NavGroup {
	groups := slices.Clone(f.Elsewhere)
	if len(f.Actions) > 0 {
		groups = append(groups, NavGroup{Label: "Ações", Items: f.Actions})
	}
	if len(f.Account) > 0 {
		groups = append(groups, NavGroup{Label: "Conta", Items: f.Account})
	}
	return groups
}

func nothingFound(f Frame) string {
	if f.Search == "" {
		return "Nada encontrado. Confira a grafia."
	}
	return "Nada encontrado. Confira a grafia ou busque por outro dado, como o CPF ou o número do pedido."
}

func palettePrompt(f Frame) string {
	if f.Search == "" {
		return "Ir para…"
	}
	return "Nome, CPF, e-mail, número do pedido ou página"
}
