// Package browsertest supports tests in a real Chromium: one browser per test process, and for each Page a tab with its
// own cookies. Tests act like people: they find fields and buttons by name and type into the focused element. Faults
// that a page reports (scripts, console, content policy, requests) fail its test. The package knows no page of the
// product.
package browsertest

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// Main runs the tests of a package and then ends the browser; tests fail without it:
//
//	func TestMain(m *testing.M) { browsertest.Main(m) }
func Main(m *testing.M) {
	shared.attended = true
	defer shared.end()
	m.Run()
}

// browser is the only Chromium of a test process, started by the first test that needs it.
type browser struct {
	attended bool
	once     sync.Once
	ctx      context.Context
	err      error
	cancel   context.CancelFunc
	// profile is the folder with its settings.
	profile string
}

// shared is shared by tests on purpose: starting Chromium takes longer than most tests.
var shared browser

// running returns the context of the browser, the parent of every tab's context.
func (b *browser) running() (context.Context, error) {
	if !b.attended {
		return nil, errors.New("a package with browser tests needs: func TestMain(m *testing.M) { browsertest.Main(m) }")
	}
	b.once.Do(b.start)
	return b.ctx, b.err
}

func (b *browser) start() {
	program, err := findChromium()
	if err != nil {
		b.err = err
		return
	}
	if b.profile, b.err = newProfile(); b.err != nil {
		return
	}
	allocator, cancel := chromedp.NewExecAllocator(context.Background(),
		append(flags(), chromedp.ExecPath(program), chromedp.UserDataDir(b.profile))...)
	b.cancel = cancel
	b.ctx, _ = chromedp.NewContext(allocator)
	b.err = chromedp.Do(b.ctx)
}

// end stops Chromium and waits until its files are removed. If the process dies first, Chromium ends because the pipe
// between the two closes.
func (b *browser) end() {
	if b.cancel != nil {
		b.cancel()
	}
	if b.profile != "" {
		_ = os.RemoveAll(b.profile) // what the browser still writes stays in the folder for temporary files
	}
}

// newProfile returns a folder with the settings of the browser: a PDF is downloaded, as in the headless shell, and not shown.
func newProfile() (folder string, err error) {
	if folder, err = os.MkdirTemp("", "acolhe-browser-"); err != nil {
		return "", err
	}
	if err := os.Mkdir(filepath.Join(folder, "Default"), 0o700); err != nil {
		return folder, err
	}
	settings := []byte(`{"plugins": {"always_open_pdf_externally": true}}`)
	return folder, os.WriteFile(filepath.Join(folder, "Default", "Preferences"), settings, 0o600)
}

// findChromium returns the program that ACOLHE_CHROMIUM names, else the first that .ci/chromium knows. The headless shell
// comes first: it has the same layout as the whole browser at half the cost.
func findChromium() (string, error) {
	if chosen := os.Getenv("ACOLHE_CHROMIUM"); chosen != "" {
		return exec.LookPath(chosen)
	}
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if program, err := exec.LookPath(name); err == nil {
			return program, nil
		}
	}
	return "", errors.New("the browser tests need Chromium; install it: apt-get install chromium-headless-shell")
}

// flags isolate Chromium and limit it to this machine. Without a sandbox it also starts as root and in containers; it
// opens only our own pages. A page lives for less than a second, in which the optimizing compilers of V8 cost a quarter of
// the browser's time and save nothing.
func flags() []chromedp.ExecAllocatorOption {
	return append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"),
		chromedp.Flag("js-flags", "--no-opt,--no-maglev"),
		chromedp.Flag("lang", "pt-BR"),
		chromedp.Flag("accept-lang", "pt-BR"),
	)
}
