package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"

	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/pdf"
	"acolhe/models/platform/seal"
	"acolhe/models/platform/storage"
	"acolhe/models/signing"
	"acolhe/models/templates"
	"acolhe/models/templates/paper"
	"acolhe/models/types/auth"
)

// signaturesName is the name of this measurement for -only.
const signaturesName = "signatures: complete a contract, list contracts"

// listedContracts is the number of contracts beside which the list is measured.
const listedContracts = 1_000

// prepareContracts makes a folder for the documents of contracts, which is removed with the testbed.
func (g *testbed) prepareContracts(connection *db.Connection) error {
	folder, err := os.MkdirTemp("", "acolhe-bench-")
	if err != nil {
		return err
	}
	g.closers = append(g.closers, func() error { return os.RemoveAll(folder) })
	g.folder = folder
	g.contracts, err = contractsIn(folder, connection)
	return err
}

// contractsIn returns contracts whose files are in a folder.
func contractsIn(folder string, connection *db.Connection) (signing.Contracts, error) {
	key, err := encryption.NewKey([]byte("0123456789abcdef0123456789abcdef"))
	return signing.Contracts{DB: connection.DB, Files: files.Library{DB: connection.DB, Drivers: storage.New(folder, key)}, Key: key,
		BaseURL: &url.URL{Scheme: "http", Host: "127.0.0.1"}}, err
}

// measureSignatures completes contracts by HTTP, in turns with the bare work: both documents are rendered, sealed and written.
// Then it lists the contracts, with others of the same text beside them.
func (g *testbed) measureSignatures(ctx context.Context, rounds int, out io.Writer) error {
	by := auth.Caller{Kind: auth.System}.At(time.Now())
	printer := templates.Printer{DB: g.contracts.DB, Files: g.contracts.Files}
	if _, err := printer.Publish(ctx, by, templates.PublishInput{Kind: templates.Self}); err != nil {
		return err
	}
	var codes []uuid.UUID
	if err := g.contracts.DB.WithContext(ctx).Table("users").Where("status = 'Associado' and responsible_type = 'self'").Order("id").
		Limit(rounds).
		Pluck("user_code", &codes).Error; err != nil {
		return err
	}
	var completed, bare []time.Duration
	for _, code := range codes {
		took, err := g.completeOne(ctx, by, code)
		if err != nil {
			return fmt.Errorf("%s: %w", signaturesName, err)
		}
		completed = append(completed, took)
		if took, err = g.signBare(ctx, by); err != nil {
			return err
		}
		bare = append(bare, took)
	}
	rendered, err := renderTerms(rounds)
	if err != nil {
		return err
	}
	listed, err := g.listContracts(ctx, rounds)
	if err != nil {
		return err
	}
	reportSignatures(out, map[string][]time.Duration{"complete a contract": completed, "bare: render, seal, write": bare, renderRow: rendered,
		"1,000 contracts listed": listed})
	return nil
}

// renderRow is the name of the row of a rendered term. The default term repeated termRepeats times has 4 pages.
const (
	renderRow   = "render a term of 4 pages"
	termRepeats = 2
)

// renderTerms times the rendering of a term of 4 pages without seal and storage.
func renderTerms(rounds int) (took []time.Duration, err error) {
	term := paper.Term{Association: pdf.Association{Name: "Acolhe"}, Now: time.Now()}
	for range termRepeats {
		term.Content.Nodes = append(term.Content.Nodes, templates.Default(templates.Self).Nodes...)
	}
	for range rounds {
		begun := time.Now()
		if _, err := paper.Render(term); err != nil {
			return nil, err
		}
		took = append(took, time.Since(begun))
	}
	return took, nil
}

// completeOne creates a contract and returns the time in which its signature is answered.
func (g *testbed) completeOne(ctx context.Context, by auth.Caller, code uuid.UUID) (time.Duration, error) {
	issued, err := g.contracts.Create(ctx, auth.Caller{Kind: auth.Operator, Roles: []auth.Role{auth.Administrador}}.At(by.Now),
		signing.CreateInput{UserCode: &code})
	if err != nil {
		return 0, err
	}
	body := `{"method":"type","typed_name":"Ana Beatriz","timezone":"America/Sao_Paulo","consent":true}`
	return g.timeOne(post(g.acolhe, "/api/v1/doc-sign/sign/"+path.Base(issued.Link)+"/complete", g.session, body), http.StatusOK)
}

// timeOne returns the time in which a request is answered; it fails for another status.
func (g *testbed) timeOne(request []byte, status int) (time.Duration, error) {
	return timeAt(g.acolhe, request, status)
}

// timeAt is timeOne for the program at an address.
func timeAt(addr string, request []byte, status int) (time.Duration, error) {
	c, err := dial(contender{addr: addr, request: request})
	if err != nil {
		return 0, err
	}
	defer c.conn.Close()
	return c.timeRequest(status)
}

// signBare renders, seals and stores two documents.
func (g *testbed) signBare(ctx context.Context, by auth.Caller) (time.Duration, error) {
	begun := time.Now()
	association := pdf.Association{Name: "Acolhe"}
	signature := paper.Signature{Method: paper.Type, Name: "Ana Beatriz", At: begun}
	signed, err := paper.Render(paper.Term{Association: association, Content: templates.Default(templates.Self), Signature: &signature,
		Now: begun})
	if err != nil {
		return 0, err
	}
	audit, err := paper.RenderAudit(paper.Audit{Association: association, Signature: signature, Now: begun})
	if err != nil {
		return 0, err
	}
	sealer := seal.Sealer{DB: g.contracts.DB, Key: g.contracts.Key}
	for _, rendered := range [][]byte{signed, audit} {
		sealed, err := sealer.Seal(ctx, by, rendered, "Termo assinado")
		if err != nil {
			return 0, err
		}
		if _, err := g.contracts.Files.Place(ctx, by, files.Document{Name: "Termo", Kind: "application/pdf", Content: sealed}); err != nil {
			return 0, err
		}
	}
	return time.Since(begun), nil
}

// listContracts copies contracts up to listedContracts and times the newest of them as JSON.
func (g *testbed) listContracts(ctx context.Context, rounds int) (listed []time.Duration, err error) {
	_, err = g.pool.Exec(ctx, `insert into contracts (public_code, status, kind, title, user_code, signer_name, template_version_number, variables, content_json,
			content_sha256, frame, signing_token, signing_token_encrypted, encryption_key_id, signing_expires, voided_at)
		select upper(substr(translate(md5(n::text), '01', '23'), 1, 8)), 'voided', kind, title, user_code, signer_name, template_version_number, variables, content_json,
			content_sha256, frame, sha256(n::text::bytea), signing_token_encrypted, encryption_key_id, signing_expires, now()
		from (select * from contracts order by date_created limit 1) c, generate_series(1, $1) n on conflict do nothing`, listedContracts)
	for range rounds {
		if err != nil {
			return nil, err
		}
		var took time.Duration
		took, err = g.timeOne(get(g.acolhe, fmt.Sprintf("/api/v1/doc-sign/contracts?limit=%d", rows), g.session), http.StatusOK)
		listed = append(listed, took)
	}
	return listed, err
}

func reportSignatures(out io.Writer, took map[string][]time.Duration) {
	same := func(d time.Duration) time.Duration { return d }
	fmt.Fprintln(out, signaturesName)
	table := tabwriter.NewWriter(out, 10, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\truns\tmedian ms\t")
	for _, name := range []string{"complete a contract", "bare: render, seal, write", renderRow, "1,000 contracts listed"} {
		fmt.Fprintf(table, "%s\t%d\t%s\t\n", name, len(took[name]), milliseconds(medianOf(took[name], same)))
	}
	_ = table.Flush() // the output may be closed
	fmt.Fprint(out, "a contract is to be completed within 250 ms beside the bare work\n\n")
}
