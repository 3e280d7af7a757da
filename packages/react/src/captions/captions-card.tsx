import {
  type Caption,
  captions,
  captionTexts,
  directionOf,
  languageName,
  validationTexts,
  webVttTexts,
  wordTexts,
} from '@kinora/core'
import { Captions, Download, Settings2, SquarePen, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { LoadFailedLine } from '../kernel/load-failed.tsx'
import { useTexts } from '../kernel/message.ts'
import { useKinora } from '../kernel/provider.tsx'
import { useRead } from '../kernel/use-read.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { LazyMount } from '../ui/lazy-mount.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { useOpening } from '../ui/overlay/dialog.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import type { RenderPlayer } from './caption-editor.tsx'

const CaptionEditor = lazyPart(async () => ({
  default: (await import('./caption-editor.tsx')).CaptionEditor,
}))
const CaptionDialog = lazyPart(async () => ({
  default: (await import('./caption-dialog.tsx')).CaptionDialog,
}))

interface CaptionsCardProps {
  titleTag: string
  /** Whole seconds of the title, which no caption starts after; 0, or left out, where it has no video yet. */
  length?: number
  /** What is spoken: captions are in that language unless their file says another. */
  spoken?: string | null
  /** The video beside the text that is edited. */
  player?: RenderPlayer
}

/** The caption tracks of a title: added, changed, replaced after a warning, downloaded, deleted (CAPTION-01 to CAPTION-06). */
export function CaptionsCard({ titleTag, length, spoken = null, player }: CaptionsCardProps) {
  const { text } = useCaptionTexts()
  const list = useRead(captions.list, { titleTag })
  const tracks = list.data?.data ?? []
  // Whether they fit changes with the video.
  const [measured, setMeasured] = useState(length)
  useEffect(() => {
    if (length === measured) return
    setMeasured(length)
    void list.refetch()
  }, [length, measured, list.refetch])
  /** A track, or none for a new one. */
  const changing = useOpening<Caption | undefined>()
  const editing = useOpening<Caption>()
  const [deleting, setDeleting] = useState<Caption>()
  return (
    <Card
      title={text('ui.captions.title')}
      actions={
        <Button size="compact" disabled={list.data === undefined} onClick={() => changing.open(undefined)}>
          {text('ui.captions.add')}
        </Button>
      }
    >
      {list.isPending ? <Skeleton height={40} /> : null}
      {list.isError ? <LoadFailedLine error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isSuccess && tracks.length === 0 ? (
        <p className="kn-field-help">{text('ui.captions.none')}</p>
      ) : null}
      {tracks.length === 0 ? null : (
        <ul className="kn-captions" aria-label={text('ui.captions.title')}>
          {tracks.map(track => (
            <Track
              key={track.trackId}
              track={track}
              onEdit={() => editing.open(track)}
              onChange={() => changing.open(track)}
              onDelete={() => setDeleting(track)}
            />
          ))}
        </ul>
      )}
      <LazyMount when={changing.isOpen} onCancel={changing.close}>
        <CaptionDialog
          key={changing.nth}
          open={changing.isOpen}
          titleTag={titleTag}
          length={length}
          spoken={spoken}
          track={changing.subject}
          tracks={tracks}
          onClose={changing.close}
        />
      </LazyMount>
      <LazyMount when={editing.isOpen} onCancel={editing.close}>
        {editing.subject === undefined ? null : (
          <CaptionEditor
            key={editing.nth}
            open={editing.isOpen}
            track={editing.subject}
            length={length}
            player={player}
            onClose={editing.close}
          />
        )}
      </LazyMount>
      <DeleteDialog track={deleting} onClose={() => setDeleting(undefined)} />
    </Card>
  )
}

interface TrackProps {
  track: Caption
  onEdit: () => void
  onChange: () => void
  onDelete: () => void
}

function Track({ track, onEdit, onChange, onDelete }: TrackProps) {
  const { text } = useCaptionTexts()
  const { baseUrl } = useKinora()
  const language = languageName(track.language)
  return (
    <li className="kn-captions-track">
      <Captions size={20} aria-hidden="true" />
      <span className="kn-captions-name">
        <span lang={track.language} dir={directionOf(track.language)}>
          {track.title}
        </span>
        {track.title === language ? null : <span className="kn-captions-language">{language}</span>}
      </span>
      <a
        className="kn-button"
        data-variant="quiet"
        data-size="compact"
        data-icon-only=""
        href={baseUrl + track.url}
        download={`${track.titleTag}.${track.language}.vtt`}
        aria-label={text('ui.captions.download', { language })}
      >
        <Download size={16} aria-hidden="true" />
      </a>
      <IconButton
        label={text('ui.captions.edit', { language })}
        icon={<SquarePen size={16} aria-hidden="true" />}
        onClick={onEdit}
      />
      <IconButton
        label={text('ui.captions.change', { language })}
        icon={<Settings2 size={16} aria-hidden="true" />}
        onClick={onChange}
      />
      <IconButton
        label={text('ui.captions.delete', { language })}
        icon={<Trash2 size={16} aria-hidden="true" />}
        onClick={onDelete}
      />
      <Beyond track={track} />
    </li>
  )
}

/** Captions that were stored before their video and start after its end, and the shift by which all are seen. */
function Beyond({ track: { trackId, version, language, beyondEnd } }: { track: Caption }) {
  const { text, error } = useCaptionTexts()
  const move = useWrite(captions.update, {
    success: text('ui.captions.saved', { language: languageName(language) }),
    failure: handledByCaller,
  })
  if (beyondEnd === null) return null
  const { start, shift } = beyondEnd
  const clock = [start / 3600, (start / 60) % 60, start % 60].map(part =>
    String(Math.floor(part)).padStart(2, '0'),
  )
  return (
    <span className="kn-captions-beyond">
      {text('ui.captions.beyond', { start: clock.join(':') })}
      {move.error === null ? null : ` ${error(move.error)}`}
      {shift === null ? (
        ` ${text('ui.captions.beyondHow')}`
      ) : (
        <Button
          size="compact"
          loading={move.pending}
          onClick={() => void move.send({ trackId, shift, version })}
        >
          {text('ui.captions.shiftBy', { seconds: shift })}
        </Button>
      )}
    </span>
  )
}

function DeleteDialog({ track, onClose }: { track: Caption | undefined; onClose: () => void }) {
  const { text, error } = useCaptionTexts()
  const [shown, setShown] = useState(track)
  if (track !== undefined && track !== shown) setShown(track)
  const language = languageName(shown?.language ?? null)
  const remove = useWrite(captions.remove, {
    success: text('ui.captions.deleted', { language }),
    failure: handledByCaller,
  })
  return (
    <ConfirmDialog
      open={track !== undefined}
      busy={remove.pending}
      error={remove.error === null ? undefined : error(remove.error)}
      title={text('ui.captions.deleteTitle', { language })}
      text={text('ui.captions.deleteText')}
      confirmLabel={text('ui.captions.delete', { language })}
      cancelLabel={text('ui.cancel')}
      closeLabel={text('ui.close')}
      onClose={onClose}
      onConfirm={async () => {
        const { kind } = await remove.send({ trackId: shown!.trackId })
        if (kind === 'done') onClose()
      }}
    />
  )
}

export const useCaptionTexts = () => useTexts(captionTexts, webVttTexts, validationTexts, wordTexts)
