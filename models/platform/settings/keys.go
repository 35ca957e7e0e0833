package settings

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode"

	"acolhe/models/types/pix"
	"acolhe/models/types/texts"
)

// The keys that do not belong to one area; areas declare their own keys.
var (
	// ApplyFreightToTotal determines whether delivery_price counts in an order's total.
	ApplyFreightToTotal = Key[bool]{System: "store", Name: "freight.apply_to_total", Type: Boolean, Default: true, Public: true,
		Description: "Soma o frete ao total do pedido. Se desligar, o frete fica fora do total do pedido."}
	// PixKey is the payee's key of Pix codes; without it no Pix codes are shown.
	PixKey = Key[string]{System: "store", Name: "pix_key", Type: Text, Check: checkPixKey,
		Description: "Chave Pix que recebe os pagamentos. Sem ela, o código Pix não aparece."}
	// PixName is the payee's name in a Pix code; by default the association's.
	PixName = Key[string]{System: "store", Name: "pix_name", Type: Text, Check: textOf(25),
		Description: "Nome de quem recebe, no código Pix. Se ficar vazio, vale o nome da associação."}
	// PixCity is the payee's city in a Pix code.
	PixCity = Key[string]{System: "store", Name: "pix_city", Type: Text, Default: "Brasil", Check: textOf(15),
		Description: "Cidade de quem recebe, no código Pix."}
	// PixPublic makes the payee of Pix codes public, for a shop that shows them itself.
	PixPublic = Key[bool]{System: "store", Name: "pix.public", Type: Boolean, Public: true,
		Description: "Ligado, qualquer pessoa pode ler a chave, o nome e a cidade do código Pix. Uma loja que mostra o código precisa disso."}
	// TimeZone is the association's time zone, for civil days and months.
	TimeZone = Key[string]{System: "system", Name: "time_zone", Type: Zone, Default: "America/Sao_Paulo", Check: checkZone, Required: true,
		Public:      true,
		Description: "Fuso horário da associação, usado em todas as datas e horários."}
	// AssociationName is the name in the header of the pages.
	AssociationName = Key[string]{System: "system", Name: "association_name", Type: Text, Default: "Acolhe", Check: textOf(80), Required: true,
		Public:      true,
		Description: "Nome da associação no alto das páginas e nos e-mails."}
	// RecordsYears is how long security events, mails and other records of what happened are kept.
	RecordsYears = Key[int]{System: "system", Name: "records_years", Type: Number, Default: 2, Check: checkYears, Required: true,
		Description: "Anos durante os quais eventos de segurança, e-mails enviados e outros registros do sistema são guardados."}
	// PanelURL, AdminURL, DocSignURL and StoreURL are the addresses of the association's own programs, with which the links of
	// letters begin; empty is the address of this program.
	PanelURL = Key[string]{System: "system", Name: "panel_url", Type: Text, Check: checkURL,
		Description: "Endereço do painel, nos e-mails para a equipe. Se ficar vazio, vale o endereço deste servidor."}
	AdminURL = Key[string]{System: "system", Name: "admin_url", Type: Text, Check: checkURL,
		Description: "Endereço da administração, nos e-mails para administradores. Se ficar vazio, vale o endereço deste servidor."}
	DocSignURL = Key[string]{System: "system", Name: "doc_sign_url", Type: Text, Check: checkURL,
		Description: "Endereço do programa de assinaturas, nos e-mails para quem o usa. Se ficar vazio, vale o endereço deste servidor."}
	StoreURL = Key[string]{System: "system", Name: "store_url", Type: Text, Check: checkURL,
		Description: "Endereço das páginas dos associados, nos e-mails para eles. Se ficar vazio, vale o endereço deste servidor."}
	// DocSignEnabled opens contracts and signing.
	DocSignEnabled = Key[bool]{System: "system", Name: "doc_sign_enabled", Type: Boolean, Default: true,
		Description: "Ligado, os termos podem ser enviados e assinados. Desligado, as páginas dizem que a assinatura está fechada no momento."}
	// RolePages are the pages that each role sees.
	RolePages = Key[Pages]{System: "system", Name: "role_pages", Type: Mixed, Default: Pages{Everyone: true}, Check: Pages.check,
		Description: "Páginas que cada papel vê. Use * para liberar todas as permitidas."}
	// SecondStepRoles are the roles whose people need a second step of signing in.
	SecondStepRoles = Key[StepRoles]{System: "system", Name: "second_step_roles", Type: Object, Required: true,
		Description: "Papéis que precisam da segunda etapa para entrar."}
	// SecondStepDays is how long an operator has to turn on the second step that their role needs.
	SecondStepDays = Key[int]{System: "system", Name: "second_step_days", Type: Number, Default: 14, Check: checkStepDays, Required: true,
		Description: "Dias que cada pessoa tem para ligar a segunda etapa que o seu papel pede."}
)

// Keys lists the keys of this package.
func Keys() []Definition {
	return []Definition{
		ApplyFreightToTotal.Definition(), PixKey.Definition(), PixName.Definition(), PixCity.Definition(), PixPublic.Definition(),
		TimeZone.Definition(), AssociationName.Definition(), RecordsYears.Definition(), RolePages.Definition(), SecondStepRoles.Definition(),
		SecondStepDays.Definition(), HideCPF.Definition(), HideAddress.Definition(), HideHealth.Definition(), SeeReads.Definition(),
		PanelURL.Definition(), AdminURL.Definition(), DocSignURL.Definition(), StoreURL.Definition(), DocSignEnabled.Definition(),
		AssociationCNPJ.Definition(), AssociationAddress.Definition(), AssociationPhone.Definition(),
		AssociationWhatsApp.Definition(), AssociationEmail.Definition(), AssociationHours.Definition(), AssociationLogo.Definition(),
	}
}

// textOf accepts one line of text with a maximum length.
func textOf(most int) func(string) error {
	return func(text string) error {
		if text == "" || strings.TrimSpace(text) != text || strings.ContainsFunc(text, unicode.IsControl) {
			return errors.New("deve ser uma linha de texto, sem espaços nas pontas")
		}
		if !texts.Fits(text, most) {
			return fmt.Errorf("deve ter no máximo %d caracteres", most)
		}
		return nil
	}
}

func checkYears(years int) error {
	if years < 1 || years > 20 {
		return errors.New("deve ser de 1 a 20")
	}
	return nil
}

// checkPixKey refuses a text that is not one of the five kinds of keys.
func checkPixKey(key string) error {
	_, err := pix.ParseKey(key)
	return err
}

// checkURL accepts the address of a site, without anything after its path.
func checkURL(address string) error {
	parsed, err := url.Parse(address)
	isSite := err == nil && (parsed.Scheme == "https" || parsed.Scheme == "http") && parsed.Host != "" && parsed.User == nil &&
		parsed.RawQuery == "" && parsed.Fragment == ""
	if !isSite || strings.HasSuffix(address, "/") || !texts.Fits(address, maxURL) {
		return errors.New("deve ser um endereço como https://painel.exemplo.org.br, sem barra no fim")
	}
	return nil
}

const maxURL = 200
