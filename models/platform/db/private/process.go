package private

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// pollEvery is how often a waiting loop looks again; nothing signals these conditions.
const pollEvery = 10 * time.Millisecond

// postmaster is a running server process, a child of this process or an adopted one.
type postmaster struct {
	pid     int
	port    int
	socket  bool
	cluster string
	// exited closes when a child ends; nil for an adopted process.
	exited <-chan struct{}
}

// running is the live server of the cluster, if there is one.
func (h home) running() (postmaster, bool) {
	p, named := h.lastServer()
	return p, named && p.alive()
}

// lastServer reads postmaster.pid, the file by which PostgreSQL itself reports that a cluster
// is being served: line 1 the process, line 4 the port, line 5 the socket's directory. The
// port is 0 while a server that just started has not written that far.
func (h home) lastServer() (postmaster, bool) {
	text, err := os.ReadFile(h.pidFile())
	if err != nil {
		return postmaster{}, false
	}
	lines := strings.Split(string(text), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(lines[0]))
	if err != nil {
		return postmaster{}, false
	}
	p := postmaster{pid: pid, cluster: h.cluster()}
	if port, err := strconv.Atoi(lineAt(lines, 3)); err == nil {
		p.port = port
		p.socket = lineAt(lines, 4) != "" && h.socketFits()
	}
	return p, true
}

// lineAt returns a line that is written to its end.
func lineAt(lines []string, i int) string {
	if i+1 >= len(lines) {
		return ""
	}
	return strings.TrimSpace(lines[i])
}

// alive reports whether the process runs and serves this cluster.
func (p postmaster) alive() bool {
	if p.exited == nil {
		return p.serves()
	}
	select {
	case <-p.exited:
		return false
	default:
		return true
	}
}

// serves judges a process that is not our child. Its number alone proves nothing: after a
// reboot, or in a container started again, another process may bear it. A PostgreSQL server
// works inside its cluster, so its working directory is the proof; a zombie has none.
func (p postmaster) serves() bool {
	if syscall.Kill(p.pid, 0) != nil {
		return false
	}
	if _, err := os.Stat("/proc/self/cwd"); err != nil {
		return true
	}
	served, err := os.Stat(fmt.Sprintf("/proc/%d/cwd", p.pid))
	if err != nil {
		return false
	}
	own, err := os.Stat(p.cluster)
	return err == nil && os.SameFile(served, own)
}

// stop asks for PostgreSQL's fast shutdown (SIGINT), and for the immediate one (SIGQUIT)
// when ctx ends first.
func (p postmaster) stop(ctx context.Context) error {
	if !p.alive() {
		return nil
	}
	if err := syscall.Kill(p.pid, syscall.SIGINT); err != nil {
		return err
	}
	gone := func() bool { return !p.alive() }
	if err := until(ctx, gone); err != nil {
		return errors.Join(err, syscall.Kill(p.pid, syscall.SIGQUIT))
	}
	return nil
}

// command prepares a program of PostgreSQL to run on a cluster as the account. release closes
// what the program inherits, once it has started.
func command(ctx context.Context, account *syscall.Credential, cluster, program string, args ...string) (cmd *exec.Cmd, release func() error, err error) {
	held, err := os.Open(cluster)
	if err != nil {
		return nil, nil, err
	}
	cmd = exec.CommandContext(ctx, program, args...)
	cmd.Dir = "/"
	cmd.ExtraFiles = []*os.File{held}
	// Nothing of the user's own PG* or locale settings reaches the programs, and what they
	// say is in English, which failureIn reads.
	cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"}
	// A session of its own keeps the terminal's Ctrl-C away: Acolhe stops the server after
	// its last requests and jobs.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Credential: account}
	return cmd, held.Close, nil
}

func until(ctx context.Context, holds func() bool) error {
	ticker := time.NewTicker(pollEvery)
	defer ticker.Stop()
	for !holds() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
	return nil
}
