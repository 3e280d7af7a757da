import { limits, type Title, titles, toPercent } from '@kinora/core'
import { currentUpload, isOpen, type UploadItem } from '@kinora/core/uploads'
import { ChevronDown, ChevronUp, Upload } from 'lucide-react'
import { type FocusEvent as ReactFocusEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useKinora } from '../kernel/provider.tsx'
import { useLiveRows, useLiveTitle } from '../kernel/use-live-titles.ts'
import { useRead } from '../kernel/use-read.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { useRoom, useRootMark } from '../ui/room.ts'
import { ProgressRing } from '../ui/status/progress.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { toUploadStatus } from './file-status.ts'
import { useUploadTexts } from './texts.ts'
import { UploadRow } from './upload-row.tsx'
import type { UploadTrayProps } from './upload-tray.tsx'
import { type Uploads, useUploads } from './use-uploads.ts'

/** The tray of a browser that has uploads. */
export function LazyUploadTray(hrefs: UploadTrayProps) {
  const uploads = useUploads()
  const { text } = useUploadTexts()
  const isScarce = useMediaQuery('(width < 1280px)')
  const [chosen, setOpen] = useState<boolean>()
  const open = chosen ?? !isScarce
  useFreshTitles(uploads)
  const [tray, setTray] = useState<HTMLElement | null>(null)
  useRoom('float', open ? tray : null)
  useRootMark('tray', tray)
  useWayForFocus(tray, open, () => setOpen(false))
  const toggle = useRef<HTMLButtonElement>(null)
  const { remember, remove } = useRemoval(uploads, toggle)
  if (uploads.items.length === 0) return null
  const Chevron = open ? ChevronDown : ChevronUp
  return (
    <section
      ref={setTray}
      className="kn-tray"
      data-open={open ? '' : undefined}
      aria-label={text('ui.uploads.title')}
      onFocus={remember}
    >
      <header className="kn-tray-head">
        <Overall uploads={uploads} />
        <IconButton
          ref={toggle}
          label={text(open ? 'ui.uploads.collapse' : 'ui.uploads.expand')}
          icon={<Chevron size={16} aria-hidden="true" />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
      </header>
      {open ? <Rows uploads={{ ...uploads, remove }} {...hrefs} /> : null}
    </section>
  )
}

function Rows({ uploads, titleHref, eventHref }: UploadTrayProps & { uploads: Uploads }) {
  const ownerHref = ({ role, tag }: UploadItem, field?: string) =>
    role === 'event' ? eventHref?.(tag) : titleHref?.(tag, field)
  const ready = useReadyTitles(uploads.items)
  return (
    <ul className="kn-tray-list">
      {uploads.items.map(item => (
        <UploadRow
          key={item.id}
          item={item}
          title={ready.get(item.tag)}
          uploads={uploads}
          ownerHref={ownerHref}
        />
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

/** The button that removes a row goes with it, and with the last row all of it: the focus goes on to `toggle`, or back to where it came from. */
function useRemoval(uploads: Uploads, toggle: RefObject<HTMLElement | null>) {
  const before = useRef<EventTarget>(null)
  return {
    remember({ currentTarget, relatedTarget }: ReactFocusEvent) {
      if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
    },
    remove(id: string) {
      const next = uploads.items.length > 1 ? toggle.current : before.current
      if (next instanceof HTMLElement) next.focus()
      return uploads.remove(id)
    },
  }
}

/** What takes the focus by key is in sight (WCAG 2.4.11): a tray that lies over it closes. */
function useWayForFocus(tray: HTMLElement | null, open: boolean, close: () => void) {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!open) return
    const look = ({ target }: FocusEvent) =>
      // Only then the page has been scrolled to it.
      requestAnimationFrame(() => {
        const [over, under] = [tray, target as HTMLElement]
        if (over === null || under.closest('.kn-tray, .kn-portal') || !under.matches(':focus-visible')) return
        if (isAbove(over.getBoundingClientRect(), under.getBoundingClientRect())) latest.current()
      })
    document.addEventListener('focusin', look)
    return () => document.removeEventListener('focusin', look)
  }, [open, tray])
}

const isAbove = (over: DOMRect, under: DOMRect): boolean =>
  under.left < over.right && under.right > over.left && under.bottom > over.top && under.top < over.bottom

/** Percent between two announcements: each one would never let anybody hear anything else. */
const QUARTER = 25

function Overall({ uploads }: { uploads: Uploads }) {
  const { icon, words, announced } = useOverall(uploads)
  return (
    <p className="kn-tray-title">
      {icon}
      <span aria-hidden="true">{words}</span>
      <VisuallyHidden aria-live="polite">{announced}</VisuallyHidden>
    </p>
  )
}

/** All uploads in a line; `announced` changes seldom enough to be read aloud. */
function useOverall({ items, blocked }: Uploads) {
  const texts = useUploadTexts()
  const { text } = texts
  const open = items.filter(item => isOpen(item.state))
  const sending = currentUpload(items)
  const percent = usePercent(sending ?? open[0], texts)
  const stuck = items.filter(({ state }) => ['failed', 'broken', 'locked'].includes(state.kind)).length
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
    return text(isWhole ? 'ui.uploads.allDone' : 'ui.uploads.title')
  }
  const isAttention = stuck > 0
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
    isAttention,
  }
}

/** The percent of a file as its row, the list and its title's page say it, while it is sent and while it is processed; undefined where nobody measures it. */
function usePercent(
  item: UploadItem | undefined,
  texts: ReturnType<typeof useUploadTexts>,
): number | undefined {
  const isProcessing = item?.role === 'video' && item.state.kind === 'processing'
  const processed = useLiveTitle(isProcessing ? item.tag : undefined)
  const fraction = item && toUploadStatus(item, processed, texts).fraction
  return fraction === undefined ? undefined : toPercent(fraction)
}

/** In the header: what is on its way and how far it is; pressed, each upload, in a place of its own beside the page. */
export function UploadProgress(hrefs: UploadTrayProps) {
  const uploads = useUploads()
  const { text } = useUploadTexts()
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const { remember, remove } = useRemoval(uploads, toggle)
  const { icon, words, announced, isAttention } = useOverall(uploads)
  useFreshTitles(uploads)
  const [tray, setTray] = useState<HTMLElement | null>(null)
  useRoom('tray', tray)
  if (uploads.items.length === 0) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes from anywhere within
    <div
      ref={root}
      className="kn-upload-progress"
      onFocus={remember}
      onKeyDown={event => {
        if (event.key !== 'Escape' || !open) return
        setOpen(false)
        toggle.current?.focus()
      }}
    >
      <button
        ref={toggle}
        type="button"
        className="kn-upload-progress-button"
        data-attention={isAttention ? '' : undefined}
        aria-label={`${text('ui.uploads.title')}: ${words}`}
        aria-expanded={open}
        title={words}
        onClick={() => setOpen(!open)}
      >
        {icon}
        <span className="kn-upload-progress-words" aria-hidden="true">
          {words}
        </span>
      </button>
      <VisuallyHidden aria-live="polite">{announced}</VisuallyHidden>
      {open ? (
        <section
          ref={setTray}
          className="kn-tray"
          data-in="header"
          data-open=""
          aria-label={text('ui.uploads.title')}
        >
          <Rows uploads={{ ...uploads, remove }} {...hrefs} />
        </section>
      ) : null}
    </div>
  )
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
