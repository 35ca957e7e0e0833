package externalservices

import (
	"context"
	"net/url"
	"strings"

	"acolhe/models/types/errs"
)

// checkHost refuses another host for secrets that were stored for the current one: a caller who changes the address must know
// them, and a connected account must be disconnected first, because its tokens would be sent there.
func (o Office) checkHost(ctx context.Context, definition Definition, input SaveInput) error {
	address, isSent := input.Fields[BaseURL]
	if !isSent {
		return nil
	}
	values, err := o.Values(ctx, input.Service)
	if err != nil {
		return err
	}
	if field, _ := definition.Field(BaseURL); address == "" {
		address = field.Default
	}
	if hostOf(address) == hostOf(values[BaseURL]) {
		return nil
	}
	var problems errs.Problems
	for _, field := range definition.Fields {
		problems.Require(!field.IsSecret || values[field.Key] == "" ||
			input.Fields[field.Key] != "", "fields."+field.Key, "digite de novo: o endereço da API mudou")
	}
	tokens, err := o.Tokens(ctx, input.Service)
	if err != nil {
		return err
	}
	problems.Require(tokens.Access == "" && tokens.Refresh == "", "fields."+BaseURL, "desconecte a conta antes de mudar o endereço")
	return problems.Err()
}

func hostOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.ToLower(parsed.Scheme + "://" + parsed.Host)
}

// IsDownload reports whether a service at base may name this address for a download: its own host, or another public one
// over https.
func IsDownload(address, base string) bool {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" {
		return false
	}
	host := parsed.Hostname()
	isName := strings.Contains(host, ".") && strings.ContainsAny(host[strings.LastIndex(host, ".")+1:], "abcdefghijklmnopqrstuvwxyz")
	return hostOf(address) == hostOf(base) || parsed.Scheme == "https" && isName
}
