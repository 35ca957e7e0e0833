package private

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"acolhe/models/platform/db/private/postgres"
	"acolhe/models/platform/db/private/roles"
)

// initialPassword is the file in run/ from which initdb reads the role's password.
const initialPassword = "initial-password"

// createCluster creates the cluster unless it exists. It is renamed when it is complete, so that an
// interrupted first start leaves no incomplete cluster.
func (h instanceDir) createCluster(ctx context.Context, using postgres.Programs, account *syscall.Credential, options serverOptions,
	password string) error {
	if err := createDirFor(account, h.run()); err != nil {
		return err
	}
	if _, err := os.Stat(h.cluster()); err == nil {
		return nil
	}
	unfinished := h.join("cluster.new")
	if err := os.RemoveAll(unfinished); err != nil {
		return err
	}
	if err := createDirFor(account, unfinished); err != nil {
		return err
	}
	passwordFile := filepath.Join(h.run(), initialPassword)
	defer os.Remove(passwordFile)
	if err := createFileFor(account, passwordFile, password); err != nil {
		return err
	}
	if err := initdb(ctx, using, account, options, unfinished); err != nil {
		return err
	}
	if err := os.Rename(unfinished, h.cluster()); err != nil {
		return err
	}
	return syncDir(string(h))
}

func initdb(ctx context.Context, using postgres.Programs, account *syscall.Credential, options serverOptions, cluster string) error {
	name := clusterPath(account, cluster)
	args := append([]string{
		"-D", name, "--username=" + roles.Superuser, "--pwfile=" + name + "/../run/" + initialPassword,
		"--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8",
	}, options.initdbArgs...)
	// The built-in locale sorts the same on every machine, independent of the C library.
	if using.Major >= 17 {
		args = append(args, "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
	}
	cmd, release, err := command(ctx, account, cluster, using.Initdb(), args...)
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

func createDirFor(account *syscall.Credential, dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return changeOwner(account, dir)
}

func createFileFor(account *syscall.Credential, path, text string) error {
	if err := os.WriteFile(path, []byte(text+"\n"), 0o600); err != nil {
		return err
	}
	return changeOwner(account, path)
}

// syncDir writes a directory's entries to disk; without it a power loss may undo a rename.
func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}
