package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"acolhe/models/operators"
	"acolhe/models/samples"
)

// credentials are those of the administrator that a first start made.
type credentials struct{ email, password string }

// firstStart makes the first administrator: the one of ADMIN_EMAIL and ADMIN_PASSWORD, or in
// development one with a password at random and a house full of sample data. Later starts
// give what the first one wrote down under DATA_DIR, in development alone.
func firstStart(ctx context.Context, opened *database, c config) (credentials, error) {
	exists, err := operators.Exist(ctx, opened.DB)
	if err != nil {
		return credentials{}, err
	}
	if exists {
		return rememberedCredentials(c)
	}
	made := credentials{c.adminEmail, c.adminPassword}
	if made.email == "" && c.production {
		return made, nil
	}
	if made.email == "" {
		made = credentials{"admin@acolhe.local", "Acolhe!" + rand.Text()[:10]}
	}
	input := operators.AdministratorInput{Name: "Administração", Email: made.email, Password: made.password}
	if _, err := operators.CreateAdministrator(ctx, opened.DB, input, time.Now()); err != nil {
		return made, err
	}
	if c.production {
		return credentials{}, nil
	}
	if _, err := samples.Load(ctx, opened.Pool, samples.Plan{Seed: sampleSeed, Now: time.Now()}); err != nil {
		return made, err
	}
	return made, os.WriteFile(credentialsFile(c), []byte(made.email+"\n"+made.password+"\n"), 0o600)
}

func rememberedCredentials(c config) (credentials, error) {
	if c.production {
		return credentials{}, nil
	}
	raw, err := os.ReadFile(credentialsFile(c))
	if errors.Is(err, fs.ErrNotExist) {
		return credentials{}, nil
	}
	email, password, _ := strings.Cut(strings.TrimSpace(string(raw)), "\n")
	return credentials{email, password}, err
}

func credentialsFile(c config) string { return filepath.Join(c.dataDir, "administrador.txt") }

// started is what a person must know of a running system.
type started struct {
	addr          string
	administrator credentials
	data          string
	took          time.Duration
}

// welcome prints the one screen of a start.
func welcome(out io.Writer, s started) {
	fmt.Fprintf(out, "\n  Acolhe pronto em %s s\n\n", strings.Replace(fmt.Sprintf("%.1f", s.took.Seconds()), ".", ",", 1))
	fmt.Fprintf(out, "  Endereço   http://%s\n", s.addr)
	if s.administrator.email != "" {
		fmt.Fprintf(out, "  E-mail     %s\n  Senha      %s\n", s.administrator.email, s.administrator.password)
	}
	fmt.Fprintf(out, "  Dados      %s\n  Parar      Ctrl+C\n\n", s.data)
}
