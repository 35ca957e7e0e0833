package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// An administrator adds a status, moves it by keyboard, by its menu and by dragging, and saves with Ctrl+S. The foot of the
// page says at once what is not saved.
func TestConfiguration_Journey(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedSettings(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/configuracoes/triage")
	page.Screenshot("configuration")
	page.Click("Adicionar situação")
	page.WaitForText("x-mudancas", "1 mudança não salva: Situações da fila")
	page.Type("Retorno")
	page.Press("Alt+ArrowUp")
	page.WaitFor("[data-part]:nth-child(3)[aria-label=Retorno]")
	page.WaitForFocus("Ações de Retorno")
	page.Click("Ações de Retorno")
	page.WaitForFocus("Mover para cima")
	page.Press("Enter")
	page.WaitFor("[data-part]:nth-child(2)[aria-label=Retorno]")
	page.Drag(".cfg-statuses [data-part]:nth-child(2) [data-handle]", ".cfg-statuses [data-part]:nth-child(4) [data-handle]")
	page.WaitFor("[data-part]:nth-child(4)[aria-label=Retorno]")
	page.Screenshot("configuration with a new status")
	page.Fill("Espera em amarelo (minutos)", "20")
	page.WaitForText("x-mudancas", "2 mudanças não salvas: Situações da fila e Espera em amarelo")
	page.WaitForText(".cfg-key[data-dirty] .cfg-before", "Salvo: 30 minutos")
	page.CheckAccessibility()
	page.Press("Control+s")
	page.WaitForText(".toast", "Configurações salvas.")
	page.Click("Ações de Aguardando")
	page.Click("Remover…")
	page.WaitForText("dialog[open]", "Mover")
	page.Screenshot("removing a status in use")
	page.CheckAccessibility()
	page.Click("dialog[open] [data-variant=danger]")
	page.WaitFor("[data-part]:nth-child(1)[aria-label=\"Em atendimento\"]")
	page.Leave("/admin/configuracoes/triage")
	page.Phone()
	page.Visit("/admin/configuracoes/triage")
	page.Screenshot("configuration on a phone")
}

// A new key is made with its flags: required, with a default, which is allowed from the start, not a secret.
func TestConfiguration_NewKeyWithFlags(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedSettings(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/configuracoes/store")
	page.Click("Nova chave")
	page.WaitForText("main", "Qualquer pessoa poderá ler esta chave.")
	page.Fill("Chave", "rodape.texto")
	page.Click("A associação precisa de um valor")
	page.Fill("Valor padrão", "Feito com cuidado")
	page.CheckAccessibility()
	page.Click("Criar chave")
	page.WaitForText(".toast", "criada")
	if app.Count(t, "system_configs", "key = 'rodape.texto' and is_required and allow_hardcoded and not is_sensitive and hardcoded_default = '\"Feito com cuidado\"'") != 1 {
		t.Error("the flags are not stored")
	}
}

// At 200 % text no page of the configuration is wider than the window, neither on a desktop nor on a phone (WCAG 1.4.4), and the
// bar to save appears with the first change.
func TestConfiguration_LargeText(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedSettings(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	for _, wide := range []int64{1440, 390} {
		page.Size(wide, 900)
		for _, path := range []string{"/admin/configuracoes", "/admin/configuracoes/triage", "/admin/configuracoes/store", "/admin/configuracoes/system"} {
			page.Visit(path)
			found := browsertest.Read[int64](page, `() => { document.documentElement.style.fontSize = "200%"; return document.documentElement.scrollWidth }`)
			if found > wide {
				t.Errorf("%s is %d pixels wide of %d", path, found, wide)
			}
		}
	}
	page.Desktop()
	page.Visit("/admin/configuracoes/triage")
	const bar = `() => { const save = document.querySelector(".cfg-foot > .btn[data-save]"); return save.checkVisibility() }`
	if browsertest.Read[bool](page, bar) {
		t.Error("the bar is there before a change")
	}
	page.Click("Detalhes técnicos de Espera em amarelo")
	page.WaitForText(".cfg-tech[open]", "triage.wait_warn_minutes")
	page.CheckAccessibility()
	page.Fill("Espera em amarelo (minutos)", "20")
	page.WaitUntil("the bar appears", bar)
	page.Screenshot("configuration, changed")
	page.Fill("Espera em amarelo (minutos)", "30")
	page.WaitUntil("the bar goes", `() => !document.querySelector(".cfg-foot > .btn[data-save]").checkVisibility()`)
}
