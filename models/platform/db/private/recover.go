package private

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"acolhe/models/platform/db/private/postgres"
	"acolhe/models/platform/db/private/roles"
)

// ErrHasCluster is returned by Recover for a data directory with a database.
var ErrHasCluster = errors.New("esta pasta de dados já tem um banco de dados")

// Recovery is how the cluster of an empty data directory is made from the files and the log of another one.
type Recovery struct {
	// To is the moment up to which changes come back; without any after it, all do.
	To time.Time
	// Fill writes the files into the folder of the cluster and returns the superuser's password.
	Fill func(ctx context.Context, cluster string) (password string, err error)
	// Finish works on the recovered database, whose address it gets, before it is used.
	Finish func(ctx context.Context, address string) error
}

// Source is what reads the files and the log of a running cluster: its superuser.
type Source struct{ URL, Cluster, Password string }

// Source returns what reads the cluster of the server.
func (s *Server) Source() Source {
	return Source{s.urlAs(roles.Superuser, s.password, databaseName), s.dir.cluster(), s.password}
}

// errNothingAfter is the failure of a recovery whose log has no change after the moment.
var errNothingAfter = errors.New("o registro não tem mudanças depois deste momento")

// Recover makes the cluster of a data directory. It is renamed when everything is done, so that after a failure or a kill there
// is none, and Recover can be called again. It returns ErrHasCluster if there is one already.
func Recover(ctx context.Context, archive fs.FS, dataDir string, recovery Recovery) error {
	instance, err := openInstance(dataDir)
	if err != nil {
		return explain(err, dataDir)
	}
	lock, err := instance.acquireLock()
	if err != nil {
		return explain(err, dataDir)
	}
	defer releaseLock(lock)
	if _, err := os.Stat(instance.cluster()); err == nil {
		return ErrHasCluster
	}
	scratch := instanceDir(instance.join("recovering"))
	if left, isRunning := scratch.running(); isRunning { // by a Recover that was killed
		if err := left.stop(ctx); err != nil {
			return explain(err, dataDir)
		}
	}
	if err := os.RemoveAll(string(scratch)); err != nil {
		return explain(err, dataDir)
	}
	if err := recovery.run(ctx, archive, scratch); err != nil {
		return errors.Join(explain(err, dataDir), os.RemoveAll(string(scratch)))
	}
	for _, name := range []string{"password", "program-password", "cluster"} {
		if err := os.Rename(scratch.join(name), instance.join(name)); err != nil {
			return explain(err, dataDir)
		}
	}
	return errors.Join(syncDir(string(instance)), os.RemoveAll(string(scratch)))
}

// run makes, recovers and finishes the cluster in a directory of its own.
func (r Recovery) run(ctx context.Context, archive fs.FS, dir instanceDir) (err error) {
	if err := dir.create(); err != nil {
		return err
	}
	options := durableOptions(dir, archive)
	using, err := findPrograms(dir, options)
	if err != nil {
		return err
	}
	account, err := accountFor(dir)
	if err != nil {
		return err
	}
	if err := errors.Join(createDirFor(account, dir.run()), createDirFor(account, dir.cluster())); err != nil {
		return err
	}
	password, err := r.Fill(ctx, dir.cluster())
	if err != nil {
		return err
	}
	if err := os.WriteFile(dir.join("password"), []byte(password+"\n"), 0o600); err != nil {
		return err
	}
	if err := createFileFor(account, filepath.Join(dir.cluster(), "recovery.signal"), ""); err != nil {
		return err
	}
	if err := handOver(account, dir.cluster()); err != nil {
		return err
	}
	lock, err := dir.acquireLock()
	if err != nil {
		return err
	}
	s := &Server{dir: dir, options: options, lock: lock, password: password, firstDelay: restartDelay}
	if err := s.replay(ctx, using, account, r.To); err != nil {
		return errors.Join(err, releaseLock(lock))
	}
	defer func() { err = errors.Join(err, s.Stop(context.WithoutCancel(ctx))) }()
	if s.programPassword, err = dir.readOrCreatePassword("program-password"); err != nil {
		return err
	}
	if err := s.prepareRole(ctx); err != nil {
		return err
	}
	return r.Finish(ctx, s.URL())
}

// replay starts the server, which replays the log that is in its cluster, and waits until it takes changes.
func (s *Server) replay(ctx context.Context, using postgres.Programs, account *syscall.Credential, to time.Time) error {
	plain := s.options.settings
	// The log is in the cluster already, so that the command for more of it finds none.
	replaying := append([]string{"hot_standby=off", "restore_command=false", "recovery_target_action=promote"}, plain...)
	s.options.settings = append([]string{"recovery_target_time=" + to.UTC().Format("2006-01-02 15:04:05.000000+00")}, replaying...)
	err := s.launch(ctx, using, account)
	if errors.Is(err, errNothingAfter) {
		s.options.settings = replaying
		err = s.launch(ctx, using, account)
	}
	s.options.settings = plain
	return err
}

// handOver makes the account the owner of all files of a cluster.
func handOver(account *syscall.Credential, cluster string) error {
	if account == nil {
		return nil
	}
	return filepath.WalkDir(cluster, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return changeOwner(account, path)
	})
}
