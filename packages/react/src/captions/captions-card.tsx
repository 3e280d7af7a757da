import { type Caption, directionOf } from '@kinora/core'
import { Captions, Download, Settings2, SquarePen, Trash2 } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { languageNameIn } from '../kernel/language-names.ts'
import { LoadFailedLine } from '../kernel/load-failed.tsx'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Card } from '../ui/form/split-form.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { fill, type PartProps } from '../ui/part.ts'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { CaptionsRoot, type CaptionsRootProps, useCaptionsView } from './captions-root.tsx'
import { useCaptionTexts } from './texts.ts'
import { useCaptionWrites } from './use-captions.ts'

export interface CaptionsCardProps
  extends Omit<CaptionsRootProps, 'children'>,
    PartProps<'actions' | 'list' | 'empty'> {
  /** In place of our heading; null where the host has one of its own: the list keeps its name. */
  heading?: string | null | undefined
  /** Draws a track, from ours. */
  renderTrack?: CaptionListProps['renderTrack']
}

/** The caption tracks of a title: added, changed, replaced after a warning, downloaded, deleted. */
// CAPTION-01 to CAPTION-06
export function CaptionsCard({
  heading,
  renderTrack,
  slots = {},
  classNames = {},
  ...root
}: CaptionsCardProps) {
  const { text } = useCaptionTexts()
  return (
    <CaptionsRoot {...root}>
      <Card
        title={heading === undefined ? text('ui.captions.title') : heading}
        actions={fill(slots.actions, <CaptionAdd className={classNames.actions} />)}
      >
        {fill(
          slots.list,
          <CaptionList
            className={classNames.list}
            empty={fill(slots.empty, <CaptionsEmpty className={classNames.empty} />)}
            renderTrack={renderTrack}
          />,
        )}
      </Card>
    </CaptionsRoot>
  )
}

/** The button that asks for new captions. */
export function CaptionAdd({ className }: { className?: string | undefined }) {
  const { text } = useCaptionTexts()
  const { captions, openAdd } = useCaptionsView()
  const isKnown = captions.state === 'empty' || captions.state === 'ready'
  return (
    <Button size="compact" className={className} disabled={!isKnown} onClick={openAdd}>
      {text('ui.captions.add')}
    </Button>
  )
}

export interface CaptionListProps {
  /** What stands there while there are none; our words unless given. */
  empty?: ReactNode
  /** Draws a track, from ours; the host's own is a `li`, too. */
  renderTrack?: ((track: Caption, ours: ReactNode) => ReactNode) | undefined
  className?: string | undefined
}

/** Each track with what can be done with it; a word where there is none, and why they can't be read. */
export function CaptionList({
  empty = <CaptionsEmpty />,
  renderTrack = (_, ours) => ours,
  className,
}: CaptionListProps) {
  const { text } = useCaptionTexts()
  const { captions } = useCaptionsView()
  const { state, tracks, cause } = captions
  return (
    <>
      {state === 'loading' ? <Skeleton height={40} /> : null}
      {cause === null ? null : <LoadFailedLine error={cause} onRetry={captions.retry} />}
      {state === 'empty' && cause === null ? empty : null}
      {tracks.length === 0 ? null : (
        <ul className={classes('kn-captions', className)} aria-label={text('ui.captions.title')}>
          {tracks.map(track => (
            <Fragment key={track.trackId}>{renderTrack(track, <CaptionTrack track={track} />)}</Fragment>
          ))}
        </ul>
      )}
    </>
  )
}

function CaptionsEmpty({ className }: { className?: string | undefined }) {
  const { text } = useCaptionTexts()
  return <p className={classes('kn-field-help', className)}>{text('ui.captions.none')}</p>
}

/** One track: its name, and its buttons: download, edit, change, delete. */
export function CaptionTrack({ track }: { track: Caption }) {
  const { text } = useCaptionTexts()
  const { captions, openEditor, openChange, openDelete } = useCaptionsView()
  const language = languageNameIn(text, track.language)
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
        href={captions.hrefOf(track)}
        download={`${track.titleTag}.${track.language}.vtt`}
        aria-label={text('ui.captions.download', { language })}
      >
        <Download size={16} aria-hidden="true" />
      </a>
      <IconButton
        label={text('ui.captions.edit', { language })}
        icon={<SquarePen size={16} aria-hidden="true" />}
        onClick={() => openEditor(track)}
      />
      <IconButton
        label={text('ui.captions.change', { language })}
        icon={<Settings2 size={16} aria-hidden="true" />}
        onClick={() => openChange(track)}
      />
      <IconButton
        label={text('ui.captions.delete', { language })}
        icon={<Trash2 size={16} aria-hidden="true" />}
        onClick={() => openDelete(track)}
      />
      <Beyond track={track} />
    </li>
  )
}

/** Captions that were stored before their video and start after its end, and the shift by which all are seen. */
function Beyond({ track: { trackId, version, beyondEnd } }: { track: Caption }) {
  const { text, error } = useCaptionTexts()
  const { update: move } = useCaptionWrites()
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
          loading={move.isPending}
          onClick={() => void move.send({ trackId, shift, version })}
        >
          {text('ui.captions.shiftBy', { seconds: shift })}
        </Button>
      )}
    </span>
  )
}
