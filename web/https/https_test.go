package https_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"acolhe/web/https"
)

// Reading leads to the same page over TLS, at names of the program alone; what would change something is refused.
func TestRedirect(t *testing.T) {
	t.Parallel()
	names := []string{"painel.exemplo.org.br", "exemplo.org.br"}
	for _, test := range []struct{ method, host, target, site, want string }{
		{"GET", "painel.exemplo.org.br", "/painel?q=a%20b", "https://painel.exemplo.org.br", "https://painel.exemplo.org.br/painel?q=a%20b"},
		{"HEAD", "Exemplo.org.br:80", "/", "https://painel.exemplo.org.br", "https://exemplo.org.br/"},
		{"GET", "203.0.113.7", "/a%2Fb", "https://painel.exemplo.org.br", "https://painel.exemplo.org.br/a%2Fb"},
		{"GET", "intruso.org", "//intruso.org/x", "https://painel.exemplo.org.br", "https://painel.exemplo.org.br//intruso.org/x"},
		{"GET", "exemplo.org.br", "/x", "https://painel.exemplo.org.br:8443", "https://exemplo.org.br:8443/x"},
		{"POST", "painel.exemplo.org.br", "/entrar", "https://painel.exemplo.org.br", ""},
		{"DELETE", "painel.exemplo.org.br", "/x", "https://painel.exemplo.org.br", ""},
	} {
		site, err := url.Parse(test.site)
		if err != nil {
			t.Fatal(err)
		}
		request := httptest.NewRequest(test.method, "http://x/", nil)
		if request.URL, err = url.ParseRequestURI(test.target); err != nil {
			t.Fatal(err)
		}
		request.Host = test.host
		answer := httptest.NewRecorder()
		https.Redirect(names, site).ServeHTTP(answer, request)
		status := http.StatusPermanentRedirect
		if test.want == "" {
			status = http.StatusMethodNotAllowed
		}
		if got := answer.Header().Get("Location"); answer.Code != status || got != test.want {
			t.Errorf("%s %s%s: %d to %q, want %q", test.method, test.host, test.target, answer.Code, got, test.want)
		}
	}
}

// A target that is no path leads to no other host.
func TestRedirect_OpaqueTarget(t *testing.T) {
	t.Parallel()
	site := &url.URL{Scheme: "https", Host: "painel.exemplo.org.br"}
	request := httptest.NewRequest(http.MethodGet, "http://x/", nil)
	request.URL = &url.URL{Scheme: "x", Opaque: ".intruso.org/"}
	request.Host = site.Host
	answer := httptest.NewRecorder()
	https.Redirect([]string{site.Host}, site).ServeHTTP(answer, request)
	if to, err := url.Parse(answer.Header().Get("Location")); err != nil || to.Host != site.Host {
		t.Errorf("leads to %q", answer.Header().Get("Location"))
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	there, err := url.Parse("https://painel.exemplo.org.br")
	if err != nil {
		t.Fatal(err)
	}
	rest := https.Rest{Production: true, Addr: "127.0.0.1:8080"}
	for name, test := range map[string]struct {
		domain, addr string
		site         *url.URL
		want         string
		problem      string
	}{
		"behind a proxy":                {want: ""},
		"one domain":                    {domain: "painel.exemplo.org.br", want: "https://painel.exemplo.org.br"},
		"two, of which one is the site": {domain: "exemplo.org.br, Painel.exemplo.org.br", site: there, want: "https://painel.exemplo.org.br"},
		"another port":                  {domain: "exemplo.org.br", addr: ":8443", want: "https://exemplo.org.br:8443"},
		"letters beyond ASCII":          {domain: "associação.org.br", want: "https://xn--associao-xza3b.org.br"},
		"a wildcard":                    {domain: "*.exemplo.org.br", problem: `"*.exemplo.org.br" não é um`},
		"a name of the local network":   {domain: "servidor", problem: `"servidor" não é um`},
		"an address with a scheme":      {domain: "https://exemplo.org.br", problem: "não é um"},
		"a path to elsewhere":           {domain: "../exemplo.org.br", problem: "não é um"},
		"a port that is none":           {domain: "exemplo.org.br", addr: ":https", problem: "TLS_ADDR deve ser um endereço e uma porta"},
		"another name than the site's":  {domain: "exemplo.org.br", site: there, problem: "TLS_DOMAIN deve ter painel.exemplo.org.br"},
	} {
		given := map[string]string{"TLS_DOMAIN": test.domain, "TLS_ADDR": test.addr}
		rest.Site = test.site
		_, site, problems := https.Read(func(variable string) string { return given[variable] }, rest)
		said := strings.Join(problems, "; ")
		if test.problem != "" {
			if !strings.Contains(said, test.problem) {
				t.Errorf("%s: %q", name, said)
			}
			continue
		}
		if got := addressOf(site); got != test.want || said != "" {
			t.Errorf("%s: %q, problems %q", name, got, said)
		}
	}
}

func addressOf(site *url.URL) string {
	if site == nil {
		return ""
	}
	return site.String()
}
