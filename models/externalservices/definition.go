// Package externalservices holds the credentials and flags of the services outside (carriers, calendar): encrypted in
// the database, with the environment as fallback, and the tokens that OAuth renews. The packages of the services call
// them; administrators change them through Office.
package externalservices

import (
	"slices"
	"strings"
)

// Name is the neutral name of a service in the interface (integrations.md).
type Name string

// The services.
const (
	CarrierA Name = "carrier_a"
	CarrierB Name = "carrier_b"
	Calendar Name = "calendar"
)

// The keys of fields that several services have.
const (
	BaseURL       = "base_url"
	ClientID      = "client_id"
	ClientSecret  = "client_secret"
	CompanyID     = "company_id"
	ServiceID     = "service_id"
	SupportEmail  = "support_email"
	PersonalToken = "personal_token"
)

// The keys of tokens that OAuth stores. They are in no form.
const (
	accessToken  = "oauth_access_token"
	refreshToken = "oauth_refresh_token"
)

// Flag is a use of a service that can be switched on.
type Flag string

// The flags.
const (
	Enabled          Flag = "enabled"
	UseForQuote      Flag = "use_for_quote"
	UseForLabel      Flag = "use_for_label"
	UseForScheduling Flag = "use_for_scheduling"
)

// Field is one credential of a service.
type Field struct {
	Key      string `json:"field_key"`
	Label    string `json:"label"`
	IsSecret bool   `json:"is_secret"`
	Required bool   `json:"required"`

	// Default is the value without a stored one and without the environment's.
	Default string `json:"-"`
	// Instead is the key of a field whose value makes this one dispensable.
	Instead string `json:"-"`
	Hint    string `json:"-"`
}

// Definition is a service as the program knows it.
type Definition struct {
	Name  Name
	Label string
	// Article is the Portuguese article of the label: "o" Melhor Envio, "a" Loggi.
	Article string
	Flags   []Flag
	// Fields are in the order of the form.
	Fields []Field
	// UsesOAuth reports whether an account is connected by OAuth.
	UsesOAuth bool
}

// Definitions lists the services.
func Definitions() []Definition {
	return []Definition{
		{Name: CarrierB, Label: "Melhor Envio", Article: "o", Flags: []Flag{Enabled, UseForQuote, UseForLabel}, UsesOAuth: true, Fields: []Field{
			{Key: ClientID, Label: "ID do aplicativo", Required: true, Instead: PersonalToken},
			{Key: ClientSecret, Label: "Segredo", IsSecret: true, Required: true, Instead: PersonalToken},
			{Key: SupportEmail, Label: "E-mail de suporte", Required: true, Hint: "O Melhor Envio exige um e-mail em cada chamada."},
			{Key: PersonalToken, Label: "Token pessoal", IsSecret: true,
				Hint: "No lugar do aplicativo e da conta conectada. Não se renova sozinho."},
			{Key: BaseURL, Label: "Endereço da API", Default: "https://melhorenvio.com.br"},
		}},
		{Name: CarrierA, Label: "Loggi", Article: "a", Flags: []Flag{Enabled, UseForQuote, UseForLabel}, Fields: []Field{
			{Key: ClientID, Label: "ID do cliente", IsSecret: true, Required: true},
			{Key: ClientSecret, Label: "Segredo", IsSecret: true, Required: true},
			{Key: CompanyID, Label: "ID da empresa", Required: true},
			{Key: ServiceID, Label: "ID do serviço", Hint: "Informado pela Loggi na homologação. Sem ele não há etiquetas."},
			{Key: BaseURL, Label: "Endereço da API", Default: "https://api.loggi.com"},
		}},
		{Name: Calendar, Label: "Google Agenda", Article: "o", Flags: []Flag{Enabled, UseForScheduling}, UsesOAuth: true, Fields: []Field{
			{Key: ClientID, Label: "ID do cliente", Required: true},
			{Key: ClientSecret, Label: "Segredo", IsSecret: true, Required: true},
			{Key: BaseURL, Label: "Endereço da API", Default: "https://www.googleapis.com"},
		}},
	}
}

// DefinitionOf returns the definition of a service.
func DefinitionOf(name Name) (definition Definition, isKnown bool) {
	all := Definitions()
	at := slices.IndexFunc(all, func(d Definition) bool { return d.Name == name })
	if at < 0 {
		return Definition{}, false
	}
	return all[at], true
}

// LabelOf returns what people call a service, such as Melhor Envio for carrier_b. Any other text, such as a carrier that
// somebody typed, is returned as it is.
func LabelOf(service string) string {
	if definition, isKnown := DefinitionOf(Name(service)); isKnown {
		return definition.Label
	}
	return service
}

// Of returns "do Melhor Envio".
func (d Definition) Of() string { return "d" + d.Article + " " + d.Label }

// OfService returns "do Melhor Envio" for the label of a service, and "de Correios" for any other name.
func OfService(label string) string {
	all := Definitions()
	if at := slices.IndexFunc(all, func(d Definition) bool { return d.Label == label }); at >= 0 {
		return all[at].Of()
	}
	return "de " + label
}

// By returns "pelo Melhor Envio".
func (d Definition) By() string { return "pel" + d.Article + " " + d.Label }

// In returns "no Melhor Envio".
func (d Definition) In() string { return "n" + d.Article + " " + d.Label }

// Field returns a field of the service.
func (d Definition) Field(key string) (field Field, isKnown bool) {
	at := slices.IndexFunc(d.Fields, func(f Field) bool { return f.Key == key })
	if at < 0 {
		return Field{}, false
	}
	return d.Fields[at], true
}

// Variables returns the names of the variables of all services.
func Variables() []string {
	var names []string
	for _, d := range Definitions() {
		for _, field := range d.Fields {
			names = append(names, d.Name.environmentName(field.Key))
		}
		for _, flag := range d.Flags {
			names = append(names, d.Name.environmentName(string(flag)))
		}
	}
	return names
}

// environmentName returns the name of the variable of a field or flag, such as CARRIER_B_CLIENT_ID.
func (n Name) environmentName(key string) string { return strings.ToUpper(string(n) + "_" + key) }
