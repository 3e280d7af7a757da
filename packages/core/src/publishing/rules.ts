import * as z from 'zod'
import type { Issue } from '../kernel/errors.ts'
import { checkWith } from '../kernel/issues.ts'
import { PUBLISHING_MAX, PublishingChange } from './schema.ts'

/** CHAN-13: nothing is published and unpublished at once, and no tenant stands twice. */
export function checkPublishing(changes: readonly PublishingChange[], path = 'changes'): Issue[] {
  const shape = checkWith(z.object({ [path]: z.array(PublishingChange).max(PUBLISHING_MAX) }), {
    [path]: changes,
  })
  if (shape.length > 0) return shape
  const seen = new Set<string | null>()
  return changes.flatMap(({ tenantId, publish, unpublish }, index): Issue[] => {
    const isTwice = seen.has(tenantId)
    seen.add(tenantId)
    const both = publish.filter(tag => unpublish.includes(tag))
    return [
      ...(isTwice ? [{ path, code: 'publishing.tenantTwice', params: { id: tenantId ?? '' } } as const] : []),
      ...both.map(
        id => ({ path: `${path}.${index}.publish`, code: 'publishing.bothWays', params: { id } }) as const,
      ),
    ]
  })
}

/** What is to be of what is: the ticked ones that aren’t published yet, and the published ones that aren’t ticked. */
export function toDifference(
  now: readonly string[],
  wanted: readonly string[],
): { publish: string[]; unpublish: string[] } {
  const [was, will] = [new Set(now), new Set(wanted)]
  return {
    publish: [...will].filter(id => !was.has(id)),
    unpublish: [...was].filter(id => !will.has(id)),
  }
}
