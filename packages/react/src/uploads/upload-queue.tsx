import { limits, type Title, titles } from '@kinora/core'
import { currentUpload, isOpen, type UploadItem } from '@kinora/core/uploads'
import { Upload } from 'lucide-react'
import {
  createContext,
  type FocusEvent,
  Fragment,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
} from 'react'
import { useKinora } from '../kernel/provider.tsx'
import { useLiveRows } from '../kernel/use-live-titles.ts'
import { useRead } from '../kernel/use-read.ts'
import { classes } from '../ui/classes.ts'
import { fill, type PartProps, type PartState, partMarks } from '../ui/part.ts'
import { ProgressRing } from '../ui/status/progress.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { useUploadTexts } from './texts.ts'
import { UploadRow } from './upload-row.tsx'
import type { UploadHrefs } from './upload-tray.tsx'
import { useUploadPercent } from './use-upload-status.ts'
import { type Uploads, useUploads } from './use-uploads.ts'

/** What the parts of a queue share. */
export interface UploadQueueView {
  /** The uploads and their acts; one that is removed by `remove` hands the focus on. */
  uploads: Uploads
  /** `failed` while one of them needs somebody. */
  state: PartState
  /** Where the title or the event of an upload is edited. */
  ownerHref: (item: UploadItem, field?: string) => string | undefined
}

const QueueContext = createContext<UploadQueueView | null>(null)

/** Hands a queue to the parts below. */
export const UploadQueueProvider = QueueContext.Provider

/** What the parts of a queue share, for a part of a host's own inside an `UploadQueue`. */
export function useUploadQueueView(): UploadQueueView {
  const view = useContext(QueueContext)
  if (view === null) throw new Error('A part of the uploads stands in an <UploadQueue>.')
  return view
}

const needsSomebody: ReadonlySet<UploadItem['state']['kind']> = new Set(['failed', 'broken', 'locked'])

/** The queue of a frame; the focus of a row that is removed goes on to `next`, or to the frame, or back to where it came from. */
export function useQueueView({ titleHref, eventHref }: UploadHrefs, next?: RefObject<HTMLElement | null>) {
  const uploads = useUploads()
  const { items } = uploads
  useFreshTitles(uploads)
  const { remember, remove } = useRemoval(uploads, next)
  const isStuck = items.some(item => needsSomebody.has(item.state.kind))
  const view: UploadQueueView = {
    uploads: { ...uploads, remove },
    state: items.length === 0 ? 'empty' : isStuck ? 'failed' : 'ready',
    ownerHref: ({ role, tag }, field) => (role === 'event' ? eventHref?.(tag) : titleHref?.(tag, field)),
  }
  return { view, remember }
}

export interface UploadQueueProps extends UploadHrefs, PartProps<'summary' | 'list'> {
  /** In place of our heading; null where the host has one of its own. */
  heading?: string | null | undefined
  /** Draws an upload, from ours. */
  renderRow?: UploadListProps['renderRow']
  /** The parts that stand in it, in place of all of them. */
  children?: ReactNode
}

/** The uploads of this browser in a place of the page: what is on its way in a line, and each of them. */
export function UploadQueue(props: UploadQueueProps) {
  const { titleHref, eventHref, heading, slots = {}, classNames = {}, renderRow, children } = props
  const { text } = useUploadTexts()
  const { view, remember } = useQueueView({ titleHref, eventHref })
  const name = heading ?? text('ui.uploads.title')
  return (
    <QueueContext.Provider value={view}>
      <section
        ref={props.rootRef}
        className={classes('kn-upload-queue', props.className)}
        aria-label={name}
        // What was removed hands the focus on to it.
        tabIndex={-1}
        onFocus={remember}
        {...partMarks('upload-queue', view.state)}
      >
        {children ?? (
          <>
            {heading === null ? null : <h2 className="kn-card-title">{name}</h2>}
            {fill(slots.summary, <UploadSummary className={classNames.summary} />)}
            {fill(slots.list, <UploadList className={classNames.list} renderRow={renderRow} />)}
          </>
        )}
      </section>
    </QueueContext.Provider>
  )
}

export interface UploadListProps {
  /** Draws an upload, from ours; the host's own is a `li`, too. */
  renderRow?: ((item: UploadItem, ours: ReactNode) => ReactNode) | undefined
  className?: string | undefined
}

/** Each upload with its steps and its buttons; nothing where there is none. */
export function UploadList({ renderRow = (_, ours) => ours, className }: UploadListProps) {
  const { uploads, ownerHref } = useUploadQueueView()
  const { items } = uploads
  const ready = useReadyTitles(items)
  if (items.length === 0) return null
  return (
    <ul className={classes('kn-tray-list', className)}>
      {items.map(item => (
        <Fragment key={item.id}>
          {renderRow(
            item,
            <UploadRow item={item} title={ready.get(item.tag)} uploads={uploads} ownerHref={ownerHref} />,
          )}
        </Fragment>
      ))}
    </ul>
  )
}

/** The titles of finished uploads by tag, in one request; those that are still worked on are followed. */
function useReadyTitles(items: readonly UploadItem[]): ReadonlyMap<string, Title> {
  const finished = items.filter(({ role, state }) => role === 'video' && state.kind === 'complete')
  // Beyond what one request takes, a row keeps the words of its upload.
  const titleTags = [...new Set(finished.map(({ tag }) => tag))].sort().slice(0, limits.filter)
  const { data } = useRead(titles.find, { titleTags }, { keepPrevious: true, enabled: titleTags.length > 0 })
  const found = useLiveRows(data?.data)
  return new Map(found.map(title => [title.tag, title]))
}

/** The button that removes a row goes with it, and the last row takes a tray with it; `next` is undefined where the frame stays. */
function useRemoval(uploads: Uploads, next: RefObject<HTMLElement | null> | undefined) {
  const before = useRef<EventTarget>(null)
  const frame = useRef<HTMLElement>(null)
  return {
    remember({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      frame.current = currentTarget
      if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
    },
    remove(id: string) {
      const goes = next !== undefined && uploads.items.length === 1
      const after = goes ? before.current : (next ?? frame).current
      if (after instanceof HTMLElement) after.focus()
      return uploads.remove(id)
    },
  }
}

/** Percent between two announcements: each one would never let anybody hear anything else. */
const QUARTER = 25

/** All uploads in a line, read aloud as they move on. */
export function UploadSummary({ className }: { className?: string | undefined }) {
  const { icon, words, announced } = useOverall(useUploadQueueView().uploads)
  return (
    <p className={classes('kn-tray-title', className)}>
      {icon}
      <span aria-hidden="true">{words}</span>
      <VisuallyHidden aria-live="polite">{announced}</VisuallyHidden>
    </p>
  )
}

/** All uploads in a line; `announced` changes seldom enough to be read aloud. */
export function useOverall({ items, blocked }: Uploads) {
  const { text } = useUploadTexts()
  const open = items.filter(item => isOpen(item.state))
  const sending = currentUpload(items)
  const percent = useUploadPercent(sending ?? open[0])
  const stuck = items.filter(({ state }) => needsSomebody.has(state.kind)).length
  const isWhole = items.every(item => open.includes(item) || item.state.kind === 'complete')
  const wordsAt = (percent: number | undefined): string => {
    if (blocked) return text(blocked)
    if (stuck > 0) return text('ui.uploads.attention', { count: stuck })
    if (sending !== undefined && percent !== undefined)
      return text('ui.uploads.summary', { open: open.length, percent })
    if (open.length > 0)
      return percent === undefined
        ? text('ui.uploads.summaryProcessing', { count: open.length })
        : text('ui.uploads.summaryProcessingAt', { count: open.length, percent })
    return text(isWhole && items.length > 0 ? 'ui.uploads.allDone' : 'ui.uploads.title')
  }
  const icon =
    open.length > 0 ? (
      <ProgressRing value={percent === undefined ? undefined : percent / 100} />
    ) : (
      <Upload size={16} aria-hidden="true" />
    )
  return {
    icon,
    words: wordsAt(percent),
    announced: wordsAt(percent && percent - (percent % QUARTER)),
    isAttention: stuck > 0,
  }
}

/** A finished or failed upload changes its title or event: lists and forms read it again. */
function useFreshTitles({ items }: Uploads): void {
  const { queries } = useKinora()
  const before = useRef('')
  const nouns = [...new Set(items.map(({ role }) => (role === 'event' ? 'events' : 'titles')))].join(' ')
  const now = items.map(item => `${item.id}:${item.state.kind}`).join(' ')
  useEffect(() => {
    if (before.current !== '' && before.current !== now)
      for (const noun of nouns.split(' ')) void queries.invalidateQueries({ queryKey: [noun] })
    before.current = now
  }, [now, nouns, queries])
}
