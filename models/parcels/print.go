package parcels

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// concurrent is the number of labels that are read from the carriers at the same time.
const concurrent = 4

// Format is how labels are laid out on paper.
type Format string

// The formats: A6 with a label on each page, as carriers make them, or A4 with four.
const (
	A6 Format = "a6"
	A4 Format = "a4"
)

// PrintInput are labels to print, in this order.
type PrintInput struct {
	IDs    []int64
	Format Format
}

// Print returns the labels as one PDF and stores the time of the first print. It returns 400 VALIDATION_ERROR for too many, 404 NOT_FOUND, 409 LABEL_NOT_READY if
// a carrier has not made one yet, and the carriers' errors.
func (o Office) Print(ctx context.Context, by auth.Caller, input PrintInput) ([]byte, error) {
	if err := access.Require(by, "orders", access.Read); err != nil {
		return nil, err
	}
	if len(input.IDs) == 0 || len(input.IDs) > MaxTogether {
		return nil, errs.Invalid("ids", fmt.Sprintf("escolha de 1 a %d etiquetas", MaxTogether))
	}
	labels, err := o.readAll(ctx, by, input.IDs)
	if err != nil {
		return nil, err
	}
	file, err := join(labels, input.Format)
	if err != nil {
		return nil, errs.New(errs.KindProviderFailed, "PROVIDER_ERROR", "A transportadora enviou uma etiqueta que não pode ser lida.").
			WithCause(err)
	}
	return file, o.markPrinted(ctx, by, input.IDs)
}

func (o Office) markPrinted(ctx context.Context, by auth.Caller, ids []int64) error {
	return o.DB.WithContext(ctx).Model(&Parcel{}).Where("id in ? and printed_at is null", ids).Update("printed_at", by.Now).Error
}

// readAll reads the labels from the carriers, some at the same time.
func (o Office) readAll(ctx context.Context, by auth.Caller, ids []int64) ([][]byte, error) {
	labels, failures := make([][]byte, len(ids)), make([]error, len(ids))
	var reading sync.WaitGroup
	turns := make(chan struct{}, concurrent)
	for i, id := range ids {
		parcel, err := o.FindFor(ctx, by, id)
		if err != nil {
			return nil, err
		}
		if parcel.State != Ready {
			return nil, errs.Conflict("LABEL_NOT_READY", "A etiqueta do pedido "+fmt.Sprint(parcel.OrderID)+" ainda não está pronta.")
		}
		reading.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			labels[i], failures[i] = o.read(ctx, parcel)
		})
	}
	reading.Wait()
	for _, err := range failures {
		if err != nil {
			return nil, err
		}
	}
	return labels, nil
}

func (o Office) read(ctx context.Context, parcel Parcel) ([]byte, error) {
	provider, err := o.Freight.Provider(ctx, parcel.Provider)
	if err != nil {
		return nil, err
	}
	return provider.PDF(ctx, texts.Of(parcel.CarrierID))
}

// join makes one PDF of many. The library must neither read nor write a configuration of its own.
func join(labels [][]byte, format Format) (file []byte, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("a broken PDF: %v", broken)
		}
	}()
	api.DisableConfigDir()
	settings := model.NewDefaultConfiguration()
	readers := make([]io.ReadSeeker, len(labels))
	for i, label := range labels {
		readers[i] = bytes.NewReader(label)
	}
	var merged bytes.Buffer
	if err := api.MergeRaw(readers, &merged, false, settings); err != nil || format != A4 {
		return merged.Bytes(), err
	}
	const perSheet = 4
	sheet, err := pdfcpu.PDFNUpConfig(perSheet, "form:A4P, margin:0, border:off", settings)
	if err != nil {
		return nil, err
	}
	sheet.PageDim = types.PaperSize["A4"]
	var sheets bytes.Buffer
	err = api.NUp(bytes.NewReader(merged.Bytes()), &sheets, nil, nil, sheet, settings)
	return sheets.Bytes(), err
}
