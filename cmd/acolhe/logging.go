package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
)

// logger writes to standard error; standard output is for the output of commands.
func (c config) logger() *slog.Logger { return slog.New(c.logHandler(c.logLevel)) }

// jobsLogger drops the queue's messages about its own starts and stops, unless LOG_LEVEL is debug.
func (c config) jobsLogger() *slog.Logger {
	level := c.logLevel
	if level > slog.LevelDebug {
		level = max(level, slog.LevelWarn)
	}
	return slog.New(dropCancelled{c.logHandler(level)}).With("part", "jobs")
}

func (c config) logHandler(level slog.Level) slog.Handler {
	options := &slog.HandlerOptions{Level: level}
	if c.logJSON {
		return slog.NewJSONHandler(os.Stderr, options)
	}
	return slog.NewTextHandler(os.Stderr, options)
}

// dropCancelled drops records of a cancelled context, because the queue logs its own interrupted statements as errors.
type dropCancelled struct{ slog.Handler }

// Handle implements slog.Handler.
func (h dropCancelled) Handle(ctx context.Context, record slog.Record) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return nil
	}
	return h.Handler.Handle(ctx, record)
}

// WithAttrs implements slog.Handler.
func (h dropCancelled) WithAttrs(attrs []slog.Attr) slog.Handler {
	return dropCancelled{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (h dropCancelled) WithGroup(name string) slog.Handler {
	return dropCancelled{h.Handler.WithGroup(name)}
}
