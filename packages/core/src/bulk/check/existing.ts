import { type Title, titles } from '../../titles/index.ts'
import { withRetry } from '../run/general.ts'
import type { RunPorts } from '../run/ports.ts'

type Ports = Pick<RunPorts, 'send' | 'clock' | 'signal'>

/** Ids that are asked about in one call. */
const BATCH = 100

/** The titles that the platform has under these external ids. */
export async function findExisting(ids: readonly string[], ports: Ports): Promise<Map<string, Title>> {
  const found = new Map<string, Title>()
  await forEachBatch(ids, ports, async (externalId, options) => {
    const page = await ports.send(titles.search, { externalId, take: -1 }, options)
    for (const title of page.data) if (title.externalId !== null) found.set(title.externalId, title)
  })
  return found
}

/** The titles with these tags that the caller may see, by tag. */
export async function findTagged(tags: readonly string[], ports: Ports): Promise<Map<string, Title>> {
  const found = new Map<string, Title>()
  await forEachBatch(tags, ports, async (titleTags, options) => {
    const page = await ports.send(titles.find, { titleTags }, options)
    for (const title of page.data) found.set(title.tag, title)
  })
  return found
}

async function forEachBatch(
  keys: readonly string[],
  { clock, signal }: Ports,
  ask: (batch: string[], options: { signal: AbortSignal }) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < keys.length; at += BATCH) {
    const batch = keys.slice(at, at + BATCH)
    await withRetry(clock, signal, () => ask(batch, { signal }))
  }
}
