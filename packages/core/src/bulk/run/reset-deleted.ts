import { titles } from '../../titles/index.ts'
import type { RunPorts } from './ports.ts'
import { withRetry } from './retry.ts'

/** Resets rows whose title was deleted since, so that they are created again. */
export async function resetDeleted(ports: RunPorts): Promise<void> {
  const known = [...ports.run.rows.values()].filter(record => record.tag !== '')
  for (let at = 0; at < known.length; at += 100) {
    const part = known.slice(at, at + 100)
    const titleTags = part.map(record => record.tag)
    const page = await withRetry(ports.clock, ports.signal, () => ports.send(titles.find, { titleTags }))
    const found = new Set(page.data.map(title => title.tag))
    const lost = part.filter(record => !found.has(record.tag))
    await Promise.all(lost.map(({ id }) => ports.append({ kind: 'lost', id })))
  }
}
