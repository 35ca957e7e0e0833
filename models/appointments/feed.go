package appointments

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/ics"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/security"
	"acolhe/models/platform/settings"
	"acolhe/models/professionals"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/secret"
)

// FeedPath is the path of the feeds; a token and ".ics" follow it.
const FeedPath = "/agenda"

// The part of an agenda that a feed shows.
const (
	feedPast   = 60 * 24 * time.Hour
	feedFuture = 2 * 366 * 24 * time.Hour
	feedLimit  = 2000
)

// FeedLimit is the rate limit of reading feeds. The servers of a calendar service read the feeds of many people.
func FeedLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "bookings.feed", Limit: 300, Per: 15 * time.Minute}
}

// Feeds are the secret addresses under which calendar programs read the appointments of professionals.
type Feeds struct {
	DB *db.DB
	// Key encrypts the tokens, which the professional's page shows again.
	Key     encryption.Key
	BaseURL *url.URL
}

// feed is a row of professional_feeds.
type feed struct {
	ID              int64 `gorm:"primaryKey"`
	ProfessionalID  int64
	TokenHash       []byte
	TokenEncrypted  []byte
	EncryptionKeyID string
	DateCreated     time.Time
}

// TableName returns the name of the table.
func (feed) TableName() string { return "professional_feeds" }

// purpose binds an encrypted token to its row.
func (f feed) purpose() string {
	return "professional_feeds.token " + strconv.FormatInt(f.ProfessionalID, 10)
}

// Find returns the address of a professional's feed, empty if there is none. It returns 404 NOT_FOUND for a professional
// that the caller may not see, and 403 FORBIDDEN for a caller who may not give the address out.
func (f Feeds) Find(ctx context.Context, by auth.Caller, professional int64) (string, error) {
	if err := f.require(ctx, f.DB, by, professional); err != nil {
		return "", err
	}
	return f.find(ctx, professional)
}

func (f Feeds) find(ctx context.Context, professional int64) (string, error) {
	var found []feed
	if err := f.DB.WithContext(ctx).Where("professional_id = ?", professional).Find(&found).Error; err != nil || len(found) == 0 {
		return "", err
	}
	token, err := f.Key.Decrypt(found[0].TokenEncrypted, found[0].purpose())
	return f.address(string(token)), err
}

// Renew gives the feed of a professional a new address and returns it; the one before is no longer answered. It returns
// the errors of Find.
func (f Feeds) Renew(ctx context.Context, by auth.Caller, professional int64) (string, error) {
	return f.renew(ctx, by, func(tx *db.DB) (int64, error) { return professional, f.require(ctx, tx, by, professional) })
}

// renew gives the feed of the professional that allowed returns a new address.
func (f Feeds) renew(ctx context.Context, by auth.Caller, allowed func(*db.DB) (int64, error)) (string, error) {
	token := secret.New()
	err := f.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		professional, err := allowed(tx)
		if err != nil {
			return err
		}
		row := feed{ProfessionalID: professional, TokenHash: secret.Hash(token), EncryptionKeyID: f.Key.ID(), DateCreated: by.Now}
		row.TokenEncrypted = f.Key.Encrypt([]byte(token), row.purpose())
		if err := tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "professional_id"}},
			DoUpdates: clause.AssignmentColumns([]string{"token_hash", "token_encrypted", "encryption_key_id", "date_created"})}).Create(&row).
			Error; err != nil {
			return err
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.FeedRenewed, Subject: strconv.FormatInt(professional, 10)})
	})
	return f.address(token), err
}

// FindOwn returns the address of the feed of the calling professional, empty if there is none. It returns 404 NOT_FOUND for a
// caller without a professional.
func (f Feeds) FindOwn(ctx context.Context, by auth.Caller) (string, error) {
	professional, err := professionals.FindByCode(ctx, f.DB, by, by.InternalCode)
	if err != nil {
		return "", err
	}
	return f.find(ctx, professional.ID)
}

// RenewOwn gives the feed of the calling professional a new address. It returns the errors of FindOwn.
func (f Feeds) RenewOwn(ctx context.Context, by auth.Caller) (string, error) {
	return f.renew(ctx, by, func(tx *db.DB) (int64, error) {
		professional, err := professionals.FindByCode(ctx, tx, by, by.InternalCode)
		return professional.ID, err
	})
}

// require refuses callers who may not change professionals and read appointments, because the address shows them.
func (f Feeds) require(ctx context.Context, tx *db.DB, by auth.Caller, professional int64) error {
	if !access.Can(by, "professionals", access.Update) || !access.Can(by, "services", access.Read) {
		return errs.Forbidden("Você não pode ver o endereço da agenda.")
	}
	_, err := professionals.FindFor(ctx, tx, by, professional)
	return err
}

func (f Feeds) address(token string) string {
	return strings.TrimSuffix(f.BaseURL.String(), "/") + FeedPath + "/" + token + ".ics"
}

// Read returns the appointments of the feed with a token: those of the last 60 days and the next two years. An unknown
// token and the feed of an inactive professional are 404 NOT_FOUND.
func (f Feeds) Read(ctx context.Context, token string, now time.Time) (ics.Calendar, error) {
	tx := f.DB.WithContext(ctx)
	professional, err := db.First[professionals.Professional](tx.Where("active and id = (select professional_id from professional_feeds where token_hash = ?)", secret.Hash(token)),
		errs.NotFound("Agenda não encontrada. Peça o endereço à associação."))
	if err != nil {
		return ics.Calendar{}, err
	}
	calendar := ics.Calendar{Name: "Agenda de " + professional.Name}
	if calendar.Zone, err = settings.Location(ctx, f.DB); err != nil {
		return calendar, err
	}
	lasting, err := bookings.Duration(ctx, f.DB)
	if err != nil {
		return calendar, err
	}
	var services []bookings.Service
	err = tx.Where("professional_id = ? and consultation_date >= ? and consultation_date < ?", professional.ID, now.Add(-feedPast),
		now.Add(feedFuture)).
		Order("consultation_date, id").Limit(feedLimit).Find(&services).Error
	for _, service := range services {
		calendar.Events = append(calendar.Events, ofProfessional(service, lasting))
	}
	return calendar, err
}

// ofProfessional returns an appointment as an event of its professional's calendar. It has initials, because calendars of
// other companies keep it.
func ofProfessional(service bookings.Service, lasting time.Duration) ics.Event {
	name := service.AssociateName
	if service.PatientName != nil {
		name = *service.PatientName
	}
	return ics.Event{UID: uid(service), Summary: "Atendimento: " + fmtbr.AllInitials(name), Start: *service.ConsultationDate,
		End: service.ConsultationDate.Add(lasting), Changed: service.DateUpdated, Sequence: service.CalendarSequence}
}

// RotateKey encrypts the tokens of feeds with the new key and returns their number; it skips those that already are. It
// returns encryption.ErrDecrypt for a token that the old key does not decrypt. It must be called in a transaction.
func RotateKey(ctx context.Context, tx *db.DB, change encryption.KeyChange) (int, error) {
	id := change.New.ID()
	outdated := tx.WithContext(ctx).Where("encryption_key_id <> ?", id)
	return db.UpdateEach(outdated, []string{"token_encrypted", "encryption_key_id"}, func(row *feed) (err error) {
		row.EncryptionKeyID = id
		row.TokenEncrypted, err = change.Reencrypt(row.TokenEncrypted, row.purpose())
		return err
	})
}
