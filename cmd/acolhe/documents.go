package main

import (
	"context"
	"encoding/json"
	"time"

	"acolhe/handlers"
	"acolhe/models/platform/db"
	"acolhe/web"
)

// printRoutes prints the route table: method, path, who may call, the handler.
func printRoutes(_ context.Context, c config, inv invocation) error {
	server, err := serverWithoutDatabase(c)
	if err != nil {
		return err
	}
	return web.WriteTable(inv.out, server.Routes())
}

// printDocument prints the OpenAPI document.
func printDocument(_ context.Context, c config, inv invocation) error {
	server, err := serverWithoutDatabase(c)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(inv.out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(web.Document(server.Routes()))
}

// serverWithoutDatabase is the server without a database, for what can be said without one.
func serverWithoutDatabase(c config) (*web.Server, error) {
	return handlers.New(&db.Connection{}, handlers.Config{
		Production: c.production, BaseURL: c.publicURL(c.addr), Log: c.logger(), Now: time.Now,
	})
}
