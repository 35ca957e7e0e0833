package orders

import (
	"time"

	"acolhe/models/freight"
	"acolhe/models/parcels"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
	"acolhe/views/ui/record"
)

// wayStages are the stages of a parcel's way in their order.
var wayStages = []struct {
	stage freight.Stage
	name  string
}{{freight.NotPosted, "Etiqueta comprada"}, {freight.Posted, "Postado"}, {freight.InTransit, "Em trânsito"}, {freight.Out,
	"Saiu para entrega"}, {freight.Arrived, "Entregue"}}

// stages shows how far a paid parcel is. One that was not paid, or was cancelled, has none.
func (s PageData) stages() []record.Stage {
	if !s.Parcel.IsPaid() || s.Parcel.BoughtAt == nil {
		return nil
	}
	reached := s.reachedAt()
	current := 0
	for i, way := range wayStages {
		if way.stage == s.Parcel.Stage || !reached[way.stage].IsZero() {
			current = i
		}
	}
	shown := make([]record.Stage, len(wayStages))
	for i, way := range wayStages {
		shown[i] = record.Stage{Name: way.name, State: s.stateOf(i, current)}
		if at := reached[way.stage]; !at.IsZero() && i <= current {
			shown[i].Note = fmtbr.DayMonth(at, s.Now.Location()) + " " + fmtbr.Clock(at, s.Now.Location())
		}
	}
	if last := len(shown) - 1; current < last {
		shown[last].Note = s.expected(reached)
	}
	return shown
}

func (s PageData) stateOf(i, current int) record.StageState {
	switch {
	case i < current, i == current && i == len(wayStages)-1:
		return record.StageDone
	case i > current:
		return record.StageAhead
	case s.Parcel.Stage == freight.Problem:
		return record.StageStopped
	}
	return record.StageCurrent
}

// reachedAt returns the times of the first event of each stage, and of the purchase.
func (s PageData) reachedAt() map[freight.Stage]time.Time {
	reached := map[freight.Stage]time.Time{}
	for _, event := range s.ParcelEvents {
		if at, isKnown := reached[event.Stage]; !isKnown || event.DateCreated.Before(at) {
			reached[event.Stage] = event.DateCreated
		}
	}
	reached[freight.NotPosted] = *s.Parcel.BoughtAt
	return reached
}

// expected returns "previsto 26/11": the carrier's workdays after the parcel was posted, or after the purchase.
func (s PageData) expected(reached map[freight.Stage]time.Time) string {
	option := s.Order.FreightOption
	if option == nil || option.ETADays <= 0 || option.OptionKey != s.Parcel.OptionKey {
		return ""
	}
	begins := reached[freight.NotPosted]
	if posted, isKnown := reached[freight.Posted]; isKnown {
		begins = posted
	}
	day := civil.Of(begins.In(s.Now.Location())).AddWorkdays(option.ETADays)
	return "previsto " + fmtbr.DayMonth(day.In(s.Now.Location()), s.Now.Location())
}

// stateBadge is the state of the label, without the words that the stages show.
func (s PageData) stateBadge() ui.Content {
	switch {
	case s.Parcel.ID == 0:
		return nil
	case s.Parcel.State == parcels.Ready && s.Parcel.Stage == freight.NotPosted && s.Parcel.PrintedAt != nil:
		return ui.Badge{Tone: ui.Good, Text: "Impressa"}
	}
	return LabelState(s.Parcel)
}
