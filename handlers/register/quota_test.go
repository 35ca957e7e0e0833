package register_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The pages on which associates and strangers store something say what is left of the day's quota from its last fifth on, and
// the refusal says what the quota is and when it opens again.
func TestQuota_SaidOnPages(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update professionals set weekly_hours = '{"mon": "08:00-12:00", "tue": "08:00-12:00", "wed": "08:00-12:00", "thu": "08:00-12:00", "fri": "08:00-12:00"}'`)
	app.Exec(t, "update users set associate_status = '3', responsible_type = 'self' where id = $1", dbtest.Carla.ID)
	joao, carla, nobody := app.AsAssociate(t, dbtest.Joao), app.AsAssociate(t, dbtest.Carla), app.Nobody(t)
	send(t, joao, "/cadastro/perfil/foto", nil).Want(303)
	send(t, carla, "/cadastro/documentos/envio", map[string]string{"subject": "responsible", "doc_type": "cnh", "side": "front"}).Want(303)
	nobody.Form("/atendimento", url.Values{"name": {"Lia"}, "email": {"lia@exemplo.org.br"}, "phone": {"48999990000"}, "message": {"Oi"},
		"aberto": {"1"}}).Want(303)
	joao.POST("/api/v1/services", map[string]any{"professional_ids": []int{1}}).Want(201)

	said := func(client *handlertest.Client, path string) string {
		return strings.ReplaceAll(strings.TrimSpace(client.GET(path).Want(200).HTML().Find("#cota").Text()), "\u00a0", " ")
	}
	pages := []struct {
		client       *handlertest.Client
		path         string
		far, near    int
		words, limit string
	}{
		{joao, "/cadastro/perfil", 159, 160, "Hoje ainda há lugar para 40 arquivos e 4",
			"O limite é de 200 arquivos e 500 MB por dia e abre de novo em"},
		{joao, "/cadastro/meus-documentos/enviar?tipo=prescription&para=4", 159, 160, "Hoje ainda há lugar para 40 arquivos",
			"O limite é de 200 arquivos"},
		{carla, "/cadastro/documentos", 159, 199, "Hoje ainda há lugar para 1 arquivo e", "O limite é de 200 arquivos"},
		{joao, "/cadastro/consultas/nova", 79, 80, "Hoje ainda há lugar para 20 agendamentos.", "O limite é de 100 agendamentos por dia"},
		{joao, "/cadastro/consultas/nova/horario?com=2", 79, 80, "Hoje ainda há lugar para 20 agendamentos.",
			"O limite é de 100 agendamentos por dia"},
		{nobody, "/atendimento", 399, 400, "Hoje ainda há lugar para 100 mensagens.", "O limite é de 500 mensagens por dia"},
	}
	for _, page := range pages {
		app.Exec(t, "update quota_uses set uses = $1", page.far)
		if words := said(page.client, page.path); words != "" {
			t.Errorf("%s says at %d uses: %s", page.path, page.far, words)
		}
		app.Exec(t, "update quota_uses set uses = $1", page.near)
		if words := said(page.client, page.path); !strings.HasPrefix(words, page.words) || !strings.Contains(words, page.limit) {
			t.Errorf("%s says at %d uses: %q", page.path, page.near, words)
		}
	}
	app.Exec(t, "update quota_uses set uses = 1000")
	refused := send(t, joao, "/cadastro/perfil/foto", nil).Want(429)
	if words := strings.ReplaceAll(refused.Words(), "\u00a0", " "); refused.Header.Get("Retry-After") == "" ||
		!strings.Contains(words, "O limite de 200 arquivos e 500 MB por dia já foi usado. Ele abre de novo em ") {
		t.Errorf("the refusal says %s", words)
	}
}
