package kinds

import (
	"context"
	"slices"
	"strings"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/imports/cells"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// SaleKind is a kind whose rows become orders or services.
type SaleKind struct {
	Label, File string
	Fields      []cells.Field
	// Identity identifies a sale within the file. With Grouped, the lines of one identity are one sale.
	Identity func(values map[string]string) string
	Grouped  bool
	// Find finds what each line names: people, products, professionals.
	Find func(ctx context.Context, tx *db.DB, lines []*Line) error
	// NewCheck returns the check of one import.
	NewCheck func() SaleCheck
	// Store stores sales as they are decided; origin says where they come from.
	Store func(ctx context.Context, tx *db.DB, by auth.Caller, sales []Sale, origin string) ([]Result, error)
	// Remove removes a sale, or returns why it stays.
	Remove func(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (kept string, err error)
	// Built returns in SQL whether others have worked with a sale whose id is r.record_id, with its name.
	Built string
}

// SaleCheck adds problems to the first line of each sale and stores nothing. Calls follow the order of the lines; it knows the sales of
// earlier calls.
type SaleCheck func(ctx context.Context, tx *db.DB, by auth.Caller, sales []Sale) error

// AllFields lists the fields of every kind of sheet.
func AllFields() [][]cells.Field {
	return [][]cells.Field{cells.Associates, cells.Products, cells.TagFields, cells.Professionals, cells.Annotations, Orders.Fields,
		Services.Fields, ScanFields}
}

// rules are the configuration that a sale needs.
type rules struct {
	freightCounts, blocks bool
	lasting               time.Duration
	zone                  *time.Location
	now                   time.Time
}

func readRules(ctx context.Context, tx *db.DB, by auth.Caller) (read rules, err error) {
	read.now = by.Now
	if read.zone, err = settings.Location(ctx, tx); err != nil {
		return read, err
	}
	if read.freightCounts, err = settings.Get(ctx, tx, settings.ApplyFreightToTotal); err != nil {
		return read, err
	}
	if read.blocks, err = bookings.BlocksOverlaps(ctx, tx); err != nil {
		return read, err
	}
	read.lasting, err = bookings.Duration(ctx, tx)
	return read, err
}

// isRefused reports whether the area would refuse the sale.
func (s Sale) isRefused() bool {
	return slices.ContainsFunc(s[0].Problems, func(p cells.Problem) bool { return strings.HasPrefix(p.Kind, "sale_refused:") })
}

// refusedBy adds what the area would refuse.
func (s Sale) refusedBy(err error, names map[string]string) {
	fields := errs.FieldsOf(err)
	if len(fields) == 0 && err != nil {
		fields = []errs.Field{{Message: errs.As(err).Message}}
	}
	for _, wrong := range fields {
		_, name, isOfItem := strings.Cut(wrong.Path, "].")
		if !isOfItem {
			name = wrong.Path
		}
		if known, has := names[name]; has {
			name = known
		}
		if !s.has(name) {
			s[0].add("sale_refused:"+name, name, wrong.Message, "")
		}
	}
}
