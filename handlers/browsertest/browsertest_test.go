package browsertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

func TestMain(m *testing.M) { Main(m) }

// sound is a page without faults.
const sound = `<!DOCTYPE html><html lang="pt-BR"><head><title>Bom</title><link rel="icon" href="data:,"></head>
<body><main><h1>Bom</h1>%s</main></body></html>`

func serve(t *testing.T, body string) string {
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "script-src 'unsafe-inline'; style-src 'self'")
		fmt.Fprintf(w, sound, body)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

// witness is a test that may fail; it records its failures.
type witness struct {
	testing.TB
	mu       sync.Mutex
	failures []string
	done     []func()
}

func (w *witness) Errorf(format string, arguments ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.failures = append(w.failures, fmt.Sprintf(format, arguments...))
}

func (w *witness) Error(arguments ...any) { w.Errorf("%s", fmt.Sprint(arguments...)) }
func (w *witness) Cleanup(done func())    { w.done = append(w.done, done) }

// end runs the cleanup functions and returns the failures.
func (w *witness) end() string {
	for _, done := range w.done {
		done()
	}
	return strings.Join(w.failures, "\n")
}

// Faults that a page reports must fail its test, or else all browser tests are useless.
func TestPage_FaultsFailTest(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body          string
		before, after func(*Page)
		want          string
	}{
		"nothing":        {"", nil, nil, ""},
		"console error":  {`<script>console.error("ai", 7)</script>`, nil, nil, "console: \"ai\" 7"},
		"warning":        {`<script>console.warn("olha")</script>`, nil, nil, "olha"},
		"script":         {`<script>setTimeout(() => nada())</script>`, nil, (*Page).awaitComplaint, "nada is not defined"},
		"promise":        {`<script>Promise.reject(new Error("não deu"))</script>`, nil, (*Page).awaitComplaint, "não deu"},
		"content policy": {`<p style="color: red">x</p>`, nil, nil, "Content Security Policy"},
		"missing file":   {`<img src="/nada.png" alt="">`, nil, nil, "404"},
		"expected":       {`<img src="/nada.png" alt="">`, func(p *Page) { p.Expect(404) }, nil, ""},
		"never came":     {"", func(p *Page) { p.Expect(422) }, nil, "no page answered 422"},
		"no server":      {`<script>fetch("http://127.0.0.1:9/").catch(() => {})</script>`, nil, (*Page).awaitComplaint, "request: Fetch"},
		"contrast":       {`<p><font color="#ccc">claro demais</font></p>`, nil, (*Page).CheckAccessibility, "color-contrast"},
		"no label":       {`<input>`, nil, (*Page).CheckAccessibility, "label"},
		"two h1":         {`<h1>Outro</h1>`, nil, (*Page).CheckLayout, "2 h1"},
		"too wide": {`<img width="2000" height="1" alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">`, nil,
			(*Page).CheckLayout, "sideways"},
		"too wide for a phone": {`<img width="500" height="1" alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">`,
			(*Page).Phone, (*Page).CheckLayout, "sideways"},
	} {
		t.Run(name, func(t *testing.T) {
			failing := &witness{TB: t}
			page := open(failing, serve(t, c.body))
			if c.before != nil {
				c.before(page)
			}
			page.Visit("/")
			if c.after != nil {
				c.after(page)
			}
			failed := failing.end()
			if c.want == "" && failed != "" || !strings.Contains(failed, c.want) {
				t.Errorf("the test fails for %q, want %q", failed, c.want)
			}
		})
	}
}

// awaitComplaint waits for faults after the page has loaded.
func (p *Page) awaitComplaint() {
	p.until("complain", func() (string, error) {
		if p.faults.IsEmpty() {
			return "nothing yet", nil
		}
		return "", nil
	})
}

func TestPage_UsedAsByPerson(t *testing.T) {
	t.Parallel()
	page := open(t, serve(t, `
		<form><label for="a">Nome <span class="opt">(opcional)</span></label> <input id="a" name="nome" value="antes">
		<label>Idade <input name="idade" type="number"></label> <button type="button">Guardar <kbd>G</kbd></button>
		<p hidden>Guardar</p><output></output></form>
		<script>
			document.querySelector("button").addEventListener("click", () => {
				setTimeout(() => { document.querySelector("output").textContent = "feito\u00a0 agora"; }, 30);
			});
			document.addEventListener("keydown", (event) => { if (event.ctrlKey && event.key === "k") document.title = "Ctrl+K"; });
		</script>`))
	page.Visit("/")
	page.Fill("Nome", "João Conceição?")
	page.Fill("idade", "41")
	page.Press("Tab")
	page.WaitForFocus("Guardar")
	page.Press("Shift+Tab", "Control+k", "Shift+Tab")
	if name := page.FocusedName(); name != "Nome" {
		t.Errorf("Tab leads back to %q", name)
	}
	page.Click("Guardar")
	page.WaitForText("output", "feito agora")
	if page.Value("#a") != "João Conceição?" || page.Value("[name=idade]") != "41" || page.Title() != "Ctrl+K" {
		t.Errorf("the page holds %q, %q and the title %q", page.Value("#a"), page.Value("[name=idade]"), page.Title())
	}
	where := Read[[2]string](page, `() => [Intl.DateTimeFormat().resolvedOptions().timeZone, (1234.5).toLocaleString()]`)
	if where != [2]string{"America/Sao_Paulo", "1.234,5"} {
		t.Errorf("the tab is in %v", where)
	}
}
