package backups

import (
	"context"
	"net/url"
	"strings"
	"time"

	"acolhe/models/platform/backup"
	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Place is where copies are kept.
type Place struct {
	ID   int64 `gorm:"primaryKey"`
	Name string
	// Kind is the scheme of the address: file, sftp or s3.
	Kind string
	// Label is the folder, server or bucket without a secret.
	Label            string
	AddressEncrypted []byte
	EncryptionKeyID  string
	LastOKAt         *time.Time `gorm:"column:last_ok_at"`
	LastError        *string
	LastErrorAt      *time.Time
	DateCreated      time.Time
}

// TableName returns the name of the table.
func (Place) TableName() string { return "backup_places" }

// Fails reports whether the last use of the place failed.
func (p Place) Fails() bool { return p.LastError != nil }

// placePurpose binds the encrypted address to its column.
const placePurpose = "backup_places.address"

// PlaceInput describes a place. A folder needs only Path; an SFTP server and a bucket need the server, user and secret.
type PlaceInput struct {
	errs.BindErrors

	Name string `form:"name"`
	Kind string `form:"kind"`
	// Path is the folder, or the bucket with a folder in it.
	Path string `form:"path"`
	Host string `form:"host"`
	// User and Secret are a name with its password, or an access key with its secret key.
	User   string `form:"user"`
	Secret string `form:"secret"`
	// Region is that of a bucket, HostKey the fingerprint of an SFTP server's key.
	Region  string `form:"region"`
	HostKey string `form:"host_key"`
}

// Required names the members that must be sent.
func (PlaceInput) Required() []string { return []string{"name", "kind", "path"} }

const (
	maxName = 80
	maxText = 500
)

// AddPlace stores a place after a small object was written there, read again and removed. It returns 400 VALIDATION_ERROR for
// wrong settings and for a place that fails this test.
func (o Office) AddPlace(ctx context.Context, by auth.Caller, input PlaceInput) (Place, error) {
	if err := requireConfirmed(by); err != nil {
		return Place{}, err
	}
	input = input.cleaned()
	if err := input.Merge(input.problems()).Err(); err != nil {
		return Place{}, err
	}
	address := input.address()
	if err := o.testPlace(ctx, address); err != nil {
		return Place{}, errs.Invalid(input.testedField(), "não deu certo: "+sentence(err))
	}
	place := Place{Name: input.Name, Kind: input.Kind, Label: input.label(), AddressEncrypted: o.Key.Encrypt([]byte(address), placePurpose),
		EncryptionKeyID: o.Key.ID(), DateCreated: by.Now}
	err := o.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Create(&place).Error; err != nil {
			return err
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.BackupPlaceAdded, Subject: place.Name})
	})
	return place, err
}

func (in PlaceInput) cleaned() PlaceInput {
	for _, text := range []*string{&in.Name, &in.Kind, &in.Path, &in.Host, &in.User, &in.Region, &in.HostKey} {
		*text = strings.TrimSpace(*text)
	}
	return in
}

func (in PlaceInput) problems() (problems errs.Problems) {
	problems.Require(in.Name != "" && texts.Fits(in.Name, maxName), "name", "dê um nome de até 80 letras")
	problems.Require(in.Kind == backup.Folder || in.Kind == backup.SFTP || in.Kind == backup.Bucket, "kind", "escolha pasta, SFTP ou bucket")
	for field, text := range map[string]string{"path": in.Path, "host": in.Host, "user": in.User, "secret": in.Secret, "region": in.Region,
		"host_key": in.HostKey} {
		problems.Require(len(text) <= maxText && !strings.ContainsAny(text, "\r\n\x00"), field, "é longo demais ou tem quebras de linha")
	}
	if in.Kind == backup.Folder {
		problems.Require(strings.HasPrefix(in.Path, "/"), "path", "escreva a pasta inteira, a partir de /")
		return problems
	}
	problems.Require(strings.Trim(in.Path, "/") != "", "path", "informe a pasta ou o bucket")
	_, host, hasScheme := strings.Cut(in.Host, "://")
	if !hasScheme {
		host = in.Host
	}
	problems.Require(host != "" && !strings.ContainsAny(host, "/@ "), "host", "informe o servidor, como copias.exemplo.org.br")
	problems.Require(in.User != "", "user", "informe o usuário ou a chave de acesso")
	problems.Require(in.Secret != "", "secret", "informe a senha ou a chave secreta")
	return problems
}

// address returns the address of package backup.
func (in PlaceInput) address() string {
	address := url.URL{Scheme: in.Kind, Path: "/" + strings.TrimPrefix(in.Path, "/")}
	if in.Kind == backup.Folder {
		return address.String()
	}
	query := url.Values{}
	host, isPlain := strings.CutPrefix(in.Host, "http://")
	if isPlain {
		query.Set("insecure", "true")
	}
	address.Host, address.User = strings.TrimPrefix(host, "https://"), url.UserPassword(in.User, in.Secret)
	if in.Region != "" {
		query.Set("region", in.Region)
	}
	if in.HostKey != "" {
		query.Set("key", in.HostKey)
	}
	address.RawQuery = query.Encode()
	return address.String()
}

func (in PlaceInput) label() string {
	if in.Kind == backup.Folder {
		return in.Path
	}
	return in.Host + "/" + strings.TrimPrefix(in.Path, "/")
}

// testedField is the field beside which a failed test is shown.
func (in PlaceInput) testedField() string {
	if in.Kind == backup.Folder {
		return "path"
	}
	return "host"
}

// RemovePlace removes a place; the copies there stay.
func (o Office) RemovePlace(ctx context.Context, by auth.Caller, id int64) error {
	if err := requireConfirmed(by); err != nil {
		return err
	}
	return o.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		place, err := db.First[Place](tx.Where("id = ?", id), errs.NotFound("Este lugar não existe mais."))
		if err != nil {
			return err
		}
		if err := tx.Delete(&place).Error; err != nil {
			return err
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.BackupPlaceRemoved, Subject: place.Name})
	})
}

// Places returns the places by name, at most maxPlaces.
func (o Office) Places(ctx context.Context, by auth.Caller) (places []Place, err error) {
	if err := require(by); err != nil {
		return nil, err
	}
	return o.places(ctx)
}

// maxPlaces is the most places that are used.
const maxPlaces = 20

func (o Office) places(ctx context.Context) (places []Place, err error) {
	return places, o.DB.WithContext(ctx).Order("name, id").Limit(maxPlaces).Find(&places).Error
}

// open opens a place.
func (o Office) open(ctx context.Context, p Place) (backup.Place, error) {
	address, err := o.Key.Decrypt(p.AddressEncrypted, placePurpose)
	if err != nil {
		return nil, err
	}
	return backup.Open(ctx, string(address), o.Outbound)
}

func (o Office) testPlace(ctx context.Context, address string) error {
	place, err := backup.Open(ctx, address, o.Outbound)
	if err != nil {
		return err
	}
	defer place.Close()
	return backup.Probe(ctx, place, o.spool())
}

// RotateKey encrypts the addresses of the places with the new key and returns their number; it skips those that already are.
// It returns encryption.ErrDecrypt for one that the old key does not decrypt. It must be called in a transaction.
func RotateKey(ctx context.Context, tx *db.DB, change encryption.KeyChange) (int, error) {
	id := change.New.ID()
	outdated := tx.WithContext(ctx).Where("encryption_key_id <> ?", id)
	return db.UpdateEach(outdated, []string{"address_encrypted", "encryption_key_id"}, func(place *Place) (err error) {
		place.EncryptionKeyID = id
		place.AddressEncrypted, err = change.Reencrypt(place.AddressEncrypted, placePurpose)
		return err
	})
}
