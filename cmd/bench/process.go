package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"
)

// Time limits for starting (with loading the sample data) and stopping a process, and the
// length of the load.
const (
	startLimit = 2 * time.Minute
	stopLimit  = 40 * time.Second
	loadLength = 5 * time.Second
)

// loadPath is the page of the load.
const loadPath = "/painel/pedidos"

// footprint is the size, start times and memory of a binary.
type footprint struct {
	binary size
	// firstStart and secondStart are the times from the start to the first answer, with an empty
	// and with a filled data directory.
	firstStart, secondStart time.Duration
	idle, loaded            memory
	// order is the median time of an order, whose commit waits for the disk.
	order time.Duration
}

// measureProcess starts the binary twice in a new data directory and reads the memory of the second
// process and its PostgreSQL, idle and after a short load.
func measureProcess(ctx context.Context, o options, out io.Writer) (err error) {
	binary, err := filepath.Abs(o.process)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "acolhe-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	f, err := footprintOf(ctx, o, binary, dir)
	if err != nil {
		return err
	}
	return printLines(out, [][2]string{
		{"binary", f.binary.String()},
		{"first start, making the cluster and the sample data", seconds(f.firstStart)},
		{"second start to the first answer", seconds(f.secondStart)},
		{"server process, idle (RSS)", f.idle.server.String()},
		{"of it pages of its own (RssAnon)", f.idle.own.String()},
		{"server process, after the load (RSS)", f.loaded.server.String()},
		{"server process, at most (RSS)", f.loaded.peak.String()},
		{"its PostgreSQL, idle (PSS summed)", f.idle.postgres.String()},
		{"its PostgreSQL, after the load (PSS summed)", f.loaded.postgres.String()},
		{"an order placed by one caller, its commit on the disk", milliseconds(f.order) + " ms"},
		{"the load", fmt.Sprintf("%v of %s, %d connections", loadLength, loadPath, o.connections)},
	})
}

func footprintOf(ctx context.Context, o options, binary, dir string) (f footprint, err error) {
	file, err := os.Stat(binary)
	if err != nil {
		return f, err
	}
	f.binary = size(file.Size())
	first, err := start(ctx, binary, dir)
	if err != nil {
		return f, err
	}
	f.firstStart = first.took
	if err := first.stop(); err != nil {
		return f, err
	}
	second, err := start(ctx, binary, dir)
	if err != nil {
		return f, err
	}
	defer func() { err = errors.Join(err, second.stop()) }()
	f.secondStart = second.took
	if f.idle, err = idleMemory(ctx, second.pid()); err != nil {
		return f, err
	}
	if err := second.load(ctx, o); err != nil {
		return f, err
	}
	if f.loaded, err = read(second.pid()); err != nil {
		return f, err
	}
	f.order, err = second.placeOrders(ctx)
	return f, err
}

func printLines(out io.Writer, lines [][2]string) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, line := range lines {
		fmt.Fprintf(table, "%s\t%s\n", line[0], line[1])
	}
	return table.Flush()
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.2f s", d.Seconds()) }

// process is a built Acolhe that runs in a data directory of its own.
type process struct {
	running *exec.Cmd
	end     context.CancelFunc
	// addr, email and password are those on the start screen.
	addr, email, password string
	// took is the time from the start to the first answer.
	took time.Duration
}

// start runs the binary and returns when it answers.
func start(ctx context.Context, binary, dir string, environment ...string) (*process, error) {
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	p := prepareProcess(ctx, binary, dir)
	p.running.Env = append(p.running.Env, environment...)
	p.running.Stderr = log
	screen, err := p.running.StdoutPipe()
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	if err := p.running.Start(); err != nil {
		return nil, err
	}
	overdue := time.AfterFunc(startLimit, p.end)
	defer overdue.Stop()
	if err := p.await(screen); err != nil {
		output, _ := os.ReadFile(log.Name()) // the text may be incomplete
		return nil, errors.Join(fmt.Errorf("%s did not start: %w\n%s", binary, err, output), p.stop())
	}
	p.took = time.Since(begun)
	return p, nil
}

// prepareProcess returns the process with an environment that has none of this process's
// configuration.
func prepareProcess(ctx context.Context, binary, dir string) *process {
	ctx, end := context.WithCancel(ctx)
	p := &process{running: exec.CommandContext(ctx, binary), end: end}
	p.running.Dir = dir
	p.running.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "DATA_DIR=" + filepath.Join(dir, "data"), "ADDR=127.0.0.1:0",
	}
	p.running.Cancel = func() error { return p.running.Process.Signal(syscall.SIGTERM) }
	p.running.WaitDelay = stopLimit
	return p
}

// stop stops the process and waits for it. After a clean end the error is only that of the context.
func (p *process) stop() error {
	p.end()
	if err := p.running.Wait(); !errors.Is(err, context.Canceled) {
		return fmt.Errorf("%s did not stop cleanly: %w", p.running.Path, err)
	}
	return nil
}

// await reads the start screen to its end and requests the login page.
func (p *process) await(screen io.Reader) error {
	lines := bufio.NewScanner(screen)
	for lines.Scan() {
		label, value, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		value = strings.TrimSpace(value)
		switch label {
		case "Endereço":
			p.addr = strings.TrimPrefix(value, "http://")
		case "E-mail":
			p.email = value
		case "Senha":
			p.password = value
		case "Parar":
			return p.answers()
		}
	}
	return errors.Join(lines.Err(), errors.New("the start screen ended early"))
}

func (p *process) answers() error {
	response, err := http.Get("http://" + p.addr + "/entrar")
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("/entrar answered %s", response.Status)
	}
	_, err = io.Copy(io.Discard, response.Body)
	return err
}

func (p *process) pid() int { return p.running.Process.Pid }

// placedOrders is how many orders are placed for the time of one.
const placedOrders = 100

// placeOrders returns the median time of orders of one associate.
func (p *process) placeOrders(ctx context.Context) (time.Duration, error) {
	session, err := signIn(ctx, p.addr, p.email, p.password)
	if err != nil {
		return 0, err
	}
	found, err := contender{request: get(p.addr, "/api/v1/items/users?limit=1&fields=user_code", session), addr: p.addr, status: http.StatusOK,
		content: firstCode}.response()
	if err != nil {
		return 0, err
	}
	var took []time.Duration
	for range placedOrders {
		once, err := timeAt(p.addr, post(p.addr, "/api/v1/orders", session, orderOf(fmt.Sprint(found))), http.StatusCreated)
		if err != nil {
			return 0, err
		}
		took = append(took, once)
	}
	return medianDuration(took), nil
}

// firstCode returns the user_code of the first row of a list.
func firstCode(body []byte) (any, error) {
	var envelope struct {
		Data []struct {
			Code string `json:"user_code"`
		}
	}
	if err := json.Unmarshal(body, &envelope); err != nil || len(envelope.Data) == 0 {
		return nil, errors.Join(err, errNoRows)
	}
	return envelope.Data[0].Code, nil
}

// load requests a page of the panel on all connections.
func (p *process) load(ctx context.Context, o options) error {
	session, err := signIn(ctx, p.addr, p.email, p.password)
	if err != nil {
		return err
	}
	clients, err := connect(contender{
		name: "Acolhe", addr: p.addr, request: get(p.addr, loadPath, session), status: http.StatusOK,
	}, o.connections)
	if err != nil {
		return err
	}
	defer clients.close()
	_, err = clients.slice(loadLength)
	return err
}
