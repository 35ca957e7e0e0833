package items

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/items/dialect"
	"acolhe/models/platform/items/kind"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Engine answers for all collections over one database.
type Engine struct {
	pool        *db.Pool
	tx          *db.DB
	decode      Decoder
	collections map[string]*Collection
	exports     exports.Semaphore
}

// Decoder fills an input from JSON, strictly; what is wrong in it is 400 VALIDATION_ERROR.
type Decoder func(raw []byte, into any) error

// New is the engine over the collections; decode is the binder of the JSON interface, so
// that a body means here what it means to the area's own routes. Exports take their turns with
// those of other lists.
func New(connection *db.Connection, collections []*Collection, decode Decoder, turns exports.Semaphore) *Engine {
	e := &Engine{
		pool: connection.Pool, tx: connection.DB, decode: decode,
		collections: map[string]*Collection{}, exports: turns,
	}
	for _, c := range collections {
		e.collections[c.name] = c
	}
	return e
}

// Request is one call: who asks what of which collection, and when.
type Request struct {
	Collection string
	// Query is the raw query string.
	Query string
	By    auth.Caller
}

// find gives the collection; an unknown one is 404 NOT_FOUND.
func (e *Engine) find(name string) (*Collection, error) {
	c := e.collections[name]
	if c == nil {
		return nil, errs.NotFound("A coleção não existe.")
	}
	return c, nil
}

// question reads the request's query for its caller.
func (e *Engine) question(ctx context.Context, asked Request) (*question, error) {
	c, err := e.find(asked.Collection)
	if err != nil {
		return nil, err
	}
	query, err := dialect.Parse(asked.Query, c.switches())
	if err != nil {
		return nil, err
	}
	return c.ask(asked.By, query, e.reader(ctx, asked.By.Now))
}

// reader reads the values of one query; the zone is asked for at most once.
func (e *Engine) reader(ctx context.Context, now time.Time) kind.Reader {
	var known *time.Location
	return kind.Reader{Now: now, Zone: func() (*time.Location, error) {
		if known != nil {
			return known, nil
		}
		var err error
		known, err = settings.Location(ctx, e.tx)
		return known, err
	}}
}
