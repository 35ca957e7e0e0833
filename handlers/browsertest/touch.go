package browsertest

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// PhoneOnSide sets the touch screen of Phone turned by a quarter.
func (p *Page) PhoneOnSide() {
	p.t.Helper()
	p.width = 844
	p.do("turn the phone", chromedp.EmulateViewport(p.width, 390, chromedp.EmulateMobile, chromedp.EmulateTouch))
}

// Spot is a point of an element, as parts of its width and height.
type Spot struct{ X, Y float64 }

// Stroke puts a finger on the element at the first spot, moves it to the others, and lifts it.
func (p *Page) Stroke(on string, spots ...Spot) {
	p.t.Helper()
	p.BeginStroke(on, spots...)
	p.EndStroke()
}

// BeginStroke is Stroke with the finger still down.
func (p *Page) BeginStroke(on string, spots ...Spot) {
	p.t.Helper()
	p.find(on, "any")
	p.touch(input.DispatchTouchEventTypeTouchStart, p.at(on, spots[0]))
	p.MoveFinger(on, spots[1:]...)
}

// MoveFinger moves the finger that is down to the spots of an element.
func (p *Page) MoveFinger(on string, spots ...Spot) {
	p.t.Helper()
	for _, spot := range spots {
		p.touch(input.DispatchTouchEventTypeTouchMove, p.at(on, spot))
	}
}

func (p *Page) at(on string, spot Spot) *input.TouchPoint {
	p.t.Helper()
	return new(Read[input.TouchPoint](p, `(selector, spot) => {
		const box = document.querySelector(selector).getBoundingClientRect();
		return { x: box.x + box.width * spot.X, y: box.y + box.height * spot.Y };
	}`, on, spot))
}

// EndStroke lifts the finger.
func (p *Page) EndStroke() {
	p.t.Helper()
	p.touch(input.DispatchTouchEventTypeTouchEnd)
}

func (p *Page) touch(kind input.DispatchTouchEventType, at ...*input.TouchPoint) {
	p.t.Helper()
	points := append([]*input.TouchPoint{}, at...)
	p.do(string(kind), func(ctx context.Context, tab *chromedp.Target) (nothing chromedp.Void, err error) {
		_, err = cdp.Call(ctx, tab, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
		return nothing, err
	})
}
