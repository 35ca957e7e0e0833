package page

import "testing"

func TestWindow_Normalize(t *testing.T) {
	for _, c := range []struct {
		wanted Window
		limit  int
		right  bool
	}{
		{Window{}, DefaultLimit, true},
		{Window{Limit: new(0)}, 0, true},
		{Window{Limit: new(-1)}, MaxLimit, true},
		{Window{Limit: new(1000), Offset: 5, Count: "*"}, 1000, true},
		{Window{Limit: new(1), Count: "total_count,filter_count"}, 1, true},
		{Window{Limit: new(1001)}, 0, false},
		{Window{Limit: new(-2)}, 0, false},
		{Window{Offset: -1}, 0, false},
		{Window{Offset: maxOffset + 1}, 0, false},
		{Window{Count: "everything"}, 0, false},
	} {
		settled, err := c.wanted.Normalize()
		if (err == nil) != c.right || c.right && settled.Limit != c.limit {
			t.Errorf("%+v settles as %+v (%v)", c.wanted, settled, err)
		}
	}
}
