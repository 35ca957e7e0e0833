package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"acolhe/models/samples"
	"acolhe/models/types/fmtbr"
)

// sampleSeed is the seed of the sample data; the same seed leads to the same people.
const sampleSeed = 2026

// loadSamples implements `acolhe sample-data load`.
func loadSamples(ctx context.Context, c config, inv invocation) error {
	if c.production {
		return errors.New("dados de exemplo não entram em produção: as pessoas inventadas se misturariam às de verdade")
	}
	plan := samples.Plan{Seed: sampleSeed, Now: time.Now()}
	flags := flag.NewFlagSet("sample-data load", flag.ContinueOnError)
	flags.IntVar(&plan.Associates, "associates", samples.DefaultAssociates, "")
	if err := parseFlags(flags, inv.flags); err != nil {
		return err
	}
	if plan.Associates < 1 {
		return usageError("--associates deve ser um número a partir de 1")
	}
	plan.Progress = func(associates int) { printProgress(inv.out, associates, plan.Associates) }
	return withDatabase(ctx, c, func(opened *database) error {
		report, err := samples.Load(ctx, opened.Pool, plan)
		if err != nil {
			return err
		}
		printCounts(inv.out, report.Tables)
		return nil
	})
}

// progressStep is the number of associates per line of progress, about ten seconds of work. A
// smaller load prints no progress.
const progressStep = 10_000

func printProgress(out io.Writer, done, all int) {
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

// removeSamples implements `acolhe sample-data remove`. Without --yes it asks at a terminal.
func removeSamples(ctx context.Context, c config, inv invocation) error {
	flags := flag.NewFlagSet("sample-data remove", flag.ContinueOnError)
	sure := flags.Bool("yes", false, "")
	if err := parseFlags(flags, inv.flags); err != nil {
		return err
	}
	if _, isTerminal := terminalOf(inv.in); !isTerminal && !*sure {
		return errors.New("sem um terminal em que perguntar, confirme a remoção dos dados de exemplo com --yes")
	}
	return withDatabase(ctx, c, func(opened *database) error {
		if !*sure {
			confirmed, err := confirmRemoval(ctx, opened, inv)
			if err != nil || !confirmed {
				return err
			}
		}
		removed, err := samples.Remove(ctx, opened.Pool)
		if err != nil {
			return err
		}
		if removed.Total == 0 {
			fmt.Fprintln(inv.out, "Não há dados de exemplo.")
		}
		printCounts(inv.out, removed.Deleted)
		return nil
	})
}

// confirmRemoval asks before rows are removed. It returns true without asking if there are none.
func confirmRemoval(ctx context.Context, opened *database, inv invocation) (bool, error) {
	counts, err := samples.Count(ctx, opened.Pool)
	if err != nil {
		return false, err
	}
	total := 0
	for _, count := range counts {
		total += count.Count
	}
	if total == 0 {
		return true, nil
	}
	return confirm(ctx, inv, fmt.Sprintf("Registros de exemplo: %s. Remover todos?", fmtbr.Integer(int64(total))))
}

func printCounts(out io.Writer, counts []samples.TableCount) {
	for _, count := range counts {
		fmt.Fprintf(out, "%8d  %s\n", count.Count, count.Label)
	}
}
