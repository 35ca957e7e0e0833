package main

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"acolhe/models/platform/backup"
	"acolhe/models/platform/db/private"
)

// A full disk at the place of the copies is said, leaves neither a copy nor a base there, and both are made when there is room. A
// full disk under a restore is said, and the same command succeeds when there is room. The small disks are of memory, so this runs
// as root.
func TestTool_FullDiskOfCopies(t *testing.T) {
	t.Parallel()
	folder, dataDir := t.TempDir(), filepath.Join(t.TempDir(), "data")
	t.Cleanup(func() { killAll(t, dataDir) })
	serveOn(t, "DATA_DIR="+dataDir).stop()
	mountSmall(t, folder, "256k")
	addFolder(t, dataDir, folder)

	requireRefused(t, launch(t, []string{"backup"}, "DATA_DIR="+dataDir), backup.ErrFull.Error())
	p := serveOn(t, "DATA_DIR="+dataDir)
	p.eventually("the full disk in the log", func() bool { return strings.Contains(p.log.String(), backup.ErrFull.Error()) })
	for _, pattern := range []string{"copies/*/manifest", "log/*/description", "log/*/base", "*/*/.unfinished-*"} {
		if left := globbed(t, folder, pattern); len(left) > 0 {
			t.Errorf("left are %q", left)
		}
	}
	enlarge(t, folder)
	made := launch(t, []string{"backup"}, "DATA_DIR="+dataDir)
	if made.status() != 0 {
		t.Fatalf("with room again: %s", made.log.String())
	}
	p.eventually("a base", func() bool { return len(globbed(t, folder, "log/*/description")) == 1 })
	mustPlace(t, signIn(t, p), oneLike(signIn(t, p).orders(t)[0], "antes"))
	p.stop()

	key := backup.ServerKeyPath(dataDir)
	moment := []string{"--to", spelled(t, time.Now().Add(time.Second))}
	for size, to := range map[string][]string{"16m": nil, "40m": moment, "64m": moment} {
		words := append([]string{"restore", "--from", folder, "--key", key}, to...)
		small := t.TempDir()
		mountSmall(t, small, size)
		requireRefused(t, launch(t, words, "DATA_DIR="+small), private.ErrNoSpace.Error())
		enlarge(t, small)
		again := launch(t, words, "DATA_DIR="+small)
		<-again.exited
		if again.status() != 0 {
			t.Errorf("%s, with room again: %s%s", size, again.screen.String(), again.log.String())
		}
		requireNoServers(t, small)
	}
}

// requireRefused requires that a command fails with a sentence.
func requireRefused(t *testing.T, p *process, sentence string) {
	t.Helper()
	if status := p.status(); status == 0 || !strings.Contains(p.log.String(), sentence) {
		t.Errorf("with a full disk it ends with %d: %s%s", status, p.screen.String(), p.log.String())
	}
}

// mountSmall mounts a disk of a size over a folder.
func mountSmall(t *testing.T, folder, size string) {
	t.Helper()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "mode=0755,size="+size); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
}

// enlarge gives a mounted disk room.
func enlarge(t *testing.T, folder string) {
	t.Helper()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", syscall.MS_REMOUNT, "size=1g"); err != nil {
		t.Fatal(err)
	}
}
