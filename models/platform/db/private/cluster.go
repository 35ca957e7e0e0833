package private

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// initialPassword is the file in run/ from which initdb learns the role's password.
const initialPassword = "initial-password"

// initialise makes the cluster unless it exists. It is made under another name first, so that
// a first start that was cut short leaves no half cluster behind.
func (h home) initialise(ctx context.Context, using programs, account *syscall.Credential, how manner, password string) error {
	if err := makeFor(account, h.run()); err != nil {
		return err
	}
	if _, err := os.Stat(h.cluster()); err == nil {
		return nil
	}
	unfinished := h.join("cluster.new")
	if err := os.RemoveAll(unfinished); err != nil {
		return err
	}
	if err := makeFor(account, unfinished); err != nil {
		return err
	}
	passwordFile := filepath.Join(h.run(), initialPassword)
	defer os.Remove(passwordFile)
	if err := writeFor(account, passwordFile, password); err != nil {
		return err
	}
	if err := initdb(ctx, using, account, how, unfinished); err != nil {
		return err
	}
	if err := os.Rename(unfinished, h.cluster()); err != nil {
		return err
	}
	return syncDir(string(h))
}

func initdb(ctx context.Context, using programs, account *syscall.Credential, how manner, cluster string) error {
	name := nameFor(account, cluster)
	args := append([]string{
		"-D", name, "--username=" + roleName, "--pwfile=" + name + "/../run/" + initialPassword,
		"--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8",
	}, how.initdb...)
	// The built-in locale sorts and folds alike on every machine, whatever its C library.
	if using.major >= 17 {
		args = append(args, "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
	}
	cmd, release, err := command(ctx, account, cluster, using.initdb(), args...)
	if err != nil {
		return err
	}
	defer release()
	output, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("%w: %w", failureIn("initdb", string(output)), err)
	}
	return nil
}

func makeFor(account *syscall.Credential, dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return giveTo(account, dir)
}

func writeFor(account *syscall.Credential, path, text string) error {
	if err := os.WriteFile(path, []byte(text+"\n"), 0o600); err != nil {
		return err
	}
	return giveTo(account, path)
}

// syncDir puts a directory's entries on disk; a rename alone may be undone by a power loss.
func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}
