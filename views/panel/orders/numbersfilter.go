package orders

import (
	"errors"
	"net/url"
	"strconv"
	"strings"

	"acolhe/models/orders"
	"acolhe/models/types/fmtbr"
)

// NumbersFilter is the filter of the list by the numbers of orders.
const NumbersFilter = "numeros"

// maxNumbers is the maximum number of orders in an address, maxShown the maximum of a filter that lists them.
const (
	maxNumbers = 500
	maxShown   = 3
)

// NumbersHref returns the list of these orders, of the first of very many.
func NumbersHref(ids []int64) string {
	return Path + "?" + url.Values{NumbersFilter: {Numbers(ids[:min(len(ids), maxNumbers)])}}.Encode()
}

// Numbers returns the ids of orders as the value of NumbersFilter.
func Numbers(ids []int64) string {
	numbers := make([]string, len(ids))
	for i, id := range ids {
		numbers[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(numbers, ",")
}

func setNumbers(in *orders.ListInput, value string) error {
	numbers := strings.Split(value, ",")
	if len(numbers) > maxNumbers {
		return errors.New("tem números demais")
	}
	in.IDs = make([]int64, len(numbers))
	for i, number := range numbers {
		id, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return errors.New("deve ter números de pedidos")
		}
		in.IDs[i] = id
	}
	return nil
}

// showNumbers returns "3, 7", or "12 pedidos" instead of many numbers.
func showNumbers(value string) string {
	numbers := strings.Split(value, ",")
	if len(numbers) > maxShown {
		return fmtbr.Plural(len(numbers), "pedido", "pedidos")
	}
	return strings.Join(numbers, ", ")
}

// NumberList returns "nº 3, 7", with "e mais 4" after the first numbers.
func NumberList(ids []int64) string {
	shown := ids[:min(len(ids), maxShown)]
	list := "nº\u00a0" + strings.ReplaceAll(Numbers(shown), ",", ", ")
	if more := len(ids) - len(shown); more > 0 {
		list += " e mais " + strconv.Itoa(more)
	}
	return list
}
