package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"acolhe/handlers"
	"acolhe/models/db"
	"acolhe/models/errs"
	"acolhe/models/operators"
	"acolhe/models/samples"
	"acolhe/web"
)

// sampleSeed makes the sample association; the same seed makes the same people.
const sampleSeed = 2026

// printRoutes prints the route table: method, path, who may call, the handler.
func printRoutes(c config, out io.Writer) error {
	server, err := unopened(c)
	if err != nil {
		return err
	}
	return web.WriteTable(out, server.Routes())
}

// printDocument prints the OpenAPI document.
func printDocument(c config, out io.Writer) error {
	server, err := unopened(c)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(web.Document(server.Routes()))
}

// unopened is the server without a database, for what can be said without one.
func unopened(c config) (*web.Server, error) {
	return handlers.New(&db.Connection{}, handlers.Config{Production: c.production, BaseURL: c.baseURL, Log: c.logger(), Now: time.Now})
}

// createAdministrator is `acolhe admin create`; the password comes from standard input.
func createAdministrator(ctx context.Context, c config, args []string, in io.Reader, out io.Writer) error {
	if len(args) == 0 || args[0] != "create" {
		return errUsage
	}
	var input operators.AdministratorInput
	flags := flag.NewFlagSet("admin create", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&input.Email, "email", "", "")
	flags.StringVar(&input.Name, "name", "", "")
	if err := flags.Parse(args[1:]); err != nil {
		return errUsage
	}
	fmt.Fprint(out, "Senha: ")
	line, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	input.Password = strings.TrimRight(line, "\r\n")
	return withDatabase(ctx, c, func(opened *database) error {
		operator, err := operators.CreateAdministrator(ctx, opened.DB, input, time.Now())
		if err != nil {
			return plain(err)
		}
		fmt.Fprintf(out, "\nAdministrador criado: %s\n", operator.Email)
		return nil
	})
}

// loadSamples is `acolhe sample-data load`.
func loadSamples(ctx context.Context, c config, args []string, out io.Writer) error {
	if len(args) == 0 || args[0] != "load" {
		return errUsage
	}
	plan := samples.Plan{Seed: sampleSeed, Now: time.Now()}
	flags := flag.NewFlagSet("sample-data load", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.IntVar(&plan.Associates, "associates", samples.DefaultAssociates, "")
	if err := flags.Parse(args[1:]); err != nil {
		return errUsage
	}
	return withDatabase(ctx, c, func(opened *database) error {
		report, err := samples.Load(ctx, opened.Pool, plan)
		if err != nil {
			return plain(err)
		}
		for _, count := range report.Tables {
			fmt.Fprintf(out, "%8d  %s\n", count.Count, count.Label)
		}
		return nil
	})
}

// withDatabase opens the database for one piece of work and closes it again.
func withDatabase(ctx context.Context, c config, piece func(*database) error) error {
	opened, err := openDatabase(ctx, c)
	if err != nil {
		return err
	}
	return errors.Join(piece(opened), opened.close(ctx))
}

// plain says a refusal without its code: whoever reads it sits at a terminal.
func plain(err error) error {
	refusal := errs.As(err)
	if refusal == nil {
		return err
	}
	parts := []string{refusal.Message}
	for _, field := range refusal.Fields {
		parts = append(parts, field.Path+": "+field.Message)
	}
	return errors.New(strings.Join(parts, " "))
}
