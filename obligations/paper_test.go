package obligations

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// TestPaperTotals derives the ten benchmark workflows in the paper's counting
// (arXiv 2605.26521, its inventory table): C1, C2, C3, C4.
func TestPaperTotals(t *testing.T) {
	want := map[string][4]int{
		"autopitch":                 {7, 6, 36, 6},
		"deep_research_clone":       {3, 1, 2, 2},
		"oai_customer_service":      {3, 2, 4, 4},
		"oai_financial_research":    {7, 7, 42, 6},
		"oai_message_filter":        {3, 1, 2, 2},
		"oai_research_bot":          {4, 4, 12, 3},
		"octagon_vc_agents":         {12, 12, 132, 11},
		"social_media_agent_system": {2, 3, 3, 1},
		"value_investment":          {4, 24, 12, 3},
		"ydmitry_deep_research":     {4, 5, 3, 3},
	}
	got := map[string][4]int{}
	total, tools := [4]int{}, 0
	for name := range want {
		path := filepath.Join("..", "benchmarks", "manifests", name+".yaml")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m, err := manifest.Read(path, data)
		if err != nil {
			t.Fatal(err)
		}
		s := derive(t, m, Options{View: ViewPaper})
		checkIDs(t, s)
		tools += len(s.Manifest.Tools)
		var counts [4]int
		for i, c := range Criteria {
			counts[i] = len(ids(s, c))
			total[i] += counts[i]
		}
		got[name] = counts
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("obligations per workflow (-want +got):\n%s", diff)
	}
	if total != [4]int{49, 65, 248, 41} || tools != 47 {
		t.Errorf("totals %v with %d tools, want 49, 65, 248, 41 with 47", total, tools)
	}
}
