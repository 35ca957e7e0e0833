// Package https serves the program over TLS without a proxy, with certificates that it obtains itself.
package https

import (
	"cmp"
	"crypto/x509"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/idna"

	"acolhe/models/platform/certificates"
)

// Settings say how the program serves TLS; the zero value leaves that to a proxy.
type Settings struct {
	// Names are the domains of TLS_DOMAIN in ASCII, the first one the usual.
	Names []string
	// Addr is the address for TLS (TLS_ADDR), RedirectAddr the one whose requests are redirected to it (TLS_REDIRECT_ADDR).
	Addr, RedirectAddr string
	// Site is the public address.
	Site      *url.URL
	Authority certificates.Authority
}

// Rest is the rest of the configuration, with which the settings must agree.
type Rest struct {
	Production bool
	// Site is BASE_URL, nil without it.
	Site *url.URL
	// Addr is the address for requests without TLS (ADDR).
	Addr string
}

// On reports whether the program serves TLS itself.
func (s Settings) On() bool { return len(s.Names) > 0 }

// Store returns where the certificates are kept below a data directory.
func (s Settings) Store(dataDir string) certificates.Store {
	if !s.On() {
		return certificates.Store{}
	}
	return certificates.Store{Folder: filepath.Join(dataDir, "certificados"), Names: s.Names}
}

// Read reads the settings from the environment. It returns the public address, which is the first domain without BASE_URL, and
// what is wrong, in sentences for the person who starts the program.
func Read(getenv func(string) string, rest Rest) (s Settings, site *url.URL, problems []string) {
	text := func(name, fallback string) string { return cmp.Or(strings.TrimSpace(getenv(name)), fallback) }
	add := func(sentence string, values ...any) { problems = append(problems, fmt.Sprintf(sentence, values...)) }
	s = Settings{Addr: text("TLS_ADDR", ":443"), RedirectAddr: text("TLS_REDIRECT_ADDR", ":80"), Site: rest.Site}
	for variable, addr := range map[string]string{"TLS_ADDR": s.Addr, "TLS_REDIRECT_ADDR": s.RedirectAddr} {
		if !isAddress(addr) {
			add("%s deve ser um endereço e uma porta, como :443", variable)
		}
	}
	s.Authority.Directory = text("TLS_ACME_DIRECTORY", certificates.LetsEncrypt)
	if directory, err := url.Parse(s.Authority.Directory); err != nil || directory.Scheme != "https" || directory.Host == "" {
		add("TLS_ACME_DIRECTORY deve ser um endereço https, como %s", certificates.LetsEncrypt)
	}
	roots, isValid := readRoots(text("TLS_ACME_CA", ""))
	if s.Authority.Roots = roots; !isValid {
		add("TLS_ACME_CA deve ser o caminho de um arquivo PEM com certificados, que este usuário possa ler")
	}
	for part := range strings.SplitSeq(text("TLS_DOMAIN", ""), ",") {
		part = strings.TrimSpace(part)
		name, isName := parseName(part)
		if part != "" && !isName {
			add("TLS_DOMAIN deve ser um domínio como painel.associacao.org.br, ou vários com vírgulas, e %q não é um", part)
		}
		if isName && !slices.Contains(s.Names, name) {
			s.Names = append(s.Names, name)
		}
	}
	if s.On() && s.Site == nil {
		s.Site = s.firstSite()
	}
	if problem := s.problem(rest); problem != "" {
		problems = append(problems, problem)
	}
	return s, s.Site, problems
}

// isAddress reports whether a text is a host, which may be empty, and a port.
func isAddress(text string) bool {
	_, port, err := net.SplitHostPort(text)
	_, notPort := strconv.ParseUint(port, 10, 16)
	return err == nil && notPort == nil
}

// parseName returns a domain in ASCII and lower case. It is invalid if no public authority could certify it: an address, a
// name without a dot, a wildcard.
func parseName(text string) (name string, isValid bool) {
	name, err := idna.Lookup.ToASCII(text)
	isName := err == nil && net.ParseIP(name) == nil && strings.Contains(strings.Trim(name, "."), ".") && !strings.ContainsAny(name, "*:/+@ ")
	return name, isName && !strings.HasSuffix(name, ".")
}

// readRoots returns the certificates of a PEM file, nil without a path.
func readRoots(path string) (roots *x509.CertPool, isValid bool) {
	if path == "" {
		return nil, true
	}
	text, err := os.ReadFile(path)
	roots = x509.NewCertPool()
	return roots, err == nil && roots.AppendCertsFromPEM(text)
}

// problem returns why the settings do not agree with the rest of the configuration, "" if they do.
func (s Settings) problem(rest Rest) string {
	switch {
	case !s.On():
		return ""
	case !rest.Production:
		return "TLS_DOMAIN só serve com APP_ENV=production"
	case !slices.Contains(s.Names, strings.ToLower(s.Site.Hostname())):
		return "TLS_DOMAIN deve ter " + s.Site.Hostname() + ", o nome de BASE_URL"
	case !isLoopback(rest.Addr):
		return "ADDR deve ser, com TLS_DOMAIN, um endereço só deste computador, como 127.0.0.1:8080: quem vem de fora usa TLS_ADDR"
	}
	return ""
}

func isLoopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	return err == nil && (host == "localhost" || net.ParseIP(host).IsLoopback())
}

// firstSite returns the address of the first name, with the port unless it is the usual one.
func (s Settings) firstSite() *url.URL {
	host := s.Names[0]
	if _, port, err := net.SplitHostPort(s.Addr); err == nil && port != "443" {
		host = net.JoinHostPort(host, port)
	}
	return &url.URL{Scheme: "https", Host: host}
}
