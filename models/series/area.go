package series

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what series bring to the program. Their services are those of bookings.
func Area(area.Env) area.Area {
	return area.Area{Undo: []undo.Action{
		{Kind: Rescheduling, Collection: "services", Action: access.Update, Undo: undo.With(UndoReschedule),
			Done: "Agendamentos de volta às datas anteriores."},
	}}
}
