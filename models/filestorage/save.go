package filestorage

import (
	"context"
	"net/url"
	"regexp"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/platform/storage"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Codes that only this package returns.
const (
	// CodeInUse is the code of 409 for settings under which stored files would be lost.
	CodeInUse = "STORAGE_IN_USE"
	// CodeNotTested is the code of 409 for a driver whose last test did not pass.
	CodeNotTested = "STORAGE_NOT_TESTED"
	// CodeMoveRunning is the code of 409 for a move beside another one.
	CodeMoveRunning = "STORAGE_MOVE_RUNNING"
)

// BucketInput is the settings of the bucket. Empty keys leave the stored ones.
type BucketInput struct {
	errs.BindErrors

	Driver    storage.Driver `json:"driver" form:"driver"`
	Endpoint  string         `json:"endpoint" form:"endpoint"`
	Region    string         `json:"region" form:"region"`
	Bucket    string         `json:"bucket" form:"bucket"`
	Prefix    string         `json:"prefix" form:"prefix"`
	AccessKey string         `json:"access_key" form:"access_key"`
	SecretKey string         `json:"secret_key" form:"secret_key"`
	PathStyle bool           `json:"path_style" form:"path_style"`
}

// Required names the members that must be sent.
func (BucketInput) Required() []string { return []string{"driver", "endpoint", "bucket"} }

const (
	maxEndpoint = 500
	maxKey      = 500
	maxPrefix   = 100
)

var (
	bucketPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$`)
	regionPattern = regexp.MustCompile(`^[a-z0-9-]{1,50}$`)
	prefixPattern = regexp.MustCompile(`^([A-Za-z0-9_-]+/)*$`)
)

// SaveBucket stores the settings of the bucket; its last test no longer counts. If the bucket is the driver of new files,
// the settings must pass a test first, else 409 STORAGE_NOT_TESTED. It returns 400 VALIDATION_ERROR for wrong settings,
// and 409 STORAGE_IN_USE for another bucket or folder while files are in the stored one.
func (o Office) SaveBucket(ctx context.Context, by auth.Caller, input BucketInput) (DriverStatus, error) {
	if err := access.RequireConfirmed(by); err != nil {
		return DriverStatus{}, err
	}
	if err := require(by); err != nil {
		return DriverStatus{}, err
	}
	stored, err := storage.Find(ctx, o.DB, storage.S3)
	if err != nil {
		return DriverStatus{}, err
	}
	input = input.cleaned()
	if err := input.Merge(input.problems(stored)).Err(); err != nil {
		return DriverStatus{}, err
	}
	if stored.Active {
		tested := stored
		o.apply(&tested, input)
		if steps := o.Drivers.Probe(ctx, tested); !storage.HasPassed(steps) {
			return DriverStatus{}, errNotTested(steps)
		}
	}
	saved, err := db.Change(ctx, o.DB, stored.ID, "", func(tx *db.DB, before storage.Config, row *storage.Config) error {
		o.apply(row, input)
		if !before.Active {
			row.LastTestOK, row.LastTestMessage, row.LastTestSteps = nil, nil, []storage.Step{}
		}
		row.DateUpdated = by.Now
		return refuseLost(tx, before, *row)
	})
	if err != nil {
		return DriverStatus{}, err
	}
	err = security.Record(ctx, o.DB, by, security.Event{Kind: security.StorageChanged, Subject: input.Bucket})
	return statusOf(saved, figures{}), err
}

func (o Office) apply(row *storage.Config, input BucketInput) {
	row.Endpoint, row.Region, row.Bucket = &input.Endpoint, &input.Region, &input.Bucket
	row.Prefix, row.PathStyle = input.Prefix, input.PathStyle
	o.Drivers.Encrypt(row, input.AccessKey, input.SecretKey)
}

func (in BucketInput) cleaned() BucketInput {
	for _, text := range []*string{&in.Endpoint, &in.Region, &in.Bucket, &in.Prefix, &in.AccessKey, &in.SecretKey} {
		*text = strings.TrimSpace(*text)
	}
	in.Endpoint = strings.TrimRight(in.Endpoint, "/")
	if in.Region == "" {
		in.Region = "us-east-1"
	}
	if in.Prefix = strings.Trim(in.Prefix, "/"); in.Prefix != "" {
		in.Prefix += "/"
	}
	return in
}

func (in BucketInput) problems(stored storage.Config) (problems errs.Problems) {
	problems.Require(in.Driver == storage.S3, "driver", "deve ser s3: o disco não tem configuração")
	problems.Require(isAddress(in.Endpoint), "endpoint", "informe um endereço, como https://s3.sa-east-1.amazonaws.com")
	problems.Require(regionPattern.MatchString(in.Region), "region", "informe a região, como sa-east-1")
	problems.Require(bucketPattern.MatchString(in.Bucket), "bucket",
		"informe o nome do bucket: de 3 a 63 letras minúsculas, números, pontos e hifens")
	problems.Require(prefixPattern.MatchString(in.Prefix) &&
		texts.Fits(in.Prefix, maxPrefix), "prefix", "use letras, números, hifens e barras, até 100 caracteres")
	for _, secret := range []struct {
		path, sent string
		stored     []byte
	}{{"access_key", in.AccessKey, stored.AccessKeyEncrypted}, {"secret_key", in.SecretKey, stored.SecretKeyEncrypted}} {
		problems.Require(secret.sent != "" || secret.stored != nil, secret.path, "informe a chave")
		problems.Require(len(secret.sent) <= maxKey && !strings.ContainsAny(secret.sent, "\r\n\x00"), secret.path, "não é uma chave")
	}
	return problems
}

func isAddress(text string) bool {
	address, err := url.Parse(text)
	return err == nil && len(text) <= maxEndpoint && (address.Scheme == "https" || address.Scheme == "http") && address.Host != "" &&
		address.Path == "" && address.RawQuery == "" && address.User == nil && address.Fragment == ""
}

// refuseLost refuses another place for the files of the bucket while there are any.
func refuseLost(tx *db.DB, before, after storage.Config) error {
	place := func(config storage.Config) string {
		return texts.Of(config.Endpoint) + "\n" + texts.Of(config.Bucket) + "\n" + config.Prefix
	}
	if before.Bucket == nil || place(before) == place(after) {
		return nil
	}
	var count int64
	if err := tx.Table("files").Where("driver = ?", storage.S3).Count(&count).Error; err != nil || count == 0 {
		return err
	}
	return errs.Conflict(CodeInUse, "Há arquivos neste bucket. Mova-os para o disco antes de trocar o endereço, o bucket ou a pasta.")
}
