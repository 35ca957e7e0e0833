package parcel

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
func (c Card) stages() []record.Stage {
	if !c.Parcel.IsPaid() || c.Parcel.BoughtAt == nil {
		return nil
	}
	reached := c.reachedAt()
	current := 0
	for i, way := range wayStages {
		if way.stage == c.Parcel.Stage || !reached[way.stage].IsZero() {
			current = i
		}
	}
	shown := make([]record.Stage, len(wayStages))
	for i, way := range wayStages {
		shown[i] = record.Stage{Name: way.name, State: c.stateOf(i, current)}
		if at := reached[way.stage]; !at.IsZero() && i <= current {
			shown[i].Note = fmtbr.DayMonth(at, c.Now.Location()) + " " + fmtbr.Clock(at, c.Now.Location())
		}
	}
	if last := len(shown) - 1; current < last {
		shown[last].Note = c.expected(reached)
	}
	return shown
}

func (c Card) stateOf(i, current int) record.StageState {
	switch {
	case i < current, i == current && i == len(wayStages)-1:
		return record.StageDone
	case i > current:
		return record.StageAhead
	case c.Parcel.Stage == freight.Problem:
		return record.StageStopped
	}
	return record.StageCurrent
}

// reachedAt returns the times of the first event of each stage, and of the purchase.
func (c Card) reachedAt() map[freight.Stage]time.Time {
	reached := map[freight.Stage]time.Time{}
	for _, event := range c.Events {
		if at, isKnown := reached[event.Stage]; !isKnown || event.DateCreated.Before(at) {
			reached[event.Stage] = event.DateCreated
		}
	}
	reached[freight.NotPosted] = *c.Parcel.BoughtAt
	return reached
}

// expected returns "previsto 26/11": the carrier's workdays after the parcel was posted, or after the purchase.
func (c Card) expected(reached map[freight.Stage]time.Time) string {
	option := c.Order.FreightOption
	if option == nil || option.ETADays <= 0 || option.OptionKey != c.Parcel.OptionKey {
		return ""
	}
	begins := reached[freight.NotPosted]
	if posted, isKnown := reached[freight.Posted]; isKnown {
		begins = posted
	}
	day := civil.Of(begins.In(c.Now.Location())).AddWorkdays(option.ETADays)
	return "previsto " + fmtbr.DayMonth(day.In(c.Now.Location()), c.Now.Location())
}

// stateBadge is the state of the label, without the words that the stages show.
func (c Card) stateBadge() ui.Content {
	switch {
	case c.Parcel.ID == 0:
		return nil
	case c.Parcel.State == parcels.Ready && c.Parcel.Stage == freight.NotPosted && c.Parcel.PrintedAt != nil:
		return ui.Badge{Tone: ui.Good, Text: "Impressa"}
	}
	return LabelState(c.Parcel)
}
