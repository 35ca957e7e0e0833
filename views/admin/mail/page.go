package mail

import (
	"net/url"
	"strings"
	"time"

	"acolhe/models/areas"
	"acolhe/models/platform/mail"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui/record"
)

// PageData is the page of one message stored in development.
type PageData struct {
	Entry  mail.Entry
	Folder mail.Folder
	Kept   mail.StoredMail
	// Now is in the association's time zone.
	Now time.Time
}

func (s PageData) facts() []record.Fact {
	return []record.Fact{
		{Label: "De", Value: s.Kept.From}, {Label: "Para", Value: s.Kept.To}, {Label: "Tipo", Value: areas.MailLabel(s.Entry.Kind)},
		{Label: "Situação", Content: badge(s.Entry.Status, s.Folder)},
		{Label: "Pedida", Value: fmtbr.DateTime(s.Entry.DateCreated, s.Now.Location())},
	}
}

// paragraphs returns the lines of each paragraph of the text.
func (s PageData) paragraphs() [][]string {
	var paragraphs [][]string
	for paragraph := range strings.SplitSeq(strings.ReplaceAll(s.Kept.Text, "\r\n", "\n"), "\n\n") {
		if paragraph = strings.TrimSpace(paragraph); paragraph != "" {
			paragraphs = append(paragraphs, strings.Split(paragraph, "\n"))
		}
	}
	return paragraphs
}

func isLink(line string) bool {
	address, err := url.Parse(line)
	return err == nil && address.Host != "" && (address.Scheme == "http" || address.Scheme == "https")
}
