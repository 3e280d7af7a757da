import { assertNoIssues, checkTitleJob, type Parsed, TITLE_JOB_MAX, type titleJobs } from '@kinora/core'
import type { Context } from '../kernel/handlers.ts'
import { refused } from '../kernel/rows/refusals.ts'
import { type StoredTitle, titleNotFound } from '../stored-titles/index.ts'
import { chosenBy } from '../titles/index.ts'

type Draft = Pick<Parsed<typeof titleJobs.create>, 'act' | 'edit' | 'tags' | 'filter'>

/** What a job does to a title. */
export type Act =
  | { kind: 'publish' | 'unpublish' | 'delete' }
  | { kind: 'edit'; edit: NonNullable<Draft['edit']> }

/** The act of a draft, which must be right. */
export function toAct(draft: Draft): Act {
  assertNoIssues(checkTitleJob(draft))
  return draft.act === 'edit' ? { kind: 'edit', edit: draft.edit ?? {} } : { kind: draft.act }
}

/** A title that was chosen; one that is out of reach has nothing but its tag. */
export interface Chosen {
  tag: string
  title: StoredTitle | undefined
}

/**
 * The titles of a job, a filter's oldest first, tags in their order. Refused where there is none, or more than a job
 * takes; `notFound` where no tag is in reach.
 */
export async function readChosen({ tags, filter = {} }: Draft, { scope, deps }: Context): Promise<Chosen[]> {
  const limit = TITLE_JOB_MAX + 1
  if (tags === undefined) {
    const choice = { filter, now: deps.clock.now() }
    const rows = await chosenBy(scope, deps.db, { choice, limit })
    if (rows.length === 0) throw refused('titleJob.none', {}, 'filter')
    if (rows.length === limit) throw refused('titleJob.tooMany', { max: TITLE_JOB_MAX }, 'filter')
    return rows.map(title => ({ tag: title.tag, title }))
  }
  const rows = await chosenBy(scope, deps.db, { choice: { tags }, limit })
  if (rows.length === 0) throw titleNotFound()
  const byTag = new Map(rows.map(row => [row.tag, row]))
  return [...new Set(tags)].map(tag => ({ tag, title: byTag.get(tag) }))
}
