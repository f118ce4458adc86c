package cli

import "testing"

func TestCarry(t *testing.T) {
	plain := exerciseFlags{realiser: realiserAuto, model: modelFlags{name: simulatedModel, seed: 1}}
	live := exerciseFlags{realiser: realiserTemplate, realiserModel: "w", model: modelFlags{name: "a b", seed: 3, maxCalls: 9, maxTokens: 7}}
	paper := setFlags{view: "paper", restrict: "declared", orchestrators: true}
	tests := []struct {
		name string
		next string
		set  setFlags
		ex   *exerciseFlags
		want string
	}{
		{"defaults add nothing", "obligato generate --only C1:A app", setFlags{restrict: "complement"}, &plain, "obligato generate --only C1:A app"},
		{"no command", "start the program", paper, &live, "start the program"},
		{"the set", "obligato explain C1:A app", paper, nil, "obligato explain --view paper --restrict declared --orchestrators C1:A app"},
		{"a verb without these flags", "obligato doctor app", paper, &live, "obligato doctor app"},
		{
			"the model and its caps", "obligato generate --only C1:A app",
			setFlags{},
			&live,
			"obligato generate --model 'a b' --realiser template --realiser-model w --seed 3 --max-calls 9 --max-tokens 7 --only C1:A app",
		},
		{
			"a seed of its own", "obligato generate --seed 4 --only C1:A app",
			setFlags{},
			&live,
			"obligato generate --model 'a b' --realiser template --realiser-model w --max-calls 9 --max-tokens 7 --seed 4 --only C1:A app",
		},
		{"a cap to raise", "raise the cap: obligato cover app", setFlags{}, &live, "raise the cap: obligato cover --model 'a b' --realiser template --realiser-model w --seed 3 app"},
		{"the SDK's other names", "obligato explain C1:A app", setFlags{sdkModules: []string{"vendor.agents", "sdk"}}, nil, "obligato explain --sdk-module vendor.agents --sdk-module sdk C1:A app"},
		{"score takes no model", "obligato score --traces FILES app", setFlags{view: "paper"}, &live, "obligato score --view paper --traces FILES app"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := carry(tt.next, tt.set, tt.ex); got != tt.want {
				t.Errorf("carry =\n%s, want\n%s", got, tt.want)
			}
		})
	}
}
