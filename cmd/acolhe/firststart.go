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

// firstStart furnishes a house without operators: with the administrator of ADMIN_EMAIL, or in
// development with one of our own and a house full of sample data. Of instances that start
// together one does it. It returns what the screen shows: in development the credentials that a
// first start wrote down, as long as they open the door.
func firstStart(ctx context.Context, opened *database, c config, log *slog.Logger) (shown credentials, err error) {
	err = opened.exclusively(ctx, func() error {
		exists, err := operators.Exist(ctx, opened.DB)
		switch {
		case err != nil:
			return err
		case c.production && exists:
			return nil
		case c.production && c.adminEmail == "":
			log.Warn("there is no operator yet: make the first one with `acolhe admin create`")
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

// setUp does what only the first start in development does. It may be cut short anywhere:
// what is known to people is written down before it counts, and the administrator comes last,
// so that the next start finds no operator and goes on from what is there.
func setUp(ctx context.Context, opened *database, c config) (credentials, error) {
	first := credentials{c.adminEmail, c.adminPassword}
	if first.email == "" {
		first = credentials{"admin@acolhe.local", "Acolhe!" + rand.Text()[:10]}
	}
	if err := first.save(c.dataDir); err != nil {
		return first, err
	}
	loaded, err := samples.Present(ctx, opened.DB)
	if err != nil {
		return first, err
	}
	if !loaded {
		if _, err := samples.Load(ctx, opened.Pool, samples.Plan{Seed: sampleSeed, Now: time.Now()}); err != nil {
			return first, err
		}
	}
	return first, createFirstAdministrator(ctx, opened, first)
}

func createFirstAdministrator(ctx context.Context, opened *database, first credentials) error {
	input := operators.AdministratorInput{Name: "Administração", Email: first.email, Password: first.password}
	_, err := operators.CreateAdministrator(ctx, opened.DB, input, time.Now())
	if fields := errs.FieldsOf(err); fields != nil {
		return fmt.Errorf("ADMIN_EMAIL e ADMIN_PASSWORD não servem: %s", joinFields(fields))
	}
	return err
}

// savedCredentials returns what a first start wrote down. A password that was changed since, or
// belongs to another database, is not shown.
func savedCredentials(ctx context.Context, opened *database, dataDir string) (credentials, error) {
	written, err := readCredentials(dataDir)
	if err != nil || written.email == "" {
		return written, err
	}
	serve, err := operators.Opens(ctx, opened.DB, operators.LoginInput{Email: written.email, Password: written.password})
	if err != nil || !serve {
		return credentials{}, err
	}
	return written, nil
}
