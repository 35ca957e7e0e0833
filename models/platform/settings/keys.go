package settings

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"acolhe/models/types/pix"
	"acolhe/models/types/texts"
)

// The keys that do not belong to one area; areas declare their own keys.
var (
	// ApplyFreightToTotal determines whether delivery_price counts in an order's total.
	ApplyFreightToTotal = Key[bool]{System: "store", Name: "freight.apply_to_total", Type: Boolean, Default: true, Public: true,
		Description: "Soma o frete ao total do pedido. Desligado, o frete é pago à parte."}
	// PixKey is the payee's key of Pix codes; without it no Pix codes are shown.
	PixKey = Key[string]{System: "store", Name: "pix_key", Type: Text, Check: checkPixKey,
		Description: "Chave Pix que recebe os pagamentos. Sem ela, o código Pix não aparece."}
	// PixName is the payee's name in a Pix code; by default the association's.
	PixName = Key[string]{System: "store", Name: "pix_name", Type: Text, Check: textOf(25),
		Description: "Nome de quem recebe, no código Pix. Se ficar vazio, vale o nome da associação."}
	// PixCity is the payee's city in a Pix code.
	PixCity = Key[string]{System: "store", Name: "pix_city", Type: Text, Default: "Brasil", Check: textOf(15),
		Description: "Cidade de quem recebe, no código Pix."}
	// TimeZone is the association's time zone, for civil days and months.
	TimeZone = Key[string]{System: "system", Name: "time_zone", Type: Zone, Default: "America/Sao_Paulo", Check: checkZone, Required: true,
		Description: "Fuso horário da associação, usado em todas as datas e horários."}
	// AssociationName is the name in the header of the pages.
	AssociationName = Key[string]{System: "system", Name: "association_name", Type: Text, Default: "Acolhe", Check: textOf(80), Required: true,
		Description: "Nome da associação no alto das páginas e nos e-mails."}
	// RecordsYears is how long security events, mails and other records of what happened are kept.
	RecordsYears = Key[int]{System: "system", Name: "records_years", Type: Number, Default: 2, Check: checkYears, Required: true,
		Description: "Anos durante os quais eventos de segurança, e-mails enviados e outros registros do sistema são guardados."}
	// RolePages are the pages that each role sees.
	RolePages = Key[Pages]{System: "system", Name: "role_pages", Type: Mixed, Default: Pages{Everyone: true}, Check: Pages.check,
		Description: "Páginas que cada papel vê. Use * para liberar todas as permitidas."}
)

// Keys lists the keys of this package.
func Keys() []Definition {
	return []Definition{
		ApplyFreightToTotal.Definition(), PixKey.Definition(), PixName.Definition(), PixCity.Definition(),
		TimeZone.Definition(), AssociationName.Definition(), RecordsYears.Definition(), RolePages.Definition(),
		AssociationCNPJ.Definition(), AssociationAddress.Definition(), AssociationPhone.Definition(), AssociationLogo.Definition(),
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
