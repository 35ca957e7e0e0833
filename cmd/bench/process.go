package main

import (
	"context"
	"io"
)

func measureProcess(ctx context.Context, o options, out io.Writer) error { return nil }
