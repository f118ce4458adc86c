package runtime_test

import (
	"context"
	"testing"

	"github.com/obligato-dev/obligato/runtime"
)

func TestAdapterValidate(t *testing.T) {
	open := func(context.Context, runtime.Target) (runtime.Session, error) { return nil, nil }
	tests := []struct {
		name    string
		adapter runtime.Adapter
		ok      bool
	}{
		{"whole", runtime.Adapter{Name: "n", Doc: "d", Open: open}, true},
		{"zero", runtime.Adapter{}, false},
		{"no name", runtime.Adapter{Doc: "d", Open: open}, false},
		{"no doc", runtime.Adapter{Name: "n", Open: open}, false},
		{"no open", runtime.Adapter{Name: "n", Doc: "d"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := tt.adapter.Validate(); (err == nil) != tt.ok {
				t.Errorf("error %v, want ok %v", err, tt.ok)
			}
		})
	}
}
