package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
)

// logger writes to standard error; standard output is for what was asked for.
func (c config) logger() *slog.Logger { return slog.New(c.logHandler(c.logLevel)) }

// jobsLogger leaves out what the queue says of itself at each start and stop, unless
// LOG_LEVEL asks for everything.
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

// dropCancelled drops what is said in a context that was cancelled: the queue logs as an error
// each statement of its own that a stop cuts short.
type dropCancelled struct{ slog.Handler }

// Handle is slog.Handler.
func (h dropCancelled) Handle(ctx context.Context, record slog.Record) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return nil
	}
	return h.Handler.Handle(ctx, record)
}

// WithAttrs is slog.Handler.
func (h dropCancelled) WithAttrs(attrs []slog.Attr) slog.Handler {
	return dropCancelled{h.Handler.WithAttrs(attrs)}
}

// WithGroup is slog.Handler.
func (h dropCancelled) WithGroup(name string) slog.Handler {
	return dropCancelled{h.Handler.WithGroup(name)}
}
