package syntax

import "reflect"

// everything lets a comparison look into unexported fields.
func everything(reflect.Type) bool { return true }

// each calls visit for every node of the file, by reflection, so that no new
// kind of node is forgotten.
func (f *File) each(visit func(any)) { each(reflect.ValueOf(f.Body), visit) }

func each(v reflect.Value, visit func(any)) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			each(v.Elem(), visit)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			visit(v.Interface())
			each(v.Elem(), visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			each(v.Index(i), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				each(v.Field(i), visit)
			}
		}
	}
}
