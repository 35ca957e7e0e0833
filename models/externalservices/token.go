package externalservices

import (
	"context"
	"errors"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// ErrRevoked is returned by a Renewal if the refresh token is no longer valid: an account must be connected again.
var ErrRevoked = errors.New("the authorization was revoked or has expired")

// Tokens are what OAuth grants.
type Tokens struct {
	Access, Refresh string
	// ExpiresAt is when the access token expires.
	ExpiresAt time.Time
}

// Renewal exchanges a refresh token for new tokens. A service that does not rotate them returns an empty Refresh.
type Renewal func(ctx context.Context, refresh string) (Tokens, error)

// earlyRenewal is how long before its end a token is renewed.
const earlyRenewal = 5 * time.Minute

// Tokens returns the stored tokens; the zero value without a connection.
func (s Store) Tokens(ctx context.Context, name Name) (Tokens, error) {
	return s.tokensIn(ctx, s.DB, name)
}

func (s Store) tokensIn(ctx context.Context, tx *db.DB, name Name) (Tokens, error) {
	inTx := s
	inTx.DB = tx
	stored, err := inTx.credentials(ctx, name)
	if err != nil {
		return Tokens{}, err
	}
	var tokens Tokens
	for key, into := range map[string]*string{accessToken: &tokens.Access, refreshToken: &tokens.Refresh} {
		row, isStored := stored[key]
		if !isStored {
			continue
		}
		plain, err := s.key.Decrypt(row.ValueEncrypted, row.purpose())
		if err != nil {
			return Tokens{}, err
		}
		*into = string(plain)
		if key == accessToken && row.ExpiresAt != nil {
			tokens.ExpiresAt = *row.ExpiresAt
		}
	}
	return tokens, nil
}

// Connect stores the tokens of an account that authorized the program.
func (s Store) Connect(ctx context.Context, by auth.Caller, name Name, tokens Tokens, account string) error {
	return s.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := s.putTokens(tx, name, tokens, by.Now); err != nil {
			return err
		}
		connected := map[string]any{"account": account, "connected_by": by.FullName(), "date_connected": by.Now, "date_updated": by.Now}
		return tx.Model(&service{}).Where("service = ?", name).Updates(connected).Error
	})
}

func (s Store) putTokens(tx *db.DB, name Name, tokens Tokens, now time.Time) error {
	if err := s.put(tx, credential{Service: name, FieldKey: accessToken, ExpiresAt: &tokens.ExpiresAt, DateUpdated: now},
		tokens.Access); err != nil {
		return err
	}
	if tokens.Refresh == "" {
		return nil
	}
	return s.put(tx, credential{Service: name, FieldKey: refreshToken, DateUpdated: now}, tokens.Refresh)
}

// Disconnect forgets the tokens of a service; its other credentials stay.
func (s Store) Disconnect(ctx context.Context, name Name, now time.Time) error {
	return disconnect(s.DB.WithContext(ctx), name, now)
}

func disconnect(tx *db.DB, name Name, now time.Time) error {
	return tx.Transaction(func(tx *db.DB) error {
		err := tx.Exec("delete from external_service_credentials where service = ? and field_key in ?", name,
			[]string{accessToken, refreshToken}).Error
		if err != nil {
			return err
		}
		return tx.Model(&service{}).Where("service = ?", name).
			Updates(map[string]any{"account": nil, "date_connected": nil, "date_updated": now}).Error
	})
}

// Use is one use of an access token.
type Use struct {
	// Refused is the token that the service refused, empty at the first call.
	Refused string
	Now     time.Time
	Renew   Renewal
}

// Access returns a valid access token. One that expires soon, or that the service refused as used, is renewed, by one
// caller at a time over all instances, because the refresh token may rotate; the others get what that one stored. It
// returns 503 CREDENTIAL_MISSING without a connection, and disconnects and returns 422 CREDENTIAL_INVALID if the
// authorization was revoked.
func (s Store) Access(ctx context.Context, name Name, use Use) (string, error) {
	tokens, err := s.Tokens(ctx, name)
	if err != nil {
		return "", err
	}
	if tokens.isValid(use) {
		return tokens.Access, nil
	}
	if tokens.Refresh == "" {
		return "", errNotConnected
	}
	release, err := s.turns.enter(ctx, name)
	if err != nil {
		return "", err
	}
	defer release()
	var access string
	err = s.DB.WithContext(ctx).Connection(func(connection *db.DB) error {
		if err := connection.Exec("select pg_advisory_lock(hashtextextended(?, 0))", lockName(name)).Error; err != nil {
			return err
		}
		defer connection.WithContext(context.WithoutCancel(ctx)).Exec("select pg_advisory_unlock(hashtextextended(?, 0))", lockName(name))
		access, err = s.renewLocked(ctx, connection, name, use)
		return err
	})
	return access, err
}

func lockName(name Name) string { return "external_services.renew." + string(name) }

func (t Tokens) isValid(use Use) bool {
	return t.Access != "" && t.Access != use.Refused && use.Now.Add(earlyRenewal).Before(t.ExpiresAt)
}

var (
	errNotConnected = errs.New(errs.KindUnavailable, CodeMissing, "Nenhuma conta está conectada.")
	errRevoked      = errs.New(errs.KindUnprocessable, CodeInvalid, "Autorização vencida. Conecte de novo.")
)

// renewLocked renews the tokens unless another caller did so while this one waited. The call is outside transactions;
// new tokens are stored even if the caller has gone, because the old refresh token is used up.
func (s Store) renewLocked(ctx context.Context, connection *db.DB, name Name, use Use) (string, error) {
	tokens, err := s.tokensIn(ctx, connection, name)
	if err != nil {
		return "", err
	}
	if tokens.isValid(use) {
		return tokens.Access, nil
	}
	if tokens.Refresh == "" {
		return "", errNotConnected
	}
	renewed, err := use.Renew(ctx, tokens.Refresh)
	lasting := connection.WithContext(context.WithoutCancel(ctx))
	if errors.Is(err, ErrRevoked) {
		return "", errors.Join(errRevoked.WithCause(err), disconnect(lasting, name, use.Now))
	}
	if err != nil {
		return "", err
	}
	return renewed.Access, lasting.Transaction(func(tx *db.DB) error { return s.putTokens(tx, name, renewed, use.Now) })
}

// turns lets one caller of this process at a time wait for the lock of a service, so that the others hold no connections.
type turns map[Name]chan struct{}

func newTurns() turns {
	made := turns{}
	for _, definition := range Definitions() {
		made[definition.Name] = make(chan struct{}, 1)
	}
	return made
}

// enter waits for the turn of this process; release ends it.
func (t turns) enter(ctx context.Context, name Name) (release func(), err error) {
	select {
	case t[name] <- struct{}{}:
		return func() { <-t[name] }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
