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

// Engine reads and writes the rows of all collections of one database.
type Engine struct {
	connection  *db.Connection
	tx          *db.DB
	decode      Decoder
	collections map[string]*Collection
	exports     exports.Semaphore
}

// Decoder decodes JSON into an input and returns 400 VALIDATION_ERROR for unknown fields and wrong
// values.
type Decoder func(raw []byte, into any) error

// New returns the engine of the collections. decode is the binder of the JSON interface, so that a
// body has the same meaning as on the area's own routes. The semaphore is shared with the exports
// of other lists.
func New(connection *db.Connection, collections []*Collection, decode Decoder, running exports.Semaphore) *Engine {
	e := &Engine{
		connection: connection, tx: connection.DB, decode: decode,
		collections: map[string]*Collection{}, exports: running,
	}
	for _, c := range collections {
		e.collections[c.name] = c
	}
	return e
}

// Request is one call: the collection, the query and the caller.
type Request struct {
	Collection string
	// Query is the raw query string.
	Query string
	By    auth.Caller
}

// find returns the collection; an unknown one is 404 NOT_FOUND.
func (e *Engine) find(name string) (*Collection, error) {
	c := e.collections[name]
	if c == nil {
		return nil, errs.NotFound("A coleção não existe.")
	}
	return c, nil
}

// parse binds the request's query to its caller.
func (e *Engine) parse(ctx context.Context, req Request) (*selection, error) {
	c, err := e.find(req.Collection)
	if err != nil {
		return nil, err
	}
	query, err := dialect.Parse(req.Query, c.switches())
	if err != nil {
		return nil, err
	}
	return c.bind(req.By, query, e.reader(ctx, req.By.Now))
}

// reader returns a reader for the values of one query, which reads the time zone at most once.
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
