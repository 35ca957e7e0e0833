package main

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
)

var created = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// inputOf returns an input with a small program and runtime.
func inputOf(t *testing.T) input {
	t.Helper()
	dir := t.TempDir()
	in := input{program: filepath.Join(dir, "acolhe"), runtime: filepath.Join(dir, "runtime"), arch: "amd64", version: "0.1-20261126", revision: "abc",
		created: created}
	if err := os.MkdirAll(filepath.Join(in.runtime, "bin"), 0o700); err != nil {
		t.Fatal(err)
	}
	for path, mode := range map[string]os.FileMode{in.program: 0o700, filepath.Join(in.runtime, "bin/dash"): 0o755} {
		if err := os.WriteFile(path, []byte(path[len(dir):]), mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("dash", filepath.Join(in.runtime, "bin/sh")); err != nil {
		t.Fatal(err)
	}
	return in
}

// written returns the image of a file that write has written, as Docker reads it, and its digest.
func written(t *testing.T, in input) (v1.Image, v1.Hash) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "image.tar")
	digest, err := write(in, path)
	if err != nil {
		t.Fatal(err)
	}
	image, err := tarball.ImageFromPath(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	return image, digest
}

// Two builds of one input at different times, from files of different times and modes of the account, are one image.
func TestWrite_Reproducible(t *testing.T) {
	in := inputOf(t)
	_, first := written(t, in)
	if err := os.Chtimes(in.program, created.AddDate(1, 0, 0), created.AddDate(1, 0, 0)); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(in.runtime, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, second := written(t, in); second != first {
		t.Errorf("the digests are %s and %s", first, second)
	}
	in.version = "0.1-20261127"
	if _, other := written(t, in); other == first {
		t.Error("another version has the same digest")
	}
}

// The program runs as a user without rights, its health is examined, and the labels name it.
func TestWrite_Configuration(t *testing.T) {
	image, _ := written(t, inputOf(t))
	file, err := image.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	config := file.Config
	if config.User != "10001:10001" || !slices.Equal(config.Entrypoint, []string{"/usr/bin/acolhe"}) || len(config.Cmd) != 0 ||
		!slices.Equal(config.Healthcheck.Test, []string{"CMD", "/usr/bin/acolhe", "health"}) || config.StopSignal != "SIGTERM" {
		t.Errorf("the configuration is %+v", config)
	}
	if file.OS != "linux" || file.Architecture != "amd64" || !file.Created.Equal(created) {
		t.Errorf("the image is for %s/%s of %s", file.OS, file.Architecture, file.Created)
	}
	for label, want := range map[string]string{"version": "0.1-20261126", "revision": "abc", "title": "Acolhe", "created": "2026-11-26T12:00:00Z"} {
		if got := config.Labels["org.opencontainers.image."+label]; got != want {
			t.Errorf("the label %s is %q", label, got)
		}
	}
	if layers, err := image.Layers(); err != nil || len(layers) != 2 {
		t.Errorf("%d layers, %v", len(layers), err)
	}
}

// Only the folders that the program writes are its own; the program and its libraries belong to root, and nobody else writes them.
func TestWrite_Files(t *testing.T) {
	image, _ := written(t, inputOf(t))
	found := map[string]*tar.Header{}
	for content := tar.NewReader(mutate.Extract(image)); ; {
		header, err := content.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(header.Name, "/")
		found[name] = header
		if header.Mode&0o022 != 0 && header.Typeflag != tar.TypeSymlink && name != "tmp" {
			t.Errorf("others write %s (%o)", name, header.Mode)
		}
		if header.Uid != 0 && name != "var/lib/acolhe" || header.Mode&0o6000 != 0 {
			t.Errorf("%s belongs to %d with %o", name, header.Uid, header.Mode)
		}
	}
	data := found["var/lib/acolhe"]
	if data == nil || data.Uid != user || data.Gid != user || data.Mode != 0o700 {
		t.Errorf("the data directory is %+v", data)
	}
	if program := found["usr/bin/acolhe"]; program == nil || program.Mode != 0o755 {
		t.Errorf("the program is %+v", program)
	}
	if shell := found["bin/sh"]; shell == nil || shell.Linkname != "dash" {
		t.Errorf("the shell is %+v", shell)
	}
}

// The real program runs out of the image alone, as its user, in a root that is read-only but for its data: with a private
// PostgreSQL, which needs the most of what is in the image, and under the health check. Needs root and apt of a Debian.
func TestTool_Runs(t *testing.T) {
	in := inputOf(t)
	in.program, in.runtime = filepath.Join(t.TempDir(), "acolhe"), filepath.Join(t.TempDir(), "runtime")
	t.Setenv("CGO_ENABLED", "0")
	run(t, nil, "go", "-C", "../..", "build", "-trimpath", "-tags", "nomsgpack", "-ldflags", "-s -w", "-o", in.program, "./cmd/acolhe")
	run(t, nil, "./runtime", in.runtime)
	image, digest := written(t, in)
	root := filepath.Join(t.TempDir(), "root")
	extract(t, image, root)
	t.Logf("%s: %s", digest, sizes(t, image))
	if _, again := written(t, in); again != digest {
		t.Errorf("the same input gives %s and %s", digest, again)
	}

	file, err := image.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	environment := append(file.Config.Env, "ADDR=127.0.0.1:18079", "BASE_URL=https://painel.exemplo.org.br",
		"CONFIG_ENCRYPT_KEY=c2VncmVkby1kZS10ZXN0ZS1jb20tMzItYnl0ZXMuLi4=")
	server := inside(root, environment, file.Config.Entrypoint...)
	var said strings.Builder
	server.Stdout, server.Stderr = &said, &said
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	awaitReady(t, ended, &said)
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", server.Process.Pid))
	if err != nil || !strings.Contains(string(status), "\nUid:\t10001\t10001\t10001\t10001\n") {
		t.Errorf("the program runs as %s, %v", status, err)
	}
	health := inside(root, environment, file.Config.Healthcheck.Test[1:]...)
	if out, err := health.CombinedOutput(); err != nil {
		t.Errorf("the health check says %s, %v", out, err)
	}
	if err := syscall.Kill(-server.Process.Pid, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Errorf("ended with %v: %s", err, said.String())
	}
	if out, err := inside(root, environment, file.Config.Healthcheck.Test[1:]...).CombinedOutput(); err == nil {
		t.Errorf("the health check of a stopped program says %s", out)
	}
}

// awaitReady waits until the program serves, or fails when it ends.
func awaitReady(t *testing.T, ended <-chan error, said *strings.Builder) {
	t.Helper()
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case err := <-ended:
			t.Fatalf("ended instead of starting with %v: %s", err, said.String())
		case <-t.Context().Done():
			t.Fatal("not ready in time")
		case <-ticker.C:
		}
		answer, err := http.Get("http://127.0.0.1:18079/readyz")
		if err != nil {
			continue
		}
		answer.Body.Close()
		if answer.StatusCode == http.StatusOK {
			return
		}
	}
}

// inside returns a command in a root of its own, as the user of the image, in mounts and processes that end with it. As in a
// container there are /dev and /proc, and only the data and /tmp can be written.
func inside(root string, environment []string, words ...string) *exec.Cmd {
	const script = `set -e
root=$1; shift
mount --bind "$root" "$root"
mount --bind "$root/var/lib/acolhe" "$root/var/lib/acolhe"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --rbind /dev "$root/dev"
mount --rbind /proc "$root/proc"
mount -o remount,bind,ro "$root"
exec /usr/sbin/chroot --userspec=10001:10001 --groups= "$root" "$@"`
	command := exec.Command("unshare", append([]string{"--mount", "--propagation", "private", "sh", "-c", script, "sh", root}, words...)...)
	command.Env = environment
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return command
}

// extract writes the files of an image below a folder, and the places of /dev and /proc.
func extract(t *testing.T, image v1.Image, root string) {
	t.Helper()
	for _, folder := range []string{"", "dev", "proc"} {
		if err := os.MkdirAll(filepath.Join(root, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	content := mutate.Extract(image)
	defer content.Close()
	run(t, content, "tar", "-x", "-p", "--same-owner", "-C", root)
}

func run(t *testing.T, in io.Reader, words ...string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), words[0], words[1:]...)
	command.Stdin = in
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", words[0], err, out)
	}
}

// sizes describes the layers.
func sizes(t *testing.T, image v1.Image) string {
	t.Helper()
	layers, err := image.Layers()
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, layer := range layers {
		size, err := layer.Size()
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, fmt.Sprintf("layer of %.1f MB", float64(size)/1e6))
	}
	return strings.Join(parts, ", ")
}
