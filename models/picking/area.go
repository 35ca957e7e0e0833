package picking

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
)

// Area declares what picking brings to the program.
func Area(area.Env) area.Area {
	return area.Area{Tables: []string{"order_picks"}, Personal: []personal.Table{personal.Plain("order_picks", "code actor_name")}}
}
