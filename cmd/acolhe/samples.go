package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"acolhe/models/samples"
	"acolhe/views/fmtbr"
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
	plan.Progress = func(associates int) { tellProgress(asked.out, associates, plan.Associates) }
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

// progressStep is how many associates are a line of progress: ten seconds of work or so. A load of fewer tells nothing.
const progressStep = 10_000

func tellProgress(out io.Writer, done, all int) {
	if all <= progressStep {
		return
	}
	if done == all {
		fmt.Fprintln(out, "Criando os índices…")
		return
	}
	if done%progressStep == 0 {
		fmt.Fprintf(out, "%s de %s associados\n", fmtbr.Integer(int64(done)), fmtbr.Integer(int64(all)))
	}
}
