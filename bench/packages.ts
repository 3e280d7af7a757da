import { bundlers, firstLoad, hosts } from '../packages/react/test/first-load.ts'
import type { Measured } from './measure.ts'

/** What pages of hosts load first of the packages as they are packed, by each bundler. */
export async function packedSizes(): Promise<Measured[]> {
  const rows: Measured[] = []
  for (const [name, { statement, limits }] of Object.entries(hosts))
    for (const bundler of bundlers) {
      const { size, modules } = await firstLoad(bundler, statement)
      const limit = limits[bundler]
      rows.push({
        ...{
          name: `packed: ${name}, ${bundler}`,
          ours: size,
          peer: limit,
          peerName: `${limit} KiB`,
          limit: 1,
        },
        ...{ unit: 'KiB', detail: `${modules.length} files` },
      })
    }
  return rows
}
