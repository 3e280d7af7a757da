export interface Measured {
  name: string
  ours: number
  peer: number
  peerName: string
  /** The most that ours may be of the peer, where a limit is set. */
  limit?: number
  unit: string
  /** What else is worth knowing of it. */
  detail?: string
}

/** Runs both in turn, so that noise of the machine meets both alike; the medians are compared. */
export async function pairs(rounds: number, ours: () => Promise<number>, peer: () => Promise<number>) {
  const results = { ours: [] as number[], peer: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    results.ours.push(await ours())
    results.peer.push(await peer())
  }
  return { ours: median(results.ours), peer: median(results.peer) }
}

/** Milliseconds that it takes. */
export async function time(act: () => unknown): Promise<number> {
  const start = performance.now()
  await act()
  return performance.now() - start
}

export function print(rows: readonly Measured[]): void {
  for (const { name, ours, peer, peerName, limit, unit, detail } of rows) {
    const ratio = ours / peer
    const verdict = limit === undefined ? '' : ratio <= limit ? `  within ${limit}` : `  OVER ${limit}`
    console.log(
      `${name.padEnd(44)} ${ours.toFixed(1).padStart(9)} ${unit}  ${ratio.toFixed(2).padStart(6)} × ${peerName}${verdict}${detail === undefined ? '' : `  (${detail})`}`,
    )
  }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}
