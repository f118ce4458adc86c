package model

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// ServeOptions are the options of Serve.
type ServeOptions struct {
	// AllowRemote serves on a listener that other machines can reach. A live
	// model behind it then spends its owner's money for whoever asks.
	AllowRemote bool
}

// ErrRemote says that a listener can be reached from other machines and that
// nobody asked for that.
var ErrRemote = errors.New("the address is not loopback")

// grace is how long requests in flight may take when the server stops.
const grace = 3 * time.Second

// Serve serves h on l until ctx ends, and closes l. It returns nil when it
// stopped because ctx ended.
func Serve(ctx context.Context, l net.Listener, h http.Handler, o ServeOptions) error {
	local := loopbackAddress(l.Addr())
	if !local && !o.AllowRemote {
		_ = l.Close()
		return fmt.Errorf("serve models on %s: %w", l.Addr(), ErrRemote)
	}
	if local {
		h = localOnly(h)
	}
	s := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		BaseContext:       func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
	}
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		rest, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
		defer cancel()
		if s.Shutdown(rest) != nil {
			_ = s.Close()
		}
	})
	err := s.Serve(l)
	if !stop() { // ctx ended: wait for the requests in flight
		<-stopped
		return nil
	}
	return fmt.Errorf("serve models on %s: %w", l.Addr(), err)
}

func loopbackAddress(a net.Addr) bool {
	if a.Network() == "unix" {
		return true
	}
	host, _, err := net.SplitHostPort(a.String())
	return err == nil && net.ParseIP(host) != nil && net.ParseIP(host).IsLoopback()
}

// localOnly refuses requests under a foreign host name: a web page whose name
// was made to resolve to this machine would send one.
func localOnly(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		if len(host) > 1 && host[0] == '[' && host[len(host)-1] == ']' {
			host = host[1 : len(host)-1]
		}
		if host != "" && !loopbackHost(host) {
			refuse(w, http.StatusForbidden, "invalid_request_error", "foreign_host", "this server answers under a loopback name only")
			return
		}
		h.ServeHTTP(w, r)
	})
}
