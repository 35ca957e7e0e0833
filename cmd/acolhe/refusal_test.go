package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"acolhe/models/platform/db/private"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/errs"
)

const secret = "s3gredo"

// A failed start ends with status 1 and an instruction in one sentence.
func TestServe_RefusedStarts(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { taken.Close() }) // after the parallel subtests
	closed := closedPort(t)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	there := dbtest.Empty(t).Pool.Config().ConnString()
	for name, c := range map[string]struct {
		environment []string
		want        string
	}{
		"port taken":             {[]string{"ADDR=" + taken.Addr().String()}, taken.Addr().String() + " já está em uso por outro programa"},
		"somebody else's port":   {[]string{"ADDR=192.0.2.1:80"}, "192.0.2.1:80 (ADDR) não é desta máquina"},
		"address without a port": {[]string{"ADDR=localhost"}, "ADDR deve ser um endereço e uma porta"},
		"data directory a file":  {[]string{"DATA_DIR=" + file}, "não pode ser gravada por este usuário"},
		"data directory a file, with a database": {[]string{"DATA_DIR=" + file, "DATABASE_URL=" + there},
			"não pode ser gravada por este usuário"},
		"another environment": {[]string{"APP_ENV=staging"}, "APP_ENV deve ser development ou production"},
		"several wrong values": {[]string{"LOG_LEVEL=loud", "LOG_FORMAT=xml"},
			"LOG_LEVEL deve ser debug, info, warn ou error; LOG_FORMAT"},
		"site without a scheme":    {[]string{"BASE_URL=painel.associacao.org.br"}, "BASE_URL deve ser"},
		"proxies that are none":    {[]string{"TRUSTED_PROXIES=10.0.0.0/8, proxy"}, `"proxy" não é uma`},
		"administrator by half":    {[]string{"ADMIN_PASSWORD=" + secret}, "ADMIN_EMAIL e ADMIN_PASSWORD só servem juntos"},
		"production without a key": {[]string{"APP_ENV=production"}, "CONFIG_ENCRYPT_KEY deve ter 32 bytes"},
		"production without https": {[]string{"APP_ENV=production", "BASE_URL=http://painel.associacao.org.br"},
			"BASE_URL deve ser, em produção, o endereço https"},
		"production without a site": {[]string{"APP_ENV=production"}, "BASE_URL deve ser, em produção, o endereço https"},
		"production trusts everybody": {[]string{"APP_ENV=production", "TRUSTED_PROXIES=127.0.0.1,0.0.0.0/0"},
			"uma rede como 0.0.0.0/0, que confia em qualquer um"},
		"key too short": {[]string{"CONFIG_ENCRYPT_KEY=" + secret}, "CONFIG_ENCRYPT_KEY deve ter 32 bytes"},
		"key of zeros": {[]string{"CONFIG_ENCRYPT_KEY=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="},
			"CONFIG_ENCRYPT_KEY deve ter 32 bytes"},
		"mail server without a scheme": {[]string{"SMTP_URL=correio:" + secret + "@mail.example:587"},
			"SMTP_URL deve ser um endereço como smtp://"},
		"sender with a name": {[]string{"MAIL_FROM=Flor <flor@associacao.org.br>"}, "MAIL_FROM deve ser um endereço de e-mail"},
		"nobody at the database": {[]string{"DATABASE_URL=postgres://a:" + secret + "@" + closed + "/x"},
			"nenhum PostgreSQL atende em " + closed},
		"database address broken": {[]string{"DATABASE_URL=postgres://a:" + secret + "@local host:x/"},
			"DATABASE_URL deve ser um endereço como postgres://"},
		"wrong database password": {[]string{"DATABASE_URL=" + changed(t, there,
			func(u *url.URL) { u.User = url.UserPassword("acolhe", secret) })}, "recusou o usuário acolhe ou a senha"},
		"no such database": {[]string{"DATABASE_URL=" + changed(t, there, func(u *url.URL) { u.Path = "/nowhere" })},
			"o banco nowhere não existe"},
		"an origin with a path": {[]string{"CORS_ORIGINS=https://ok.org.br, https://Painel.org.br:443/app"},
			"escreva https://painel.org.br, como os navegadores enviam"},
		"a domain that is an address":  {[]string{"TLS_DOMAIN=painel.associacao.org.br, 203.0.113.7"}, `vírgulas, e "203.0.113.7" não é um`},
		"its own https in development": {[]string{"TLS_DOMAIN=painel.associacao.org.br"}, "TLS_DOMAIN só serve com APP_ENV=production"},
		"its own https elsewhere": {[]string{"APP_ENV=production", "TLS_DOMAIN=associacao.org.br", "BASE_URL=https://painel.associacao.org.br"},
			"TLS_DOMAIN deve ter painel.associacao.org.br, o nome de BASE_URL"},
		"its own https, also without": {[]string{"APP_ENV=production", "TLS_DOMAIN=painel.associacao.org.br", "ADDR=:8080"},
			"ADDR deve ser, com TLS_DOMAIN, um endereço só deste computador"},
		"an authority without https":     {[]string{"TLS_ACME_DIRECTORY=http://ca.interno/dir"}, "TLS_ACME_DIRECTORY deve ser um endereço https"},
		"an authority of no certificate": {[]string{"TLS_ACME_CA=" + file}, "TLS_ACME_CA deve ser o caminho de um arquivo PEM"},
		"https on a port of another program": {append(production(t), "TLS_DOMAIN=painel.associacao.org.br", "TLS_REDIRECT_ADDR=127.0.0.1:0",
			"TLS_ADDR="+taken.Addr().String()), "já está em uso por outro programa: pare-o ou escolha outro em TLS_ADDR"},
		"any origin": {[]string{"CORS_ORIGINS=*"}, "CORS_ORIGINS deve ser uma lista de origens"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dataDir := "DATA_DIR=" + filepath.Join(t.TempDir(), "data")
			requireRefusal(t, launch(t, nil, append([]string{dataDir}, c.environment...)...), c.want)
		})
	}
}

// The resolver is replaced, so that the test needs no name server.
func TestExplain_UnknownHost(t *testing.T) {
	t.Parallel()
	parsed, err := pgx.ParseConfig("postgres://a:" + secret + "@nowhere/x")
	if err != nil {
		t.Fatal(err)
	}
	parsed.LookupFunc = func(context.Context, string) ([]string, error) {
		return nil, &net.DNSError{Name: "nowhere", IsNotFound: true}
	}
	_, failure := pgx.ConnectConfig(t.Context(), parsed)
	got := explain(t.Context(), config{databaseURL: "given"}, failure)
	if want := "o nome nowhere, de DATABASE_URL, não é de nenhum servidor conhecido"; got == nil || got.Error() != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// Failures that a test cannot cause on every machine: each has its message, even inside other errors.
func TestExplain(t *testing.T) {
	t.Parallel()
	c := config{dataDir: "/srv/dados"}
	for _, failure := range []struct {
		met  error
		want string
	}{
		{fmt.Errorf("%w (/srv/dados)", private.ErrNoPostgres), private.ErrNoPostgres.Error()},
		{fmt.Errorf("%w: %w", private.ErrNoPort, io.EOF), private.ErrNoPort.Error()},
		{fmt.Errorf("%w (x: %w)", private.ErrNoSpace, syscall.ENOSPC), private.ErrNoSpace.Error() + " (/srv/dados)"},
		{&fs.PathError{Op: "write", Path: "administrador.txt", Err: syscall.ENOSPC}, private.ErrNoSpace.Error()},
		{fmt.Errorf("goose: %w", &pgconn.PgError{Code: "53100"}), private.ErrNoSpace.Error()},
		{fmt.Errorf("load: %w", io.ErrUnexpectedEOF),
			"o PostgreSQL próprio parou de responder: veja o espaço em disco e o registro em /srv/dados/postgres/postgres.log"},
		{errors.Join(errDrainTimeout, context.DeadlineExceeded), errDrainTimeout.Error()},
		{errs.Invalid("email", "informe um e-mail válido"), "Confira os dados. email informe um e-mail válido"},
		{errors.Join(errors.New("uma coisa"), errors.New("e outra")), "uma coisa e outra"},
	} {
		if told := explain(t.Context(), c, failure.met); told.Error() != failure.want {
			t.Errorf("%v is told as %q, want %q", failure.met, told, failure.want)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if told := explain(ended, c, fmt.Errorf("query: %w", context.Canceled)); !errors.Is(told, errInterrupted) {
		t.Errorf("an interrupted start is told as %v", told)
	}
}

// requireRefusal requires status 1, no output and an error of one sentence.
func requireRefusal(t *testing.T, p *process, want string) {
	t.Helper()
	status := p.status()
	said := p.log.String()
	if status != 1 || p.screen.String() != "" {
		t.Errorf("status %d, screen %q", status, p.screen.String())
	}
	if strings.Count(said, "\n") != 1 || !strings.HasPrefix(said, "acolhe: ") || !strings.Contains(said, want) {
		t.Errorf("said %q, want one line with %q", said, want)
	}
	for _, noise := range []string{secret, "failed to", "dial ", "goroutine", "SQLSTATE", "VALIDATION_ERROR", "%!"} {
		if strings.Contains(said, noise) {
			t.Errorf("said %q, with %q", said, noise)
		}
	}
}

func closedPort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	return listener.Addr().String()
}

func changed(t *testing.T, address string, change func(*url.URL)) string {
	t.Helper()
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	change(parsed)
	return parsed.String()
}
