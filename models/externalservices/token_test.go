package externalservices_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/types/errs"
)

func newKey(t *testing.T) encryption.Key {
	t.Helper()
	key, err := encryption.NewKey([]byte("0123456789abcdef0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// Twenty instances find the token expired at once: the refresh token, which rotates, is used once.
func TestAccess_RenewedOnceByTwentyCallers(t *testing.T) {
	t.Parallel()
	conn, key := dbtest.New(t), newKey(t)
	first := externalservices.New(conn.DB, key, nil)
	by := dbtest.Camila.Caller()
	old := externalservices.Tokens{Access: "a0", Refresh: "r0", ExpiresAt: by.Now.Add(time.Minute)}
	if err := first.Connect(t.Context(), by, externalservices.CarrierB, old, "conta"); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	renewals := 0
	renew := func(_ context.Context, refresh string) (externalservices.Tokens, error) {
		mu.Lock()
		defer mu.Unlock()
		if renewals++; refresh != "r0" {
			return externalservices.Tokens{}, externalservices.ErrRevoked
		}
		return externalservices.Tokens{Access: "a1", Refresh: "r1", ExpiresAt: by.Now.Add(30 * 24 * time.Hour)}, nil
	}
	var callers sync.WaitGroup
	for range 20 {
		callers.Go(func() {
			instance := externalservices.New(conn.DB, key, nil)
			if access, err := instance.Access(t.Context(), externalservices.CarrierB, externalservices.Use{Now: by.Now, Renew: renew}); err != nil ||
				access != "a1" {
				t.Errorf("got %q, %v", access, err)
			}
		})
	}
	callers.Wait()
	if renewals != 1 {
		t.Errorf("%d renewals", renewals)
	}
	if tokens, err := first.Tokens(t.Context(), externalservices.CarrierB); err != nil || tokens.Refresh != "r1" {
		t.Errorf("stored is %+v, %v", tokens, err)
	}
}

// A revoked authorization disconnects the account; the other credentials stay.
func TestAccess_Revoked(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	store := externalservices.New(conn.DB, newKey(t), nil)
	office, by := externalservices.Office{Store: store}, dbtest.Camila.Caller()
	input := externalservices.SaveInput{Service: externalservices.CarrierB,
		Fields: map[string]string{"client_id": "18342", "client_secret": "s3cr3t"}}
	if _, err := office.Save(t.Context(), by, input); err != nil {
		t.Fatal(err)
	}
	if err := store.Connect(t.Context(), by, externalservices.CarrierB, externalservices.Tokens{Access: "a", Refresh: "r", ExpiresAt: by.Now},
		"conta"); err != nil {
		t.Fatal(err)
	}
	renew := func(context.Context, string) (externalservices.Tokens, error) {
		return externalservices.Tokens{}, externalservices.ErrRevoked
	}
	if _, err := store.Access(t.Context(), externalservices.CarrierB, externalservices.Use{Now: by.Now, Renew: renew}); !errs.HasCode(err,
		externalservices.CodeInvalid) {
		t.Errorf("revoked: %v", err)
	}
	if _, err := store.Access(t.Context(), externalservices.CarrierB, externalservices.Use{Now: by.Now, Renew: renew}); !errs.HasCode(err,
		externalservices.CodeMissing) {
		t.Errorf("disconnected: %v", err)
	}
	if values, err := store.Values(t.Context(), externalservices.CarrierB); err != nil || values["client_secret"] != "s3cr3t" {
		t.Errorf("left is %v, %v", len(values), err)
	}
}

// A failed renewal that does not speak of the token leaves the connection.
func TestAccess_RenewalFails(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	store, by := externalservices.New(conn.DB, newKey(t), nil), dbtest.Camila.Caller()
	if err := store.Connect(t.Context(), by, externalservices.CarrierB, externalservices.Tokens{Access: "a", Refresh: "r", ExpiresAt: by.Now},
		"conta"); err != nil {
		t.Fatal(err)
	}
	down := errors.New("down")
	if _, err := store.Access(t.Context(), externalservices.CarrierB,
		externalservices.Use{Now: by.Now, Renew: func(context.Context, string) (externalservices.Tokens, error) {
			return externalservices.Tokens{}, down
		}}); !errors.Is(err, down) {
		t.Errorf("got %v", err)
	}
	if tokens, err := store.Tokens(t.Context(), externalservices.CarrierB); err != nil || tokens.Refresh != "r" {
		t.Errorf("left is %+v, %v", tokens, err)
	}
}
