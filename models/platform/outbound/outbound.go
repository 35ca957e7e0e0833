// Package outbound is the only way out of the program: each connection to a webhook, a carrier, a calendar, a bucket, a
// directory of postal codes or a mail server is dialed here. Link-local and metadata addresses are refused always; loopback
// and private ones unless the environment names them. An address that a person enters is checked when it is saved, and
// every connection when it is made, after its name is resolved, redirects included.
package outbound

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// ErrPrivate is returned for an address that may not be called.
var ErrPrivate = errors.New("the address is not public")

// Limits of a connection.
const (
	dialTimeout  = 10 * time.Second
	checkTimeout = 3 * time.Second
	idleTimeout  = 30 * time.Second
	idlePerHost  = 32
)

// Guard decides which addresses may be called: public ones, and those that the environment names. No guard permits
// link-local and metadata addresses.
type Guard struct {
	// AllowPrivate permits private addresses (WEBHOOK_ALLOW_PRIVATE).
	AllowPrivate bool
	// Networks and Hosts are private networks and names that may be called (OUTBOUND_ALLOW).
	Networks []netip.Prefix
	Hosts    []string
	// RequireTLS refuses http, as production does.
	RequireTLS bool
	// Resolver resolves names; nil is that of the machine.
	Resolver *net.Resolver
}

// Naming returns a guard that also permits a host of the environment, such as that of SMTP_URL, wherever it is.
func (g Guard) Naming(hosts ...string) Guard {
	g.Hosts = slices.Concat(g.Hosts, hosts)
	return g
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
	case !isPort(address.Port()):
		return "a porta deve estar entre 1 e 65535"
	case g.RequireTLS && address.Scheme != "https":
		return "deve começar com https://"
	case !g.permitsHost(ctx, address.Hostname()):
		return "Use um endereço público. Este aponta para uma rede interna."
	}
	return ""
}

// isPort reports whether a port can be called; without one it is that of the scheme.
func isPort(port string) bool {
	number, err := strconv.ParseUint(port, 10, 16)
	return port == "" || err == nil && number > 0
}

// permitsHost reports whether a host is an address that may be called, or a name that leads to such addresses alone.
func (g Guard) permitsHost(ctx context.Context, host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return g.permits(ip) || g.names(host) && !isNever(ip)
	}
	if g.AllowPrivate || g.names(host) {
		return true // the connection is checked
	}
	if !isPublicName(host) && len(g.Networks) == 0 {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	found, err := g.resolver().LookupNetIP(ctx, "ip", host)
	return err != nil || !slices.ContainsFunc(found, func(ip netip.Addr) bool { return !g.permits(ip) })
}

// names reports whether the environment names a host.
func (g Guard) names(host string) bool {
	return slices.ContainsFunc(g.Hosts, func(named string) bool { return strings.EqualFold(named, host) })
}

// permits reports whether an address may be called.
func (g Guard) permits(ip netip.Addr) bool {
	return IsPublic(ip) || !isNever(ip) && (g.AllowPrivate || within(ip.Unmap(), g.Networks))
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
var refused = prefixes("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
	"192.0.2.0/24",
	"192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3")

// refusedV6 are the parts of the global range of IPv6 that hold other addresses or documentation: Teredo and other
// protocols, documentation, 6to4.
var (
	globalV6  = netip.MustParsePrefix("2000::/3")
	refusedV6 = prefixes("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
)

// never are the ranges that no environment permits: link-local, the metadata services of clouds, and forms of IPv6 that lead
// to other addresses.
var never = prefixes("169.254.0.0/16", "100.100.100.200/32", "168.63.129.16/32", "192.0.0.192/32", "fe80::/10", "fd00:ec2::/32",
	"fd20:ce::/32",
	"64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16", "::/96", "224.0.0.0/4", "ff00::/8")

// isNever reports whether an address is refused whatever the environment says. The loopback address of IPv6 is not one of ::/96.
func isNever(ip netip.Addr) bool {
	ip = ip.Unmap()
	return ip.Zone() != "" || within(ip, never) && !ip.IsLoopback()
}

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
	if isNever(ip) {
		return false
	}
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

// Client returns a client that does not follow redirects. A request needs a context with a time limit.
func (g Guard) Client() *http.Client {
	transport := g.Transport(dialTimeout)
	transport.IdleConnTimeout, transport.MaxIdleConns, transport.MaxIdleConnsPerHost = idleTimeout, 4*idlePerHost, idlePerHost
	transport.MaxResponseHeaderBytes, transport.DisableCompression = 64<<10, true
	return ClientOf(transport)
}

// ClientOf returns a client that does not follow redirects.
func ClientOf(transport *http.Transport) *http.Client {
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// Transport returns new connections that the guard checks, each made within a time limit. They use no proxy.
func (g Guard) Transport(limit time.Duration) *http.Transport {
	return &http.Transport{
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			ctx, cancel := context.WithTimeout(ctx, limit)
			defer cancel()
			return g.DialContext(ctx, network, address)
		},
		TLSHandshakeTimeout: limit,
	}
}

// ViaProxy is Transport through the proxy of the environment, if it names one. The hosts behind the proxy are checked before.
func (g Guard) ViaProxy(limit time.Duration) *http.Transport {
	transport := g.Naming(proxies()...).Transport(limit)
	transport.Proxy = func(request *http.Request) (*url.URL, error) {
		proxy, err := http.ProxyFromEnvironment(request)
		if err == nil && proxy != nil && !g.permitsHost(request.Context(), request.URL.Hostname()) {
			return nil, fmt.Errorf("%w: %s", ErrPrivate, request.URL.Host)
		}
		return proxy, err
	}
	return transport
}

// proxies returns the hosts of the proxies that the environment names.
func proxies() (hosts []string) {
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy"} {
		if proxy, err := url.Parse(os.Getenv(name)); err == nil && proxy.Host != "" {
			hosts = append(hosts, proxy.Hostname())
		}
	}
	return hosts
}

// DialContext connects to a host and port whose address the guard permits.
func (g Guard) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	if host, _, err := net.SplitHostPort(address); err == nil && g.names(host) {
		g.AllowPrivate = true
	}
	dialer := &net.Dialer{Resolver: g.Resolver, Control: g.control}
	return dialer.DialContext(ctx, network, address)
}

// control checks the address of a connection before it is made.
func (g Guard) control(network, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !strings.HasPrefix(network, "tcp") || !g.permits(to.Addr()) {
		return fmt.Errorf("%w: %s", ErrPrivate, address)
	}
	return nil
}
