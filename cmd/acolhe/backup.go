package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"filippo.io/age"

	"acolhe/models/areas"
	"acolhe/models/backups"
	"acolhe/models/backups/restore"
	"acolhe/models/platform/area"
	"acolhe/models/platform/backup"
	"acolhe/models/platform/db"
	"acolhe/models/platform/db/private"
	"acolhe/models/platform/db/private/archive"
	"acolhe/models/platform/settings"
	"acolhe/models/pointintime"
)

// makeBackup implements `acolhe backup`: it makes a copy at every place, also while the program serves.
func makeBackup(ctx context.Context, c config, inv invocation) error {
	return c.withOffice(ctx, func(office backups.Office) error {
		made, err := office.Make(ctx, "acolhe backup")
		switch {
		case err != nil:
			return err
		case made.ID == 0:
			return errors.New("outra cópia está em andamento")
		case made.State != backups.Done:
			return errors.New(made.Error)
		}
		_, err = fmt.Fprintf(inv.out, "Cópia %s: %d linhas e %d arquivos em %s.\n", made.Name, made.Rows, made.Contents,
			strings.Join(made.Places, ", "))
		return err
	})
}

// withOffice calls run with the office of the copies.
func (c config) withOffice(ctx context.Context, run func(backups.Office) error) error {
	return c.withEnv(ctx, func(env area.Env) error { return run(areas.NewBackups(env)) })
}

// withEnv calls run with what areas need of the process, over the database of a running process if there is one.
func (c config) withEnv(ctx context.Context, run func(area.Env) error) error {
	work := func(opened *database) (err error) {
		if c.encryptKey, err = c.currentKey(ctx, opened); err != nil {
			return err
		}
		return run(area.Env{
			DB: opened.DB, Pool: opened.Pool, Key: c.encryptKey, Mail: c.outbox(), Storage: c.storage(), DataDir: c.dataDir, Archive: archive.FS,
			Certificates: c.tls.Store(c.dataDir),
			BaseURL:      c.baseURL, Environment: c.variable, Sender: c.mailSender(opened.DB),
			Outbound: c.outbound, Log: c.logger(), Now: time.Now,
		})
	}
	err := withDatabase(ctx, c, work)
	if !errors.Is(err, private.ErrInUse) {
		return err
	}
	address, err := private.URLOfRunning(c.dataDir)
	if err != nil {
		return err
	}
	connection, err := db.Open(ctx, address)
	if err != nil {
		return err
	}
	defer closePool(connection)
	return work(&database{Connection: connection})
}

// restoreOptions are the flags of `acolhe restore`.
type restoreOptions struct{ from, copy, to, key string }

// restoreCopy implements `acolhe restore`: it fills an empty DATA_DIR, or an empty DATABASE_URL, from a copy.
func restoreCopy(ctx context.Context, c config, inv invocation) error {
	options, before, err := parseRestore(inv.flags)
	if err != nil {
		return err
	}
	if err := ensureDataDir(c.dataDir); err != nil {
		return err
	}
	key, err := c.restoreKey(options.key)
	if err != nil {
		return err
	}
	place, err := backup.Open(ctx, options.from, c.outbound)
	if err != nil {
		return err
	}
	defer place.Close()
	report := func(line string) { fmt.Fprintln(inv.out, line) }
	source := restore.Source{Place: place, Key: key, Name: options.copy, At: before,
		Erase: areas.EraseAgain(c.storageWith, c.encryptKey, time.Now)}
	restored, err := c.restoreFrom(ctx, source, report)
	if err == nil {
		err = c.keepEnvironment(restored.Manifest.Environment, report)
	}
	if err != nil {
		return err
	}
	if restored.Lost > 0 {
		report(fmt.Sprintf("%d arquivos já não tinham conteúdo quando a cópia foi feita.", restored.Lost))
	}
	report("Restaurado. Inicie o Acolhe.")
	return nil
}

// restoreFrom restores to a moment if the place has the log up to it, and else a copy. The log is that of a private PostgreSQL.
func (c config) restoreFrom(ctx context.Context, source restore.Source, report func(string)) (restore.Result, error) {
	if c.databaseURL == "" && source.Name == "" && !source.At.IsZero() {
		target := pointintime.Target{DataDir: c.dataDir, Archive: archive.FS, Storage: c.storage(), Report: report}
		restored, err := pointintime.Restore(ctx, target, source)
		if !errors.Is(err, pointintime.ErrNoLog) {
			return restored, err
		}
		report("O lugar não tem o registro de mudanças até este momento: uso a última cópia antes dele.")
	}
	opened, err := openUnprepared(ctx, c)
	if err != nil {
		return restore.Result{}, err
	}
	restored, err := restore.Copy(ctx, opened.Connection, c.storage(), source, report)
	return restored, errors.Join(err, opened.close(ctx))
}

func parseRestore(given []string) (options restoreOptions, before time.Time, err error) {
	flags := flag.NewFlagSet("restore", flag.ContinueOnError)
	flags.StringVar(&options.from, "from", "", "")
	flags.StringVar(&options.copy, "copy", "", "")
	flags.StringVar(&options.to, "to", "", "")
	flags.StringVar(&options.key, "key", "", "")
	if err := parseFlags(flags, given); err != nil {
		return options, before, err
	}
	if options.from == "" {
		return options, before, usageError("restore precisa de --from, o lugar das cópias")
	}
	if options.to != "" {
		if before, err = parseMoment(options.to); err != nil {
			return options, before, usageError(`--to é um momento, como "2026-11-23 14:05"`)
		}
	}
	return options, before, nil
}

// parseMoment parses a minute or a second in the default time zone of an association.
func parseMoment(text string) (time.Time, error) {
	zone, err := time.LoadLocation(settings.TimeZone.Default)
	if err != nil {
		return time.Time{}, err
	}
	if moment, err := time.ParseInLocation(time.DateTime, text, zone); err == nil {
		return moment, nil
	}
	return time.ParseInLocation("2006-01-02 15:04", text, zone)
}

// restoreKey reads the key of a file, else that of this server. It creates none: a copy is encrypted for a key that stands.
func (c config) restoreKey(file string) (age.Identity, error) {
	path := cmp.Or(file, backup.ServerKeyPath(c.dataDir))
	text, err := os.ReadFile(path)
	if file == "" && errors.Is(err, fs.ErrNotExist) {
		return nil, usageError("não há chave de servidor em " + path + ": informe em --key o arquivo com ela ou com a chave de papel")
	}
	if err != nil {
		return nil, err
	}
	return backup.ParseKey(string(text))
}

// restoredEnvironment is a file below the data directory with the environment of the restored process, readable only by its
// owner.
const restoredEnvironment = "ambiente-restaurado.env"

// keepEnvironment writes the environment of the copy to a file, and the encryption key to its own in development.
func (c config) keepEnvironment(environment map[string]string, report func(string)) error {
	var lines []string
	for name, value := range environment {
		lines = append(lines, name+"='"+strings.ReplaceAll(value, "'", `'\''`)+"'")
	}
	slices.Sort(lines)
	path := filepath.Join(c.dataDir, restoredEnvironment)
	if err := writeSecret(c.dataDir, restoredEnvironment, strings.Join(lines, "\n"), os.Rename); err != nil {
		return err
	}
	report("O ambiente da cópia, com a chave de cifra, está em " + path + ".")
	if c.production || !c.hasKeyFile() || environment[keyVariable] == "" {
		return nil
	}
	err := writeSecret(c.dataDir, keyFile, environment[keyVariable], os.Link)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// keyVariable is the variable of the encryption key.
const keyVariable = "CONFIG_ENCRYPT_KEY"

// variable returns a variable of the environment. The encryption key of development is a file, which a copy keeps as if it were
// a variable.
func (c config) variable(name string) string {
	value := os.Getenv(name)
	if value != "" || name != keyVariable {
		return value
	}
	text, _ := os.ReadFile(filepath.Join(c.dataDir, keyFile)) // in production there is none
	return strings.TrimSpace(string(text))
}
