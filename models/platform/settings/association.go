package settings

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"image/png"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/email"
)

// The keys of the association's data on printed documents, besides its name.
var (
	AssociationCNPJ = Key[string]{System: "association", Name: "cnpj", Type: Text, Check: checkCNPJ, Public: true,
		Description: "CNPJ da associação, no alto dos papéis: 14 letras e números, sem pontos."}
	AssociationAddress = Key[string]{System: "association", Name: "address", Type: Text, Check: textOf(200), Public: true,
		Description: "Endereço da associação em uma linha, no alto dos papéis."}
	AssociationPhone = Key[string]{System: "association", Name: "phone", Type: Text, Check: checkPhone, Public: true,
		Description: "Telefone da associação, no alto dos papéis: DDD e número, só dígitos."}
	AssociationWhatsApp = Key[string]{System: "association", Name: "whatsapp", Type: Text, Check: checkPhone, Public: true,
		Description: "Celular com WhatsApp da associação, nas páginas e no rodapé dos e-mails: DDD e número, só dígitos."}
	AssociationEmail = Key[string]{System: "association", Name: "email", Type: Text, Check: checkAddress, Public: true,
		Description: "E-mail da associação: quem responde a uma mensagem do sistema escreve para ele."}
	AssociationHours = Key[string]{System: "association", Name: "hours", Type: Text, Check: textOf(100), Public: true,
		Description: "Horário de atendimento em uma linha, como: Segunda a sexta, das 9h às 18h."}
	// AssociationLogo is a data URL with the maximum length of a text (settings, maxText): 7 KB.
	AssociationLogo = Key[string]{System: "association", Name: "logo", Type: Text, Check: checkLogo, Public: true,
		Description: "Logotipo no alto dos papéis: uma imagem PNG de até 7 KB, como data:image/png;base64,…"}
)

const logoPrefix = "data:image/png;base64,"

// LogoOf returns the PNG of a value of AssociationLogo; empty for an empty value.
func LogoOf(value string) []byte {
	image, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(value, logoPrefix))
	if err != nil {
		return nil
	}
	return image
}

func checkLogo(value string) error {
	// Only the header is decoded, because decoding an invalid picture may be expensive.
	size, err := png.DecodeConfig(bytes.NewReader(LogoOf(value)))
	if !strings.HasPrefix(value, logoPrefix) || err != nil {
		return errors.New("deve ser uma imagem PNG, como data:image/png;base64,…")
	}
	const most = 2000
	if size.Width > most || size.Height > most {
		return errors.New("deve ter no máximo 2000 pixels de lado")
	}
	return nil
}

// Contacts are the ways to reach a person of the association; what is not configured is empty.
type Contacts struct {
	Phone, WhatsApp, Email, Hours, CNPJ, Address string
}

// ContactKeys are the keys of Contacts.
func ContactKeys() []AnyKey {
	return []AnyKey{AssociationPhone, AssociationWhatsApp, AssociationEmail, AssociationHours, AssociationCNPJ, AssociationAddress}
}

// ReadContacts returns the configured contacts.
func ReadContacts(ctx context.Context, tx *db.DB) (Contacts, error) {
	stored, err := Read(ctx, tx, ContactKeys()...)
	return stored.Contacts(), err
}

// Contacts returns the contacts if ContactKeys were read.
func (s Stored) Contacts() Contacts {
	return Contacts{Phone: Of(s, AssociationPhone), WhatsApp: Of(s, AssociationWhatsApp), Email: Of(s, AssociationEmail),
		Hours: Of(s, AssociationHours), CNPJ: Of(s, AssociationCNPJ), Address: Of(s, AssociationAddress)}
}

func checkAddress(address string) error {
	if stored, valid := email.Normalize(address); !valid || stored != address {
		return errors.New("deve ser um e-mail em letras minúsculas, como contato@exemplo.org.br")
	}
	return nil
}

func checkCNPJ(number string) error {
	if stored, valid := brdoc.CNPJ(number); !valid || stored != number {
		return errors.New("deve ser um CNPJ válido, sem pontos")
	}
	return nil
}

func checkPhone(number string) error {
	if digits, valid := brdoc.Phone(number); !valid || digits != number {
		return errors.New("deve ser um telefone com DDD, só dígitos")
	}
	return nil
}
