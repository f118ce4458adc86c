package extract

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/obligato-dev/obligato/extract/manifest"
)

// Run calls Extract. Where the pass has a cache and everything that the front
// end looked at the last time is as it was, it gives the same answer again
// instead, diagnostics included. A front end that is OnDisk always runs.
func (f Frontend) Run(pass *Pass) (*manifest.Manifest, error) {
	key, ok := f.key(pass)
	if !ok {
		return f.Extract(pass)
	}
	if out := recall(pass, key); out != nil {
		for _, d := range out.Diagnostics {
			pass.report(d)
		}
		return out.Manifest, nil
	}
	return f.runAndKeep(pass, key)
}

// recall returns what is kept under the key, if it still holds, or nil.
func recall(pass *Pass, key string) *outcome {
	data, found := pass.Cache.Get(key)
	if !found {
		return nil
	}
	asked, rest, ok := readAsked(data)
	if !ok {
		return nil
	}
	same, restamped := unchanged(pass.FS, asked)
	if !same {
		return nil
	}
	var out outcome
	if json.Unmarshal(rest, &out) != nil || out.Manifest == nil {
		return nil
	}
	if restamped { // what was read this time need not be read the next time
		pass.Cache.Put(key, append(writeAsked(asked), rest...))
	}
	return &out
}

func (p *Pass) report(d Diagnostic) {
	if p.Report != nil {
		p.Report(d)
	}
}

func (f Frontend) runAndKeep(pass *Pass, key string) (*manifest.Manifest, error) {
	var o outcome
	w := newWitness(pass.FS)
	own := *pass
	own.FS = w
	own.Report = func(d Diagnostic) {
		o.Diagnostics = append(o.Diagnostics, d)
		pass.report(d)
	}
	out, err := f.Extract(&own)
	if err != nil || w.lost {
		return out, err
	}
	o.Manifest = out
	data, err := json.Marshal(o)
	if err != nil {
		return out, nil // it is not kept, and nothing else
	}
	var again outcome
	if json.Unmarshal(data, &again) == nil && same(reflect.ValueOf(o), reflect.ValueOf(again)) {
		pass.Cache.Put(key, append(writeAsked(w.observations()), data...))
	}
	return out, nil
}

// key names the memory of a pass by all of it that is plain data. A pass that
// holds anything else cannot be remembered.
func (f Frontend) key(pass *Pass) (string, bool) {
	if pass.Cache == nil || f.OnDisk || reflect.ValueOf(pass.Cache).Kind() == reflect.Pointer && reflect.ValueOf(pass.Cache).IsNil() {
		return "", false
	}
	var text bytes.Buffer
	v := reflect.ValueOf(*pass)
	for i := range v.NumField() {
		switch name := v.Type().Field(i).Name; name {
		case "FS", "Report", "Cache":
		default:
			if !plainData(v.Field(i).Type(), 0) {
				return "", false
			}
			fmt.Fprintf(&text, "%s=%#v\n", name, v.Field(i))
		}
	}
	sum := sha256.Sum256(text.Bytes())
	return "whole-" + f.Name + "-" + hex.EncodeToString(sum[:]), true
}

// plainData reports whether a printed value of the type says all of it.
func plainData(t reflect.Type, depth int) bool {
	if depth > 10 {
		return false
	}
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if !plainData(t.Field(i).Type, depth+1) {
				return false
			}
		}
		return true
	case reflect.Slice, reflect.Array:
		return plainData(t.Elem(), depth+1)
	case reflect.Map:
		return plainData(t.Key(), depth+1) && plainData(t.Elem(), depth+1)
	case reflect.Func, reflect.Chan, reflect.Interface, reflect.Pointer, reflect.UnsafePointer:
		return false
	}
	return true
}

// same is reflect.DeepEqual, for which no elements are the same as none.
func same(a, b reflect.Value) bool {
	if a.IsValid() != b.IsValid() || a.IsValid() && a.Type() != b.Type() {
		return false
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		return same(a.Elem(), b.Elem())
	case reflect.Struct:
		for i := range a.NumField() {
			if !same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Map:
		if a.Len() != b.Len() {
			return false
		}
		for _, k := range a.MapKeys() {
			if v := b.MapIndex(k); !v.IsValid() || !same(a.MapIndex(k), v) {
				return false
			}
		}
		return true
	case reflect.Invalid:
		return true
	}
	return a.Equal(b)
}
