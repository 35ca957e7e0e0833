package externalservices

import (
	"context"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// Office is where administrators change the services.
type Office struct {
	Store
	// Testers tests the services; one without a tester cannot be tested.
	Testers map[Name]Tester
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
	for flag, into := range map[Flag]**bool{UseForQuote: &status.UseForQuote, UseForLabel: &status.UseForLabel,
		UseForScheduling: &status.UseForScheduling} {
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
		status.OAuth = &OAuthStatus{Connected: hasToken, Account: row.Account, ConnectedBy: row.ConnectedBy, ConnectedAt: row.DateConnected,
			ExpiresAt: token.ExpiresAt}
	}
	isAuthorized := !definition.UsesOAuth || hasToken || values[PersonalToken] != ""
	status.Credentials = CredentialStatus{Complete: len(values.Missing(definition)) == 0 && isAuthorized, SourceSummary: summaryOf(sources),
		LastTestOK: row.LastTestOK, LastTestedAt: row.LastTestedAt}
	return status, nil
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
	return map[Flag]patch.Field[bool]{Enabled: in.Enabled, UseForQuote: in.UseForQuote, UseForLabel: in.UseForLabel,
		UseForScheduling: in.UseForScheduling}
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
	problems.Require(texts.Fits(input.PrimaryCalendarID.Value, maxCalendarID), "primary_calendar_id", "é longo demais")
	if err := problems.Err(); err != nil {
		return Status{}, err
	}
	_, err = db.Change(ctx, o.DB, row.ID, "", func(tx *db.DB, _ service, row *service) error {
		for flag, sent := range input.flags() {
			sent.SetNullable(row.flag(flag))
		}
		input.PrimaryCalendarID.SetNullable(&row.PrimaryCalendarID)
		texts.NilIfBlank(&row.PrimaryCalendarID)
		row.DateUpdated = by.Now
		details := map[string]any{"fields": patch.Sent(input)}
		if input.Enabled.Sent {
			details["enabled"] = input.Enabled.Value
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.ServiceChanged, Subject: definition.Label, Details: details})
	})
	if err != nil {
		return Status{}, err
	}
	return o.Find(ctx, by, input.Service)
}

// isAllowedURL reports whether credentials may be sent to an address: https, or this machine.
func isAllowedURL(text string) bool {
	address, err := url.Parse(text)
	if err != nil || address.Host == "" || address.User != nil || address.RawQuery != "" || address.Fragment != "" ||
		strings.TrimSpace(text) != text {
		return false
	}
	ip, notIP := netip.ParseAddr(address.Hostname())
	return address.Scheme == "https" || address.Scheme == "http" && (address.Hostname() == "localhost" || notIP == nil && ip.IsLoopback())
}
