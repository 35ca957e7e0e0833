package entry_test

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/url"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A stolen cookie reads what its owner may read, which the log shows with its address. It changes nothing that would outlive it, and
// ends with the owner's press of a button.
func TestDrill_StolenCookie(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := withStep(t, app)
	thief := bruno.With("User-Agent", "Other/1.0")
	thief.GET("/painel/associados/1").Want(200)
	app.FlushReads(t)
	if app.Count(t, "reads", "viewer_id = $1 and person_id = 1 and session_id > 0", dbtest.Bruno.ID) != 1 {
		t.Error("the read is not in the log")
	}
	bruno.grow(t, "16 minutes")
	thief.Form("/conta", url.Values{"current": {"guess"}, "password": {"Outra-Senha-Longa-7"}}).Want(401)
	thief.Form("/conta/segunda-etapa/desligar", nil).Want(401)
	thief.Form("/conta/segunda-etapa/codigos", nil).Want(401)
	thief.GET("/admin/tokens").Want(403)
	desk := app.Nobody(t)
	fields := desk.Form("/entrar", loginAs(dbtest.Bruno, dbtest.Password)).Want(200).Form("codigo")
	bruno.forget(t)
	fields.Set("code", bruno.code(t))
	in := desk.Form("/entrar/codigo", fields).Want(303)
	owner := app.Nobody(t).WithCookie(in.Cookies()[0].Name, in.Cookies()[0].Value)
	owner.Form("/conta/aparelhos/sair", nil).Want(303)
	thief.GET("/api/v1/auth/me").WantCode(401, "UNAUTHORIZED")
	owner.GET("/api/v1/auth/me").Want(200)
}

// A stolen token reads what its scopes allow, under its name in the log, and nothing else. It ends when it is revoked.
func TestDrill_StolenToken(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	thief := app.WithToken(t, "items:users:read")
	thief.GET("/api/v1/items/users/1").Want(200)
	app.FlushReads(t)
	if app.Count(t, "reads", "viewer_kind = 'api_key' and viewer_name = 'teste' and person_id = 1") != 1 {
		t.Error("the read is not in the log")
	}
	for _, path := range []string{"/api/v1/orders", "/api/v1/auth/tokens", "/api/v1/config", "/api/v1/admin/storage", "/api/v1/items/orders"} {
		thief.GET(path).WantCode(403, "FORBIDDEN")
	}
	thief.JSON("PATCH", "/api/v1/items/users/1", map[string]any{"name": "X"}).WantCode(403, "FORBIDDEN")
	thief.GET("/api/v1/auth/me").WantCode(403, "FORBIDDEN")
	app.Exec(t, "update users_api set revoked_at = now() where name = 'teste'")
	thief.GET("/api/v1/items/users/1").WantCode(401, "UNAUTHORIZED")
}

// Nothing in a stolen database signs in: sessions, tokens and links are hashes, secrets and recovery codes encrypted.
func TestDrill_StolenDatabase(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := withStep(t, app)
	app.WithToken(t, "*")
	app.AsAssociate(t, dbtest.Ana)
	app.Nobody(t).POST("/api/v1/auth/forgot-password", map[string]string{"email": dbtest.Camila.Email, "app": "panel"}).Want(200)
	cookie := bruno.Cookie("service_oss_session")
	stolen := dump(t, app)
	raw := strings.ToUpper(bruno.secret)
	for name, secret := range map[string]string{"the cookie": cookie, "the password": dbtest.Password, "the secret of the app": raw,
		"a recovery code":                    bruno.codes[0],
		"a recovery code without its hyphen": strings.ReplaceAll(bruno.codes[0], "-", "")} {
		if secret == "" || strings.Contains(stolen, secret) || strings.Contains(stolen, hex.EncodeToString([]byte(secret))) {
			t.Errorf("the database holds %s", name)
		}
	}
	for column, query := range map[string]string{
		"a session":    "select encode(token, 'hex') from sessions",
		"a token":      "select encode(token_hash, 'hex') from users_api where token_hash is not null",
		"a reset link": "select encode(password_reset_token, 'hex') from system_users where password_reset_token is not null",
	} {
		for _, hash := range texts(t, app, query) {
			plain, err := hex.DecodeString(hash)
			if err != nil {
				t.Fatal(err)
			}
			for _, tried := range []string{hash, string(plain), base64.RawURLEncoding.EncodeToString(plain), "ac_" + hash} {
				if strings.ContainsAny(tried, "\x00\r\n") {
					continue
				}
				app.Nobody(t).WithCookie("service_oss_session", url.QueryEscape(tried)).GET("/api/v1/auth/me").WantCode(401, "UNAUTHORIZED")
				app.Nobody(t).With("Authorization", "Bearer "+url.QueryEscape(tried)).GET("/api/v1/orders").Want(401)
				answer := app.Nobody(t).POST("/api/v1/auth/reset-password",
					map[string]string{"token": url.QueryEscape(tried), "password": "Outra-Senha-Longa-7"})
				if answer.StatusCode == 200 {
					t.Errorf("%s sets a password", column)
				}
				app.Exec(t, "delete from rate_limits")
			}
		}
	}
}

// dump returns every row of every table as text, with bytes as hexadecimal digits.
func dump(t *testing.T, app *handlertest.App) string {
	t.Helper()
	var all strings.Builder
	for _, table := range texts(t, app, "select quote_ident(table_name) from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'") {
		for _, row := range texts(t, app, "select row_to_json(r)::text from "+table+" r") {
			all.WriteString(row)
		}
	}
	return all.String()
}

func texts(t *testing.T, app *handlertest.App, query string) (found []string) {
	t.Helper()
	if err := app.DB.Raw(query).Scan(&found).Error; err != nil {
		t.Fatal(err)
	}
	return found
}

// With the stolen session of an administrator, everything that lets data out or opens a further way in asks for the second step,
// and changes nothing.
func TestDrill_StolenAdministrator(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedWebhooks(t)
	app.SeedTasks(t)
	camila := turnOnAs(t, app, dbtest.Camila)
	app.Exec(t, `insert into users (status, name, email_account) select 'active', 'Pessoa ' || n, 'p' || n || '@exemplo.org.br' from generate_series(1, 1001) n`)
	camila.grow(t, "16 minutes")
	before := app.Count(t, "security_events", "true")
	webhook := map[string]any{"name": "fora", "url": "https://fora.exemplo.org.br/", "tables": []string{"users"},
		"actions": []string{"create"}}
	for name, call := range map[string]func() *handlertest.Answer{
		"webhook": func() *handlertest.Answer { return camila.POST("/api/v1/admin/webhooks", webhook) },
		"webhook's address": func() *handlertest.Answer {
			return camila.JSON("PATCH", "/api/v1/admin/webhooks/1", map[string]any{"url": "https://fora.exemplo.org.br/"})
		},
		"webhook's secret": func() *handlertest.Answer {
			return camila.POST("/api/v1/admin/webhooks/1/rotate-secret", map[string]any{})
		},
		"webhook's removal": func() *handlertest.Answer { return camila.JSON("DELETE", "/api/v1/admin/webhooks/1", map[string]any{}) },
		"credentials": func() *handlertest.Answer {
			return camila.JSON("PUT", "/api/v1/admin/external-services/carrier_a/credentials",
				map[string]any{"fields": map[string]string{"client_id": "x"}})
		},
		"credential removed": func() *handlertest.Answer {
			return camila.JSON("DELETE", "/api/v1/admin/external-services/carrier_a/credentials/client_id", map[string]any{})
		},
		"bucket": func() *handlertest.Answer {
			return camila.JSON("PUT", "/api/v1/admin/storage",
				map[string]any{"driver": "s3", "endpoint": "https://s3.exemplo.org.br", "bucket": "fora"})
		},
		"driver": func() *handlertest.Answer {
			return camila.POST("/api/v1/admin/storage/activate", map[string]any{"driver": "s3"})
		},
		"moving files": func() *handlertest.Answer { return camila.POST("/api/v1/admin/storage/move", map[string]any{}) },
		"seal": func() *handlertest.Answer {
			return camila.JSON("PUT", "/api/v1/admin/seal", map[string]any{"pkcs12": "eA=="})
		},
		"token": func() *handlertest.Answer {
			return camila.POST("/api/v1/auth/tokens", map[string]any{"name": "loja", "scopes": []string{"*"}})
		},
		"invite": func() *handlertest.Answer {
			return camila.POST("/api/v1/system-users",
				map[string]any{"name": "Eva", "last_name": "Luz", "email": "eva@exemplo.org.br", "permissions": []string{"Administrador"}})
		},
		"operator": func() *handlertest.Answer {
			return camila.JSON("PATCH", "/api/v1/system-users/2", map[string]any{"permissions": []string{"Administrador"}})
		},
		"operator gone":   func() *handlertest.Answer { return camila.JSON("DELETE", "/api/v1/system-users/4", map[string]any{}) },
		"export as CSV":   func() *handlertest.Answer { return camila.GET("/api/v1/items/users?export=csv") },
		"associate gone":  func() *handlertest.Answer { return camila.JSON("DELETE", "/api/v1/items/users/5", map[string]any{}) },
		"export of 1,004": func() *handlertest.Answer { return camila.Form("/painel/associados/exportar?formato=csv", nil) },
		"OAuth account":   func() *handlertest.Answer { return camila.Form("/admin/servicos/calendar/desconectar", nil) },
		"finished export": func() *handlertest.Answer { return camila.GET("/painel/tarefas/7/arquivo") },
		"rows of a task":  func() *handlertest.Answer { return camila.GET("/painel/tarefas/2/resultado") },
		"own password": func() *handlertest.Answer {
			return camila.Form("/conta", url.Values{"current": {dbtest.Password}, "password": {"Outra-Senha-Longa-7"}})
		},
		"colleague's second step": func() *handlertest.Answer { return camila.Form("/admin/operadores/2/segunda-etapa", nil) },
		"further passkey":         func() *handlertest.Answer { return camila.Form("/conta/segunda-etapa/chave", nil) },
		"recovery codes":          func() *handlertest.Answer { return camila.Form("/conta/segunda-etapa/codigos", nil) },
		"roles with the second step": func() *handlertest.Answer {
			return camila.POST("/api/v1/config", map[string]any{"system": "system", "key": "second_step_roles", "value_type": "object",
				"value": map[string]bool{"administrador": false}})
		},
		"hidden data": func() *handlertest.Answer {
			return camila.POST("/api/v1/config", map[string]any{"system": "access", "key": "hide_cpf", "value_type": "object",
				"value": map[string]bool{"producao": false}})
		},
		"token revoked": func() *handlertest.Answer { return camila.JSON("DELETE", "/api/v1/auth/tokens/1", map[string]any{}) },
		"erasure proposed": func() *handlertest.Answer {
			return camila.Form("/admin/privacidade/apagar/5", url.Values{"identity": {"documento com foto"}, "received_on": {"20/11/2020"}})
		},
		"retention": func() *handlertest.Answer { return camila.Form("/admin/privacidade/retencao/ligar", nil) },
		"place of copies": func() *handlertest.Answer {
			return camila.Form("/admin/copias/lugares/novo", url.Values{"name": {"fora"}, "kind": {"folder"}, "path": {"/tmp/fora"}})
		},
	} {
		if answer := call(); answer.StatusCode != 401 {
			t.Errorf("%s: %d %.200s", name, answer.StatusCode, answer.Body)
		}
	}
	if after := app.Count(t, "security_events", "true"); after != before {
		t.Errorf("%d events: something was changed", after-before)
	}
	if app.Count(t, "users", "id = 5") != 1 {
		t.Error("an associate was removed")
	}
	camila.GET("/painel/tarefas/2/erros").Want(200) // two people
}

// One code signs in once, however many try it at the same time.
func TestSecondStep_ParallelCodes(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := withStep(t, app)
	body := map[string]string{"email": dbtest.Bruno.Email, "password": dbtest.Password, "code": bruno.code(t)}
	var mu sync.Mutex
	statuses := map[int]int{}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			answer := app.Nobody(t).POST("/api/v1/auth/login", body)
			mu.Lock()
			defer mu.Unlock()
			statuses[answer.StatusCode]++
		})
	}
	all.Wait()
	if statuses[200] != 1 || statuses[500] > 0 {
		t.Errorf("the answers are %v", statuses)
	}
}

// The clock of a phone may be off by half a minute; a minute and a half is refused, and says that the clock may be wrong.
func TestSecondStep_SkewedClock(t *testing.T) {
	t.Parallel()
	noon, atNoon := handlertest.AtNoon(t)
	app := handlertest.New(t, atNoon)
	app.Exec(t, "delete from authenticators")
	bruno := turnOnAt(t, app, noon)
	for off, want := range map[time.Duration]int{-90 * time.Second: 401, 90 * time.Second: 401, -30 * time.Second: 200,
		30 * time.Second: 200} {
		bruno.forget(t)
		code, err := totp.GenerateCode(bruno.secret, noon.Add(off))
		if err != nil {
			t.Fatal(err)
		}
		answer := app.Nobody(t).POST("/api/v1/auth/login", map[string]string{"email": dbtest.Bruno.Email, "password": dbtest.Password, "code": code}).
			Want(want)
		if want == 401 && !strings.Contains(answer.Body, "O relógio do celular pode estar errado.") {
			t.Errorf("a code of %s says %s", off, answer.Body)
		}
	}
}

// turnOnAt turns Bruno's second step on at a stopped clock.
func turnOnAt(t *testing.T, app *handlertest.App, now time.Time) person {
	t.Helper()
	p := person{Client: app.As(t, dbtest.Bruno), app: app}
	form := p.GET("/conta/segunda-etapa").Want(200)
	p.secret = strings.ReplaceAll(form.HTML().Find(".set-up-key").Text(), " ", "")
	code, err := totp.GenerateCode(p.secret, now)
	if err != nil {
		t.Fatal(err)
	}
	fields := form.Form("ligar")
	fields.Set("code", code)
	p.Form("/conta/segunda-etapa", fields).Want(200)
	p.forget(t)
	return p
}

// When the administration removes the second step of a person, every session of theirs ends in the middle of its work.
func TestSecondStep_RemovedWhileActing(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := withStep(t, app)
	bruno.grow(t, "16 minutes")
	change := url.Values{"current": {dbtest.Password}, "password": {"Outra-Senha-Longa-7"}}
	asked := bruno.Form("/conta", change).Want(401)
	action, _ := asked.HTML().Find("#confirmar").Attr("action")
	fields := asked.Form("confirmar")
	fields.Set("code", bruno.code(t))
	app.As(t, dbtest.Camila).Form("/admin/operadores/2/segunda-etapa", nil).Want(303)
	bruno.Form(action, fields)
	app.Nobody(t).POST("/api/v1/auth/login", map[string]string{"email": dbtest.Bruno.Email, "password": dbtest.Password}).Want(200)
}

// A foreign program computes the same codes.
func TestTool_OathTool(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := withStep(t, app)
	output, err := exec.Command("oathtool", "--totp", "-b", bruno.secret).Output()
	if err != nil {
		t.Fatal(fmt.Errorf("oathtool: %w", err))
	}
	body := map[string]string{"email": dbtest.Bruno.Email, "password": dbtest.Password, "code": strings.TrimSpace(string(output))}
	app.Nobody(t).POST("/api/v1/auth/login", body).Want(200)
}

// A session ends after the hours without use, and after the days in use, of the configuration; those of associates have their own.
func TestSession_Limits(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `insert into system_configs (system, key, value) values ('access', 'idle_hours', '2'), ('access', 'session_days', '3'),
		('access', 'associate_idle_hours', '4'), ('access', 'associate_session_days', '5')`)
	operator := func() *handlertest.Client { return app.As(t, dbtest.Bruno) }
	associate := func() *handlertest.Client { return app.AsAssociate(t, dbtest.Ana) }
	for name, c := range map[string]struct {
		by     func() *handlertest.Client
		change string
		lives  bool
	}{
		"in use":                          {operator, "last_used_at = now() - interval '119 minutes'", true},
		"without use":                     {operator, "last_used_at = now() - interval '121 minutes'", false},
		"long in use":                     {operator, "date_created = now() - interval '71 hours'", true},
		"too long in use":                 {operator, "date_created = now() - interval '73 hours'", false},
		"of an associate in use":          {associate, "last_used_at = now() - interval '239 minutes'", true},
		"of an associate without use":     {associate, "last_used_at = now() - interval '241 minutes'", false},
		"of an associate for long in use": {associate, "date_created = now() - interval '119 hours'", true},
		"of an associate too long in use": {associate, "date_created = now() - interval '121 hours'", false},
	} {
		by := c.by()
		app.Exec(t, "update sessions set "+c.change)
		path := "/api/v1/auth/me"
		if strings.HasPrefix(name, "of an associate") {
			path = "/api/v1/auth/associate/me"
		}
		if status := by.GET(path).StatusCode; status == 200 != c.lives {
			t.Errorf("%s: %d", name, status)
		}
	}
}
