package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"time"
)

// askLimit bounds an answer, so that a server that hangs ends the run.
const askLimit = 15 * time.Second

// caller is one connection that sends the same request again and again. An http.Client would
// take as much of the processors as the programs that are measured, and so hide what sets
// them apart; this reads no more of an answer than its status and its length.
type caller struct {
	conn    net.Conn
	in      *bufio.Reader
	request []byte
}

func dial(s side) (*caller, error) {
	conn, err := net.Dial("tcp", s.addr)
	if err != nil {
		return nil, err
	}
	c := &caller{conn: conn, in: bufio.NewReaderSize(conn, 64<<10), request: s.request}
	return c, conn.SetDeadline(time.Now().Add(askLimit))
}

// ask sends the request and passes over the answer's body; it gives the status.
func (c *caller) ask() (status int, err error) {
	status, length, err := c.send()
	if err != nil {
		return 0, err
	}
	_, err = c.in.Discard(length)
	return status, err
}

// read sends the request and gives the whole body.
func (c *caller) read() (status int, body []byte, err error) {
	status, length, err := c.send()
	if err != nil {
		return 0, nil, err
	}
	body = make([]byte, length)
	_, err = io.ReadFull(c.in, body)
	return status, body, err
}

// send returns the status and the length of the body, which is then the next to be read.
func (c *caller) send() (status, length int, err error) {
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

// readHeaders reads to the empty line and gives Content-Length, which all sides send.
func (c *caller) readHeaders() (length int, err error) {
	length = -1
	for {
		line, err := c.in.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		if len(bytes.TrimSpace(line)) == 0 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		if !bytes.EqualFold(name, []byte("Content-Length")) {
			continue
		}
		if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
			return 0, err
		}
	}
	if length < 0 {
		return 0, errors.New("an answer without Content-Length")
	}
	return length, nil
}
