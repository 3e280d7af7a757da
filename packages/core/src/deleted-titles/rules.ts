import { TitleStatus, titleStatus, type VideoStatus, videoStatus } from '../titles/status.ts'

/** The two statuses of a title, as they are stored. */
export interface TitleStates {
  status: TitleStatus
  videoStatus: VideoStatus | null
}

/** Whether a title of this status was on sites. */
export const wasLive = (status: TitleStatus): boolean =>
  status === TitleStatus.Published || status === TitleStatus.PublishQueued

/**
 * Where a deleted title stands once it is restored (E-1, E-2): nothing is on sites, and what was under way when it was
 * deleted has been cancelled. What had come through stays.
 */
export function toRestored({ status, videoStatus: video }: TitleStates): TitleStates {
  if (status === TitleStatus.Published)
    return { status: titleStatus.next(status, 'unpublish'), videoStatus: video }
  if (status === TitleStatus.PublishQueued)
    return { status: titleStatus.next(status, 'publishFailed'), videoStatus: video }
  const event = events.find(event => titleStatus.can(status, event))
  const isUnderWay = event !== undefined && video !== null && videoStatus.can(video, event)
  if (!isUnderWay) return { status, videoStatus: video }
  return { status: titleStatus.next(status, event), videoStatus: videoStatus.next(video, event) }
}

/** How what is under way ends: cancelled, or failed where it can’t be cancelled any more. */
const events = ['cancel', 'fail'] as const
