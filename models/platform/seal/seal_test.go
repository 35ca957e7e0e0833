package seal_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/hex"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"software.sslmate.com/src/go-pkcs12"

	"acolhe/models/areas"
	"acolhe/models/keyrotation"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/pdf"
	"acolhe/models/platform/seal"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

var administrator = auth.Caller{Kind: auth.Operator, Roles: []auth.Role{auth.Administrador}, Name: "Camila"}.At(dbtest.Today)

func keyOf(t *testing.T, fill byte) encryption.Key {
	t.Helper()
	raw := bytes.Repeat([]byte{fill}, encryption.KeyBytes)
	raw[0]++
	key, err := encryption.NewKey(raw)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// aFile returns an unsealed PDF of two pages.
func aFile(t *testing.T) []byte {
	t.Helper()
	document := pdf.New("Termo", dbtest.Today)
	document.Begin(pdf.Head{Association: pdf.Association{Name: "Flor da Ilha"}, Title: "Termo", Now: dbtest.Today})
	document.Paragraph("Associação, coração, órgão.")
	document.AddPage()
	document.Paragraph("Segunda página.")
	document.End()
	var file bytes.Buffer
	if err := document.Write(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func sealed(t *testing.T, sealer seal.Sealer) []byte {
	t.Helper()
	file, err := sealer.Seal(t.Context(), administrator, aFile(t), "Termo assinado: código 7K4M-2QXD")
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestSeal_KeepsFile(t *testing.T) {
	t.Parallel()
	sealer := seal.Sealer{DB: dbtest.New(t).DB, Key: keyOf(t, 1)}
	file := sealed(t, sealer)
	if !bytes.HasPrefix(file, aFile(t)) {
		t.Error("the bytes before the seal changed")
	}
	for name, wrong := range map[string][]byte{"sealed": file, "empty": nil, "no PDF": []byte("%PDF-1.4\n"), "cut": aFile(t)[:900]} {
		if _, err := sealer.Seal(t.Context(), administrator, wrong, "x"); err == nil {
			t.Errorf("%s: sealed", name)
		}
	}
}

// A certificate is made once, also by two instances at the same time, and again when it has expired.
func TestCertificate_Own(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	sealer := seal.Sealer{DB: connection.DB, Key: keyOf(t, 1)}
	var group sync.WaitGroup
	found := make([]seal.Certificate, 8)
	for i := range found {
		group.Go(func() {
			var err error
			if found[i], err = sealer.Certificate(t.Context(), administrator); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for _, one := range found {
		if one.Fingerprint != found[0].Fingerprint || !one.IsOwn || one.Subject != "Acolhe" ||
			!strings.HasPrefix(one.PEM, "-----BEGIN CERTIFICATE-----") {
			t.Fatalf("%+v", one)
		}
	}
	later, err := sealer.Certificate(t.Context(), administrator.At(dbtest.Today.AddDate(11, 0, 0)))
	if err != nil || later.Fingerprint == found[0].Fingerprint {
		t.Errorf("after its end %+v, %v", later, err)
	}
	if rows := count(t, connection, "true"); rows != 2 {
		t.Errorf("%d certificates", rows)
	}
	if rows := count(t, connection, "position('PRIVATE' in encode(private_key_encrypted, 'escape')) > 0 or chain_pem like '%PRIVATE%'"); rows != 0 {
		t.Error("a private key is readable")
	}
}

func count(t *testing.T, connection *db.Connection, where string) (rows int) {
	t.Helper()
	if err := connection.Pool.QueryRow(t.Context(), "select count(*) from seal_certificates where "+where).Scan(&rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestRotateKey(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	before, after := seal.Sealer{DB: connection.DB, Key: keyOf(t, 1)}, seal.Sealer{DB: connection.DB, Key: keyOf(t, 2)}
	first, err := before.Certificate(t.Context(), administrator)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := after.Certificate(t.Context(), administrator); err == nil {
		t.Error("another key opens the certificate")
	}
	if _, err := keyrotation.Rotate(t.Context(), connection.DB, areas.Secrets(), encryption.KeyChange{Old: before.Key, New: after.Key},
		dbtest.Today); err != nil {
		t.Fatal(err)
	}
	if second, err := after.Certificate(t.Context(), administrator); err != nil || second.Fingerprint != first.Fingerprint {
		t.Errorf("after the rotation %+v, %v", second, err)
	}
	sealed(t, after)
}

// issued returns a PKCS#12 of a certificate with its issuer.
func issued(t *testing.T, key any, public any, until time.Time) string {
	t.Helper()
	root, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	authority := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "AC de teste"},
		NotBefore: dbtest.Today.AddDate(-2, 0, 0),
		NotAfter:  dbtest.Today.AddDate(5, 0, 0), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	leaf := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "Associação Flor da Ilha:11222333000181"},
		NotBefore: dbtest.Today.AddDate(-1, 0, 0), NotAfter: until, KeyUsage: x509.KeyUsageDigitalSignature}
	parse := func(raw []byte, err error) *x509.Certificate {
		if err != nil {
			t.Fatal(err)
		}
		certificate, err := x509.ParseCertificate(raw)
		if err != nil {
			t.Fatal(err)
		}
		return certificate
	}
	issuer := parse(x509.CreateCertificate(rand.Reader, authority, authority, &root.PublicKey, root))
	file, err := pkcs12.Modern.Encode(key, parse(x509.CreateCertificate(rand.Reader, leaf, issuer, public, root)), []*x509.Certificate{issuer},
		"segredo")
	if err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(file)
}

func rsaKey(t *testing.T, bits int) *rsa.PrivateKey {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestReplace(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	sealer := seal.Sealer{DB: connection.DB, Key: keyOf(t, 1)}
	own, err := sealer.Certificate(t.Context(), administrator)
	if err != nil {
		t.Fatal(err)
	}
	strong := rsaKey(t, 2048)
	good := issued(t, strong, &strong.PublicKey, dbtest.Today.AddDate(1, 0, 0))
	for name, c := range map[string]struct {
		input seal.ReplaceInput
		field string
	}{
		"empty":          {seal.ReplaceInput{}, "pkcs12"},
		"no base64":      {seal.ReplaceInput{PKCS12: "!", Password: "segredo"}, "pkcs12"},
		"no PKCS#12":     {seal.ReplaceInput{PKCS12: "LS0tLS1CRUdJTg==", Password: "segredo"}, "pkcs12"},
		"cut":            {seal.ReplaceInput{PKCS12: good[:len(good)/8*4], Password: "segredo"}, "pkcs12"},
		"large":          {seal.ReplaceInput{PKCS12: strings.Repeat("AAAA", 24<<10), Password: "segredo"}, "pkcs12"},
		"wrong password": {seal.ReplaceInput{PKCS12: good, Password: "outra"}, "password"},
		"expired": {seal.ReplaceInput{PKCS12: issued(t, strong, &strong.PublicKey, dbtest.Today.AddDate(0, 0, -1)), Password: "segredo"},
			"pkcs12"},
	} {
		_, err := sealer.Replace(t.Context(), administrator, c.input)
		if fields := errs.FieldsOf(err); !errs.HasCode(err, errs.CodeValidation) || len(fields) != 1 || fields[0].Path != c.field {
			t.Errorf("%s: %v", name, err)
		}
	}
	if current, err := sealer.Certificate(t.Context(), administrator); err != nil || current != own {
		t.Errorf("a refused certificate changed it to %+v, %v", current, err)
	}
	replaced, err := sealer.Replace(t.Context(), administrator, seal.ReplaceInput{PKCS12: good, Password: "segredo"})
	if err != nil || replaced.IsOwn || replaced.Issuer != "AC de teste" {
		t.Fatalf("%+v, %v", replaced, err)
	}
	if current, err := sealer.Certificate(t.Context(), administrator); err != nil || current != replaced {
		t.Errorf("%+v, %v", current, err)
	}
	if file := sealed(t, sealer); !bytes.Contains(file, []byte("/ETSI.CAdES.detached")) {
		t.Error("not sealed")
	}
	if count(t, connection, "not is_current") != 1 {
		t.Error("the former certificate is gone")
	}
}

// run runs a tool and returns what it prints.
func run(t *testing.T, name string, arguments ...string) string {
	t.Helper()
	output, err := exec.CommandContext(t.Context(), name, arguments...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, arguments, err, output)
	}
	return string(output)
}

var sealRange = regexp.MustCompile(`/ByteRange \[0 (\d+) (\d+) (\d+)\s*\]`)

// split returns the signature of a sealed file, and the bytes under it.
func split(t *testing.T, file []byte) (signature, content []byte) {
	t.Helper()
	found := sealRange.FindSubmatch(file)
	if found == nil {
		t.Fatal("no ByteRange")
	}
	var numbers [3]int
	for i := range numbers {
		numbers[i], _ = strconv.Atoi(string(found[i+1]))
	}
	begin, end := numbers[0], numbers[1]
	if end+numbers[2] != len(file) {
		t.Fatalf("%v of %d bytes are sealed", numbers, len(file))
	}
	signature, err := hex.DecodeString(string(file[begin+1 : end-1]))
	if err != nil {
		t.Fatal(err)
	}
	return signature, append(append([]byte{}, file[:begin]...), file[end:]...)
}

// pdfsig, openssl and qpdf accept the seals of both kinds of certificate, and find a flipped byte.
func TestTool_Seal(t *testing.T) {
	t.Parallel()
	strong := rsaKey(t, 2048)
	curve, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for name, loaded := range map[string]string{
		"own": "", "RSA": issued(t, strong, &strong.PublicKey, dbtest.Today.AddDate(1, 0, 0)),
		"ECDSA": issued(t, curve, &curve.PublicKey, dbtest.Today.AddDate(1, 0, 0)),
	} {
		t.Run(name, func(t *testing.T) {
			sealer := seal.Sealer{DB: dbtest.New(t).DB, Key: keyOf(t, 1)}
			if loaded != "" {
				if _, err := sealer.Replace(t.Context(), administrator, seal.ReplaceInput{PKCS12: loaded, Password: "segredo"}); err != nil {
					t.Fatal(err)
				}
			}
			checkTools(t, sealed(t, sealer))
		})
	}
}

func checkTools(t *testing.T, file []byte) {
	t.Helper()
	folder := t.TempDir()
	write := func(name string, content []byte) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	path := write("termo.pdf", file)
	// The certificate of a test has no trusted issuer.
	if shown := run(t, "pdfsig", "-nocert", path); !strings.Contains(shown, "Signature is Valid.") ||
		!strings.Contains(shown, "Total document signed") || !strings.Contains(shown, "ETSI.CAdES.detached") {
		t.Error(shown)
	}
	if shown := run(t, "qpdf", "--check", path); strings.Contains(shown, "WARNING") {
		t.Error(shown)
	}
	if shown := run(t, "pdftotext", path, "-"); !strings.Contains(shown, "Associação, coração, órgão.") ||
		!strings.Contains(shown, "Segunda página.") {
		t.Error(shown)
	}
	signature, content := split(t, file)
	verify := []string{"cms", "-verify", "-binary", "-noverify", "-inform", "DER", "-in", write("selo.der", signature), "-content"}
	run(t, "openssl", append(verify, write("conteudo", content), "-out", os.DevNull)...)

	altered := bytes.Clone(file)
	altered[len(aFile(t))/2] ^= 1
	output, _ := exec.CommandContext(t.Context(), "pdfsig", "-nocert", write("alterado.pdf", altered)).CombinedOutput()
	if strings.Contains(string(output), "Signature is Valid.") {
		t.Errorf("a flipped byte is not found: %s", output)
	}
	_, content = split(t, altered)
	if output, err := exec.CommandContext(t.Context(), "openssl", append(verify, write("alterado", content), "-out", os.DevNull)...).
		CombinedOutput(); err == nil {
		t.Errorf("openssl does not find a flipped byte: %s", output)
	}
}

// A seal is valid while all bytes of its file are as they were, also after its certificate was replaced; a changed file and
// one that another program sealed are not.
func TestVerify(t *testing.T) {
	t.Parallel()
	sealer := seal.Sealer{DB: dbtest.New(t).DB, Key: keyOf(t, 1)}
	verify := func(file []byte) seal.Verification {
		t.Helper()
		found, err := sealer.Verify(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if none := verify(aFile(t)); none.IsValid() || none.Expected != "" {
		t.Errorf("without a certificate: %+v", none)
	}
	file := sealed(t, sealer)
	own, err := sealer.Certificate(t.Context(), administrator)
	if err != nil {
		t.Fatal(err)
	}
	if found := verify(file); !found.IsValid() || found.Actual != own.Fingerprint {
		t.Errorf("its own seal: %+v, want %s", found, own.Fingerprint)
	}
	foreign := sealed(t, seal.Sealer{DB: dbtest.New(t).DB, Key: keyOf(t, 1)})
	if found := verify(foreign); found.IsValid() || found.Actual == "" || found.Expected != own.Fingerprint {
		t.Errorf("the seal of another key: %+v", found)
	}
	for name, changed := range map[string][]byte{
		"no seal": aFile(t), "empty": nil, "bytes after it": append(bytes.Clone(file), '\n'), "cut": file[:len(file)-1],
		"a range of the begin": bytes.Replace(file, []byte("/ByteRange [0 "), []byte("/ByteRange [1 "), 1),
	} {
		if found := verify(changed); found.IsValid() || found.Actual != "" {
			t.Errorf("%s: %+v", name, found)
		}
	}
	strong := rsaKey(t, 2048)
	if _, err := sealer.Replace(t.Context(), administrator,
		seal.ReplaceInput{PKCS12: issued(t, strong, &strong.PublicKey, dbtest.Today.AddDate(1, 0, 0)), Password: "segredo"}); err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string][]byte{"of the earlier certificate": file, "of the new one": sealed(t, sealer)} {
		if found := verify(file); !found.IsValid() {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

// No changed byte of a file is missed, and none of the signature ends the program.
func TestVerify_EveryByte(t *testing.T) {
	t.Parallel()
	sealer := seal.Sealer{DB: dbtest.New(t).DB, Key: keyOf(t, 1)}
	file := sealed(t, sealer)
	place := bytes.LastIndex(file, []byte("/Contents <")) + len("/Contents <")
	end := place + bytes.IndexByte(file[place:], '>')
	written := bytes.TrimRight(file[place:end], "0")
	missed := 0
	for at := 0; at < len(file); at++ {
		inSignature := at >= place && at < place+len(written)
		if !inSignature && at%211 != 0 || at >= place+len(written) && at < end {
			continue
		}
		changed := bytes.Clone(file)
		changed[at] ^= 1
		found, err := sealer.Verify(t.Context(), changed)
		if err != nil {
			t.Fatal(err)
		}
		if found.IsValid() && !inSignature {
			missed++
			t.Logf("byte %d is missed", at)
		}
	}
	if missed > 0 {
		t.Errorf("%d changed bytes are missed", missed)
	}
}
