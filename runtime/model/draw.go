package model

import (
	"encoding/binary"
	"encoding/hex"
)

// digest is FNV-1a over length-prefixed parts, with a finaliser that spreads
// small differences over all bits. It is no secret and needs no strength; it
// must be the same on every machine.
type digest uint64

const (
	fnvOffset digest = 14695981039346656037
	fnvPrime  digest = 1099511628211
)

// newDigest starts with the seed.
func newDigest(seed uint64, parts ...string) digest {
	d := fnvOffset
	for i := range 8 {
		d = (d ^ digest(byte(seed>>(8*i)))) * fnvPrime
	}
	for _, p := range parts {
		d = d.add(p)
	}
	return d
}

func (d digest) add(part string) digest {
	for i := range len(part) {
		d = (d ^ digest(part[i])) * fnvPrime
	}
	n := len(part)
	for i := range 4 {
		d = (d ^ digest(byte(n>>(8*i)))) * fnvPrime
	}
	return d
}

func (d digest) mixed() uint64 {
	x := uint64(d)
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// draw is a number in [0, 1).
func (d digest) draw() float64 { return float64(d.mixed()>>11) / (1 << 53) }

// hex12 is 12 hexadecimal digits.
func (d digest) hex12() string {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], d.mixed())
	return hex.EncodeToString(b[:6])
}
