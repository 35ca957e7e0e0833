// Package board shows records as tickets in lanes, and one of them docked beside the lanes with its sections. Dragging and the
// keys that move a ticket are in static/src/js/x-fila.js; without scripts the menu of a ticket moves it.
package board
