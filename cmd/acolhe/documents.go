package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"acolhe/handlers"
	"acolhe/models/platform/db"
	"acolhe/models/types/version"
	"acolhe/web"
)

// printRoutes implements `acolhe routes`: method, path, permitted callers and handler of each route.
func printRoutes(_ context.Context, c config, inv invocation) error {
	server, err := serverWithoutDatabase(c)
	if err != nil {
		return err
	}
	return web.WriteTable(inv.out, server.Routes())
}

// printVersion implements `acolhe version`.
func printVersion(_ context.Context, _ config, inv invocation) error {
	_, err := fmt.Fprintln(inv.out, "acolhe", version.Current())
	return err
}

// printDocument implements `acolhe openapi`.
func printDocument(_ context.Context, c config, inv invocation) error {
	server, err := serverWithoutDatabase(c)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(inv.out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(web.Document(server.Routes()))
}

// serverWithoutDatabase returns a server that can describe its routes, but not serve them.
func serverWithoutDatabase(c config) (*web.Server, error) {
	return handlers.New(&db.Connection{Access: &db.Connection{}}, handlers.Config{
		Production: c.production, BaseURL: c.publicURL(c.addr), Log: c.logger(), Now: time.Now,
	})
}
