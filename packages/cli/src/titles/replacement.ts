import { type Title, TitleStatus } from '@kinora/core'
import { safe } from '../kernel/cells.ts'
import { explain } from '../kernel/exit.ts'
import type { Session } from '../kernel/session.ts'
import type { LocalFile } from '../kernel/world.ts'
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
  const why = trailer
    ? 'A new trailer replaces the one on customers’ sites once it is processed.'
    : safe`A new video takes ${tag} off customers’ sites until it is processed and published again.`
  if (replace) return session.print.note(why)
  throw explain('conflict', {
    what: trailer
      ? safe`${tag} is published with another trailer`
      : safe`${tag} is published with another video`,
    why,
    how: trailer
      ? 'Nothing was sent. To replace the trailer, add --replace.'
      : 'Nothing was sent. To replace the video, add --replace, and --publish to publish it again.',
  })
}

async function trailerDigest(session: Session, tag: string): Promise<string | null> {
  const state = await (await session.api()).uploads.trailerState({ tag })
  return state?.complete === true ? state.digest : null
}
