// Package pix writes the static BR Code that a bank's app reads from a picture or from a pasted
// text: who is paid, how much, and an identifier that stands on the statement (Banco Central,
// "Manual de Padrões para Iniciação do Pix", over EMV QRCPS-MPM). It is computed here, with no
// bank asked; whether somebody paid is not known here.
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

// Charge is what somebody is asked to pay.
type Charge struct {
	// Key is that of the association's account, as ParseKey gives it.
	Key string
	// Name and City are the association's; they are folded to ASCII and cut to 25 and 15 characters.
	Name, City string
	// Amount is left to the payer when it is zero.
	Amount money.Amount
	// ID stands on the statement: up to 25 letters and digits, or nothing.
	ID string
}

// Code returns the text to copy, which is also what the QR code holds ("Pix copia e cola").
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

// field is one value behind its id and its length in two digits each.
func field(id, value string) string { return fmt.Sprintf("%s%02d%s", id, len(value), value) }

// checksum is CRC-16/CCITT-FALSE over the code up to and with the head of its own field.
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
