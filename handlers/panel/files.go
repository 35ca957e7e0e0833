package panel

import (
	"context"

	"acolhe/handlers/panel/orders"
	"acolhe/models/platform/exports"
	"acolhe/models/types/auth"
)

// Files returns a function that prepares the file of an export: sheets of orders as a PDF, any other list as a table.
func Files(source exports.Source) func(ctx context.Context, by auth.Caller, request exports.Request) (exports.File, error) {
	lists := Lists().Export(source)
	return func(ctx context.Context, by auth.Caller, request exports.Request) (exports.File, error) {
		if request.Format == orders.PDF {
			return orders.PrepareSheets(ctx, source.DB, by, request)
		}
		export, err := lists(ctx, by, request)
		if err != nil {
			return exports.File{}, err
		}
		return export.File(), nil
	}
}
