import { ChevronDown, ChevronUp } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { fill, partMarks } from '../ui/part.ts'
import { useRoom, useRootMark } from '../ui/room.ts'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { useUploadTexts } from './texts.ts'
import { UploadList, UploadQueueProvider, UploadSummary, useOverall, useQueueView } from './upload-queue.tsx'
import type { UploadTrayProps } from './upload-tray.tsx'

/** The tray of a browser that has uploads. */
export function LazyUploadTray(props: UploadTrayProps) {
  const { rootRef, slots = {}, classNames = {}, renderRow } = props
  const { text } = useUploadTexts()
  const isScarce = useMediaQuery('(width < 1280px)')
  const [chosen, setOpen] = useState<boolean>()
  const open = chosen ?? !isScarce
  const [tray, setTray] = useState<HTMLElement | null>(null)
  const setRoot = useCallback(
    (element: HTMLDivElement | null) => {
      setTray(element)
      if (typeof rootRef === 'function') rootRef(element)
      else if (rootRef) rootRef.current = element
    },
    [rootRef],
  )
  useRoom('float', open ? tray : null)
  useRootMark('tray', tray)
  useWayForFocus(tray, open, () => setOpen(false))
  const toggle = useRef<HTMLButtonElement>(null)
  const { view, remember } = useQueueView(props, toggle)
  if (view.state === 'empty') return null
  const Chevron = open ? ChevronDown : ChevronUp
  return (
    <UploadQueueProvider value={view}>
      <section
        ref={setRoot}
        className={classes('kn-tray', props.className)}
        data-open={open ? '' : undefined}
        aria-label={props.heading ?? text('ui.uploads.title')}
        onFocus={remember}
        {...partMarks('upload-tray', view.state)}
      >
        <header className="kn-tray-head">
          {fill(slots.summary, <UploadSummary className={classNames.summary} />)}
          <IconButton
            ref={toggle}
            label={text(open ? 'ui.uploads.collapse' : 'ui.uploads.expand')}
            icon={<Chevron size={16} aria-hidden="true" />}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
        </header>
        {open ? fill(slots.list, <UploadList className={classNames.list} renderRow={renderRow} />) : null}
      </section>
    </UploadQueueProvider>
  )
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

/** In the header: what is on its way and how far it is; pressed, each upload, in a place of its own beside the page. */
export function UploadProgress(props: UploadTrayProps) {
  const { slots = {}, classNames = {}, renderRow } = props
  const { text } = useUploadTexts()
  const [open, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const { view, remember } = useQueueView(props, toggle)
  const { icon, words, announced, isAttention } = useOverall(view.uploads)
  const [tray, setTray] = useState<HTMLElement | null>(null)
  useRoom('tray', tray)
  if (view.state === 'empty') return null
  const name = props.heading ?? text('ui.uploads.title')
  const summary = (
    <>
      {icon}
      <span className="kn-upload-progress-words" aria-hidden="true">
        {words}
      </span>
    </>
  )
  return (
    <UploadQueueProvider value={view}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes from anywhere within */}
      <div
        ref={props.rootRef}
        className={classes('kn-upload-progress', props.className)}
        onFocus={remember}
        onKeyDown={event => {
          if (event.key !== 'Escape' || !open) return
          setOpen(false)
          toggle.current?.focus()
        }}
        {...partMarks('upload-progress', view.state)}
      >
        <button
          ref={toggle}
          type="button"
          className={classes('kn-upload-progress-button', classNames.summary)}
          data-attention={isAttention ? '' : undefined}
          aria-label={`${name}: ${words}`}
          aria-expanded={open}
          title={words}
          onClick={() => setOpen(!open)}
        >
          {fill(slots.summary, summary)}
        </button>
        <VisuallyHidden aria-live="polite">{announced}</VisuallyHidden>
        {open ? (
          <section ref={setTray} className="kn-tray" data-in="header" data-open="" aria-label={name}>
            {fill(slots.list, <UploadList className={classNames.list} renderRow={renderRow} />)}
          </section>
        ) : null}
      </div>
    </UploadQueueProvider>
  )
}
