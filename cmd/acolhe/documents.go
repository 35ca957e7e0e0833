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
func printRoutes(_ context.Context, c config, asked call) error {
	server, err := unopened(c)
	if err != nil {
		return err
	}
	return web.WriteTable(asked.out, server.Routes())
}

// printDocument prints the OpenAPI document.
func printDocument(_ context.Context, c config, asked call) error {
	server, err := unopened(c)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(asked.out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(web.Document(server.Routes()))
}

// unopened is the server without a database, for what can be said without one.
func unopened(c config) (*web.Server, error) {
	return handlers.New(&db.Connection{}, handlers.Config{
		Production: c.production, BaseURL: c.publicURL(c.addr), Log: c.logger(), Now: time.Now,
	})
}
