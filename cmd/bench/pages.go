package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"text/tabwriter"
	"time"
)

// pagesName is the name of this measurement for -only.
const pagesName = "pages: time of one caller, bytes with brotli, elements"

// What a page may take (performance.md).
const (
	pageTimeLimit     = 15 * time.Millisecond
	pageBytesLimit    = 60_000
	pageElementsLimit = 1_500
)

// associateCookie is the name of the associate's cookie (specification, "Associate session").
const associateCookie = "associate_session"

// manyOpenItems opens the latest 5,000 items of the reception again.
const manyOpenItems = `update reception set status = (select status from reception where completed_at is null order by id limit 1),
	completed_at = null, completion_reason = null where id in (select id from reception order by id desc limit 5000)`

// page is a page as its reader asks for it.
type page struct{ name, path, cookie, session string }

// measurePages measures pages as a browser gets them, after a visit that warms caches and plans.
func (g *testbed) measurePages(ctx context.Context, rounds int, out io.Writer) error {
	pages, err := g.pages(ctx)
	if err != nil {
		return fmt.Errorf("%s: %w", pagesName, err)
	}
	fmt.Fprintln(out, pagesName)
	table := tabwriter.NewWriter(out, 10, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\tms\tbytes\telements\tover\t")
	for _, one := range pages {
		if err := g.measurePage(one, rounds, table); err != nil {
			return fmt.Errorf("%s: %s: %w", pagesName, one.path, err)
		}
	}
	_ = table.Flush() // the output may be closed
	fmt.Fprintf(out, "at most %s ms, %d bytes, %d elements\n\n", milliseconds(pageTimeLimit), pageBytesLimit, pageElementsLimit)
	_, err = g.pool.Exec(ctx, fewOpenItems)
	return err
}

// pages returns the pages of a day of the staff, and those of an associate, with 5,000 open contacts.
func (g *testbed) pages(ctx context.Context) ([]page, error) {
	var busiest, product int64
	if err := g.pool.QueryRow(ctx, "select id, (select min(id) from products) from users where user_code = $1", g.busiest).
		Scan(&busiest, &product); err != nil {
		return nil, err
	}
	token := rand.Text()
	for _, statement := range []struct {
		sql  string
		args []any
	}{
		{"insert into sessions (token, associate_id, expires_at) values ($1, $2, now() + interval '1 day')", []any{hashOf(token), busiest}},
		{manyOpenItems, nil}, {"vacuum reception", nil}, {"analyze reception", nil},
	} {
		if _, err := g.pool.Exec(ctx, statement.sql, statement.args...); err != nil {
			return nil, err
		}
	}
	staff := func(name, path string) page { return page{name, path, sessionCookie, g.session} }
	own := func(name, path string) page { return page{name, path, associateCookie, token} }
	return []page{
		staff("day page", "/painel"),
		staff("board, 5,000 open contacts", "/painel/recepcao"),
		staff("associates", "/painel/associados"),
		staff("an associate", fmt.Sprintf("/painel/associados/%d", busiest)),
		staff("orders", "/painel/pedidos"),
		staff("an order", fmt.Sprintf("/painel/pedidos/%d", g.facts.orders/2)),
		staff("new order", "/painel/pedidos/novo?user_code="+g.busiest),
		staff("week", "/painel/agenda"),
		staff("appointments", "/painel/agenda/lista"),
		staff("products", "/painel/produtos"),
		staff("a product", fmt.Sprintf("/painel/produtos/%d", product)),
		staff("labels", "/painel/etiquetas"),
		staff("report of the month", "/painel/relatorios"),
		staff("payouts", "/painel/relatorios/repasses"),
		staff("result", "/painel/resultado"),
		staff("analyses of orders", "/painel/analises/pedidos"),
		staff("analyses of services", "/painel/analises/servicos"),
		staff("evidence", "/painel/analises/evidencias"),
		own("own orders", "/cadastro/pedidos"),
		own("own appointments", "/cadastro/consultas"),
		own("own documents", "/cadastro/meus-documentos"),
		own("profile", "/cadastro/perfil"),
	}, nil
}

var startTag = regexp.MustCompile(`<[a-z]`)

// measurePage prints what a page takes. The times are those of one connection.
func (g *testbed) measurePage(one page, rounds int, table io.Writer) error {
	plain := fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\nCookie: %s=%s\r\n\r\n", one.path, g.acolhe, one.cookie, one.session)
	c, err := dial(contender{addr: g.acolhe, request: plain})
	if err != nil {
		return err
	}
	defer c.conn.Close()
	status, html, err := c.read()
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("answered %d", status)
	}
	if err != nil {
		return err
	}
	c.request = packed(plain)
	var took []time.Duration
	for range 2 * rounds {
		once, err := c.timeRequest(http.StatusOK)
		if err != nil {
			return err
		}
		took = append(took, once)
	}
	median, elements := medianDuration(took), len(startTag.FindAll(html, -1))
	var over []string
	if median > pageTimeLimit {
		over = append(over, "time")
	}
	if c.length > pageBytesLimit {
		over = append(over, "bytes")
	}
	if elements > pageElementsLimit {
		over = append(over, "elements")
	}
	_, err = fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%s\t\n", one.name, milliseconds(median), c.length, elements, strings.Join(over, ", "))
	return err
}

// packed returns the request as a browser sends it: with the encodings that it accepts.
func packed(request []byte) []byte {
	return bytes.Replace(request, []byte("\r\n\r\n"), []byte("\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n"), 1)
}

// plain returns the request without the accepted encodings.
func plain(request []byte) []byte {
	return bytes.Replace(request, []byte("\r\nAccept-Encoding: gzip, deflate, br"), nil, 1)
}
