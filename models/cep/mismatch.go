package cep

import (
	"context"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/texts"
)

// Field is a part of an address, by the name of its column.
type Field string

// The parts that a postal code decides.
const (
	State  Field = "state"
	City   Field = "city"
	Street Field = "street"
)

// Mismatch is a part of an address that does not belong to its postal code, and the matching value. The zero value
// means no known mismatch.
type Mismatch struct {
	Field Field
	Right string
}

// Check compares an address with the known data of its postal code, without calling the directory: the state by the
// ranges of the post, and city and street by a cached answer of any age. It returns the widest mismatch.
func Check(ctx context.Context, tx *db.DB, address Address) (Mismatch, error) {
	state := brdoc.StateOfCEP(address.CEP)
	if state != "" && address.State != "" && state != address.State {
		return Mismatch{State, state}, nil
	}
	stored, err := findStored(ctx, tx, address.CEP)
	if err != nil || !stored.Known {
		return Mismatch{}, err
	}
	switch {
	case address.City != "" && texts.Fold(stored.City) != texts.Fold(strings.TrimSpace(address.City)):
		return Mismatch{City, stored.City}, nil
	case !sameStreet(address.Street, stored.Street):
		return Mismatch{Street, stored.Street}, nil
	}
	return Mismatch{}, nil
}

// sameStreet reports whether two names can be of one street: "R. das Acácias" is "Rua das Acácias, lado par". An
// unknown name matches every other.
func sameStreet(a, b string) bool {
	a, b = streetName(a), streetName(b)
	return a == "" || b == "" || strings.Contains(a, b) || strings.Contains(b, a)
}

// streetName returns the name of a street without its kind, accents and points.
func streetName(street string) string {
	words := strings.Fields(strings.ReplaceAll(texts.Fold(street), ".", " "))
	if len(words) > 1 {
		switch words[0] {
		case "r", "rua", "av", "avenida", "tv", "travessa", "al", "alameda", "pc", "pca", "praca", "rod", "rodovia", "estr", "estrada":
			words = words[1:]
		}
	}
	return strings.Join(words, " ")
}
