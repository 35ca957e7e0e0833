package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"text/tabwriter"
)

// pageSizeLimit is the maximum size of a compressed page of 60 rows, in bytes.
const pageSizeLimit = 11 << 10

// pageSizesName is the name of this measurement for -only.
const pageSizesName = "size of pages of 60 rows"

// reportPageSizes prints the size of the HTML of list pages, as it is and as browsers get it.
func (g *testbed) reportPageSizes(ctx context.Context, out io.Writer) error {
	fmt.Fprintln(out, pageSizesName)
	table := tabwriter.NewWriter(out, 10, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\tHTML\tbrotli\tlimit\t")
	for _, path := range []string{"/painel/pedidos", "/painel/associados"} {
		plain, err := g.pageSize(ctx, path, "identity")
		if err != nil {
			return err
		}
		compressed, err := g.pageSize(ctx, path, "br")
		if err != nil {
			return err
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t\n", strings.TrimPrefix(path, "/painel/"), plain, compressed, pageSizeLimit)
	}
	_ = table.Flush() // the output may be closed
	fmt.Fprintln(out)
	return nil
}

// pageSize returns the number of bytes of a page in a content coding.
func (g *testbed) pageSize(ctx context.Context, path, encoding string) (int64, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+g.acolhe+path, nil)
	if err != nil {
		return 0, err
	}
	request.Header.Set("Accept-Encoding", encoding)
	request.AddCookie(&http.Cookie{Name: sessionCookie, Value: g.session})
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("%s answered %s", path, response.Status)
	}
	return io.Copy(io.Discard, response.Body)
}
