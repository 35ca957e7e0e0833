package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strconv"
	"time"
)

// requestTimeout is the maximum time of an answer, so that a hanging server ends the run.
const requestTimeout = 15 * time.Second

// client is one connection that sends the same request repeatedly. An http.Client would use as much
// CPU time as the measured programs and hide their differences; client reads only the status and
// the length of an answer.
type client struct {
	conn    net.Conn
	in      *bufio.Reader
	request []byte
	// length is the number of bytes of the last answer, without its headers.
	length int
	// counter are the digits of the request that each sending counts up; empty without one.
	counter []byte
}

func dial(s contender) (*client, error) {
	conn, err := net.Dial("tcp", s.addr)
	if err != nil {
		return nil, err
	}
	c := &client{conn: conn, in: bufio.NewReaderSize(conn, 64<<10), request: bytes.Clone(s.request)}
	if at := bytes.Index(c.request, []byte(counterDigits)); at >= 0 {
		c.counter = c.request[at : at+len(counterDigits)]
		copy(c.counter, fmt.Sprintf("%012d", rand.Int64N(1e11)))
	}
	return c, conn.SetDeadline(time.Now().Add(requestTimeout))
}

// do sends the request, discards the body of the answer and returns the status.
func (c *client) do() (status int, err error) {
	status, c.length, err = c.send()
	if err != nil {
		return 0, err
	}
	if c.length == inChunks {
		c.length, err = c.discardChunks()
		return status, err
	}
	_, err = c.in.Discard(c.length)
	return status, err
}

// discardChunks discards an answer that comes in chunks, and returns its length.
func (c *client) discardChunks() (length int, err error) {
	for {
		line, err := c.in.ReadSlice('\n')
		if err != nil {
			return length, err
		}
		chunk, err := strconv.ParseInt(string(bytes.TrimSpace(line)), 16, 64)
		if err != nil {
			return length, err
		}
		if _, err := c.in.Discard(int(chunk) + len("\r\n")); err != nil || chunk == 0 {
			return length, err
		}
		length += int(chunk)
	}
}

// read sends the request and returns the whole body.
func (c *client) read() (status int, body []byte, err error) {
	status, length, err := c.send()
	if err != nil {
		return 0, nil, err
	}
	body = make([]byte, length)
	_, err = io.ReadFull(c.in, body)
	return status, body, err
}

// send sends the request and returns the status and the length of the body, which it does not read.
func (c *client) send() (status, length int, err error) {
	c.count()
	if _, err := c.conn.Write(c.request); err != nil {
		return 0, 0, err
	}
	line, err := c.in.ReadSlice('\n')
	if err != nil {
		return 0, 0, err
	}
	if len(line) < len("HTTP/1.1 200") {
		return 0, 0, fmt.Errorf("not an answer: %q", line)
	}
	if status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return 0, 0, err
	}
	length, err = c.readHeaders()
	return status, length, err
}

// count counts the digits of the request up.
func (c *client) count() {
	for i := len(c.counter) - 1; i >= 0; i-- {
		if c.counter[i]++; c.counter[i] <= '9' {
			return
		}
		c.counter[i] = '0'
	}
}

// inChunks is the length of an answer that comes in chunks.
const inChunks = -1

// readHeaders reads up to the empty line and returns Content-Length, or inChunks.
func (c *client) readHeaders() (length int, err error) {
	known := false
	for {
		line, err := c.in.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		if len(bytes.TrimSpace(line)) == 0 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		if bytes.EqualFold(name, []byte("Transfer-Encoding")) {
			length, known = inChunks, true
		}
		if !bytes.EqualFold(name, []byte("Content-Length")) {
			continue
		}
		known = true
		if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
			return 0, err
		}
	}
	if !known {
		return 0, errors.New("an answer of unknown length")
	}
	return length, nil
}
