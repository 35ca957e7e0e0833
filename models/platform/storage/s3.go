package storage

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"acolhe/models/platform/outbound"
)

// Time limits of a bucket: of a small request, of storing a blob, and of waiting for an answer.
const (
	s3Timeout       = 15 * time.Second
	s3PutTimeout    = 2 * time.Minute
	s3AnswerTimeout = 10 * time.Second
	s3DialTimeout   = 5 * time.Second
	// s3Tries is the maximum number of tries of a request to a bucket that is busy or does not answer.
	s3Tries = 2
)

// newTransport returns the connections to buckets, which all requests share.
func newTransport(guard outbound.Guard) http.RoundTripper {
	transport := guard.ViaProxy(s3DialTimeout)
	transport.ResponseHeaderTimeout, transport.MaxIdleConnsPerHost, transport.IdleConnTimeout = s3AnswerTimeout, 16, time.Minute
	// A compressed answer would have a different size than the blob.
	transport.DisableCompression = true
	return transport
}

// bucketStore stores blobs in a bucket, each under the prefix and its key.
type bucketStore struct {
	client         *minio.Client
	bucket, prefix string
}

func newBucketStore(bucket Bucket, transport http.RoundTripper) (bucketStore, error) {
	endpoint, err := url.Parse(bucket.Endpoint)
	if err != nil {
		return bucketStore{}, err
	}
	lookup := minio.BucketLookupDNS
	if bucket.PathStyle {
		lookup = minio.BucketLookupPath
	}
	client, err := minio.New(endpoint.Host, &minio.Options{
		Creds:  credentials.NewStaticV4(bucket.AccessKey, bucket.SecretKey, ""),
		Secure: endpoint.Scheme == "https", Region: bucket.Region, BucketLookup: lookup,
		Transport: transport, MaxRetries: s3Tries,
	})
	return bucketStore{client: client, bucket: bucket.Bucket, prefix: bucket.Prefix}, err
}

func (s bucketStore) Put(ctx context.Context, key string, spool *Spool) error {
	ctx, cancel := context.WithTimeout(ctx, s3PutTimeout)
	defer cancel()
	size, err := spool.Size()
	if err != nil {
		return err
	}
	// A section reader lets the client send the body again without closing the spool.
	_, err = s.client.PutObject(ctx, s.bucket, s.prefix+key, io.NewSectionReader(spool, 0, size), size,
		minio.PutObjectOptions{ContentType: "application/octet-stream", DisableMultipart: true})
	return s3Failed(err)
}

func (s bucketStore) Size(ctx context.Context, key string) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, s3Timeout)
	defer cancel()
	info, err := s.client.StatObject(ctx, s.bucket, s.prefix+key, minio.StatObjectOptions{})
	return info.Size, s3Failed(err)
}

func (s bucketStore) Open(ctx context.Context, key string, offset int64) (io.ReadCloser, error) {
	var options minio.GetObjectOptions
	if offset > 0 {
		if err := options.SetRange(offset, 0); err != nil {
			return nil, err
		}
	}
	// Core sends the request at once, so that a failure is known before the first byte is answered.
	body, _, _, err := minio.Core{Client: s.client}.GetObject(ctx, s.bucket, s.prefix+key, options)
	if err != nil {
		return nil, s3Failed(err)
	}
	return body, nil
}

func (s bucketStore) Remove(ctx context.Context, key string) error {
	ctx, cancel := context.WithTimeout(ctx, s3Timeout)
	defer cancel()
	err := s3Failed(s.client.RemoveObject(ctx, s.bucket, s.prefix+key, minio.RemoveObjectOptions{}))
	if errors.Is(err, ErrMissing) {
		return nil
	}
	return err
}

func (s bucketStore) Each(ctx context.Context, take func(Blob) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for object := range s.client.ListObjectsIter(ctx, s.bucket, minio.ListObjectsOptions{Prefix: s.prefix, Recursive: true}) {
		if object.Err != nil {
			return s3Failed(object.Err)
		}
		key := strings.TrimPrefix(object.Key, s.prefix)
		if !isKey(key) {
			continue
		}
		if err := take(Blob{Key: key, Size: object.Size, Modified: object.LastModified}); err != nil {
			return err
		}
	}
	return nil
}

// s3Failed returns ErrMissing for an unknown key, and 503 UNAVAILABLE for any other failure.
func s3Failed(err error) error {
	if err != nil && minio.ToErrorResponse(err).Code == "NoSuchKey" {
		return ErrMissing
	}
	return failed(err)
}
