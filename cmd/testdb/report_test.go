package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestReport_Output(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ events, want, unwanted string }{
		"passed": {
			`{"Action":"output","Package":"a","Test":"TestX","Output":"    x_test.go:1: fine\n"}
			 {"Action":"pass","Package":"a","Test":"TestX","Elapsed":2}
			 {"Action":"output","Package":"a","Output":"PASS\n"}
			 {"Action":"output","Package":"a","Output":"ok  \ta\t2.1s\n"}
			 {"Action":"pass","Package":"a","Elapsed":2.1}`,
			"ok  \ta\t2.1s\n", "fine",
		},
		"failed": {
			`{"Action":"output","Package":"a","Test":"TestX","Output":"=== RUN   TestX\n"}
			 {"Action":"output","Package":"a","Test":"TestX","Output":"    x_test.go:1: wrong\n"}
			 {"Action":"output","Package":"a","Test":"TestX","Output":"--- FAIL: TestX (2.00s)\n"}
			 {"Action":"fail","Package":"a","Test":"TestX","Elapsed":2}
			 {"Action":"output","Package":"a","Output":"FAIL\ta\t2.1s\n"}
			 {"Action":"fail","Package":"a","Elapsed":2.1}`,
			"    x_test.go:1: wrong\n--- FAIL: TestX (2.00s)\nFAIL\ta\t2.1s\n", "===",
		},
		"cut short": {
			`{"Action":"output","Package":"a","Test":"TestX","Output":"    x_test.go:1: hangs\n"}`,
			"    x_test.go:1: hangs\n", "nothing else",
		},
		"not built":        {`{"Action":"build-output","ImportPath":"a","Output":"a.go:1:1: undefined: x\n"}`, "undefined: x\n", "{"},
		"not from go test": {"panic: out of memory", "panic: out of memory\n", "{"},
		"parallel subtests": {
			`{"Action":"pass","Package":"a","Test":"TestX/one/deep","Elapsed":3}
			 {"Action":"pass","Package":"a","Test":"TestX/one","Elapsed":3}
			 {"Action":"pass","Package":"a","Test":"TestX/two","Elapsed":4}
			 {"Action":"pass","Package":"a","Test":"TestX","Elapsed":0.1}`,
			"7.0  a TestX\n", "deep",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var printed bytes.Buffer
			r := newReport(&printed)
			for _, chunk := range strings.SplitAfter(strings.ReplaceAll(c.events, "\t\t\t ", ""), ",") { // also amid a line
				if _, err := r.Write([]byte(chunk)); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := r.Write([]byte("\n")); err != nil {
				t.Fatal(err)
			}
			if err := r.end(); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(printed.String(), c.want) || strings.Contains(printed.String(), c.unwanted) {
				t.Errorf("printed is\n%s\nwant\n%s", printed.String(), c.want)
			}
		})
	}
}
