import { setFlagsFromString } from 'node:v8'

/**
 * From now on the engine's memory for short-lived things stays as large as it is, instead of doubling up to 64 MB and
 * more: what reads a file of any length piece by piece leaves nothing but garbage, which is as cheap to clear often.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}
