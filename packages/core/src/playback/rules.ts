import type { Issue } from '../kernel/errors.ts'
import { checkFileName, checkFileType } from '../kernel/field-rules.ts'
import { toInstant, toLimit } from '../kernel/formats.ts'
import { machine } from '../kernel/machine.ts'
import { PLAYBACK_FILE_MAX, type PlaybackRecord, type PlaybackStatus } from './schema.ts'

/** E-14: a commit after a cancel and a cancel after a commit are refused. */
export const playbackStatus = machine<PlaybackStatus, 'read' | 'commit' | 'cancel'>({
  receiving: { read: 'uploaded' },
  uploaded: { commit: 'committed', cancel: 'cancelled' },
  committed: {},
  cancelled: {},
})

/** Seconds by which a player's clock may be ahead of the server's. */
const CLOCK_SKEW_SECONDS = 300
/** How many times as fast as it was filmed a title is watched at most. */
const FASTEST = 4

/** Whether a time lies in the future, by more than a clock may be ahead. */
export const isAhead = (time: string, now: Date): boolean =>
  Date.parse(toInstant(time)) - now.getTime() > CLOCK_SKEW_SECONDS * 1000

/** C-119: what of a play can't be at `now`: that it has yet to begin, or was watched for longer than there was time since. */
export function checkPlayTime(
  { startedAt, secondsWatched }: Pick<PlaybackRecord, 'startedAt' | 'secondsWatched'>,
  now: Date,
): Issue | undefined {
  if (isAhead(startedAt, now)) return { path: 'startedAt', code: 'playback.future' }
  const elapsed = (now.getTime() - Date.parse(toInstant(startedAt))) / 1000 + CLOCK_SKEW_SECONDS
  if (secondsWatched > elapsed * FASTEST) return { path: 'secondsWatched', code: 'playback.tooLong' }
  return undefined
}

/** PLAY-01: a .json file by its name, and no larger than the server takes; the size where it is known. */
export function checkPlaybackFile({ name, size }: { name: string; size?: number | undefined }): Issue[] {
  const issues = [...checkFileName(name), ...checkFileType(name, 'json')]
  if (issues.length > 0) return issues
  if (size === undefined || size <= PLAYBACK_FILE_MAX) return []
  return [{ path: 'file', code: 'playback.tooLarge', params: { max: toLimit(PLAYBACK_FILE_MAX) } }]
}
