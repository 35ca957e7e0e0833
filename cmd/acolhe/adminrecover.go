package main

import (
	"context"
	"flag"
	"fmt"
	"time"

	"acolhe/models/platform/mail"
	"acolhe/models/secondfactor"
	"acolhe/models/types/auth"
	"acolhe/models/types/email"
)

// recoverOperator implements `acolhe admin recover`: it removes the second step of an operator and ends their sessions, for
// the last administrator, whom nobody else can help.
func recoverOperator(ctx context.Context, c config, inv invocation) error {
	var typed string
	flags := flag.NewFlagSet("admin recover", flag.ContinueOnError)
	flags.StringVar(&typed, "email", "", "")
	if err := parseFlags(flags, inv.flags); err != nil {
		return err
	}
	address, _ := email.Normalize(typed)
	return withDatabase(ctx, c, func(opened *database) error {
		factors := secondfactor.Factors{Mail: mail.Outbox{}}
		if err := factors.Recover(ctx, opened.DB, auth.Caller{Kind: auth.System}.At(time.Now()), address); err != nil {
			return err
		}
		fmt.Fprintf(inv.out, "Segunda etapa apagada: %s entra só com a senha.\n", address)
		return nil
	})
}
