import { fold, type Title } from '@kinora/core'
import type { Session } from '../kernel/session.ts'

/** Keys of one call. */
const BATCH = 100

/** The titles that each name may stand for: its tag, else its external id, else the name of its video file or of itself. */
export async function matchTitles(
  session: Session,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly Title[]>> {
  const { titles } = await session.api()
  const options = { signal: session.world.interrupted }
  const found = new Map<string, Title[]>()
  const rest = () => [...new Set(names)].filter(name => !found.has(name))
  for (const titleTags of batchesOf(rest()))
    for (const title of (await titles.find({ titleTags }, options)).data) found.set(title.tag, [title])
  for (const externalId of batchesOf(rest()))
    for (const title of (await titles.search({ externalId, take: -1 }, options)).data)
      if (title.externalId !== null) found.set(title.externalId, [title])
  for (const name of rest()) {
    for (const query of new Set([name, plain(name)])) {
      const { data } = await titles.search({ query, take: BATCH }, options)
      const named = data.filter(title => isNamed(title, name))
      if (named.length > 0) found.set(name, named)
      if (named.length > 0) break
    }
  }
  return found
}

function* batchesOf(keys: readonly string[]): Generator<string[]> {
  for (let at = 0; at < keys.length; at += BATCH) yield keys.slice(at, at + BATCH)
}

function isNamed({ fileName, className }: Title, name: string): boolean {
  const wanted = plain(name)
  return (
    plain(className) === wanted || (fileName !== null && plain(fileName.replace(/\.\w+$/, '')) === wanted)
  )
}

/** File systems, spreadsheets and people write the same name in different ways. */
const plain = (name: string): string =>
  fold(name)
    .replace(/[\s._-]+/g, ' ')
    .trim()
