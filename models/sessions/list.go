package sessions

import (
	"context"
	"strings"
	"time"

	"github.com/mileusna/useragent"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/secret"
	"acolhe/models/types/texts"
)

// maxUserAgent is the maximum number of bytes of a user agent that are read.
const maxUserAgent = 500

// Session is a signed-in device of the caller.
type Session struct {
	ID int64
	// Device is the browser and the system: "Chrome no Windows".
	Device string
	// IP is the address of the last use; empty if it is unknown.
	IP                      string
	DateCreated, LastUsedAt time.Time
	IsCurrent               bool
}

// Ended is an ended session of an operator.
type Ended struct {
	Reason     Reason
	OperatorID int64
	Email      string
	// IsShared reports a session on a shared computer.
	IsShared bool
}

// List returns the live sessions of the caller: the current one first, then by last use.
func List(ctx context.Context, tx *db.DB, by auth.Caller) ([]Session, error) {
	var found []Session
	err := tx.WithContext(ctx).Table("sessions").
		Select("id, device, coalesce(host(ip), '') as ip, date_created, last_used_at, id = ? as is_current", by.Session).
		Where(peopleOf(by.Kind).column+" = ? and ended_at is null and expires_at > ?", by.ID, by.Now).
		Order("is_current desc, last_used_at desc, id desc").Limit(maxDevices).Find(&found).Error
	return found, err
}

// FindEnded returns the ended or expired operator's session of a token; the zero value if there is none.
func FindEnded(ctx context.Context, tx *db.DB, token string) (Ended, error) {
	var found []Ended
	if token == "" {
		return Ended{}, nil
	}
	err := tx.WithContext(ctx).Table("sessions s").Joins("join system_users p on p.id = s.operator_id").
		Select(`p.id as operator_id, p.email, s.is_shared, case when s.end_reason is not null then s.end_reason when p.status <> 'active' then ?
			when s.is_shared then ? else ? end as reason`, SwitchedOff, SharedExpired, Expired).
		Where("s.token = ? and (s.ended_at is not null or s.expires_at <= now() or p.status <> 'active')", secret.Hash(token)).
		Limit(1).Find(&found).Error
	if err != nil || len(found) == 0 {
		return Ended{}, err
	}
	return found[0], nil
}

// DeviceOf returns the browser and the system of a user agent; empty for an unknown one.
func DeviceOf(userAgent string) string {
	agent := useragent.Parse(strings.ToValidUTF8(userAgent[:min(len(userAgent), maxUserAgent)], ""))
	system := agent.OS
	switch {
	case agent.Device == "iPhone" || agent.Device == "iPad":
		system = agent.Device
	case agent.IsMacOS():
		system = "Mac"
	}
	name := agent.Name
	if agent.IsSafari() {
		name = useragent.Safari
	}
	device := name
	if name != "" && system != "" {
		device += " no " + system
	}
	return texts.Truncate(device, maxDevice)
}

// maxDevice is the maximum length of the name of a device in characters.
const maxDevice = 60
