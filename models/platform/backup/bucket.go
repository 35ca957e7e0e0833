package backup

import (
	"context"
	"io"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"acolhe/models/platform/outbound"
)

// Limits of a bucket: of a connection, and of one request, the upload of a large table included.
const (
	dialTimeout   = 30 * time.Second
	bucketTimeout = time.Hour
)

// bucket is a place in an S3 bucket, below a prefix.
type bucket struct {
	client       *minio.Client
	name, prefix string
}

func openBucket(address *url.URL, guard outbound.Guard) (Place, error) {
	secret, _ := address.User.Password()
	query := address.Query()
	client, err := minio.New(address.Host, &minio.Options{
		Creds:  credentials.NewStaticV4(address.User.Username(), secret, ""),
		Secure: query.Get("insecure") != "true", Region: query.Get("region"),
		BucketLookup: minio.BucketLookupPath, Transport: guard.Transport(dialTimeout),
	})
	if err != nil {
		return nil, err
	}
	name, prefix, _ := strings.Cut(strings.Trim(address.Path, "/"), "/")
	if prefix != "" {
		prefix += "/"
	}
	return bucket{client, name, prefix}, nil
}

func (b bucket) Put(ctx context.Context, name string, content *os.File, size int64) error {
	ctx, cancel := context.WithTimeout(ctx, bucketTimeout)
	defer cancel()
	_, err := b.client.PutObject(ctx, b.name, b.prefix+name, io.NewSectionReader(content, 0, size), size,
		minio.PutObjectOptions{ContentType: "application/octet-stream"})
	return err
}

func (b bucket) Open(ctx context.Context, name string) (io.ReadCloser, error) {
	body, _, _, err := minio.Core{Client: b.client}.GetObject(ctx, b.name, b.prefix+name, minio.GetObjectOptions{})
	if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
		return nil, ErrMissing
	}
	if err != nil {
		return nil, err
	}
	return body, nil
}

func (b bucket) Each(ctx context.Context, prefix string, take func(Object) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for object := range b.client.ListObjectsIter(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix + prefix, Recursive: true}) {
		if object.Err != nil {
			return object.Err
		}
		if err := take(Object{strings.TrimPrefix(object.Key, b.prefix), object.Size, object.LastModified}); err != nil {
			return err
		}
	}
	return nil
}

func (b bucket) Remove(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, bucketTimeout)
	defer cancel()
	return b.client.RemoveObject(ctx, b.name, b.prefix+name, minio.RemoveObjectOptions{})
}

func (b bucket) Close() error { return nil }
