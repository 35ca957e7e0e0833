package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// sessionCookie is the name of the operator's cookie (specification, "Operator session").
const sessionCookie = "service_oss_session"

// signInTimeout is the maximum time of one login, most of it for hashing the password.
const signInTimeout = 10 * time.Second

// signIn starts an operator's session through the JSON interface and returns its token.
func signIn(ctx context.Context, addr, email, password string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, signInTimeout)
	defer cancel()
	body, err := json.Marshal(map[string]string{"email": email, "password": password})
	if err != nil {
		return "", err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+addr+"/api/v1/auth/login", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	for _, cookie := range response.Cookies() {
		if cookie.Name == sessionCookie {
			return cookie.Value, nil
		}
	}
	return "", fmt.Errorf("the login as %s answered %s and no session", email, response.Status)
}

// hashOf returns the stored form of a session's token.
func hashOf(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}
