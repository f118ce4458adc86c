package cli

import "testing"

func TestColour(t *testing.T) {
	tests := []struct {
		name    string
		mode    string
		env     map[string]string
		columns int
		want    bool
	}{
		{"terminal", colourAuto, nil, 80, true},
		{"pipe", colourAuto, nil, 0, false},
		{"NO_COLOR wins on a terminal", colourAuto, map[string]string{"NO_COLOR": "1"}, 80, false},
		{"NO_COLOR of any value", colourAuto, map[string]string{"NO_COLOR": "0"}, 80, false},
		{"NO_COLOR beats FORCE_COLOR", colourAuto, map[string]string{"NO_COLOR": "1", "FORCE_COLOR": "1"}, 80, false},
		{"CLICOLOR=0", colourAuto, map[string]string{"CLICOLOR": "0"}, 80, false},
		{"dumb terminal", colourAuto, map[string]string{"TERM": "dumb"}, 80, false},
		{"forced in a pipe", colourAuto, map[string]string{"CLICOLOR_FORCE": "1"}, 0, true},
		{"FORCE_COLOR=0 forces nothing", colourAuto, map[string]string{"FORCE_COLOR": "0"}, 0, false},
		{"flag beats NO_COLOR", colourAlways, map[string]string{"NO_COLOR": "1"}, 0, true},
		{"flag never", colourNever, map[string]string{"FORCE_COLOR": "1"}, 80, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := World{Getenv: func(k string) string { return tt.env[k] }, Columns: tt.columns}
			if got := w.colour(tt.mode); got != tt.want {
				t.Errorf("colour = %v, want %v", got, tt.want)
			}
		})
	}
}
