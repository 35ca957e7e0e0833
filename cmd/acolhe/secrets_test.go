package main

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Passwords, tokens and cookies are in no log: neither the program's at level debug nor that of
// the private PostgreSQL.
func TestServe_NoSecretInLogs(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"text", "json"} {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			dataDir := filepath.Join(t.TempDir(), "data")
			p := serveOn(t, "DATA_DIR="+dataDir, "LOG_LEVEL=debug", "LOG_FORMAT="+format)
			by := signIn(t, p)
			p.secrets = append(p.secrets, sendSecrets(t, by)...)
			p.stop()
			if times := strings.Count(p.screen.String(), p.screenValue("Senha")); times != 1 {
				t.Errorf("the password is on the screen %d times", times)
			}
			log, err := os.ReadFile(filepath.Join(dataDir, "postgres", "postgres.log"))
			if err != nil {
				t.Fatal(err)
			}
			p.requireAbsent("PostgreSQL's log", string(log))
			if requests := strings.Count(p.log.String(), "caller_id"); requests < 9 {
				t.Errorf("the log tells of %d requests, so it proves little: %s", requests, p.log.String())
			}
		})
	}
}

// sendSecrets sends secrets to every endpoint that accepts one, and returns them.
func sendSecrets(t *testing.T, by caller) []string {
	t.Helper()
	const password, token, address = "Senha!digitada", "dGhpcyBpcyBhIHRva2Vu", "quem.bate@exemplo.org.br"
	body := map[string]string{"email": address, "password": password}
	for _, request := range []struct{ method, path string }{
		{"POST", "/api/v1/auth/login"}, {"POST", "/api/v1/auth/associate/login"}, {"PUT", "/api/v1/auth/associate/login?token=" + token},
		{"POST", "/entrar?token=" + token}, {"GET", "/nova-senha?token=" + token}, {"GET", "/assinar/" + token}, {"POST", "/api/v1/orders"},
	} {
		response, said, err := by.send(request.method, request.path, body)
		if err != nil || response.StatusCode >= 500 {
			t.Errorf("%s %s: %v %s", request.method, request.path, err, said)
		}
	}
	headers := http.Header{"Authorization": {"Bearer " + token}, "Referer": {by.address + "/convite?token=" + token},
		"Cookie": {"service_oss_session=" + token}}
	request, err := http.NewRequest(http.MethodGet, by.address+"/api/v1/auth/me", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header = headers
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return []string{password, token, address}
}

// secretsIn returns the secret values of the configuration.
func secretsIn(environment []string) []string {
	var secrets []string
	for _, variable := range environment {
		name, value, _ := strings.Cut(variable, "=")
		switch name {
		case "ADMIN_PASSWORD", "CONFIG_ENCRYPT_KEY", "CONFIG_ENCRYPT_KEY_NEW":
			secrets = append(secrets, value)
		case "DATABASE_URL", "SMTP_URL":
			if address, err := url.Parse(value); err == nil {
				password, _ := address.User.Password()
				secrets = append(secrets, password)
			}
		}
	}
	return secrets
}

// requireNoSecrets searches the output of the process. The screen shows the password of a first start, but no log
// contains it.
func (p *process) requireNoSecrets() {
	p.t.Helper()
	p.secrets = append(p.secrets, p.screenValue("Senha"))
	p.requireAbsent("the log", p.log.String())
}

func (p *process) requireAbsent(what, text string) {
	p.t.Helper()
	for _, secret := range p.secrets {
		if len(secret) >= 6 && strings.Contains(text, secret) {
			p.t.Errorf("%s holds %q:\n%s", what, secret, text)
		}
	}
}
