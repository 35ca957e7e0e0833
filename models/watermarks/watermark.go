// Package watermarks writes a text over the preview of a picture or PDF, so that a photo of the screen names who looked at it. The
// stored file stays as it is: what is drawn is made for one answer.
package watermarks

import (
	"bytes"
	"errors"
	"fmt"
	"sync"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"acolhe/models/platform/media"
	"acolhe/models/types/errs"
)

// Draw returns the preview with the text over all of it, and its kind: a WebP becomes a JPEG. It returns 409 CONFLICT for a file that
// cannot be written over, so that nobody sees it without the text.
func Draw(content []byte, kind media.Kind, text string) ([]byte, media.Kind, error) {
	drawing.Lock()
	defer drawing.Unlock()
	draw := overPicture
	if kind == media.PDF {
		draw = overPDF
	}
	drawn, kind, err := draw(content, kind, text)
	if err != nil {
		return nil, kind, errs.Conflict(errs.CodeConflict, "A prévia deste arquivo não pôde ser preparada com o seu nome. Baixe o arquivo.").
			WithCause(err)
	}
	return drawn, kind, nil
}

// overPDF writes the text across each page. The library must neither read nor write a configuration of its own.
func overPDF(content []byte, kind media.Kind, text string) (drawn []byte, _ media.Kind, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("a broken PDF: %v", broken)
		}
	}()
	api.DisableConfigDir()
	mark, err := api.TextWatermark(text, "font:Helvetica, scale:0.9 rel, rot:35, opacity:0.25, color:0.4 0.4 0.4", true, false, types.POINTS)
	if err != nil {
		return nil, kind, err
	}
	var out bytes.Buffer
	if err := api.AddWatermarks(bytes.NewReader(content), &out, nil, mark, model.NewDefaultConfiguration()); err != nil {
		return nil, kind, err
	}
	return out.Bytes(), kind, nil
}

// maxPixels is the number of pixels of the largest picture that is written over: drawing takes about six bytes for each.
const maxPixels = 24_000_000

// drawing lets one preview be drawn at a time, so that many at once do not fill the memory.
var drawing sync.Mutex

var errTooLarge = errors.New("the picture is too large to be written over")
