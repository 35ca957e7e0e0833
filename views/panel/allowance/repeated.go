package allowance

import (
	"strconv"
	"strings"

	"acolhe/models/ownorders"
	"acolhe/models/types/fmtbr"
)

// RepeatedMessage says which order is repeated, and what is different today.
func RepeatedMessage(repeated ownorders.Repeated) string {
	parts := []string{"Pedido nº " + strconv.FormatInt(repeated.Order.ID, 10) + " repetido com os preços de hoje."}
	for _, change := range repeated.Changed {
		parts = append(parts, change.Name+" custava "+fmtbr.Money(change.Before)+" e agora custa "+fmtbr.Money(change.Today)+".")
	}
	for _, left := range []struct {
		why   string
		names []string
	}{
		{"Ficou de fora o que não é mais vendido: ", repeated.Gone},
		{"Ficou de fora o que está sem estoque: ", repeated.OutOfStock},
		{"Ficou de fora o que a receita não permite: ", repeated.OffPrescription},
	} {
		if len(left.names) > 0 {
			parts = append(parts, left.why+fmtbr.List(left.names)+".")
		}
	}
	return strings.Join(parts, " ")
}
