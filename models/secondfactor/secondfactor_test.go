package secondfactor_test

import (
	"bytes"
	"encoding/base32"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/secondfactor"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

var now = time.Date(2026, 11, 25, 12, 0, 10, 0, time.UTC)

func factorsOf(t *testing.T) secondfactor.Factors {
	t.Helper()
	key, err := encryption.NewKey([]byte("uma chave de 32 bytes dos testes"))
	if err != nil {
		t.Fatal(err)
	}
	return secondfactor.Factors{Key: key, Mail: mail.Outbox{Key: key, Configured: true}}
}

// bruno is the operator Bruno at a time, in a session that has just passed the second step if he has one.
func bruno(at time.Time, isOn bool) auth.Caller {
	return auth.Caller{Kind: auth.Operator, ID: dbtest.Bruno.ID, Code: dbtest.Bruno.UserCode, Name: dbtest.Bruno.Name,
		Email: dbtest.Bruno.Email,
		Roles: []auth.Role{auth.Acolhimento}, Origin: auth.Origin{IP: "203.0.113.9"},
		SecondStep: auth.SecondStep{IsOn: isOn, ConfirmedAt: at}}.At(at)
}

func codeAt(t *testing.T, secret string, at time.Time) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, at)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// turnOn turns the app of Bruno on, and returns its secret and the recovery codes.
func turnOn(t *testing.T, conn *db.Connection, factors secondfactor.Factors) (secret string, codes []string) {
	t.Helper()
	by := bruno(now, false)
	setup, err := factors.Begin(t.Context(), conn.DB, by)
	if err != nil {
		t.Fatal(err)
	}
	codes, err = factors.TurnOn(t.Context(), conn.DB, by, secondfactor.ConfirmInput{Kept: setup.Kept, Code: codeAt(t, setup.Secret, now)})
	if err != nil {
		t.Fatal(err)
	}
	return setup.Secret, codes
}

func check(t *testing.T, conn *db.Connection, code string, at time.Time) error {
	t.Helper()
	_, err := factorsOf(t).Check(t.Context(), conn.DB, bruno(at, true), secondfactor.Proof{Code: code})
	return err
}

func count(t *testing.T, conn *db.Connection, from string) (rows int) {
	t.Helper()
	if err := conn.Pool.QueryRow(t.Context(), "select count(*) from "+from).Scan(&rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// The app is on after its first code only; a wrong one, one of a slow clock and a form of another person are refused.
func TestTurnOn(t *testing.T) {
	t.Parallel()
	conn, factors := dbtest.New(t), factorsOf(t)
	by := bruno(now, false)
	setup, err := factors.Begin(t.Context(), conn.DB, by)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(setup.Address, "otpauth://totp/") || !strings.Contains(setup.Address, setup.Secret) {
		t.Errorf("the address is %s", setup.Address)
	}
	camila := by
	camila.ID = dbtest.Camila.ID
	good := codeAt(t, setup.Secret, now)
	for name, c := range map[string]struct {
		by         auth.Caller
		kept, code string
		says       string
	}{
		"wrong":          {by, setup.Kept, "000000", "Código errado"},
		"empty":          {by, setup.Kept, "", "Código errado"},
		"slow clock":     {by, setup.Kept, codeAt(t, setup.Secret, now.Add(-5*time.Minute)), "relógio"},
		"another person": {camila, setup.Kept, good, "desenho novo"},
		"expired":        {by.At(now.Add(2 * time.Hour)), setup.Kept, good, "desenho novo"},
		"altered":        {by, setup.Kept[:len(setup.Kept)-4] + "AAAA", good, "desenho novo"},
	} {
		_, err := factors.TurnOn(t.Context(), conn.DB, c.by, secondfactor.ConfirmInput{Kept: c.kept, Code: c.code})
		if fields := errs.FieldsOf(err); len(fields) != 1 || !strings.Contains(fields[0].Message, c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if count(t, conn, "authenticators") != 0 {
		t.Fatal("a refused app is stored")
	}
	codes, err := factors.TurnOn(t.Context(), conn.DB, by, secondfactor.ConfirmInput{Kept: setup.Kept, Code: " " + good[:3] + " " + good[3:]})
	if err != nil || len(codes) != 10 {
		t.Fatalf("%d codes, %v", len(codes), err)
	}
	if count(t, conn, "system_users where second_step_at is not null") != 1 || count(t, conn, "mails where kind = 'second_step_on'") != 1 {
		t.Error("the account or the letter is missing")
	}
	if err := check(t, conn, good, now); !errs.HasCode(err, errs.CodeInvalidCredentials) {
		t.Errorf("the first code signs in again: %v", err)
	}
}

// A code is accepted once, one period early or late, and none before the last one used.
func TestCheck_Clock(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	secret, _ := turnOn(t, conn, factorsOf(t))
	at := now.Add(10 * time.Minute)
	for _, c := range []struct {
		name    string
		of      time.Duration
		isRight bool
	}{
		{"two periods late", -60 * time.Second, false},
		{"two periods early", 60 * time.Second, false},
		{"one period late", -30 * time.Second, true},
		{"the same again", -30 * time.Second, false},
		{"in time", 0, true},
		{"before the last one", -30 * time.Second, false},
		{"one period early", 30 * time.Second, true},
		{"in time, before the last one", 0, false},
	} {
		err := check(t, conn, codeAt(t, secret, at.Add(c.of)), at)
		if isRight := err == nil; isRight != c.isRight {
			t.Errorf("%s: %v", c.name, err)
		}
		if _, err := conn.Pool.Exec(t.Context(), "delete from rate_limits"); err != nil {
			t.Fatal(err)
		}
	}
}

// Concurrent requests with one code, of the app or for recovery, sign in once.
func TestCheck_Parallel(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	secret, codes := turnOn(t, conn, factorsOf(t))
	at := now.Add(10 * time.Minute)
	for _, code := range []string{codeAt(t, secret, at), codes[0]} {
		var accepted atomic.Int32
		var callers sync.WaitGroup
		for range 5 {
			callers.Go(func() {
				if check(t, conn, code, at) == nil {
					accepted.Add(1)
				}
			})
		}
		callers.Wait()
		if accepted.Load() != 1 {
			t.Errorf("%d of 5 signed in", accepted.Load())
		}
		if _, err := conn.Pool.Exec(t.Context(), "delete from rate_limits"); err != nil {
			t.Fatal(err)
		}
	}
}

// Each recovery code is accepted once, as people type it; new ones replace the old.
func TestCheck_Recovery(t *testing.T) {
	t.Parallel()
	conn, factors := dbtest.New(t), factorsOf(t)
	_, codes := turnOn(t, conn, factors)
	passed, err := factors.Check(t.Context(), conn.DB, bruno(now, true), secondfactor.Proof{Code: " " + strings.ToUpper(codes[3]) + " "})
	if err != nil || !passed.ByRecovery || passed.Left != 9 {
		t.Fatalf("%+v, %v", passed, err)
	}
	if err := check(t, conn, codes[3], now); !errs.HasCode(err, errs.CodeInvalidCredentials) {
		t.Errorf("used twice: %v", err)
	}
	renewed, err := factors.RenewCodes(t.Context(), conn.DB, bruno(now, true))
	if err != nil || len(renewed) != 10 {
		t.Fatalf("%d codes, %v", len(renewed), err)
	}
	if err := check(t, conn, codes[4], now); !errs.HasCode(err, errs.CodeInvalidCredentials) {
		t.Errorf("an old code: %v", err)
	}
	if err := check(t, conn, strings.ReplaceAll(renewed[0], "-", ""), now); err != nil {
		t.Errorf("a new code: %v", err)
	}
}

// Wrong codes are limited as passwords are: five an address in five minutes, and recorded.
func TestCheck_Limited(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	secret, _ := turnOn(t, conn, factorsOf(t))
	at := now.Add(10 * time.Minute)
	for i := range 5 {
		if err := check(t, conn, "000000", at); !errs.HasCode(err, errs.CodeInvalidCredentials) {
			t.Fatalf("attempt %d: %v", i, err)
		}
	}
	if err := check(t, conn, codeAt(t, secret, at), at); !errs.HasCode(err, errs.CodeRateLimited) {
		t.Errorf("the sixth attempt: %v", err)
	}
	if failed := count(t, conn, `security_events where kind = 'login.failed' and details->>'reason' = 'wrong_code'`); failed != 5 {
		t.Errorf("%d failures are recorded", failed)
	}
}

// Neither a secret nor a code can be read from the database, and a new key encrypts them again.
func TestRotateKey(t *testing.T) {
	t.Parallel()
	conn, factors := dbtest.New(t), factorsOf(t)
	secret, codes := turnOn(t, conn, factors)
	raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(secret)
	if err != nil {
		t.Fatal(err)
	}
	var stored []byte
	if err := conn.Pool.QueryRow(t.Context(), "select string_agg(secret_encrypted, ''::bytea) from authenticators").Scan(&stored); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(stored, raw) || bytes.Contains(stored, []byte(secret)) {
		t.Error("the secret is readable")
	}
	newKey, err := encryption.NewKey([]byte("outra chave de 32 bytes, testes!"))
	if err != nil {
		t.Fatal(err)
	}
	change := encryption.KeyChange{Old: factors.Key, New: newKey}
	for i, want := range []int{11, 0} {
		if rotated, err := secondfactor.RotateKey(t.Context(), conn.DB, change); err != nil || rotated != want {
			t.Errorf("run %d: %d rotated, %v", i, rotated, err)
		}
	}
	factors.Key = newKey
	if _, err := factors.Check(t.Context(), conn.DB, bruno(now, true), secondfactor.Proof{Code: codes[0]}); err != nil {
		t.Errorf("after the rotation: %v", err)
	}
}

// A colleague's second factor is removed with their sessions; both get a letter. Nobody resets the own one.
func TestReset(t *testing.T) {
	t.Parallel()
	conn, factors := dbtest.New(t), factorsOf(t)
	secret, _ := turnOn(t, conn, factors)
	if _, err := conn.Pool.Exec(t.Context(),
		"insert into sessions (token, operator_id, expires_at) values (sha256('x'), $1, now() + interval '1 day')", dbtest.Bruno.ID); err != nil {
		t.Fatal(err)
	}
	camila := auth.Caller{Kind: auth.Operator, ID: dbtest.Camila.ID, Code: dbtest.Camila.UserCode, Name: "Camila", Email: dbtest.Camila.Email,
		Roles: []auth.Role{auth.Administrador}}.At(now)
	for id, code := range map[int64]string{dbtest.Camila.ID: errs.CodeConflict, dbtest.Renata.ID: errs.CodeConflict, 999: errs.CodeNotFound} {
		if err := factors.Reset(t.Context(), conn.DB, camila, id); !errs.HasCode(err, code) {
			t.Errorf("account %d: %v", id, err)
		}
	}
	if err := factors.Reset(t.Context(), conn.DB, camila, dbtest.Bruno.ID); err != nil {
		t.Fatal(err)
	}
	if live := count(t, conn, "sessions where ended_at is null"); live != 0 {
		t.Errorf("%d sessions live on", live)
	}
	if letters := count(t, conn, "mails where kind like 'second_step_removed%'"); letters != 2 {
		t.Errorf("%d letters", letters)
	}
	if err := check(t, conn, codeAt(t, secret, now.Add(time.Minute)), now.Add(time.Minute)); !errs.HasCode(err, errs.CodeInvalidCredentials) {
		t.Errorf("a code of the removed app: %v", err)
	}
	if count(t, conn, "recovery_codes") != 0 || count(t, conn, "system_users where second_step_at is not null") != 0 {
		t.Error("something stays")
	}
}

// A second factor that the role needs can be replaced, not turned off; a stale session can do neither.
func TestTurnOff(t *testing.T) {
	t.Parallel()
	conn, factors := dbtest.New(t), factorsOf(t)
	turnOn(t, conn, factors)
	stale := bruno(now, true)
	stale.Now = now.Add(16 * time.Minute)
	if err := factors.TurnOff(t.Context(), conn.DB, stale); !errs.HasCode(err, errs.CodeSecondFactorRequired) {
		t.Errorf("a stale session: %v", err)
	}
	if _, err := factors.RenewCodes(t.Context(), conn.DB, stale); !errs.HasCode(err, errs.CodeSecondFactorRequired) {
		t.Errorf("codes for a stale session: %v", err)
	}
	setRoles := func(value string) {
		if _, err := conn.Pool.Exec(t.Context(), "update system_configs set value = $1 where system = 'system' and key = 'second_step_roles'",
			value); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := conn.Pool.Exec(t.Context(),
		"insert into system_configs (system, key, value) values ('system', 'second_step_roles', '{}') on conflict do nothing"); err != nil {
		t.Fatal(err)
	}
	setRoles(`{"acolhimento": true}`)
	if err := factors.TurnOff(t.Context(), conn.DB, bruno(now, true)); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("a required one: %v", err)
	}
	setRoles(`{"financeiro": true}`)
	if err := factors.TurnOff(t.Context(), conn.DB, bruno(now, true)); err != nil {
		t.Fatal(err)
	}
	if err := factors.TurnOff(t.Context(), conn.DB, bruno(now, false)); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("twice: %v", err)
	}
}

// A foreign implementation makes the codes that are accepted.
func TestTool_Oathtool(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	secret, _ := turnOn(t, conn, factorsOf(t))
	for i := range 5 {
		at := now.Add(time.Duration(i+2) * time.Minute)
		out, err := exec.CommandContext(t.Context(), "oathtool", "--totp", "--base32", "--now", at.Format("2006-01-02 15:04:05 UTC"), secret).
			Output()
		if err != nil {
			t.Fatal(err)
		}
		if err := check(t, conn, strings.TrimSpace(string(out)), at); err != nil {
			t.Errorf("at %v: %v", at, err)
		}
	}
}
