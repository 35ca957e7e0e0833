package configuration

import (
	"slices"
	"strings"

	"acolhe/models/externalservices"
	"acolhe/models/platform/settings"
)

// processVariables are the variables that the process reads at start (docs/configuration.md) and those of the libraries that
// it calls services with.
var processVariables = []string{
	"ADDR", "ADMIN_EMAIL", "ADMIN_PASSWORD", "APP_ENV", "BASE_URL", "CONFIG_ENCRYPT_KEY", "CONFIG_ENCRYPT_KEY_NEW", "COOKIE_DOMAIN",
	"CORS_ORIGINS",
	"DATABASE_REPLICA_URL", "DATABASE_URL", "DATA_DIR", "DIRECTUS_DATABASE_URL", "DIRECTUS_TOKEN", "LOG_FORMAT", "LOG_LEVEL", "MAIL_DKIM_SELECTOR", "MAIL_FROM", "OUTBOUND_ALLOW", "SMTP_URL",
	"TLS_ACME_CA", "TLS_ACME_DIRECTORY", "TLS_ADDR", "TLS_DOMAIN", "TLS_REDIRECT_ADDR", "TRUSTED_PROXIES", "VIACEP_URL",
	"WEBHOOK_ALLOW_PRIVATE",
	"ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY",
}

// libraryPrefixes begin the variables with credentials that libraries read.
var libraryPrefixes = []string{"AWS_", "GOOGLE_", "MINIO_"}

// IsReserved reports whether a variable of the environment is the program's own: what the process reads, the credentials of
// external services, and the declared keys. A key of an administrator would show its value to everyone.
func (c Catalogue) IsReserved(variable string) bool {
	hasPrefix := func(prefix string) bool { return strings.HasPrefix(variable, prefix) }
	return slices.Contains(processVariables, variable) || slices.ContainsFunc(libraryPrefixes, hasPrefix) ||
		slices.Contains(externalservices.Variables(), variable) ||
		slices.ContainsFunc(c.declared, func(d settings.Definition) bool { return d.Variable == variable })
}

// Variables returns the names of the variables that are the program's own, for a copy of everything.
func (c Catalogue) Variables() []string {
	names := slices.Concat(processVariables, externalservices.Variables())
	for _, declared := range c.declared {
		names = append(names, declared.Variable)
	}
	return names
}
