package externalservices

import (
	"context"
	"maps"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// CodeCheckFailed is the code of the entries that name the failed checks of a test.
const CodeCheckFailed = "CREDENTIAL_CHECK_FAILED"

// Check is one check of a test of a service.
type Check struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	// Skipped reports whether the check was not made, because of an earlier failure or because it needs more settings.
	Skipped bool `json:"skipped"`
	// Detail is the result, or the reason of the failure, in Portuguese and without secrets.
	Detail       string `json:"detail"`
	Milliseconds int64  `json:"milliseconds"`
}

// HasPassed reports whether there are checks and none failed; a skipped one has not failed.
func HasPassed(checks []Check) bool {
	return len(checks) > 0 && !slices.ContainsFunc(checks, func(c Check) bool { return !c.OK && !c.Skipped })
}

// Tester tests a service with credentials, stored or not. It changes nothing.
type Tester func(ctx context.Context, values Values) []Check

// Office is where administrators change the services.
type Office struct {
	Store
	// Testers tests the services; one without a tester cannot be tested.
	Testers map[Name]Tester
}

// CredentialStatus sums up the credentials of a service.
type CredentialStatus struct {
	Complete bool `json:"complete"`
	// SourceSummary is db, env, mixed or unset.
	SourceSummary string     `json:"source_summary"`
	LastTestOK    *bool      `json:"last_test_ok"`
	LastTestedAt  *time.Time `json:"last_tested_at"`
}

// Status is a service without secrets.
type Status struct {
	Service           Name             `json:"service"`
	Label             string           `json:"label"`
	Enabled           bool             `json:"enabled"`
	UseForQuote       *bool            `json:"use_for_quote,omitempty"`
	UseForLabel       *bool            `json:"use_for_label,omitempty"`
	UseForScheduling  *bool            `json:"use_for_scheduling,omitempty"`
	PrimaryCalendarID *string          `json:"primary_calendar_id"`
	Credentials       CredentialStatus `json:"credentials"`
	FieldsSchema      []Field          `json:"fields_schema"`
	// OAuth is null for a service without it.
	OAuth *OAuthStatus `json:"oauth"`

	Flags    Flags              `json:"-"`
	Fields   []CredentialDetail `json:"-"`
	Checks   []Check            `json:"-"`
	TestedBy string             `json:"-"`
}

// AwaitsAccount reports whether nothing but the connection of an account is missing.
func (s Status) AwaitsAccount() bool {
	isMissing := func(credential CredentialDetail) bool { return credential.Required && !credential.HasValue }
	return s.OAuth != nil && !s.Credentials.Complete && !slices.ContainsFunc(s.Fields, isMissing)
}

// OAuthStatus is the state of a connected account.
type OAuthStatus struct {
	Connected   bool       `json:"connected"`
	Account     *string    `json:"account"`
	ConnectedBy *string    `json:"connected_by"`
	ConnectedAt *time.Time `json:"connected_at"`
	// ExpiresAt is when the access token ends; it is renewed before.
	ExpiresAt *time.Time `json:"expires_at"`
}

// CredentialDetail is one credential without its value, unless it is no secret.
type CredentialDetail struct {
	FieldKey  string     `json:"field_key"`
	Label     string     `json:"label"`
	IsSecret  bool       `json:"is_secret"`
	Required  bool       `json:"required"`
	HasValue  bool       `json:"has_value"`
	Source    Source     `json:"source"`
	UpdatedBy string     `json:"updated_by"`
	UpdatedAt *time.Time `json:"updated_at"`

	// Value is empty for a secret.
	Value string `json:"-"`
	Hint  string `json:"-"`
	// Variable is the name of the credential in the environment.
	Variable string `json:"-"`
}

// List returns every service. It returns 403 FORBIDDEN unless the caller is an administrator, as all verbs of Office do.
func (o Office) List(ctx context.Context, by auth.Caller) ([]Status, error) {
	var statuses []Status
	for _, definition := range Definitions() {
		status, err := o.Find(ctx, by, definition.Name)
		if err != nil {
			return nil, err
		}
		statuses = append(statuses, status)
	}
	return statuses, nil
}

// Find returns a service; an unknown one is 404 NOT_FOUND.
func (o Office) Find(ctx context.Context, by auth.Caller, name Name) (Status, error) {
	row, definition, err := o.find(ctx, by, name)
	if err != nil {
		return Status{}, err
	}
	stored, err := o.credentials(ctx, name)
	if err != nil {
		return Status{}, err
	}
	return o.status(row, definition, stored)
}

func (o Office) find(ctx context.Context, by auth.Caller, name Name) (service, Definition, error) {
	if !access.IsAdministrator(by) {
		return service{}, Definition{}, errs.Forbidden("Só quem administra o Acolhe muda os serviços externos.")
	}
	missing := errs.NotFound("Serviço externo não encontrado.")
	definition, isKnown := DefinitionOf(name)
	if !isKnown {
		return service{}, definition, missing
	}
	row, err := db.First[service](o.DB.WithContext(ctx).Where("service = ?", name), missing)
	return row, definition, err
}

func (o Office) status(row service, definition Definition, stored map[string]credential) (Status, error) {
	flags := o.flags(row)
	status := Status{Service: row.Service, Label: definition.Label, Enabled: flags[Enabled], PrimaryCalendarID: row.PrimaryCalendarID,
		FieldsSchema: definition.Fields, Flags: flags, Checks: row.LastTestChecks}
	for flag, into := range map[Flag]**bool{UseForQuote: &status.UseForQuote, UseForLabel: &status.UseForLabel, UseForScheduling: &status.UseForScheduling} {
		if on, has := flags[flag]; has {
			*into = &on
		}
	}
	if row.LastTestedBy != nil {
		status.TestedBy = *row.LastTestedBy
	}
	values, sources := Values{}, map[Source]bool{}
	for _, field := range definition.Fields {
		detail, value, err := o.detail(row.Service, field, stored)
		if err != nil {
			return Status{}, err
		}
		values[field.Key] = value
		if detail.Source == FromDatabase || detail.Source == FromEnvironment {
			sources[detail.Source] = true
		}
		status.Fields = append(status.Fields, detail)
	}
	token, hasToken := stored[accessToken]
	if definition.UsesOAuth {
		status.OAuth = &OAuthStatus{Connected: hasToken, Account: row.Account, ConnectedBy: row.ConnectedBy, ConnectedAt: row.DateConnected, ExpiresAt: token.ExpiresAt}
	}
	isAuthorized := !definition.UsesOAuth || hasToken || values[PersonalToken] != ""
	status.Credentials = CredentialStatus{Complete: len(values.Missing(definition)) == 0 && isAuthorized, SourceSummary: summaryOf(sources),
		LastTestOK: row.LastTestOK, LastTestedAt: row.LastTestedAt}
	return status, nil
}

func summaryOf(sources map[Source]bool) string {
	found := slices.Collect(maps.Keys(sources))
	switch len(found) {
	case 0:
		return string(Unset)
	case 1:
		return string(found[0])
	}
	return "mixed"
}

func (o Office) detail(name Name, field Field, stored map[string]credential) (CredentialDetail, string, error) {
	value, source, err := o.resolve(name, field, stored)
	detail := CredentialDetail{FieldKey: field.Key, Label: field.Label, IsSecret: field.IsSecret, Required: field.Required, HasValue: value != "", Source: source,
		Hint: field.Hint, Variable: name.environmentName(field.Key)}
	if row, isStored := stored[field.Key]; isStored {
		detail.UpdatedAt = &row.DateUpdated
		if row.UpdatedByName != nil {
			detail.UpdatedBy = *row.UpdatedByName
		}
	}
	if !field.IsSecret {
		detail.Value = value
	}
	return detail, value, err
}

// Credentials returns the credentials of a service without their values.
func (o Office) Credentials(ctx context.Context, by auth.Caller, name Name) ([]CredentialDetail, error) {
	status, err := o.Find(ctx, by, name)
	return status.Fields, err
}

// ChangeInput is the body of PATCH /admin/external-services/:service.
type ChangeInput struct {
	Service           Name                `json:"-"`
	Enabled           patch.Field[bool]   `json:"enabled" form:"enabled"`
	UseForQuote       patch.Field[bool]   `json:"use_for_quote" form:"use_for_quote"`
	UseForLabel       patch.Field[bool]   `json:"use_for_label" form:"use_for_label"`
	UseForScheduling  patch.Field[bool]   `json:"use_for_scheduling" form:"use_for_scheduling"`
	PrimaryCalendarID patch.Field[string] `json:"primary_calendar_id" form:"primary_calendar_id"`
}

func (in ChangeInput) flags() map[Flag]patch.Field[bool] {
	return map[Flag]patch.Field[bool]{Enabled: in.Enabled, UseForQuote: in.UseForQuote, UseForLabel: in.UseForLabel, UseForScheduling: in.UseForScheduling}
}

const maxCalendarID = 500

// Change switches uses of a service. It returns 400 VALIDATION_ERROR for a flag that the service does not have; null
// takes the environment's value.
func (o Office) Change(ctx context.Context, by auth.Caller, input ChangeInput) (Status, error) {
	row, definition, err := o.find(ctx, by, input.Service)
	if err != nil {
		return Status{}, err
	}
	var problems errs.Problems
	for flag, sent := range input.flags() {
		problems.Require(!sent.Sent || slices.Contains(definition.Flags, flag), string(flag), "este serviço não tem este uso")
	}
	problems.Require(!input.PrimaryCalendarID.Sent || input.Service == Calendar, "primary_calendar_id", "só a agenda tem um calendário")
	problems.Require(len(input.PrimaryCalendarID.Value) <= maxCalendarID, "primary_calendar_id", "é longo demais")
	if err := problems.Err(); err != nil {
		return Status{}, err
	}
	_, err = db.Change(ctx, o.DB, row.ID, "", func(tx *db.DB, _ service, row *service) error {
		for flag, sent := range input.flags() {
			sent.SetNullable(row.flag(flag))
		}
		input.PrimaryCalendarID.SetNullable(&row.PrimaryCalendarID)
		row.DateUpdated = by.Now
		return security.Record(ctx, tx, by, security.Event{Kind: security.ServiceChanged, Subject: definition.Label, Details: map[string]any{"fields": patch.Sent(input)}})
	})
	if err != nil {
		return Status{}, err
	}
	return o.Find(ctx, by, input.Service)
}

// isAllowedURL reports whether credentials may be sent to an address: https, or this machine.
func isAllowedURL(text string) bool {
	address, err := url.Parse(text)
	if err != nil || address.Host == "" || address.User != nil || address.RawQuery != "" || address.Fragment != "" || strings.TrimSpace(text) != text {
		return false
	}
	ip, notIP := netip.ParseAddr(address.Hostname())
	return address.Scheme == "https" || address.Scheme == "http" && (address.Hostname() == "localhost" || notIP == nil && ip.IsLoopback())
}
