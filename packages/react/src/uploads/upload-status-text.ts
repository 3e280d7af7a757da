import { toMegabytes } from '@kinora/core'
import { describeUpload, type UploadItem } from '@kinora/core/uploads'
import type { UploadKey, UploadTexts } from './texts.ts'

/** The status of an upload as text: state, error, what is stored, and what leaving the page would lose. */
export function uploadStatusText(item: UploadItem, texts: UploadTexts): string {
  const words = statusText(item, texts)
  const needsPage = !item.kept && needsFile.has(item.state.kind)
  if (!needsPage) return words
  return `${words}${words.endsWith('.') ? '' : '.'} ${texts.text('ui.uploads.notKept')}`
}

/** The states in which bytes of the file are still to be sent. */
const needsFile: ReadonlySet<UploadItem['state']['kind']> = new Set([
  'waiting',
  'starting',
  'uploading',
  'retrying',
  'paused',
])

function statusText(item: UploadItem, { text, error }: UploadTexts): string {
  const { state, progress, totalSize } = item
  const file = { name: item.fileName, size: toMegabytes(totalSize) }
  if (state.kind === 'broken') return text('ui.uploads.askFile', file)
  if (state.kind === 'locked') return text('ui.uploads.askLeave', file)
  const told = describeUpload(state)
  if (told !== undefined) {
    const headline = text(told.headline)
    const reason = told.reason === undefined ? undefined : error(told.reason)
    const kept =
      state.kind === 'failed' && state.phase === 'upload' && progress.sentBytes > 0
        ? ` ${text('ui.uploads.kept')}`
        : ''
    return (reason === undefined || reason === headline ? headline : `${headline}: ${reason}`) + kept
  }
  const known = (key: UploadKey): string =>
    'reused' in state && state.reused ? `${text('upload.reused')} ${text(key)}` : text(key)
  switch (state.kind) {
    case 'waiting':
      return text('ui.uploads.waitingTurn')
    case 'starting':
      return text('ui.uploads.starting')
    case 'processing':
      return known(state.phase === 'normalising' ? 'ui.uploads.normalising' : 'ui.uploads.processing')
    case 'complete':
      // A trailer and the video of an event belong to something else, which isn't published with it.
      return known(`ui.uploads.complete.${item.role}`)
    case 'paused':
      return text('ui.uploads.pausedText', { percent: Math.floor(progress.percent) })
    default: {
      const { groups, speed, secondsLeft } = progress
      const moving = text('ui.uploads.moving', {
        percent: Math.floor(progress.percent),
        size: toMegabytes(totalSize),
      })
      // UPLOAD-05, C-60: a part is a group of four chunks; a file of one part doesn't count them.
      const part = { part: Math.max(1, groups.done), parts: groups.total }
      return [
        moving,
        ...(groups.total > 1 ? [text('ui.uploads.part', part)] : []),
        ...(speed === undefined || secondsLeft === undefined
          ? []
          : [text('ui.uploads.speed', { speed: toMegabytes(speed), left: toDuration(secondsLeft) })]),
      ].join(' · ')
    }
  }
}

/** Seconds as a person says them: 45 s, 3 min, 2 h 5 min. */
export function toDuration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
