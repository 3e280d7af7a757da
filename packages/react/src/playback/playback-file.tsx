import { PLAYBACK_FILE_MAX, toLimit, toMegabytes } from '@kinora/core'
import { FileJson } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { ProgressBar } from '../ui/status/progress.tsx'
import { usePlaybackTexts } from './texts.ts'
import { type PlaybackFile as Model, type Sending, usePlaybackFile } from './use-playback-file.ts'

export interface PlaybackFileProps {
  onUploaded: (trackingId: string) => void
  /** An upload stands above it: it offers another one. */
  isOther: boolean
}

/** PLAY-01: a .json file, chosen, dropped or pasted, and its way to the server. */
export function PlaybackFile({ onUploaded, isOther }: PlaybackFileProps) {
  const { text } = usePlaybackTexts()
  const { sending, refusal, send, stop } = usePlaybackFile(onUploaded)
  return (
    <Card>
      <Field group announces label={text('field.file')} error={refusal}>
        <FileDrop
          look={isOther ? 'compact' : 'normal'}
          disabled={sending !== undefined}
          icon={<FileJson size={20} aria-hidden="true" />}
          title={text(isOther ? 'ui.playback.dropOther' : 'ui.playback.drop')}
          hint={text('ui.playback.dropHint', { max: toLimit(PLAYBACK_FILE_MAX) })}
          buttonLabel={text('ui.playback.choose')}
          accept=".json,application/json"
          onFiles={([first]) => send(first)}
        />
      </Field>
      {sending === undefined ? null : <OnItsWay sending={sending} stop={stop} />}
    </Card>
  )
}

/** Once all has left, the server may still be reading. */
function OnItsWay({ sending: { file, sent }, stop }: { sending: Sending } & Pick<Model, 'stop'>) {
  const { text } = usePlaybackTexts()
  const isSent = sent >= file.size && file.size > 0
  const size = toMegabytes(file.size)
  return (
    <div className="kn-playback-sending">
      <ProgressBar
        label={text(isSent ? 'ui.playback.reading' : 'ui.playback.sending', { name: file.name })}
        value={isSent ? undefined : sent / Math.max(1, file.size)}
        detail={isSent ? size : text('ui.playback.sent', { sent: toMegabytes(sent), size })}
      />
      <Button onClick={stop}>{text('ui.playback.stop')}</Button>
    </div>
  )
}
