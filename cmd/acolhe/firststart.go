package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"time"

	"acolhe/models/operators"
	"acolhe/models/samples"
	"acolhe/models/types/errs"
)

// firstStart sets up a database without operators: in production it creates the administrator of ADMIN_EMAIL, in
// development an administrator and the sample data. Of several instances that start together only one does it. It
// returns the credentials for the screen: in development those saved by the first start, as long as they are valid.
func firstStart(ctx context.Context, opened *database, c config, log *slog.Logger) (shown credentials, err error) {
	err = opened.withLock(ctx, func() error {
		exists, err := operators.Exist(ctx, opened.DB)
		switch {
		case err != nil:
			return err
		case c.production && exists:
			return nil
		case c.production && c.adminEmail == "":
			log.Warn("there is no operator yet: create the first one with `acolhe admin create`")
			return nil
		case c.production:
			return createFirstAdministrator(ctx, opened, credentials{c.adminEmail, c.adminPassword})
		case exists:
			shown, err = savedCredentials(ctx, opened, c.dataDir)
		default:
			shown, err = setUp(ctx, opened, c)
		}
		return err
	})
	return shown, err
}

// setUp sets up a new database in development. It may be interrupted at any point: the credentials are saved before
// they are used, and the administrator is created last, so that the next start finds no operator and continues.
// A password of ADMIN_PASSWORD is neither saved nor shown.
func setUp(ctx context.Context, opened *database, c config) (credentials, error) {
	first, shown := credentials{c.adminEmail, c.adminPassword}, credentials{email: c.adminEmail}
	if c.adminEmail == "" {
		first = credentials{"admin@acolhe.local", "Entrada!" + rand.Text()[:10]}
		shown = first
		if err := first.save(c.dataDir); err != nil {
			return first, err
		}
	}
	loaded, err := samples.Present(ctx, opened.DB)
	if err != nil {
		return shown, err
	}
	if !loaded {
		if _, err := samples.Load(ctx, opened.Pool, samples.Plan{Seed: sampleSeed, Now: time.Now()}); err != nil {
			return shown, err
		}
	}
	return shown, createFirstAdministrator(ctx, opened, first)
}

func createFirstAdministrator(ctx context.Context, opened *database, first credentials) error {
	input := operators.AdministratorInput{Name: "Administração", Email: first.email, Password: first.password}
	_, err := operators.CreateAdministrator(ctx, opened.DB, input, time.Now())
	if fields := errs.FieldsOf(err); fields != nil {
		return fmt.Errorf("ADMIN_EMAIL ou ADMIN_PASSWORD inválido: %s", joinFields(fields))
	}
	return err
}

// savedCredentials returns the credentials saved by the first start, or zero ones if they are no longer valid: the
// password was changed, or the file belongs to another database.
func savedCredentials(ctx context.Context, opened *database, dataDir string) (credentials, error) {
	saved, err := readCredentials(dataDir)
	if err != nil || saved.email == "" {
		return saved, err
	}
	valid, err := operators.PasswordMatches(ctx, opened.DB, operators.LoginInput{Email: saved.email, Password: saved.password})
	if err != nil || !valid {
		return credentials{}, err
	}
	return saved, nil
}
