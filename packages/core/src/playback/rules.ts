import type { Issue } from '../kernel/errors.ts'
import { checkFileName } from '../kernel/fields.ts'
import { toLimit } from '../kernel/formats.ts'
import { machine } from '../kernel/machine.ts'
import { PLAYBACK_FILE_MAX, type PlaybackStatus } from './schema.ts'

/** E-14: a commit after a cancel and a cancel after a commit are refused. */
export const playbackStatus = machine<PlaybackStatus, 'read' | 'commit' | 'cancel'>({
  receiving: { read: 'uploaded' },
  uploaded: { commit: 'committed', cancel: 'cancelled' },
  committed: {},
  cancelled: {},
})

/** PLAY-01: a .json file by its name, and no larger than the server takes; the size where it is known. */
export function checkPlaybackFile({ name, size }: { name: string; size?: number | undefined }): Issue[] {
  const issues = checkFileName(name)
  if (issues.length > 0) return issues
  if (!/\.json$/i.test(name))
    return [{ path: 'file', code: 'validation.fileType', params: { types: 'json' } }]
  if (size === undefined || size <= PLAYBACK_FILE_MAX) return []
  return [{ path: 'file', code: 'playback.tooLarge', params: { max: toLimit(PLAYBACK_FILE_MAX) } }]
}
