package model

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"unicode"

	openai "github.com/sashabaranov/go-openai"
)

// maxExcerpt bounds what an error quotes of an endpoint's answer, in runes.
const maxExcerpt = 160

// classify turns what a try came to into a fault. The causes of the errors are
// written anew: those of net/http and go-openai hold the URL and the body.
func (o *OpenAI) classify(x *exchange, err error) *fault {
	switch {
	case !x.sent:
		return &fault{err: &Error{Kind: ErrBadRequest, Err: o.cause("", err)}}
	case x.err != nil:
		return o.transportFault(x)
	case x.status >= http.StatusMultipleChoices && x.status < http.StatusBadRequest:
		return &fault{err: &Error{
			Kind: ErrNotFound, Status: x.status,
			Err:  fmt.Errorf("the endpoint redirects to %s, which is not followed", o.excerpt(redirectHost(x.header))),
			Hint: "set the base URL to where the endpoint is now",
		}}
	case x.status >= http.StatusBadRequest:
		return o.statusFault(x, err)
	}
	return &fault{err: &Error{Kind: ErrMalformed, Status: x.status, Err: o.cause("read answer", err)}}
}

// transportFault is a try without a complete answer.
func (o *OpenAI) transportFault(x *exchange) *fault {
	err := x.err
	var dns *net.DNSError
	var op *net.OpError
	switch {
	case errors.Is(err, errTooLarge):
		return &fault{err: &Error{Kind: ErrMalformed, Status: x.status, Err: err}}
	case errors.Is(err, errCut):
		return &fault{retry: true, err: &Error{Kind: ErrCut, Status: x.status, Err: err}}
	case timedOut(err):
		return &fault{retry: true, err: &Error{Kind: ErrTimeout, Status: x.status, Err: fmt.Errorf("no answer within %v", o.timeout)}}
	case errors.As(err, &dns):
		return &fault{retry: dns.IsTemporary && !dns.IsNotFound, err: o.unreachable(err, "check the base URL: its host name does not resolve")}
	case errors.Is(err, syscall.ECONNREFUSED):
		return &fault{err: o.unreachable(err, "start the endpoint, or check the base URL: nothing listens there")}
	case errors.As(err, &op) && op.Op == "dial":
		return &fault{err: o.unreachable(err, "check the base URL and the network")}
	case strings.Contains(err.Error(), "tls:"), strings.Contains(err.Error(), "x509:"),
		strings.Contains(err.Error(), "HTTP response to HTTPS client"):
		return &fault{err: o.unreachable(err, "check the base URL's scheme and the endpoint's certificate")}
	}
	return &fault{retry: true, err: &Error{Kind: ErrCut, Err: o.cause("send request", err)}}
}

func (o *OpenAI) unreachable(err error, hint string) *Error {
	return &Error{Kind: ErrUnreachable, Err: o.cause("connect to "+o.base.Host, err), Hint: hint}
}

// statusFault is an answer that says no.
func (o *OpenAI) statusFault(x *exchange, err error) *fault {
	said, code := o.said(err)
	e := &Error{Status: x.status, Err: fmt.Errorf("status %d%s", x.status, said)}
	f := &fault{err: e}
	switch s := x.status; {
	case s == http.StatusTooManyRequests:
		e.Kind = ErrRateLimited
		// A used-up quota comes as 429 too, and does not come back by waiting.
		if f.retry = code != "insufficient_quota"; !f.retry {
			e.Hint = "the account's quota is used up"
		}
	case s == http.StatusRequestTimeout:
		e.Kind, f.retry = ErrTimeout, true
	case s >= http.StatusInternalServerError:
		e.Kind, f.retry = ErrServer, true
	case s == http.StatusUnauthorized, s == http.StatusForbidden:
		e.Kind, e.Hint = ErrUnauthorized, "check the key, and that it may use model "+o.model
	case s == http.StatusNotFound:
		e.Kind, e.Hint = ErrNotFound, "check the base URL and the model's name"
	default:
		e.Kind = ErrBadRequest
	}
	if f.retry {
		f.after = retryAfter(x.header, o.now())
	}
	return f
}

// said returns an excerpt of the endpoint's message, with a colon before it,
// and the error code.
func (o *OpenAI) said(err error) (excerpt, code string) {
	var api *openai.APIError
	if !errors.As(err, &api) {
		return "", "" // not the protocol's error: a page of some proxy
	}
	if s, ok := api.Code.(string); ok {
		code = s
	}
	if code == "" {
		code = api.Type
	}
	if text := o.excerpt(api.Message); text != "" {
		excerpt = ": " + text
	}
	return excerpt, code
}

// cause is an error of another package in a form that is safe to print.
func (o *OpenAI) cause(what string, err error) error {
	if err == nil {
		return errors.New(what)
	}
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	text := o.excerpt(err.Error())
	if what != "" {
		text = what + ": " + text
	}
	return errors.New(text)
}

// excerpt makes foreign text fit to be printed, without the key.
func (o *OpenAI) excerpt(s string) string {
	return excerpt(o.key.redact(s[:min(len(s), maxRedact)]))
}

// maxRedact bounds how much of a text is searched for keys, in bytes.
const maxRedact = 64 << 10

// excerpt makes foreign text fit to be printed: one line, no control
// characters, at most maxExcerpt runes.
func excerpt(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r), r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, s[:min(len(s), 16*maxExcerpt)])
	runes := []rune(strings.Join(strings.Fields(s), " "))
	if len(runes) > maxExcerpt {
		runes = append(runes[:maxExcerpt], '…')
	}
	return string(runes)
}
