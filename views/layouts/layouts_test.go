package layouts_test

import (
	"context"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"acolhe/views/layouts"
	"acolhe/web"
)

func render(t *testing.T, page templ.Component) string {
	t.Helper()
	var html strings.Builder
	if err := page.Render(context.Background(), &html); err != nil {
		t.Fatal(err)
	}
	return html.String()
}

func TestTitle_PageAndRefusal(t *testing.T) {
	for want, frame := range map[string]layouts.Frame{
		"<title>Pedidos · Acolhe</title>":           {Title: "Pedidos"},
		"<title>Erro: Novo pedido · Acolhe</title>": {Title: "Novo pedido", Refused: true},
		"<title>Pedidos · Análises · Acolhe</title>": {Title: "Pedidos",
			Trail: []layouts.Crumb{{Label: "Análises", Href: "/painel/analises"}}},
		"<title>Acolhe</title>":                         {},
		`<title>&lt;b&gt; &amp; &#34; · Acolhe</title>`: {Title: `<b> & "`},
	} {
		for name, page := range map[string]templ.Component{"panel": layouts.Panel(frame), "entry": layouts.Entry(frame)} {
			if html := render(t, page); !strings.Contains(html, want) {
				t.Errorf("%s: no %s", name, want)
			}
		}
	}
}

func TestPanel_Theme(t *testing.T) {
	for theme, want := range map[string]string{"escuro": `class="dark"`, "claro": `class=""`, "auto": `class="auto"`, "": `class="auto"`,
		"roxo": `class="auto"`} {
		html := render(t, layouts.Panel(layouts.Frame{Theme: theme}))
		if head, _, _ := strings.Cut(html, "<head>"); !strings.Contains(head, want) {
			t.Errorf("%q: %s has no %s", theme, head, want)
		}
	}
}

func TestNavigation_CurrentEntry(t *testing.T) {
	nav := []layouts.NavGroup{{Label: "Sistema", Items: []layouts.NavItem{
		{Label: "Painel", Href: "/painel"}, {Label: "Pedidos", Href: "/painel/pedidos"}, {Label: "Administração", Href: "/admin"},
	}}}
	for path, want := range map[string]string{
		"/painel":              `href="/painel" aria-current="page"`,
		"/painel/pedidos":      `href="/painel/pedidos" aria-current="page"`,
		"/painel/pedidos/1840": `href="/painel/pedidos" aria-current="true"`,
		"/admin/webhooks":      `href="/admin" aria-current="true"`,
	} {
		html := render(t, layouts.Panel(layouts.Frame{Path: path, Nav: nav}))
		if !strings.Contains(html, want) || strings.Count(html, "aria-current") != 1 {
			t.Errorf("%s: want one current entry, %s", path, want)
		}
	}
	trail := []layouts.Crumb{{Label: "Pedidos", Href: "/painel/pedidos"}, {Label: "Pedido", Href: "/painel/pedidos/1"}}
	for path, want := range map[string]string{"/painel/etiquetas-de-hoje": "/painel/pedidos", "/admin/tarefas": "/admin"} {
		html := render(t, layouts.Panel(layouts.Frame{Path: path, Nav: nav, Trail: trail}))
		if !strings.Contains(html, `href="`+want+`" aria-current="true"`) || strings.Count(html, "aria-current") != 1 {
			t.Errorf("%s with a breadcrumb: want %s", path, want)
		}
	}
	nav[0].Items[1].Icon = "shopping-cart"
	if icon := (layouts.Frame{Path: "/painel/pedidos/1840", Nav: nav}).Icon(); icon != "shopping-cart" {
		t.Errorf("the icon below an entry is %q", icon)
	}
	if html := render(t, layouts.Panel(layouts.Frame{Path: "/painelzinho", Nav: nav})); strings.Contains(html, "aria-current") {
		t.Error("an address that only begins alike is no page of the entry")
	}
}

// The content security policy forbids both.
func TestPanel_NoInlineScriptOrStyle(t *testing.T) {
	html := render(t, layouts.Panel(layouts.Frame{PersonName: "Ana", SignOut: "/sair", SampleData: true, Notice: web.Notice{Text: "Salvo."},
		Dev: true}))
	for _, never := range []string{"<script>", " style=", "onclick=", "hx-on", "js:"} {
		if strings.Contains(html, never) {
			t.Errorf("the frame holds %s", never)
		}
	}
}
