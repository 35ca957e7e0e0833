package main

import (
	"os"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/calendar"
	"acolhe/models/calendar/google"
	"acolhe/models/externalservices"
	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
)

// calendarJobs read the calendars of the connected account, and make and delete the events of services.
func (c config) calendarJobs(tx *db.DB) jobs.Registration {
	store := externalservices.New(tx, c.encryptKey, os.Getenv)
	module := calendar.Module{Store: store, Provider: google.New(store, time.Now, calendar.Timeout)}
	return jobs.Together(module.Jobs(), bookings.Events{DB: tx, Calendar: module}.Jobs())
}
