import { type PlaybackUpload, playback } from '@kinora/core'
import { useState } from 'react'
import { useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { usePlaybackTexts } from './texts.ts'

/** PLAY-04, E-14: commit, which can't be taken back, and cancel, which drops the records; both ask first. */
export function PlaybackActs({ upload }: { upload: PlaybackUpload }) {
  const { text } = usePlaybackTexts()
  const { trackingId, fileName: name, good: count } = upload
  const [asking, setAsking] = useState<'commit' | 'cancel'>()
  const commit = useWrite(playback.commit, {
    timeout: 0,
    success: ({ repeats, good }) =>
      repeats === null
        ? text('ui.playback.committed', { count: good })
        : { text: text('ui.playback.repeats'), tone: 'warning' as const },
  })
  const cancel = useWrite(playback.cancel, { timeout: 0, success: text('ui.playback.cancelled') })
  const act = async () => {
    const isDone = await (asking === 'commit' ? commit : cancel).send({ trackingId })
    if (isDone.kind !== 'busy') setAsking(undefined)
  }
  const isCommit = asking === 'commit'
  return (
    <div className="kn-playback-acts">
      {count === 0 ? null : (
        <Button variant="primary" loading={commit.pending} onClick={() => setAsking('commit')}>
          {text('ui.playback.commit', { count })}
        </Button>
      )}
      <Button loading={cancel.pending} onClick={() => setAsking('cancel')}>
        {text('ui.playback.cancel')}
      </Button>
      <ConfirmDialog
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        onConfirm={() => void act()}
        busy={commit.pending || cancel.pending}
        tone={isCommit ? 'primary' : 'danger'}
        title={
          isCommit
            ? text('ui.playback.commitTitle', { count, name })
            : text('ui.playback.cancelTitle', { name })
        }
        text={text(isCommit ? 'ui.playback.commitText' : 'ui.playback.cancelText')}
        confirmLabel={isCommit ? text('ui.playback.commit', { count }) : text('ui.playback.cancel')}
        cancelLabel={text(isCommit ? 'ui.cancel' : 'ui.playback.keep')}
        closeLabel={text('ui.close')}
      />
    </div>
  )
}
