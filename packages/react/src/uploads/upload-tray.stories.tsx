import { KinoraError, toPage } from '@kinora/core'
import type { EngineState, UploadItem } from '@kinora/core/uploads'
import { StoryKinora } from '../testing/stories.tsx'
import { completed } from '../titles/testing/fixtures.ts'
import { UploadGate } from './upload-gate.tsx'
import { UploadTray } from './upload-tray.tsx'

export default { title: 'Uploads/UploadTray' }

const position = { nextChunk: 40, total: 175, sentBytes: 163_577_856 }
const from = { at: 'chunk', position } as const
const item = (fileName: string, state: EngineState, percent = 0, speed?: number): UploadItem => ({
  ...{ id: `video:${fileName}`, tag: fileName, role: 'video', tenantId: undefined, fileName, state },
  totalSize: 734_003_200,
  kept: true,
  progress: {
    ...{ percent, sentBytes: 7_340_032 * percent, totalBytes: 734_003_200, marker: undefined },
    ...{ groups: { done: 0, total: 44 }, speed, secondsLeft: speed && 212 },
  },
})

/** What a finished upload left: a title that still misses two details (C-143). */
const find = () =>
  toPage([{ ...completed, tag: 'Row.mp4', skill: null, channelId: null, publishChannel: null }], 1, {
    page: 1,
    take: -1,
  })

/** The tray over a queue that stands still; no bytes move in a story. */
const tray = (items: readonly UploadItem[], blocked?: 'session.otherTab') => (
  <StoryKinora
    answers={{ titles: { find } }}
    prepare={({ uploads }) => {
      const snapshot = { items, blocked, elsewhere: undefined }
      uploads.getSnapshot = () => snapshot
    }}
  >
    <UploadTray titleHref={(tag, field = '') => `#${tag}${field && `#${field}`}`} />
  </StoryKinora>
)

const moving = item('Morning flow.mp4', { kind: 'uploading', ...position, faults: 0 }, 23, 4_194_304)
const broken = new KinoraError('refused', { issues: [{ path: 'file', code: 'upload.unreadable' }] })

/** Nothing: the tray is not there. */
export const Empty = { render: () => tray([]) }
export const Loading = {
  render: () =>
    tray([
      item('Morning flow.mp4', { kind: 'starting', replace: false, faults: 0 }),
      item('Climb.mp4', { kind: 'waiting', replace: false }),
    ]),
}
export const Partial = {
  render: () =>
    tray([
      moving,
      item('Yin.mp4', { kind: 'paused', reason: 'user', from }, 23),
      item('Climb.mp4', { kind: 'paused', reason: 'offline', from }, 23),
    ]),
}
export const Failed = {
  render: () =>
    tray([
      item('Morning flow.mp4', { kind: 'failed', error: broken, phase: 'upload' }, 40),
      item('Climb.mp4', { kind: 'failed', error: broken, phase: 'processing' }, 100),
      item('Row.mp4', { kind: 'cancelled', reason: 'user' }),
    ]),
}
/** UPLOAD-25, AUTH-20: what waits for a person. */
export const Asking = {
  render: () =>
    tray([
      item('Yin.mp4', { kind: 'broken' }, 40),
      item('Climb.mp4', { kind: 'locked' }, 23),
      item('Row.mp4', { kind: 'paused', reason: 'signedOut', from }, 23),
    ]),
}
/** SESS-15 */
export const Elsewhere = {
  render: () => (
    <StoryKinora
      prepare={({ uploads }) => {
        const elsewhere = { open: 1, percent: 23 }
        const snapshot = { items: [], blocked: 'session.otherTab', elsewhere } as const
        uploads.getSnapshot = () => snapshot
      }}
    >
      <UploadGate>the page</UploadGate>
    </StoryKinora>
  ),
}
export const Full = {
  render: () =>
    tray([
      moving,
      item(
        'Yin.mp4',
        { kind: 'processing', phase: 'normalising', digest: 'd', encoded: true, faults: 0 },
        100,
      ),
      item(
        'Climb.mp4',
        { kind: 'processing', phase: 'encoding', digest: 'd', encoded: true, faults: 0 },
        100,
      ),
      item('Row.mp4', { kind: 'complete', digest: 'd' }, 100),
      item('Stretch.mp4', { kind: 'waiting', replace: false }),
    ]),
}
