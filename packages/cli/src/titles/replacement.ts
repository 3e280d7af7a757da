import { type Title, TitleStatus } from '@kinora/core'
import { explain } from '../kernel/exit.ts'
import type { Session } from '../kernel/session.ts'
import type { LocalFile } from '../kernel/world.ts'
import { text } from '../texts.ts'
import { chunkTreeOf } from './verify.ts'

/** Another file for a published title is what customers see: only `--replace` lets it in. */
export async function assertReplaceable(
  session: Session,
  given: { title: Title; file: LocalFile; replace: boolean; trailer: boolean },
): Promise<void> {
  const { title, file, replace, trailer } = given
  if (title.status !== TitleStatus.Published) return
  const tag = title.tag
  const stored = trailer ? await trailerDigest(session, tag) : title.fileDigest
  if (trailer && stored === null) return
  if (stored !== null && (await chunkTreeOf(session, file)) === stored) return
  const why = text(trailer ? 'replace.trailerWhy' : 'replace.why', { tag })
  if (replace) return session.print.note(why)
  throw explain('conflict', {
    what: text(trailer ? 'replace.trailer' : 'replace.video', { tag }),
    why,
    how: text(trailer ? 'replace.trailerHow' : 'replace.how'),
  })
}

async function trailerDigest(session: Session, tag: string): Promise<string | null> {
  const state = await (await session.api()).uploads.trailerState({ tag })
  return state?.complete === true ? state.digest : null
}
