import { isOpen, type UploadItem } from '@kinora/core/uploads'
import { ChevronDown, ChevronUp, Upload } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useKinora } from '../kernel/provider.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { ProgressRing } from '../ui/status/progress-ring.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { useUploadTexts } from './texts.ts'
import { UploadRow } from './upload-row.tsx'
import type { UploadTrayProps } from './upload-tray.tsx'
import { type Uploads, useUploads } from './use-uploads.ts'

/** The tray of a browser that has uploads. */
export function LazyUploadTray({ titleHref, eventHref }: UploadTrayProps) {
  const uploads = useUploads()
  const { text } = useUploadTexts()
  const isScarce = useMediaQuery('(width < 1280px)')
  const [chosen, setOpen] = useState<boolean>()
  const open = chosen ?? !isScarce
  useFreshTitles(uploads)
  const tray = useRef<HTMLElement>(null)
  useWayForFocus(tray, open, () => setOpen(false))
  const toggle = useRef<HTMLButtonElement>(null)
  /** Where the focus was before it came in here. */
  const before = useRef<EventTarget>(null)
  const { items } = uploads
  const remove = (id: string) => {
    // The button that was pressed goes, with the last row the tray.
    const next = items.length > 1 ? toggle.current : before.current
    if (next instanceof HTMLElement) next.focus()
    return uploads.remove(id)
  }
  if (items.length === 0) return null
  const ownerHref = ({ role, tag }: UploadItem) => (role === 'event' ? eventHref : titleHref)?.(tag)
  const Chevron = open ? ChevronDown : ChevronUp
  return (
    <section
      ref={tray}
      className="kn-tray"
      data-open={open ? '' : undefined}
      aria-label={text('ui.uploads.title')}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
      }}
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
      {open ? (
        <ul className="kn-tray-list">
          {items.map(item => (
            <UploadRow key={item.id} item={item} uploads={{ ...uploads, remove }} ownerHref={ownerHref} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}

/** What takes the focus by key is in sight (WCAG 2.4.11): a tray that lies over it closes. */
function useWayForFocus(tray: RefObject<HTMLElement | null>, open: boolean, close: () => void) {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!open) return
    const look = ({ target }: FocusEvent) =>
      // Only then the page has been scrolled to it.
      requestAnimationFrame(() => {
        const [over, under] = [tray.current, target as HTMLElement]
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

function Overall({ uploads: { items, blocked } }: { uploads: Uploads }) {
  const { text } = useUploadTexts()
  const { open, percent, isWhole } = overallOf(items)
  const stuck = items.filter(({ state }) => ['failed', 'broken', 'locked'].includes(state.kind)).length
  const wordsAt = (percent: number): string => {
    if (blocked) return text(blocked)
    if (stuck > 0) return text('ui.uploads.attention', { count: stuck })
    if (open > 0) return text('ui.uploads.summary', { open, percent })
    return text(isWhole ? 'ui.uploads.allDone' : 'ui.uploads.title')
  }
  return (
    <p className="kn-tray-title">
      {open > 0 ? <ProgressRing value={percent / 100} /> : <Upload size={16} aria-hidden="true" />}
      <span aria-hidden="true">{wordsAt(percent)}</span>
      <VisuallyHidden aria-live="polite">{wordsAt(percent - (percent % QUARTER))}</VisuallyHidden>
    </p>
  )
}

/** How many are open and how far all are. What is done counts too: a whole that loses its parts would fall back. */
function overallOf(items: readonly UploadItem[]) {
  const open = items.filter(item => isOpen(item.state))
  const all = items.filter(item => open.includes(item) || item.state.kind === 'complete')
  const total = all.reduce((sum, item) => sum + item.totalSize, 0)
  const sent = all.reduce((sum, item) => sum + item.progress.sentBytes, 0)
  const percent = total === 0 ? 100 : Math.floor((sent / total) * 100)
  return { open: open.length, percent, isWhole: all.length === items.length }
}

/** In the header: that something is on its way, and how far it is. */
export function UploadProgress() {
  const { items } = useUploads()
  const { text } = useUploadTexts()
  const { open, percent } = overallOf(items)
  if (open === 0) return null
  return (
    <span className="kn-upload-progress" title={text('ui.uploads.summary', { open, percent })}>
      <ProgressRing value={percent / 100} />
      <span className="kn-upload-progress-words">{text('ui.uploads.summary', { open, percent })}</span>
    </span>
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
