package web

import (
	"strconv"

	"acolhe/models/platform/ratelimit"
)

// person identifies the caller: a person or token, else the network of the address.
func (r *Request) person() string {
	if !r.By.IsKnown() {
		return ratelimit.Network(r.ClientIP())
	}
	return string(r.By.Kind) + " " + strconv.FormatInt(r.By.ID, 10)
}
