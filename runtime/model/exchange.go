package model

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// maxAnswer bounds the body of an answer, in bytes.
const maxAnswer = 16 << 20

// maxRedirects is how many redirects within one host are followed.
const maxRedirects = 3

var (
	errTooLarge = errors.New("the answer is larger than 16 MiB")
	errCut      = errors.New("the connection was cut")
)

// fault is a try that gave no answer.
type fault struct {
	err   *Error
	retry bool          // another try may help
	after time.Duration // how long the endpoint asks to wait; 0 when it does not say
}

// exchange sends one try for go-openai. It reads the whole body itself, under
// a limit, so that a cut connection and malformed JSON can be told apart, and
// it holds the key, which go-openai therefore never sees.
type exchange struct {
	client *http.Client
	key    secret

	sent   bool
	status int
	header http.Header
	err    error // of the transport, or of reading the body
}

// Do implements openai.HTTPDoer.
func (x *exchange) Do(req *http.Request) (*http.Response, error) {
	if !x.key.empty() {
		req.Header.Set("Authorization", "Bearer "+x.key())
	}
	x.sent = true
	resp, err := x.client.Do(req)
	if err != nil {
		x.err = err
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	x.status, x.header = resp.StatusCode, resp.Header
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	switch {
	case len(body) > maxAnswer:
		x.err = errTooLarge
	case err != nil && !timedOut(err):
		x.err = fmt.Errorf("%w after %d bytes", errCut, len(body))
	case err != nil:
		x.err = err
	}
	if x.err != nil {
		return nil, x.err
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// try makes one request. Each has a go-openai client of its own: that is a
// small struct, and its HTTPDoer can then keep what only this try needs.
func (o *OpenAI) try(ctx context.Context, req openai.ChatCompletionRequest) (openai.ChatCompletionResponse, *fault) {
	ctx, cancel := context.WithTimeout(ctx, o.timeout)
	defer cancel()
	x := &exchange{client: o.client, key: o.key}
	config := openai.DefaultConfig("")
	config.BaseURL = o.base.String()
	config.HTTPClient = x
	resp, err := openai.NewClientWithConfig(config).CreateChatCompletion(ctx, req)
	if err == nil && x.status < http.StatusMultipleChoices {
		return resp, nil
	}
	return resp, o.classify(x, err)
}

// clientFor returns a copy of a client that never carries a request, and with
// it the key and the conversation, to another host.
func clientFor(c *http.Client) *http.Client {
	out := http.Client{}
	if c != nil {
		out = *c
	}
	out.CheckRedirect = func(req *http.Request, via []*http.Request) error {
		first := via[0].URL
		same := req.URL.Scheme == first.Scheme && strings.EqualFold(req.URL.Host, first.Host)
		// 301, 302 and 303 turn the POST into a GET, which would ask
		// something else.
		if !same || len(via) > maxRedirects || req.Method != via[0].Method {
			return http.ErrUseLastResponse
		}
		return nil
	}
	return &out
}

func timedOut(err error) bool {
	var n net.Error
	return errors.Is(err, context.DeadlineExceeded) || errors.As(err, &n) && n.Timeout()
}

// retryAfter reads the header of that name: seconds, or an HTTP date.
func retryAfter(h http.Header, now time.Time) time.Duration {
	v := strings.TrimSpace(h.Get("Retry-After"))
	if s, err := strconv.ParseFloat(v, 64); err == nil {
		// Beyond a day the exact figure is of no use, and a Duration would
		// overflow; NaN fails the comparison.
		if s > 0 {
			return time.Duration(min(s, 86400) * float64(time.Second))
		}
		return 0
	}
	if t, err := http.ParseTime(v); err == nil {
		return max(min(t.Sub(now), 24*time.Hour), 0)
	}
	return 0
}

// redirectHost names where a redirect points to.
func redirectHost(h http.Header) string {
	u, err := url.Parse(h.Get("Location"))
	if err != nil || u.Host == "" {
		return "another place"
	}
	return u.Host
}
