package admin_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"strconv"
	"strings"
	"testing"
	"time"

	"software.sslmate.com/src/go-pkcs12"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// certificateFile returns a PKCS#12 file with a certificate of this name and its key; its password is segredo.
func certificateFile(t *testing.T, name string) []byte {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	issued := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, KeyUsage: x509.KeyUsageDigitalSignature,
		NotBefore: time.Now().AddDate(-1, 0, 0), NotAfter: time.Now().AddDate(1, 0, 0)}
	raw, err := x509.CreateCertificate(rand.Reader, issued, issued, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	file, err := pkcs12.Modern.Encode(key, certificate, nil, "segredo")
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// The certificate that Acolhe made can be downloaded, without its key; one of the association replaces it, if its file and
// password are right.
func TestSeal_DownloadAndReplace(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	download := func() string {
		t.Helper()
		answer := camila.GET(path + "/selo.pem").Want(200)
		if name := answer.Header.Get("Content-Disposition"); !strings.Contains(name, "selo.pem") {
			t.Errorf("it is saved as %q", name)
		}
		return string(answer.Body)
	}
	own := download()
	if !strings.Contains(own, "BEGIN CERTIFICATE") || strings.Contains(own, "PRIVATE") {
		t.Errorf("the certificate is %q", own)
	}
	if words := camila.GET(path).Want(200).Words(); !strings.Contains(words, "Criado pelo Acolhe") {
		t.Errorf("the page says %q", words)
	}
	file := certificateFile(t, "Associação Flor da Ilha")
	for name, wrong := range map[string]struct {
		content         []byte
		password, field string
	}{
		"another password": {file, "outra", "password"},
		"no password":      {file, "", "password"},
		"no file":          {nil, "segredo", "file"},
		"a text":           {[]byte("isto não é um certificado"), "segredo", "file"},
		"a large file":     {make([]byte, 1<<20), "segredo", "file"},
	} {
		page := camila.Upload(path+"/selo", "selo.p12", wrong.content, map[string]string{"password": wrong.password}).Want(422).HTML()
		if page.Find("[name="+wrong.field+"][aria-invalid=true]").Length() != 1 {
			t.Errorf("%s: the problem is not at %s: %s", name, wrong.field, page.Find("main").Text())
		}
		if strings.Contains(page.Text(), "base64") {
			t.Errorf("%s: a person reads %q", name, page.Find(".problems").Text())
		}
	}
	if download() != own {
		t.Error("a refused file replaces the certificate")
	}
	camila.Upload(path+"/selo", "selo.p12", file, map[string]string{"password": "segredo"}).Want(303)
	if words := camila.GET(path).Want(200).Words(); !strings.Contains(words, "Associação Flor da Ilha") ||
		!strings.Contains(words, "Da associação") {
		t.Errorf("afterwards the page says %q", words)
	}
	if download() == own {
		t.Error("the certificate is still the first one")
	}
	app.As(t, dbtest.Bruno).Upload(path+"/selo", "selo.p12", file, map[string]string{"password": "segredo"}).Want(403)
}

// An operator with doc_sign.manage has the pages of the terms in the menu of the panel, and no other page of the
// administration: not the certificate of the seal either.
func TestPages_Manager(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	if page := app.As(t, dbtest.Priscila).GET("/painel").Want(200).HTML(); page.Find("nav a[href='"+path+"']").Length() != 0 {
		t.Error("an operator without the permission is led to the terms")
	}
	app.As(t, dbtest.Priscila).GET(path).Want(403)
	form := app.As(t, dbtest.Camila).FormAt("/admin/operadores/" + strconv.FormatInt(dbtest.Priscila.ID, 10))
	form["permissions"] = []string{"Produção", "doc_sign.manage"}
	app.As(t, dbtest.Camila).Form("/admin/operadores/"+strconv.FormatInt(dbtest.Priscila.ID, 10), form).Want(303)
	priscila := app.As(t, dbtest.Priscila)
	if page := priscila.GET("/painel").Want(200).HTML(); page.Find("nav a[href='"+path+"']").Length() != 1 {
		t.Error("the menu does not lead to the terms")
	}
	page := priscila.GET(path).Want(200).HTML()
	if text := page.Find("body").Text(); strings.Contains(text, "Selo digital") || page.Find("nav a[href='/admin/operadores']").Length() != 0 {
		t.Errorf("the page offers what only administrators may: %s", text)
	}
	priscila.GET(path + "/self").Want(200)
	priscila.Form(path+"/self/publicar", nil).Want(303)
	priscila.GET(path + "/selo.pem").Want(403)
	priscila.GET("/admin").Want(403)
	priscila.GET("/admin/operadores").Want(403)
}
