package signing

import (
	"context"
	"net/netip"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/texts"
)

// Audit is the record of a contract: its signature, nil before it, and its events.
type Audit struct {
	Contract  Contract
	Signature *Signature
	Events    []Event
}

// FindAudit returns the record of a contract that the caller may see; any other is 404 NOT_FOUND.
func FindAudit(ctx context.Context, tx *db.DB, by auth.Caller, id uuid.UUID) (audit Audit, err error) {
	if audit.Contract, err = FindFor(ctx, tx, by, id); err != nil {
		return audit, err
	}
	if audit.Events, err = findEvents(ctx, tx, id); err != nil {
		return audit, err
	}
	signature, err := findSignature(ctx, tx, id)
	if signature.ID != 0 {
		audit.Signature = &signature
	}
	return audit, err
}

// defaultZone is the time zone of an event whose client names none (specification, "Signing").
const defaultZone = "UTC"

// Lengths of columns; longer texts are truncated.
const (
	maxUserAgent = 1000
	maxZone      = 60
)

// addressOf returns the address of the client as the type inet writes it, without a zone.
func addressOf(by auth.Caller) *string {
	ip, err := netip.ParseAddr(by.Origin.IP)
	if err != nil {
		return nil
	}
	text := ip.Unmap().WithZone("").String()
	return &text
}

func userAgentOf(by auth.Caller) *string {
	return texts.Optional(texts.Truncate(strings.ReplaceAll(strings.ToValidUTF8(by.Origin.UserAgent, ""), "\x00", ""), maxUserAgent))
}

// zoneOf returns a time zone of a client if it is one of IANA's names, else UTC.
func zoneOf(name string) string {
	if _, err := time.LoadLocation(name); err != nil || name == "" || name == "Local" || len(name) > maxZone {
		return defaultZone
	}
	return name
}
