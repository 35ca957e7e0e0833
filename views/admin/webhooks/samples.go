package webhooks

// VerifyPath is the address of the code samples.
const VerifyPath = Path + "/verificar"

// Sample is a program that verifies a signature. It reads the secret, the timestamp and the signature from its arguments
// and the body from standard input, and ends with status 0 only if the signature is right and recent.
type Sample struct{ Language, Code string }

// Samples returns a program for each language.
func Samples() []Sample {
	return []Sample{{"Node", nodeSample}, {"Python", pythonSample}, {"PHP", phpSample}, {"Go", goSample}}
}

const nodeSample = `const crypto = require('node:crypto');
const [secret, timestamp, signature] = process.argv.slice(2);
const body = require('node:fs').readFileSync(0);
const expected = 'sha256=' + crypto.createHmac('sha256', secret).update(timestamp + '.').update(body).digest('hex');
const recent = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300;
const same = expected.length === signature.length && crypto.timingSafeEqual(Buffer.from(expected), Buffer.from(signature));
process.exit(recent && same ? 0 : 1);
`

const pythonSample = `import hashlib, hmac, sys, time
secret, timestamp, signature = sys.argv[1:4]
body = sys.stdin.buffer.read()
expected = "sha256=" + hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
recent = abs(time.time() - int(timestamp)) <= 300
sys.exit(0 if recent and hmac.compare_digest(expected, signature) else 1)
`

const phpSample = `<?php
[, $secret, $timestamp, $signature] = $argv;
$body = file_get_contents('php://stdin');
$expected = 'sha256=' . hash_hmac('sha256', $timestamp . '.' . $body, $secret);
$recent = abs(time() - (int) $timestamp) <= 300;
exit($recent && hash_equals($expected, $signature) ? 0 : 1);
`

const goSample = `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"strconv"
	"time"
)

func main() {
	secret, timestamp, signature := os.Args[1], os.Args[2], os.Args[3]
	body, _ := io.ReadAll(os.Stdin)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "." + string(body)))
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	sent, err := strconv.ParseInt(timestamp, 10, 64)
	recent := err == nil && time.Since(time.Unix(sent, 0)).Abs() <= 5*time.Minute
	if !recent || !hmac.Equal([]byte(expected), []byte(signature)) {
		os.Exit(1)
	}
}
`
