// Package backuptest serves places for copies on this machine: a bucket and files over SFTP.
package backuptest

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"net"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"
)

// Bucket returns the address of a place in an empty bucket, which lasts as long as the test.
func Bucket(t *testing.T) string {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("copias"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	return "s3://chave:segredo@" + strings.TrimPrefix(server.URL, "http://") + "/copias/acolhe?insecure=true&region=us-east-1"
}

// SFTP returns the address of a place in an empty folder that is reached over SFTP.
func SFTP(t *testing.T) string {
	t.Helper()
	address, fingerprint := ServeSFTP(t, "segredo")
	return "sftp://acolhe:segredo@" + address + t.TempDir() + "/copias?key=" + url.QueryEscape(fingerprint)
}

// ServeSFTP serves this machine's files to who knows the password, and returns the address and the fingerprint of the key.
func ServeSFTP(t *testing.T, password string) (address, fingerprint string) {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	config := &ssh.ServerConfig{PasswordCallback: func(_ ssh.ConnMetadata, given []byte) (*ssh.Permissions, error) {
		if string(given) != password {
			return nil, errors.New("wrong password")
		}
		return nil, nil
	}}
	config.AddHostKey(signer)
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			raw, err := listener.Accept()
			if err != nil {
				return
			}
			go serveConnection(raw, config)
		}
	}()
	return listener.Addr().String(), ssh.FingerprintSHA256(signer.PublicKey())
}

func serveConnection(raw net.Conn, config *ssh.ServerConfig) {
	defer raw.Close()
	_, channels, requests, err := ssh.NewServerConn(raw, config)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(requests)
	for opened := range channels {
		channel, requests, err := opened.Accept()
		if err != nil {
			return
		}
		go func() {
			for request := range requests {
				_ = request.Reply(request.Type == "subsystem", nil)
			}
		}()
		server, err := sftp.NewServer(channel)
		if err != nil {
			return
		}
		go func() {
			_ = server.Serve()
			_ = channel.Close()
		}()
	}
}
