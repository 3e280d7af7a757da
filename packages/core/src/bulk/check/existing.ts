import { type Title, titles } from '../../titles/index.ts'
import type { RunPorts } from '../run/ports.ts'
import { withRetry } from '../run/retry.ts'

/** Ids that are asked about in one call. */
const BATCH = 100

/** The titles that the platform has under these external ids. */
export async function findExisting(
  ids: readonly string[],
  ports: Pick<RunPorts, 'send' | 'clock' | 'signal'>,
): Promise<Map<string, Title>> {
  const found = new Map<string, Title>()
  for (let at = 0; at < ids.length; at += BATCH) {
    const externalId = ids.slice(at, at + BATCH)
    const ask = () => ports.send(titles.search, { externalId, take: -1 }, { signal: ports.signal })
    const page = await withRetry(ports.clock, ports.signal, ask)
    for (const title of page.data) if (title.externalId !== null) found.set(title.externalId, title)
  }
  return found
}

/** The titles with these tags that the caller may see, by tag. */
export async function findTagged(
  tags: readonly string[],
  ports: Pick<RunPorts, 'send' | 'clock' | 'signal'>,
): Promise<Map<string, Title>> {
  const found = new Map<string, Title>()
  for (let at = 0; at < tags.length; at += BATCH) {
    const titleTags = tags.slice(at, at + BATCH)
    const ask = () => ports.send(titles.find, { titleTags }, { signal: ports.signal })
    const page = await withRetry(ports.clock, ports.signal, ask)
    for (const title of page.data) found.set(title.tag, title)
  }
  return found
}
