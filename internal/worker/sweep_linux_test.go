package worker

const sweeps = true
