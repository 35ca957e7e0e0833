package imports

import (
	"strconv"
	"strings"

	"acolhe/models/imports"
	"acolhe/models/imports/cells"
	"acolhe/models/types/errs"
	view "acolhe/views/admin/imports"
	"acolhe/views/admin/imports/columns"
	"acolhe/web"
)

func (p Pages) columns(r *web.Request) error {
	row, isHere, err := p.at(r, imports.Columns, imports.Review)
	if err != nil || !isHere {
		return err
	}
	if !row.Kind.IsSheet() {
		return r.Redirect(view.StepPath(row))
	}
	return p.renderColumns(r, row, nil)
}

func (p Pages) renderColumns(r *web.Request, row imports.Import, refused error) error {
	samples, err := row.Samples(r.Context(), p.DB, row.ID)
	if err != nil {
		return err
	}
	around, err := p.frame(r, row, "Colunas")
	if err != nil {
		return err
	}
	data := columns.Data{Import: row, Samples: samples, Refused: map[string]string{}, Now: around.Now}
	for _, field := range errs.FieldsOf(refused) {
		data.Refused[field.Path] = field.Message
	}
	around.Refused = refused != nil
	return r.RenderForm(refused, columns.Page(around, data), view.ColumnsPart)
}

// typedColumns returns the columns as the form has them.
func typedColumns(row imports.Import, posted web.FormData) []cells.Column {
	columns := make([]cells.Column, len(row.Headers))
	for at := range columns {
		columns[at].Field = posted.Or("column_"+strconv.Itoa(at), "")
		prefix := "value_" + strconv.Itoa(at) + "_"
		for name, values := range posted {
			if text, isValue := strings.CutPrefix(name, prefix); isValue && len(values) > 0 && values[0] != "" {
				if columns[at].Values == nil {
					columns[at].Values = map[string]string{}
				}
				columns[at].Values[text] = values[0]
			}
		}
	}
	return columns
}

// reread shows the notes of the columns as they are chosen, without storing them.
func (p Pages) reread(r *web.Request) error {
	row, isHere, err := p.at(r, imports.Columns, imports.Review)
	if err != nil || !isHere {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	row.Columns = typedColumns(row, posted)
	return p.renderColumns(r, row, nil)
}

func (p Pages) setColumns(r *web.Request) error {
	row, isHere, err := p.at(r, imports.Columns, imports.Review)
	if err != nil || !isHere {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	input := imports.ColumnsInput{ID: row.ID, Columns: typedColumns(row, posted), Remember: posted.Or("remember", "") != ""}
	if _, err := imports.SetColumns(r.Context(), p.DB, r.By, input); err != nil {
		row.Columns = input.Columns
		return p.renderColumns(r, row, err)
	}
	return r.Redirect(view.Of(view.FilePath, row.ID))
}
