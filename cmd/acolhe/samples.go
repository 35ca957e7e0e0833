package main

import (
	"context"
	"flag"
	"fmt"
	"time"

	"acolhe/models/samples"
)

// sampleSeed makes the sample association; the same seed makes the same people.
const sampleSeed = 2026

// loadSamples is `acolhe sample-data load`.
func loadSamples(ctx context.Context, c config, asked call) error {
	plan := samples.Plan{Seed: sampleSeed, Now: time.Now()}
	flags := flag.NewFlagSet("sample-data load", flag.ContinueOnError)
	flags.IntVar(&plan.Associates, "associates", samples.DefaultAssociates, "")
	if err := parse(flags, asked.flags); err != nil {
		return err
	}
	if plan.Associates < 1 {
		return wrongUsage("--associates deve ser um número a partir de 1")
	}
	return withDatabase(ctx, c, func(opened *database) error {
		report, err := samples.Load(ctx, opened.Pool, plan)
		if err != nil {
			return err
		}
		for _, count := range report.Tables {
			fmt.Fprintf(asked.out, "%8d  %s\n", count.Count, count.Label)
		}
		return nil
	})
}
