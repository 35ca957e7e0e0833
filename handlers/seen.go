package handlers

import (
	"context"
	"io"
	"time"

	"acolhe/models/platform/exports"
	"acolhe/models/platform/shown"
	"acolhe/models/reads"
	"acolhe/models/types/auth"
	"acolhe/web"
)

// seen passes what routes showed to the log of reads.
func seen(log *reads.Log) func(web.Read) {
	return func(read web.Read) {
		log.AddList(context.Background(), reads.Read{By: read.By, At: read.At, Of: read.Of, Key: read.Key, Part: read.Part, Channel: read.Channel,
			Reason: read.Reason, People: read.People, Own: read.Own}, read.Shown)
	}
}

// recorded returns a function that prepares files as another, and records which people a file contained once it is written.
func recorded(log *reads.Log, prepare prepareFunc) prepareFunc {
	return func(ctx context.Context, by auth.Caller, request exports.Request) (exports.File, error) {
		file, err := prepare(ctx, by, request)
		if err != nil || log == nil {
			return file, err
		}
		save := file.Save
		file.Save = func(ctx context.Context, w io.Writer, progress func(rows, of int) error) (int, error) {
			collecting, contained := shown.With(ctx)
			rows, err := save(collecting, w, progress)
			if err == nil {
				log.AddList(ctx, reads.Read{By: by, At: time.Now().UTC(), Of: "lists." + request.Collection, Channel: "export", People: rows},
					contained.Take())
			}
			return rows, err
		}
		return file, nil
	}
}

// prepareFunc prepares a file for its owner.
type prepareFunc = func(ctx context.Context, by auth.Caller, request exports.Request) (exports.File, error)
