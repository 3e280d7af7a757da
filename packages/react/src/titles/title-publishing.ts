import { isVideoFailure, isVideoInProgress, type Title, TitleStatus } from '@kinora/core'
import type { TitleEditorKey } from './editor-texts.ts'
import { canPublish } from './list/use-title-actions.ts'

/** What the file of a title still lacks before it can be published. */
export type PublishProblem = 'noFile' | 'underWay' | 'failed'

/** E-1: only a completed or unpublished title can be published; undefined where its file is no obstacle. */
export function publishProblem(title: Title | undefined): PublishProblem | undefined {
  if (title === undefined) return 'noFile'
  if (canPublish(title) || title.status === TitleStatus.Published) return undefined
  if (isVideoInProgress(title.videoStatus) || title.processing !== null) return 'underWay'
  if (title.status === TitleStatus.Error || isVideoFailure(title.videoStatus)) return 'failed'
  return title.streamingLink === null && title.fileDigest === null ? 'noFile' : 'underWay'
}

/** What to do about it. */
export function problemText(problem: PublishProblem, audio: boolean): TitleEditorKey {
  if (problem === 'noFile') return audio ? 'ui.editor.needAudio' : 'ui.editor.needVideo'
  return problem === 'underWay' ? 'ui.editor.needReady' : 'ui.editor.needRetry'
}
