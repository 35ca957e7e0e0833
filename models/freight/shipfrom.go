package freight

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"acolhe/models/platform/settings"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/email"
	"acolhe/models/types/texts"
)

// ShipFrom is the sender of parcels with the data that carriers require. The document is a CPF or
// CNPJ without punctuation; phone and cep are digits.
type ShipFrom struct {
	Name         string `json:"name"`
	Document     string `json:"document"`
	Phone        string `json:"phone"`
	Email        string `json:"email"`
	Street       string `json:"street"`
	Number       string `json:"number"`
	Complement   string `json:"complement"`
	Neighborhood string `json:"neighborhood"`
	City         string `json:"city"`
	State        string `json:"state"`
	CEP          string `json:"cep"`
}

// Settings of freight. A parcel has no default size, because a wrong one costs money.
var (
	defaultOption = settings.Key[string]{System: "store", Name: "freight.default_option", Type: settings.Text, Check: checkOption,
		Public:      true,
		Description: "Frete preferido: já vem escolhido quando está entre as opções."}
	contentDeclaration = settings.Key[string]{System: "store", Name: "freight.content_declaration", Type: settings.Text,
		Check:    checkDeclaration,
		Required: true, Description: "Descrição do conteúdo das encomendas, nas etiquetas de envio."}
	shipFrom = settings.Key[ShipFrom]{System: "store", Name: "ship_from", Type: settings.Object, Check: ShipFrom.check, Required: true,
		Description: "Remetente e endereço de onde saem as encomendas."}
	packageWeight = settings.Key[int]{System: "store", Name: "package.weight_g", Type: settings.Number, Check: between(1, 30_000),
		Public:   true,
		Required: true, Description: "Peso da embalagem padrão, em gramas, para produtos sem peso cadastrado."}
	packageLength = side("package.length_cm", "Comprimento da embalagem padrão, em centímetros.")
	packageWidth  = side("package.width_cm", "Largura da embalagem padrão, em centímetros.")
	packageHeight = side("package.height_cm", "Altura da embalagem padrão, em centímetros.")
)

func side(name, description string) settings.Key[int] {
	return settings.Key[int]{System: "store", Name: name, Type: settings.Number, Check: between(1, 100), Public: true, Required: true,
		Description: description}
}

func between(least, most int) func(int) error {
	return func(number int) error {
		if number < least || number > most {
			return fmt.Errorf("deve ser um número inteiro de %d a %d", least, most)
		}
		return nil
	}
}

// optionPattern is `<provider>:<type or ids>`.
var optionPattern = regexp.MustCompile(`^(carrier_a|carrier_b):[A-Za-z0-9][A-Za-z0-9_:-]{0,99}$`)

func checkOption(key string) error {
	if optionPattern.MatchString(key) {
		return nil
	}
	return errors.New("deve ser uma opção de frete como carrier_b:1-2")
}

func checkDeclaration(text string) error {
	const most = 100
	if strings.TrimSpace(text) == "" || !texts.Fits(text, most) {
		return fmt.Errorf("deve ser um texto de até %d caracteres", most)
	}
	return nil
}

func (s ShipFrom) check() error {
	const longest = 120
	for _, part := range []struct {
		path, text string
		required   bool
	}{
		{"name", s.Name, true}, {"street", s.Street, true}, {"number", s.Number, true}, {"complement", s.Complement, false},
		{"neighborhood", s.Neighborhood, true}, {"city", s.City, true},
	} {
		if part.required && strings.TrimSpace(part.text) == "" || !texts.Fits(part.text, longest) {
			return fmt.Errorf("%s deve ser um texto de até %d caracteres", part.path, longest)
		}
	}
	if s.Email != "" {
		if normal, valid := email.Normalize(s.Email); !valid || normal != s.Email {
			return errors.New("email deve ser um e-mail, em letras minúsculas")
		}
	}
	if digits, valid := brdoc.Phone(s.Phone); s.Phone != "" && (!valid || digits != s.Phone) {
		return errors.New("phone deve ter os dígitos de um telefone com DDD")
	}
	if digits, valid := brdoc.CEP(s.CEP); !valid || digits != s.CEP {
		return errors.New("cep deve ter oito dígitos")
	}
	if !brdoc.IsState(s.State) {
		return errors.New("state deve ser a sigla de um estado, como SC")
	}
	return s.checkDocument()
}

// documentPattern is a CNPJ, whose first twelve places may hold letters since July 2026.
var documentPattern = regexp.MustCompile(`^[0-9A-Z]{12}[0-9]{2}$`)

func (s ShipFrom) checkDocument() error {
	digits, valid := brdoc.CPF(s.Document)
	if valid && digits == s.Document || documentPattern.MatchString(s.Document) {
		return nil
	}
	return errors.New("document deve ter o CPF ou CNPJ, sem pontuação")
}
