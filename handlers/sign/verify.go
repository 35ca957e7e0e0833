package sign

import (
	"net/url"
	"strings"

	"acolhe/models/erasure"
	"acolhe/models/platform/settings"
	"acolhe/models/signing"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
	view "acolhe/views/sign"
	"acolhe/web"
)

// maxCode is the length of a shown code in characters.
const maxCode = 20

// askCode asks for the code of a document; a submitted one leads to its page.
func (p Sign) askCode(r *web.Request) error {
	if typed := strings.TrimSpace(r.Query("codigo")); typed != "" {
		return r.Redirect(view.VerifyPath + "/" + url.PathEscape(texts.Truncate(typed, maxCode)))
	}
	frame, err := p.frame(r, "Conferir um documento")
	if err != nil {
		return err
	}
	return r.Render(view.AskCodePage(frame))
}

// verify answers whether the document of a code is as it was signed.
func (p Sign) verify(r *web.Request) error {
	code := r.Param("code")
	public, err := p.Contracts.FindPublic(r.Context(), r.By, code)
	if errs.HasCode(err, errs.CodeNotFound) {
		return p.verifyCertificate(r, code)
	}
	if err != nil {
		return err
	}
	return p.showVerdict(r, public)
}

// verifyCertificate answers whether a code is that of a certificate of an erasure.
func (p Sign) verifyCertificate(r *web.Request, code string) error {
	found, err := erasure.FindPublic(r.Context(), p.DB, code)
	if errs.HasCode(err, errs.CodeNotFound) {
		return p.showUnknownCode(r, texts.Truncate(code, maxCode), err)
	}
	if err != nil {
		return err
	}
	frame, err := p.frame(r, "Certidão autêntica")
	if err != nil {
		return err
	}
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	return r.Render(view.CertificatePage(view.Certificate{Frame: frame, Public: found, Location: zone, Now: r.Now}))
}

// showVerdict shows whether a term is as it was signed.
func (p Sign) showVerdict(r *web.Request, public signing.Public) error {
	title := "Documento autêntico"
	if !public.Valid {
		title = "Documento não confere"
	}
	frame, err := p.frame(r, title)
	if err != nil {
		return err
	}
	stored, err := settings.Read(r.Context(), p.DB, settings.AssociationCNPJ, settings.AssociationPhone, settings.TimeZone)
	if err != nil {
		return err
	}
	zone, err := stored.Location()
	if err != nil {
		return err
	}
	return r.Render(view.VerdictPage(view.Verdict{
		Frame: frame, Public: public, CNPJ: settings.Of(stored, settings.AssociationCNPJ), Phone: settings.Of(stored, settings.AssociationPhone),
		Location: zone, Now: r.Now,
	}))
}

func (p Sign) showUnknownCode(r *web.Request, typed string, refused error) error {
	frame, err := p.frame(r, "Código não encontrado")
	if err != nil {
		return err
	}
	return r.RenderRefused(refused, view.UnknownCodePage(frame, typed))
}
