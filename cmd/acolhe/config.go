package main

import (
	"log/slog"
	"net"
	"net/netip"
	"net/url"

	"acolhe/models/cep"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail/smtp"
	"acolhe/models/platform/outbound"
	"acolhe/web/https"
)

// config is the configuration (decisions.md, "Configuration by environment").
type config struct {
	databaseURL string
	// replicaURL is empty without a replica.
	replicaURL string
	addr       string
	// tls is how the program serves https without a proxy.
	tls        https.Settings
	production bool
	// baseURL is nil without BASE_URL; see publicURL.
	baseURL        *url.URL
	cookieDomain   string
	trustedProxies []string
	corsOrigins    []string
	// encryptKey is zero without CONFIG_ENCRYPT_KEY; see encryptionKey.
	encryptKey encryption.Key
	// newKey is the text of CONFIG_ENCRYPT_KEY_NEW, used only by rotate-key.
	newKey  string
	dataDir string
	// directusToken and directusDatabase are secrets of the Directus to move from, used only by import directus.
	directusToken, directusDatabase string
	// viaCEP is the address of the postal code service.
	viaCEP string
	// smtp is nil without SMTP_URL.
	smtp          *smtp.Server
	mailFrom      string
	dkimSelectors []string
	adminEmail    string
	adminPassword string
	// webhooks decides which addresses webhooks may call, outbound which external services and buckets.
	webhooks, outbound outbound.Guard
	logLevel           slog.Level
	logJSON            bool
}

// readConfig reads the configuration from the environment. The error lists every invalid variable.
func readConfig(getenv func(string) string) (config, error) {
	env := &environment{getenv: getenv}
	c := config{
		databaseURL:    env.text("DATABASE_URL", ""),
		replicaURL:     env.text("DATABASE_REPLICA_URL", ""),
		addr:           env.address("ADDR", "127.0.0.1:8080"),
		production:     env.oneOf("APP_ENV", "development", "production") == "production",
		baseURL:        env.site("BASE_URL"),
		cookieDomain:   env.text("COOKIE_DOMAIN", ""),
		trustedProxies: env.networks("TRUSTED_PROXIES"),
		corsOrigins:    env.origins("CORS_ORIGINS"),
		dataDir:        env.path("DATA_DIR", "data"),
		directusToken:  env.text("DIRECTUS_TOKEN", ""), directusDatabase: env.text("DIRECTUS_DATABASE_URL", ""),
		smtp:          env.mailServer("SMTP_URL"),
		mailFrom:      env.sender("MAIL_FROM", "no-reply@localhost"),
		dkimSelectors: env.labels("MAIL_DKIM_SELECTOR"),
		adminEmail:    env.text("ADMIN_EMAIL", ""),
		adminPassword: getenv("ADMIN_PASSWORD"),
		newKey:        env.text("CONFIG_ENCRYPT_KEY_NEW", ""),
		viaCEP:        env.provider("VIACEP_URL", cep.DefaultURL),
		logLevel:      env.level("LOG_LEVEL"),
	}
	format, other := "text", "json"
	if c.production {
		format, other = other, format
	}
	c.logJSON = env.oneOf("LOG_FORMAT", format, other) == "json"
	if c.production || getenv("CONFIG_ENCRYPT_KEY") != "" {
		c.encryptKey = env.key("CONFIG_ENCRYPT_KEY")
	}
	if c.replicaURL != "" && c.databaseURL == "" {
		env.addProblem("DATABASE_REPLICA_URL só serve com DATABASE_URL")
	}
	if (c.adminEmail == "") != (c.adminPassword == "") {
		env.addProblem("ADMIN_EMAIL e ADMIN_PASSWORD só servem juntos")
	}
	c.outbound = env.allowance("OUTBOUND_ALLOW")
	c.webhooks = c.outbound
	c.webhooks.RequireTLS, c.webhooks.AllowPrivate = c.production, env.oneOf("WEBHOOK_ALLOW_PRIVATE", "false", "true") == "true"
	if !c.production && getenv("OUTBOUND_ALLOW") == "" {
		c.outbound = c.outbound.Naming("localhost", "127.0.0.1", "::1") // simulators
	}
	var problems []string
	c.tls, c.baseURL, problems = https.Read(getenv, https.Rest{Production: c.production, Site: c.baseURL, Addr: c.addr})
	env.problems = append(env.problems, problems...)
	if c.production {
		env.checkPublic(c)
	}
	return c, env.err()
}

// publicURL returns BASE_URL, else the address of this machine for addr.
func (c config) publicURL(addr string) *url.URL {
	if c.baseURL != nil {
		return c.baseURL
	}
	host, port, _ := net.SplitHostPort(addr) // valid: from readConfig or a listener
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return &url.URL{Scheme: "http", Host: net.JoinHostPort(host, port)}
}
