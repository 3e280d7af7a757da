import { KinoraError, type SendOptions, type Title, titles } from '@kinora/core'
import { safe } from '../kernel/cells.ts'
import type { Session } from '../kernel/session.ts'

/** One title that the caller may see, else `notFound` (exit code 3). */
export async function findTitle(session: Session, tag: string): Promise<Title> {
  const [title] = await findTitles(session, [tag])
  return title!
}

/** Titles by tag, in the order asked; all must be there. */
export async function findTitles(
  session: Session,
  tags: readonly string[],
  options?: SendOptions,
): Promise<Title[]> {
  const { data } = await (await session.send())(titles.find, { titleTags: [...tags] }, options)
  return tags.map(tag => {
    const title = data.find(candidate => candidate.tag === tag)
    if (title === undefined) throw new KinoraError('notFound', { detail: safe`Record not found: ${tag}` })
    return title
  })
}
