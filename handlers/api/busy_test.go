package api_test

import (
	"context"
	"net/http"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// While a table is locked and many clients ask for its rows, all other areas answer, and a request for the table itself
// is 503 with Retry-After.
func TestBusy_LockedTable(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	locking, err := app.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer locking.Rollback(context.Background())
	if _, err := locking.Exec(t.Context(), "lock table orders in access exclusive mode"); err != nil {
		t.Fatal(err)
	}
	crowd, leave := context.WithCancel(t.Context())
	var asking sync.WaitGroup
	const clients = 300
	for range clients {
		asking.Go(func() {
			askUntilCancelled(crowd, t, app.URL+"/api/v1/items/orders", camila.Cookie("service_oss_session"))
		})
	}
	dbtest.AwaitLock(t, app.Access.Pool, 1)
	for _, path := range []string{
		"/readyz", "/api/v1/auth/me", "/api/v1/items/products", "/api/v1/items/tags", "/api/v1/items/professionals", "/painel/produtos",
		"/admin/operadores",
	} {
		camila.GET(path).Want(http.StatusOK)
	}
	app.As(t, dbtest.Bruno).GET("/api/v1/items/products").Want(http.StatusOK)
	camila.JSON(http.MethodPatch, "/api/v1/items/products/1", body{"name": "Óleo"}).Want(http.StatusOK)
	leave()
	asking.Wait()
	refused := camila.GET("/api/v1/items/orders").WantCode(http.StatusServiceUnavailable, "UNAVAILABLE")
	if refused.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	if err := locking.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	camila.GET("/api/v1/items/orders").Want(http.StatusOK)
}

// askUntilCancelled requests an address again and again, and ignores the answers.
func askUntilCancelled(ctx context.Context, t *testing.T, address, session string) {
	for ctx.Err() == nil {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		if err != nil {
			t.Error(err)
			return
		}
		request.AddCookie(&http.Cookie{Name: "service_oss_session", Value: session})
		if response, err := http.DefaultTransport.RoundTrip(request); err == nil {
			response.Body.Close()
		}
	}
}

// Signing in, sessions and health have connections of their own.
func TestBusy_PoolTaken(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	var taken []*pgxpool.Conn
	for range app.Pool.Config().MaxConns {
		conn, err := app.Pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		taken = append(taken, conn)
	}
	defer func() {
		for _, conn := range taken {
			conn.Release()
		}
	}()
	app.Nobody(t).GET("/readyz").Want(http.StatusOK)
	app.Nobody(t).GET("/entrar").Want(http.StatusOK)
	bruno := app.As(t, dbtest.Bruno)
	bruno.GET("/api/v1/auth/me").Want(http.StatusOK)
	bruno.POST("/api/v1/auth/logout", body{}).Want(http.StatusOK)
	app.AsAssociate(t, dbtest.Ana).GET("/api/v1/auth/associate/me").Want(http.StatusOK)
}
