// Package pix encodes the static BR Code that a bank's app reads from a QR code or a pasted text:
// the payee, the amount, and an identifier for the statement (Banco Central, "Manual de Padrões
// para Iniciação do Pix", based on EMV QRCPS-MPM). It calls no bank, and does not know whether a
// charge was paid.
package pix

import (
	"errors"
	"fmt"
	"strings"

	"acolhe/models/types/money"
)

// Limits of the standard, in characters.
const (
	maxName     = 25
	maxCity     = 15
	maxID       = 25
	maxAmount   = 13
	unnamedID   = "***"
	countryCode = "BR"
	brazilReal  = "986"
	noCategory  = "0000"
	domain      = "br.gov.bcb.pix"
)

// Charge is a request for payment.
type Charge struct {
	// Key is the key of the association's account, in any form that ParseKey accepts.
	Key string
	// Name and City are those of the association; they are converted to ASCII and cut to 25 and 15
	// characters.
	Name, City string
	// Amount is chosen by the payer if it is zero.
	Amount money.Amount
	// ID appears on the statement: up to 25 letters and digits, or empty.
	ID string
}

// Code returns the text to copy ("Pix copia e cola"), which is also the content of the QR code.
func (c Charge) Code() (string, error) {
	key, err := ParseKey(c.Key)
	if err != nil {
		return "", err
	}
	name, city := ascii(c.Name, maxName), ascii(c.City, maxCity)
	if name == "" || city == "" {
		return "", errors.New("o Pix precisa do nome e da cidade de quem recebe")
	}
	id, err := c.identifier()
	if err != nil {
		return "", err
	}
	amount, err := c.amount()
	if err != nil {
		return "", err
	}
	code := field("00", "01") +
		field("26", field("00", domain)+field("01", key)) +
		field("52", noCategory) + field("53", brazilReal) + amount +
		field("58", countryCode) + field("59", name) + field("60", city) +
		field("62", field("05", id)) + "6304"
	return code + fmt.Sprintf("%04X", checksum(code)), nil
}

func (c Charge) identifier() (string, error) {
	if c.ID == "" {
		return unnamedID, nil
	}
	if len(c.ID) > maxID || strings.ContainsFunc(c.ID, func(r rune) bool { return !isAlphanumeric(r) }) {
		return "", errors.New("o identificador do Pix tem até 25 letras e números")
	}
	return c.ID, nil
}

func (c Charge) amount() (string, error) {
	if c.Amount.IsZero() {
		return "", nil
	}
	text := c.Amount.String()
	if strings.HasPrefix(text, "-") || len(text) > maxAmount {
		return "", errors.New("o valor não cabe em um Pix")
	}
	return field("54", text), nil
}

// field encodes a value after its id and its length, in two digits each.
func field(id, value string) string { return fmt.Sprintf("%s%02d%s", id, len(value), value) }

// checksum returns the CRC-16/CCITT-FALSE of the code, including the id and length of its own field.
func checksum(code string) uint16 {
	sum := uint16(0xFFFF)
	for i := range len(code) {
		sum ^= uint16(code[i]) << 8
		for range 8 {
			carry := sum&0x8000 != 0
			sum <<= 1
			if carry {
				sum ^= 0x1021
			}
		}
	}
	return sum
}

func isAlphanumeric(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
}
