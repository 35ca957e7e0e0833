package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	netmail "net/mail"
	"net/netip"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail/smtp"
	"acolhe/models/platform/outbound"
)

// environment reads variables and collects the problems, so that one error reports all of them. A message never repeats
// a value that may be a secret.
type environment struct {
	getenv   func(string) string
	problems []string
}

func (e *environment) err() error {
	if len(e.problems) == 0 {
		return nil
	}
	return errors.New(strings.Join(e.problems, "; "))
}

func (e *environment) addProblem(sentence string, values ...any) {
	e.problems = append(e.problems, fmt.Sprintf(sentence, values...))
}

func (e *environment) text(name, fallback string) string {
	if value := strings.TrimSpace(e.getenv(name)); value != "" {
		return value
	}
	return fallback
}

// oneOf returns one of two values; usual is the default.
func (e *environment) oneOf(name, usual, other string) string {
	value := e.text(name, usual)
	if value != usual && value != other {
		e.addProblem("%s deve ser %s ou %s", name, usual, other)
	}
	return value
}

func (e *environment) path(name, fallback string) string {
	path, err := filepath.Abs(e.text(name, fallback))
	if err != nil {
		e.addProblem("%s deve ser um caminho completo, pois a pasta atual não existe mais", name)
	}
	return path
}

func (e *environment) level(name string) slog.Level {
	var level slog.Level
	if err := level.UnmarshalText([]byte(e.text(name, "info"))); err != nil {
		e.addProblem("%s deve ser debug, info, warn ou error", name)
	}
	return level
}

// address returns a host and port to listen on.
func (e *environment) address(name, fallback string) string {
	address := e.text(name, fallback)
	_, port, err := net.SplitHostPort(address)
	if _, notPort := strconv.ParseUint(port, 10, 16); err != nil || notPort != nil {
		e.addProblem("%s deve ser um endereço e uma porta, como %s ou :8080", name, fallback)
	}
	return address
}

// site returns the address of a website, or nil if the variable is absent.
func (e *environment) site(name string) *url.URL {
	text := e.text(name, "")
	if text == "" {
		return nil
	}
	site, isSite := parseSite(text)
	if !isSite {
		e.addProblem("%s deve ser um endereço como https://painel.associacao.org.br", name)
	}
	return site
}

// checkPublic adds the problems of a configuration that would be unsafe on the public internet: links and cookies that
// travel unencrypted, and callers who choose the address that rate limits count.
func (e *environment) checkPublic(c config) {
	if c.baseURL == nil || c.baseURL.Scheme != "https" {
		e.addProblem("BASE_URL deve ser, em produção, o endereço https do sistema, como https://painel.associacao.org.br")
	}
	for _, network := range c.trustedProxies {
		if prefix, err := netip.ParsePrefix(network); err == nil && isTooWide(prefix) {
			e.addProblem("TRUSTED_PROXIES não pode ter, em produção, uma rede como %s, que confia em qualquer um: use o endereço do proxy", network)
		}
	}
}

// The widest networks that one operator may have: 10.0.0.0/8, and the unique local fc00::/7 of IPv6.
const (
	widestIPv4 = 8
	widestIPv6 = 7
)

// isTooWide reports whether a network is wider than any private one, also in IPv6 notation of IPv4.
func isTooWide(network netip.Prefix) bool {
	switch {
	case network.Addr().Is4():
		return network.Bits() < widestIPv4
	case network.Addr().Is4In6():
		return network.Bits() < 96+widestIPv4
	}
	return network.Bits() < widestIPv6
}

// provider returns the address of an external service. Its responses are trusted, so that it must use https; only a
// simulator on this machine may use http.
func (e *environment) provider(name, fallback string) string {
	text := e.text(name, fallback)
	site, isSite := parseSite(text)
	if !isSite || site.Scheme != "https" && !isLoopback(site.Hostname()) {
		e.addProblem("%s deve ser um endereço https, como %s", name, fallback)
	}
	return text
}

// parseSite parses an http or https address with a host.
func parseSite(text string) (site *url.URL, isSite bool) {
	site, err := url.Parse(text)
	return site, err == nil && site.Host != "" && (site.Scheme == "http" || site.Scheme == "https")
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

func (e *environment) networks(name string) []string {
	var networks []string
	for _, part := range e.list(name) {
		_, notPrefix := netip.ParsePrefix(part)
		_, notAddress := netip.ParseAddr(part)
		if notPrefix != nil && notAddress != nil {
			e.addProblem("%s deve ser uma lista de redes como 10.0.0.0/8, e %q não é uma", name, part)
		}
		networks = append(networks, part)
	}
	return networks
}

// origins returns a list of origins. They are compared exactly, so that they must have the form of the header Origin.
func (e *environment) origins(name string) []string {
	origins := e.list(name)
	for _, origin := range origins {
		site, isSite := parseSite(origin)
		if !isSite || strings.Contains(origin, "*") {
			e.addProblem("%s deve ser uma lista de origens como https://painel.associacao.org.br, sem curingas", name)
			continue
		}
		if spelling := originOf(site); origin != spelling {
			e.addProblem("%s: escreva %s, como os navegadores enviam", name, spelling)
		}
	}
	return origins
}

// originOf returns the origin of an address: lower case, without path and default port.
func originOf(site *url.URL) string {
	port := site.Port()
	if site.Scheme == "https" && port == "443" || site.Scheme == "http" && port == "80" {
		port = ""
	}
	host := strings.ToLower(site.Hostname())
	switch {
	case port != "":
		host = net.JoinHostPort(host, port)
	case strings.Contains(host, ":"):
		host = "[" + host + "]"
	}
	return strings.ToLower(site.Scheme) + "://" + host
}

// allowance returns a guard that permits a list of private networks, addresses and names.
func (e *environment) allowance(name string) outbound.Guard {
	var guard outbound.Guard
	for _, part := range e.list(name) {
		network, err := netip.ParsePrefix(part)
		switch {
		case err == nil && isTooWide(network):
			e.addProblem("%s não pode ter uma rede como %s, que é maior do que uma rede interna", name, part)
		case err == nil:
			guard.Networks = append(guard.Networks, network)
		case strings.ContainsAny(part, "/@ "):
			e.addProblem("%s deve ser uma lista de redes como 10.0.0.0/8 e nomes como minio.interno, e %q não é nenhum dos dois", name, part)
		default:
			guard.Hosts = append(guard.Hosts, part)
		}
	}
	return guard
}

// labels returns a list of names below a domain.
func (e *environment) labels(name string) []string {
	labels := e.list(name)
	for _, label := range labels {
		if strings.ContainsAny(label, " /@:*_=") || len(label) > 63 {
			e.addProblem("%s deve ter nomes como selector1, e %q não é um", name, label)
		}
	}
	return labels
}

// list splits a list at the commas.
func (e *environment) list(name string) []string {
	var parts []string
	for part := range strings.SplitSeq(e.text(name, ""), ",") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// key returns an encryption key, which is required.
func (e *environment) key(name string) encryption.Key {
	key, err := encryption.ParseKey(e.text(name, ""))
	if err != nil {
		e.addProblem("%s deve ter %d bytes ao acaso em base64: crie uma com `openssl rand -base64 %d` e guarde-a bem",
			name, encryption.KeyBytes, encryption.KeyBytes)
	}
	return key
}

// mailServer returns the SMTP server, or nil if the variable is absent.
func (e *environment) mailServer(name string) *smtp.Server {
	text := e.text(name, "")
	if text == "" {
		return nil
	}
	server, err := smtp.Parse(text)
	if err != nil {
		e.addProblem("%s deve ser um endereço como smtp://usuario:senha@servidor:587 ou smtps://usuario:senha@servidor:465", name)
	}
	return &server
}

// sender returns an e-mail address without a name; mails show the association's name.
func (e *environment) sender(name, fallback string) string {
	text := e.text(name, fallback)
	address, err := netmail.ParseAddress(text)
	if err != nil || address.Address != text {
		e.addProblem("%s deve ser um endereço de e-mail como nao-responda@associacao.org.br", name)
	}
	return text
}
