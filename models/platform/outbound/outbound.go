// Package outbound is the HTTP client for addresses that people enter, such as those of webhooks. It connects to public
// addresses alone: loopback, private, link-local and metadata addresses are refused when an address is saved, and again
// when a connection is made, after the name is resolved. Redirects are not followed, and no proxy is used.
package outbound

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// ErrPrivate is returned for an address that is not public.
var ErrPrivate = errors.New("the address is not public")

// Limits of a connection.
const (
	dialTimeout  = 10 * time.Second
	checkTimeout = 3 * time.Second
	idleTimeout  = 30 * time.Second
	idlePerHost  = 32
)

// Guard decides which addresses may be called.
type Guard struct {
	// AllowPrivate permits every address (WEBHOOK_ALLOW_PRIVATE).
	AllowPrivate bool
	// RequireTLS refuses http, as production does.
	RequireTLS bool
	// Resolver resolves names; nil is that of the machine.
	Resolver *net.Resolver
}

// Problem returns why an address is refused, in words for its field, or "" for a good one. A name that cannot be resolved
// now is accepted, because the connection is checked again.
func (g Guard) Problem(ctx context.Context, text string) string {
	address, err := url.Parse(text)
	switch {
	case err != nil || address.Host == "" || address.Opaque != "" || address.Scheme != "https" && address.Scheme != "http":
		return "informe um endereço completo, como https://exemplo.org.br/acolhe"
	case address.User != nil:
		return "não pode ter usuário e senha"
	case address.Fragment != "" || strings.Contains(text, "#"):
		return "não pode ter # e o que vem depois"
	case g.RequireTLS && address.Scheme != "https":
		return "deve começar com https://"
	case g.AllowPrivate:
		return ""
	case !g.isPublicHost(ctx, address.Hostname()):
		return "Use um endereço público. Este aponta para uma rede interna."
	}
	return ""
}

// isPublicHost reports whether a host is a public address or a name that leads to public addresses alone.
func (g Guard) isPublicHost(ctx context.Context, host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return IsPublic(ip)
	}
	if !isPublicName(host) {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	found, err := g.resolver().LookupNetIP(ctx, "ip", host)
	if err != nil {
		return true
	}
	for _, ip := range found {
		if !IsPublic(ip) {
			return false
		}
	}
	return true
}

func (g Guard) resolver() *net.Resolver {
	if g.Resolver == nil {
		return net.DefaultResolver
	}
	return g.Resolver
}

// isPublicName reports whether a name can be one of the public DNS. A last label of digits is a number that resolvers of
// some systems read as an IPv4 address: 2130706433, 0x7f000001, 0177.0.0.1, 127.1.
func isPublicName(host string) bool {
	labels := strings.Split(strings.ToLower(strings.TrimSuffix(host, ".")), ".")
	last := labels[len(labels)-1]
	if len(labels) < 2 || last == "" || last[0] >= '0' && last[0] <= '9' || strings.ContainsAny(host, "%:[]") {
		return false
	}
	for _, r := range host {
		if r > 127 { // a letter of another script may be read as a digit or a dot
			return false
		}
	}
	switch last {
	case "localhost", "local", "internal", "lan", "home", "corp", "localdomain", "intranet", "private", "arpa":
		return false
	}
	return true
}

// refused are the ranges of IPv4 that the Internet does not route to one host (RFC 6890 and its successors).
var refused = prefixes("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
	"192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3")

// refusedV6 are the parts of the global range of IPv6 that hold other addresses or documentation: Teredo and other
// protocols, documentation, 6to4.
var (
	globalV6  = netip.MustParsePrefix("2000::/3")
	refusedV6 = prefixes("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
)

func prefixes(texts ...string) []netip.Prefix {
	list := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		list[i] = netip.MustParsePrefix(text)
	}
	return list
}

// IsPublic reports whether an address is one of a host on the Internet. An IPv4 address inside an IPv6 one counts as
// itself; other forms of IPv6 that hold IPv4 addresses are refused.
func IsPublic(ip netip.Addr) bool {
	if ip.Zone() != "" {
		return false
	}
	ip = ip.Unmap()
	if ip.Is4() {
		return !within(ip, refused)
	}
	return globalV6.Contains(ip) && !within(ip, refusedV6)
}

func within(ip netip.Addr, ranges []netip.Prefix) bool {
	for _, prefix := range ranges {
		if prefix.Contains(ip) {
			return true
		}
	}
	return false
}

// Client returns a client whose connections the guard checks. A request needs a context with a time limit.
func (g Guard) Client() *http.Client {
	dialer := &net.Dialer{Timeout: dialTimeout, Resolver: g.Resolver, Control: g.control}
	return &http.Client{
		Transport: &http.Transport{
			DialContext: dialer.DialContext, TLSHandshakeTimeout: dialTimeout, IdleConnTimeout: idleTimeout,
			MaxIdleConns: 4 * idlePerHost, MaxIdleConnsPerHost: idlePerHost, MaxResponseHeaderBytes: 64 << 10, DisableCompression: true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// control checks the address of a connection before it is made.
func (g Guard) control(network, address string, _ syscall.RawConn) error {
	if g.AllowPrivate {
		return nil
	}
	to, err := netip.ParseAddrPort(address)
	if err != nil || !strings.HasPrefix(network, "tcp") || !IsPublic(to.Addr()) {
		return fmt.Errorf("%w: %s", ErrPrivate, address)
	}
	return nil
}
