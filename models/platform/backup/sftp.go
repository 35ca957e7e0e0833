package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path"
	"strings"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"

	"acolhe/models/platform/outbound"
)

// sftpPort is the port of an address without one.
const sftpPort = "22"

// server is a place on an SFTP server, below a folder.
type server struct {
	connection *ssh.Client
	client     *sftp.Client
	root       string
}

func openSFTP(ctx context.Context, address *url.URL, guard outbound.Guard) (Place, error) {
	host := address.Host
	if address.Port() == "" {
		host = net.JoinHostPort(address.Hostname(), sftpPort)
	}
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	raw, err := guard.DialContext(ctx, "tcp", host)
	if err != nil {
		return nil, err
	}
	secret, _ := address.User.Password()
	connection, channels, requests, err := ssh.NewClientConn(raw, host, &ssh.ClientConfig{
		User: address.User.Username(), Auth: []ssh.AuthMethod{ssh.Password(secret)},
		HostKeyCallback: hostKey(address.Query().Get("key")), Timeout: dialTimeout,
	})
	if err != nil {
		return nil, errors.Join(err, raw.Close())
	}
	over := ssh.NewClient(connection, channels, requests)
	client, err := sftp.NewClient(over)
	if err != nil {
		return nil, errors.Join(err, over.Close())
	}
	return server{over, client, address.Path}, nil
}

// hostKey accepts only the key of the fingerprint, in the form that ssh-keygen -l shows. Without one the error names that
// of the server, for the person who adds the place.
func hostKey(fingerprint string) ssh.HostKeyCallback {
	return func(_ string, _ net.Addr, key ssh.PublicKey) error {
		if found := ssh.FingerprintSHA256(key); found != fingerprint {
			return fmt.Errorf("a chave do servidor é %s: confira com quem cuida dele e informe-a", found)
		}
		return nil
	}
}

func (s server) path(name string) string { return path.Join(s.root, name) }

func (s server) Put(_ context.Context, name string, content *os.File, size int64) error {
	target := s.path(name)
	if err := s.client.MkdirAll(path.Dir(target)); err != nil {
		return err
	}
	beside := path.Join(path.Dir(target), unfinished+path.Base(target))
	file, err := s.client.Create(beside)
	if err != nil {
		return err
	}
	_, err = file.ReadFrom(io.NewSectionReader(content, 0, size))
	if err := errors.Join(err, file.Close()); err != nil {
		return errors.Join(err, s.client.Remove(beside))
	}
	return s.client.PosixRename(beside, target)
}

func (s server) Open(_ context.Context, name string) (io.ReadCloser, error) {
	file, err := s.client.Open(s.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrMissing
	}
	if err != nil {
		return nil, err
	}
	return file, nil
}

func (s server) Each(ctx context.Context, prefix string, take func(Object) error) error {
	walker := s.client.Walk(s.path(prefix))
	for walker.Step() {
		switch err := walker.Err(); {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return err
		}
		info := walker.Stat()
		if info.IsDir() || strings.HasPrefix(info.Name(), unfinished) {
			continue
		}
		name := strings.TrimPrefix(strings.TrimPrefix(walker.Path(), path.Clean(s.root)), "/")
		if err := take(Object{name, info.Size(), info.ModTime()}); err != nil {
			return err
		}
	}
	return nil
}

func (s server) Remove(_ context.Context, name string) error {
	err := s.client.Remove(s.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (s server) Close() error { return errors.Join(s.client.Close(), s.connection.Close()) }
