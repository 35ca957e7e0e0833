package money

import "bytes"

// Claimed is an amount that is only compared, never stored: it may be negative and have any decimals, such as those of a
// computation in binary floats. Distance compares it exactly.
type Claimed struct{ Amount }

// smallestFloat is the exponent of the last digit of the smallest binary float.
const smallestFloat = -350

// UnmarshalJSON accepts any JSON number of a sane size, and no string.
func (c *Claimed) UnmarshalJSON(raw []byte) error {
	if bytes.HasPrefix(raw, []byte(`"`)) {
		return ErrNotMoney
	}
	value, err := parse(string(raw), smallestFloat)
	if err != nil {
		return err
	}
	c.value = value
	return nil
}
