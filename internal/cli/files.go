package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// writeAtomic writes a whole file or nothing: a reader never sees half of it,
// and a failed write leaves what was there. A symbolic link stays one.
func writeAtomic(path string, data []byte) (err error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, ignoreMissing(os.Remove(f.Name())))
		}
	}()
	if _, err = f.Write(data); err == nil {
		err = f.Chmod(0o644)
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

func ignoreMissing(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// emit writes a result to the file of -o, or to stdout without one.
func (a *app) emit(output string, data []byte) error {
	if output == "" || output == "-" {
		_, err := a.Stdout.Write(data)
		return err
	}
	info, err := os.Stat(output)
	switch {
	case err == nil && info.IsDir():
		err = fmt.Errorf("write %s: it is a directory", output)
	case err == nil && !info.Mode().IsRegular():
		// A device or pipe, such as /dev/null, must not be replaced by a file.
		err = os.WriteFile(output, data, 0)
	default:
		err = writeAtomic(output, data)
	}
	if err != nil {
		return usage(err, "give -o a file in a directory where you may write")
	}
	return nil
}

// errNotRegular says that a path is a directory, pipe or device. Reading one
// may never end.
var errNotRegular = errors.New("not a regular file")

// openRegular opens a regular file. It looks before it opens, because opening
// a pipe waits for a writer.
func openRegular(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &os.PathError{Op: "read", Path: path, Err: errNotRegular}
	}
	return os.Open(path)
}

// plain strips operation and path off a file system's error, for messages
// that carry the path themselves.
func plain(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// readFile reads a regular file of at most limit bytes.
func readFile(path string, limit int64) ([]byte, error) {
	f, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, &os.PathError{Op: "read", Path: path, Err: fmt.Errorf("larger than %d bytes", limit)}
	}
	return data, nil
}
