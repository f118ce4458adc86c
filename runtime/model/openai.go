package model

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Defaults of OpenAIOptions.
const (
	DefaultBaseURL = "https://api.openai.com/v1"
	DefaultTimeout = time.Minute
	DefaultRetries = 3
	DefaultMaxWait = time.Minute
)

// OpenAIOptions configure a model behind an OpenAI-compatible endpoint. They
// are plain values: this package reads no environment.
type OpenAIOptions struct {
	BaseURL string // http or https, up to and without /chat/completions; empty means DefaultBaseURL
	// Key is sent as a bearer token, to the host of BaseURL only. It may be
	// empty where that host is loopback: local servers need none.
	Key   string `json:"-"`
	Model string // required
	// Timeout bounds each try, from sending to the last byte; 0 means
	// DefaultTimeout.
	Timeout time.Duration
	// Retries is how often a try is repeated after 429, 5xx, a cut connection
	// or a timeout; 0 means DefaultRetries, negative means never.
	Retries int
	// MinInterval is the least time between the starts of two requests, over
	// all goroutines; 0 means none.
	MinInterval time.Duration
	// MaxWait bounds one wait between tries; 0 means DefaultMaxWait. An
	// endpoint that asks for a longer one is not asked again.
	MaxWait time.Duration
	// Sleep waits, or returns the context's error; nil means the real clock.
	Sleep func(ctx context.Context, d time.Duration) error `json:"-"`
	// Now is the clock of the rate limit and of Retry-After dates; nil means
	// time.Now.
	Now func() time.Time `json:"-"`
	// HTTPClient sends the requests; nil means a client of its own with the
	// standard transport. Its CheckRedirect is replaced.
	HTTPClient *http.Client `json:"-"`
}

// Format implements fmt.Formatter, so that no verb prints the key.
func (o OpenAIOptions) Format(f fmt.State, _ rune) {
	key := "none"
	if o.Key != "" {
		key = redacted
	}
	_, _ = fmt.Fprintf(f, "{BaseURL:%s Key:%s Model:%s}", newSecret(o.Key).redact(o.BaseURL), key, o.Model)
}

// OpenAI is a model behind an OpenAI-compatible endpoint.
type OpenAI struct {
	model   string
	base    *url.URL
	key     secret
	timeout time.Duration
	retries int
	maxWait time.Duration
	pace    *pace
	sleep   func(ctx context.Context, d time.Duration) error
	now     func() time.Time
	client  *http.Client
}

// NewOpenAI returns a model behind an endpoint. It makes no connection. The
// error is of kind ErrNoCredentials where a key is missing, and ErrBadRequest
// for options that cannot work.
func NewOpenAI(o OpenAIOptions) (*OpenAI, error) {
	base, err := baseURL(o.BaseURL)
	if err != nil {
		return nil, &Error{Kind: ErrBadRequest, Err: err, Hint: "give the base URL as http://HOST/v1 or https://HOST/v1"}
	}
	if o.Model == "" {
		return nil, &Error{Kind: ErrBadRequest, Err: errors.New("no model named")}
	}
	if strings.ContainsAny(o.Key, "\r\n\x00") {
		return nil, &Error{Kind: ErrNoCredentials, Err: errors.New("the key holds a line break"), Hint: "set the key again, as one line"}
	}
	if o.Key == "" && !loopbackHost(base.Hostname()) {
		return nil, &Error{Kind: ErrNoCredentials, Err: fmt.Errorf("%s needs a key", base.Host), Hint: "set OPENAI_API_KEY"}
	}
	m := &OpenAI{
		model: o.Model, base: base, key: newSecret(o.Key),
		timeout: orDuration(o.Timeout, DefaultTimeout), maxWait: orDuration(o.MaxWait, DefaultMaxWait),
		retries: o.Retries, sleep: o.Sleep, now: o.Now,
		pace: &pace{interval: o.MinInterval},
	}
	if o.Retries == 0 {
		m.retries = DefaultRetries
	}
	if m.sleep == nil {
		m.sleep = sleep
	}
	if m.now == nil {
		m.now = time.Now
	}
	m.client = clientFor(o.HTTPClient)
	return m, nil
}

func orDuration(d, otherwise time.Duration) time.Duration {
	if d <= 0 {
		return otherwise
	}
	return d
}

// baseURL checks a base URL. Its errors do not quote it: it may hold a
// password.
func baseURL(raw string) (*url.URL, error) {
	if raw == "" {
		raw = DefaultBaseURL
	}
	u, err := url.Parse(raw)
	switch {
	case err != nil:
		return nil, errors.New("the base URL cannot be parsed")
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("the base URL has the scheme %q", u.Scheme)
	case u.Hostname() == "":
		return nil, errors.New("the base URL names no host")
	case u.User != nil:
		return nil, errors.New("the base URL holds a user or password")
	case u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("the base URL holds a query or fragment")
	}
	return u, nil
}

// loopbackHost reports whether a host name means this machine.
func loopbackHost(host string) bool {
	if ip := net.ParseIP(host); ip != nil {
		return ip.IsLoopback()
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// Info implements Model.
func (o *OpenAI) Info() Info { return Info{Name: o.model, Mode: ModeLive} }

// Format implements fmt.Formatter: a model prints as its name and endpoint.
func (o *OpenAI) Format(f fmt.State, _ rune) {
	_, _ = fmt.Fprintf(f, "%s at %s", o.model, o.base.Host)
}

// Complete implements Model. The usage counts every try as a call, also
// beside an error.
func (o *OpenAI) Complete(ctx context.Context, req Request) (Response, error) {
	return o.complete(ctx, req, func() error { return nil })
}

// complete implements repeater.
func (o *OpenAI) complete(ctx context.Context, req Request, allow func() error) (Response, error) {
	wire, err := o.wireRequest(req)
	if err != nil {
		return Response{}, &Error{Kind: ErrBadRequest, Err: err}
	}
	var wait time.Duration
	shared := false // whether the wait binds the other callers too
	for try := 0; ; try++ {
		if err := o.await(ctx, wait, shared); err != nil {
			return Response{Usage: Usage{Calls: try}}, err
		}
		resp, fault := o.try(ctx, wire)
		if fault == nil {
			return o.response(req, resp, try+1)
		}
		used := Response{Usage: Usage{Calls: try + 1}}
		if err := contextError(ctx); err != nil {
			return used, err
		}
		again := fault.retry && try < o.retries
		if wait = backoff(try, fault.after, o.maxWait); fault.after > o.maxWait {
			again = false
			fault.err.Hint = fmt.Sprintf("the endpoint asks to wait for %v", fault.after.Round(time.Second))
		}
		if !again {
			return used, fault.err
		}
		if err := allow(); err != nil {
			return used, err
		}
		shared = fault.err.Kind == ErrRateLimited
	}
}

// await waits for the caller's turn.
func (o *OpenAI) await(ctx context.Context, wait time.Duration, shared bool) error {
	if wait > 0 && !shared {
		if err := o.sleep(ctx, wait); err != nil {
			return awaitError(ctx, err)
		}
		wait = 0
	}
	if d := o.pace.reserve(o.now(), wait); d > 0 {
		if err := o.sleep(ctx, d); err != nil {
			return awaitError(ctx, err)
		}
	}
	return contextError(ctx)
}

func awaitError(ctx context.Context, err error) error {
	if own := contextError(ctx); own != nil {
		return own
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	return &Error{Kind: ErrTimeout, Err: fmt.Errorf("wait for the next try: %w", err)}
}
