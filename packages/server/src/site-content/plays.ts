import { checkEach, checkPlayTime, SitePlay, type siteContent, toInstant } from '@kinora/core'
import type { Handler } from '../kernel/handlers.ts'
import { findSitePlays, insertSitePlays, playText } from '../playback/index.ts'
import { assertPace } from '../site-access/index.ts'
import { handIn, type Kind } from './hand-in.ts'
import { siteOf } from './site-of.ts'

const kindAt = (now: Date): Kind<SitePlay> => ({
  list: 'plays',
  idKey: 'playId',
  differs: 'siteContent.playDiffers',
  idOf: play => play.playId,
  titleOf: play => play.titleTag,
  textOf: playText,
  find: findSitePlays,
  insert: (site, tx, plays) => insertSitePlays(site, tx, { plays, now }),
})

/** A play that can have been, as it is stored: an instant, and thousandths of a second. */
const storedAt = (now: Date) =>
  SitePlay.superRefine((play, { addIssue }) => {
    const issue = checkPlayTime(play, now)
    if (issue !== undefined) addIssue({ code: 'custom', path: [issue.path], message: issue.code })
  }).transform(play => ({
    ...play,
    startedAt: toInstant(play.startedAt),
    secondsWatched: Math.round(play.secondsWatched * 1000) / 1000,
  }))

/** C-119, C-120: they count at once, beside those of uploads. */
export const addPlays: Handler<typeof siteContent.addPlays> = async ({ plays }, context) => {
  const site = siteOf(context)
  const { deps } = context
  await assertPace('plays', site.tenantId, deps)
  const now = deps.clock.now()
  const kind = kindAt(now)
  const given = checkEach(storedAt(now), plays, kind)
  return { data: await handIn(site, deps.db, { kind, given }) }
}
