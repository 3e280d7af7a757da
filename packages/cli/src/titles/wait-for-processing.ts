import { isStalled, isVideoInProgress, type Title, TitleStatus, toTrailerState } from '@kinora/core'
import { toTrailerProcessing, toVideoProcessing } from '@kinora/core/uploads'
import { safe } from '../kernel/cells.ts'
import { explain } from '../kernel/exit.ts'
import { follow } from '../kernel/follow.ts'
import { contextFlags, quoted } from '../kernel/hints.ts'
import { messages } from '../kernel/messages.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { findTitles } from './find.ts'
import { failureText, stateText, trailerFailureText } from './format.ts'

/** UPLOAD-07, CONST-08. The first polls come sooner, for short clips. */
const intervals = [500, 500, 1000, 1000, 2000, 3000]

const working: ReadonlySet<number> = new Set([
  TitleStatus.EncodingQueued,
  TitleStatus.Encoded,
  TitleStatus.NormalisationQueued,
  TitleStatus.PublishQueued,
  TitleStatus.Uploaded,
  TitleStatus.Uploading,
])

/** E-1, E-3: whether the server's work on the title has ended; a stalled one needs a person. A damaged file is no work of the server. */
function isSettled(title: Title, role: 'video' | 'trailer' = 'video'): boolean {
  if (role === 'trailer' && isStalled(title.trailerStuck)) return true
  if (role === 'trailer') return ['none', 'completed', 'error'].includes(toTrailerState(title))
  return (
    isStalled(title.stuck) ||
    (!working.has(title.status) &&
      !(isVideoInProgress(title.videoStatus) && title.status !== TitleStatus.Error))
  )
}

/** What keeps a file that was sent from being processed: it failed, was cancelled or is stuck. Undefined where it was. */
export function unprocessedText(title: Title, role: 'video' | 'trailer'): string | undefined {
  const [work, stuck, failure] =
    role === 'video'
      ? [toVideoProcessing(title), title.stuck, failureText(title)]
      : [toTrailerProcessing(title), title.trailerStuck, trailerFailureText(title)]
  if (failure !== undefined) return failure
  if (isStalled(stuck)) return messages.textOf(stuck.reason, 'stuck.other')
  return work.kind === 'cancelled' ? messages.text('upload.cancelled') : undefined
}

/**
 * Polls until the server has processed the titles and shows its progress; `onLook` is called with every poll. Ends with the
 * signal.
 */
export async function waitForProcessing(
  session: Session,
  tags: readonly string[],
  role: 'video' | 'trailer' = 'video',
  onLook?: (titles: readonly Title[]) => void,
): Promise<Title[]> {
  return follow(session, {
    label: '',
    total: tags.length,
    pauses: intervals,
    look: options => findTitles(session, tags, options),
    progress(titles) {
      const [first, ...rest] = titles.filter(title => !isSettled(title, role))
      onLook?.(titles)
      if (first === undefined) return undefined
      const done = tags.length - 1 - rest.length + (first.processing?.fraction ?? 0)
      return { done, label: `${first.tag}  ${labelOf(first, role)}` }
    },
  }).catch((error: unknown) => {
    throw session.world.interrupted.aborted ? stopped(session, tags) : error
  })
}

/** Ctrl-C while waiting stops nothing on the server. */
const stopped = (session: Session, tags: readonly string[]) =>
  explain('aborted', {
    what: text('wait.interrupted'),
    how: safe`Follow progress with: kinora titles watch ${tags.map(quoted).join(' ')}${contextFlags(session)}`,
  })

const labelOf = (title: Title, role: 'video' | 'trailer'): string =>
  role === 'trailer' ? 'Processing the trailer' : stateText(title)
