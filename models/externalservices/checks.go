package externalservices

import (
	"time"

	"acolhe/models/types/errs"
)

// Checks makes the checks of a test in their order; after a failed one the rest is skipped.
type Checks struct {
	List   []Check
	failed bool
}

// Require adds a check that calls nothing.
func (c *Checks) Require(label string, holds bool, problem string) {
	check := Check{Name: label, OK: holds}
	if !holds {
		check.Detail = problem
	}
	c.add(check)
}

// Run makes a check, which returns its result in Portuguese.
func (c *Checks) Run(label string, check func() (string, error)) {
	if c.failed {
		c.Skip(label, "Não foi feita.")
		return
	}
	begun := time.Now()
	detail, err := check()
	made := Check{Name: label, OK: err == nil, Detail: detail, Milliseconds: time.Since(begun).Milliseconds()}
	if err != nil {
		made.Detail = "Algo deu errado do nosso lado."
		if refused := errs.As(err); refused != nil {
			made.Detail = refused.Message
		}
	}
	c.add(made)
}

// Skip adds a check that is not made.
func (c *Checks) Skip(label, reason string) {
	c.List = append(c.List, Check{Name: label, Skipped: true, Detail: reason})
}

func (c *Checks) add(check Check) {
	c.failed = c.failed || !check.OK
	c.List = append(c.List, check)
}
