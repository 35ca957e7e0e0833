package main

import (
	"os"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/calendar"
	"acolhe/models/calendar/google"
	"acolhe/models/externalservices"
	"acolhe/models/platform/db"
)

// calendarEvents makes and deletes the calendar events of services.
func (c config) calendarEvents(tx *db.DB) bookings.Events {
	store := externalservices.New(tx, c.encryptKey, os.Getenv)
	return bookings.Events{DB: tx, Calendar: calendar.Module{Store: store, Provider: google.New(store, time.Now, calendar.Timeout)}}
}
