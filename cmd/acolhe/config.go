package main

import (
	"fmt"
	"log/slog"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// config is the environment (decisions.md, "Configuration by environment"), read once.
type config struct {
	databaseURL    string
	addr           string
	production     bool
	baseURL        *url.URL
	cookieDomain   string
	trustedProxies []string
	dataDir        string
	adminEmail     string
	adminPassword  string
	logLevel       slog.Level
	logJSON        bool
}

func readConfig(getenv func(string) string) (config, error) {
	or := func(name, otherwise string) string {
		if value := strings.TrimSpace(getenv(name)); value != "" {
			return value
		}
		return otherwise
	}
	c := config{
		databaseURL: or("DATABASE_URL", ""), addr: or("ADDR", "127.0.0.1:8080"), cookieDomain: or("COOKIE_DOMAIN", ""),
		adminEmail: or("ADMIN_EMAIL", ""), adminPassword: getenv("ADMIN_PASSWORD"), dataDir: or("DATA_DIR", "data"),
	}
	var err error
	if c.production, err = oneOf("APP_ENV", or("APP_ENV", "development"), "development", "production"); err != nil {
		return c, err
	}
	format := "text"
	if c.production {
		format = "json"
	}
	if c.logJSON, err = oneOf("LOG_FORMAT", or("LOG_FORMAT", format), "text", "json"); err != nil {
		return c, err
	}
	if err := c.logLevel.UnmarshalText([]byte(or("LOG_LEVEL", "info"))); err != nil {
		return c, fmt.Errorf("LOG_LEVEL deve ser debug, info, warn ou error")
	}
	if c.baseURL, err = url.Parse(or("BASE_URL", "http://"+c.addr)); err != nil || c.baseURL.Host == "" {
		return c, fmt.Errorf("BASE_URL deve ser um endereço como https://painel.associacao.org.br")
	}
	if c.trustedProxies, err = readProxies(or("TRUSTED_PROXIES", "")); err != nil {
		return c, err
	}
	c.dataDir, err = filepath.Abs(c.dataDir)
	return c, err
}

// oneOf tells whether the value is the second of the two that are allowed.
func oneOf(name, value, first, second string) (bool, error) {
	if value != first && value != second {
		return false, fmt.Errorf("%s deve ser %s ou %s", name, first, second)
	}
	return value == second, nil
}

func readProxies(list string) ([]string, error) {
	var proxies []string
	for part := range strings.SplitSeq(list, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		_, notPrefix := netip.ParsePrefix(part)
		_, notAddress := netip.ParseAddr(part)
		if notPrefix != nil && notAddress != nil {
			return nil, fmt.Errorf("TRUSTED_PROXIES deve ser uma lista de redes como 10.0.0.0/8, e %q não é uma", part)
		}
		proxies = append(proxies, part)
	}
	return proxies, nil
}

// logger writes to standard error; standard output is for what was asked for.
func (c config) logger() *slog.Logger {
	options := &slog.HandlerOptions{Level: c.logLevel}
	if c.logJSON {
		return slog.New(slog.NewJSONHandler(os.Stderr, options))
	}
	return slog.New(slog.NewTextHandler(os.Stderr, options))
}
