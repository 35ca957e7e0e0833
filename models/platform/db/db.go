// Package db opens the PostgreSQL database, and translates its errors to package errs; package schema migrates it. One pgx pool
// serves GORM, jobs and raw reads. Areas build their queries on its helpers. The server may be an external one or that of
// package private.
package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"acolhe/models/platform/db/dial"
)

// DB is a pool or a transaction; a verb works with both.
type DB = gorm.DB

// Pool is the pool of connections, for reads without GORM.
type Pool = pgxpool.Pool

// Session holds options for a copy of a DB that can be reused.
type Session = gorm.Session

// Connection is an open database. Pool and DB use the same pool.
type Connection struct {
	Pool *pgxpool.Pool
	DB   *DB
	// Access is a small pool of its own for signing in, reading sessions and health checks, which so need not wait while
	// other work occupies the pool.
	Access *Connection
	// Replica is nil without a replica; Access has the same.
	Replica *Replica

	sql *sql.DB
}

// Limits of a connection; parameters of the same name in the URL override them.
const (
	connectTimeout = 5 * time.Second
	fewestConns    = 8
	connsPerCPU    = 4
	mostConns      = 40 // the private server allows 60, also for other programs
	accessConns    = 4

	// statementCacheSize is the number of prepared statements per connection, larger than the number of the program's
	// statements.
	statementCacheSize = 256
)

// Open connects to the PostgreSQL of a connection string and checks that it responds.
func Open(ctx context.Context, url string) (*Connection, error) {
	config, err := configFor(url)
	if err != nil {
		return nil, err
	}
	access := config.Copy()
	access.MaxConns, access.MinConns = accessConns, 0
	c, err := openPool(ctx, config)
	if err != nil {
		return nil, err
	}
	if c.Access, err = openPool(ctx, access); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// OpenWithReplica is Open with a replica, which is read by contexts of FromReplica and need not respond yet.
func OpenWithReplica(ctx context.Context, url, replicaURL string) (*Connection, error) {
	c, err := Open(ctx, url)
	if err != nil {
		return nil, err
	}
	if c.Replica, err = openReplica(ctx, replicaURL, c.Access.Pool); err == nil {
		err = errors.Join(c.route(c.Replica), c.Access.route(c.Replica))
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// route sends the reads of contexts of FromReplica to the replica.
func (c *Connection) route(to *Replica) (err error) {
	c.Replica = to
	c.DB, err = openGORM(routedPool{c.sql, to})
	return err
}

func openPool(ctx context.Context, config *pgxpool.Config) (*Connection, error) {
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("não foi possível usar o banco de dados: %w", err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("não foi possível conectar ao banco de dados: %w", err)
	}
	c, err := over(pool)
	if err != nil {
		pool.Close()
		return nil, err
	}
	return c, nil
}

// PoolFor returns the pool for reads of a context: that of the replica for contexts of FromReplica.
func (c *Connection) PoolFor(ctx context.Context) *Pool {
	if c.Replica != nil && IsFromReplica(ctx) {
		return c.Replica.pool
	}
	return c.Pool
}

// Half returns half the number of connections, as many as one kind of request may use at once.
func (c *Connection) Half() int {
	if c.Pool == nil {
		return 1
	}
	return max(1, int(c.Pool.Config().MaxConns)/2)
}

// Close waits for the running statements and closes the pools.
func (c *Connection) Close() {
	if c.Access != nil {
		c.Access.Close()
		if c.Replica != nil {
			c.Replica.close() // Access shares it
		}
	}
	_ = c.sql.Close() // returns its connections to the pool
	c.Pool.Close()
}

func configFor(url string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("o endereço do banco de dados (DATABASE_URL) não é válido: %w", err)
	}
	if !strings.Contains(url, "pool_max_conns") {
		config.MaxConns = int32(min(mostConns, max(fewestConns, connsPerCPU*runtime.NumCPU())))
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = connectTimeout
	}
	config.ConnConfig.DialFunc = dial.Dial
	asked := config.ConnConfig.RuntimeParams
	config.PrepareConn = applyActor
	if asked["statement_timeout"] == "" && asked["lock_timeout"] == "" {
		maps.Copy(asked, Job.settings())
		config.PrepareConn = func(ctx context.Context, conn *pgx.Conn) (bool, error) {
			if ok, err := applyWork(ctx, conn); !ok || err != nil {
				return ok, err
			}
			return applyActor(ctx, conn)
		}
	}
	for name, value := range map[string]string{
		"application_name": "acolhe",
		// In kB. Searches scan this list, so it stays short.
		"gin_pending_list_limit": "256",
	} {
		if asked[name] == "" {
			asked[name] = value
		}
	}
	asked["timezone"] = "UTC"
	config.ConnConfig.StatementCacheCapacity, config.ConnConfig.DescriptionCacheCapacity = statementCacheSize, descriptionCacheSize
	config.AfterConnect = readTimesInUTC
	return config, nil
}

// readTimesInUTC makes pgx return timestamps in UTC instead of the machine's zone.
func readTimesInUTC(_ context.Context, conn *pgx.Conn) error {
	conn.TypeMap().RegisterType(&pgtype.Type{
		Name: "timestamptz", OID: pgtype.TimestamptzOID,
		Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
	})
	return nil
}

// over opens GORM on the pool. The sql.DB between them acquires a connection from the pool for each
// statement or transaction and releases it, so that it neither starves other users of the pool nor
// holds connections of a dead server.
func over(pool *pgxpool.Pool) (*Connection, error) {
	open := stdlib.OpenDBFromPool(pool)
	g, err := openGORM(open)
	if err != nil {
		return nil, errors.Join(err, open.Close())
	}
	return &Connection{Pool: pool, DB: g, sql: open}, nil
}

func openGORM(pool gorm.ConnPool) (*DB, error) {
	g, err := gorm.Open(translating(pool), &gorm.Config{
		// A single statement is atomic by itself; the transaction that GORM would add halves
		// its speed. pgx prepares and caches statements, so GORM need not.
		SkipDefaultTransaction: true,
		TranslateError:         true,
		DisableAutomaticPing:   true,
		Logger:                 logger.Discard,
		NowFunc:                func() time.Time { return time.Now().UTC() },
	})
	if err != nil {
		return nil, fmt.Errorf("não foi possível usar o banco de dados: %w", err)
	}
	// Row and Scan return the error of their query without TranslateError.
	translate := func(tx *DB) { tx.Error = Translate(tx.Error) }
	if err := g.Callback().Row().After("gorm:row").Register("acolhe:translate", translate); err != nil {
		return nil, err
	}
	for _, register := range []func(name string, fn func(*DB)) error{
		g.Callback().Create().After("*").Register, g.Callback().Update().After("*").Register, g.Callback().Delete().After("*").Register,
	} {
		if err := register("acolhe:explain", explain); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// ServerVersion returns the name and the version of the database server, such as "PostgreSQL 18.1".
func ServerVersion(ctx context.Context, tx *DB) (string, error) {
	var version string
	err := ScanRow(tx.WithContext(ctx).Raw("select 'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1)"), &version)
	return version, err
}
