package paper

import (
	"io"
	"time"

	"acolhe/models/platform/pdf"
	"acolhe/models/receipts"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
)

// ReceiptTitle returns the title of a printed receipt.
func ReceiptTitle(receipt receipts.Receipt) string { return "Recibo nº " + receipt.Number() }

// WriteReceipt writes the PDF of a receipt. All that it says is stored, so that the same receipt is always the same file.
func WriteReceipt(to io.Writer, receipt receipts.Receipt, zone *time.Location) error {
	issued := receipt.DateCreated.In(zone)
	document := pdf.New(ReceiptTitle(receipt), issued)
	document.Begin(pdf.Head{Title: ReceiptTitle(receipt), Now: issued, Association: pdf.Association{
		Name: receipt.Issuer.Name, CNPJ: receipt.Issuer.CNPJ, Address: receipt.Issuer.Address, Phone: receipt.Issuer.Phone}})
	document.Heading("Valor: " + fmtbr.Money(receipt.Amount))
	document.Paragraph("Recebemos de " + payer(receipt) + " a quantia de " + fmtbr.Money(receipt.Amount) + " (" + fmtbr.MoneyInWords(receipt.Amount) + "), referente a " + receipt.About + ".")
	document.MoveTo(document.Y() + pdf.Gap)
	document.Columns([]pdf.Fact{{Label: "Pago em", Value: receipt.PaidOn.Shown()}, {Label: "Forma", Value: texts.Of(receipt.Method)}},
		[]pdf.Fact{{Label: "Pagador", Value: receipt.Payer}, {Label: "CPF", Value: fmtbr.CPF(texts.Of(receipt.PayerCPF))}})
	document.MoveTo(document.Y() + 4*pdf.Gap)
	document.Paragraph(fmtbr.LongDate(issued, zone) + ".")
	document.MoveTo(document.Y() + 4*pdf.Gap)
	document.Rule(document.Y())
	document.MoveTo(document.Y() + 1)
	document.Paragraph(fmtbr.Join(" · ", receipt.Issuer.Name, cnpj(receipt)))
	document.End()
	return document.Write(to)
}

func payer(receipt receipts.Receipt) string {
	if receipt.PayerCPF == nil {
		return receipt.Payer
	}
	return receipt.Payer + ", CPF " + fmtbr.CPF(*receipt.PayerCPF) + ","
}

func cnpj(receipt receipts.Receipt) string {
	if receipt.Issuer.CNPJ == "" {
		return ""
	}
	return "CNPJ " + fmtbr.CNPJ(receipt.Issuer.CNPJ)
}
