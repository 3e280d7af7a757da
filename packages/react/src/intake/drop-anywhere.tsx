import { type ReactNode, useEffect, useRef, useState } from 'react'
import { filesWithin } from '../ui/form/picked-files.ts'
import { LazyBoundary, lazyPart } from '../ui/lazy-part.tsx'
import { useIntake } from './intake-context.tsx'

const DropOverlay = lazyPart(async () => ({ default: (await import('./drop-overlay.tsx')).DropOverlay }))

export interface DropAnywhereProps {
  children: ReactNode
  /** Whether files are taken on the page that is open. */
  enabled: boolean
  /** Opens the sheet, called when files were dropped. */
  onDropped: () => void
}

/** Takes files and folders that are dropped anywhere on the page into the sheet; places that take files of their own go before. */
export function DropAnywhere({ children, enabled, onDropped }: DropAnywhereProps) {
  const { take } = useIntake()
  const isOver = useDrop(enabled, transfer => {
    void filesWithin(transfer).then(({ files: found, unreadable }) => {
      const media = found.filter(({ name }) => mediaName.test(name))
      // What is no media at all is told as such, unless it lay in a folder beside some.
      const files = media.length > 0 ? media : found
      if (files.length === 0 && unreadable.length === 0) return
      onDropped()
      take(files, unreadable)
    })
  })
  return (
    <>
      {children}
      {isOver ? (
        <LazyBoundary>
          <DropOverlay />
        </LazyBoundary>
      ) : null}
    </>
  )
}

/** VAL-15 */
const mediaName = /\.(mp4|mp3|aac|m4a)$/i

/** Whether files are held over the page; what is dropped is handed on unless an element has taken it. */
function useDrop(enabled: boolean, onDrop: (transfer: DataTransfer) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onDrop)
  latest.current = onDrop
  useEffect(() => {
    if (!enabled) return
    let depth = 0
    const leave = () => {
      depth = 0
      setOver(false)
    }
    const on = {
      dragenter(event: DragEvent) {
        if (!hasFiles(event)) return
        depth += 1
        setOver(true)
      },
      dragleave(event: DragEvent) {
        if (!hasFiles(event)) return
        depth -= 1
        if (depth <= 0) leave()
      },
      dragover(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        // A place that takes files of its own stays in sight.
        setOver((event.target as Element).closest?.('.kn-drop') === null)
      },
      drop(event: DragEvent) {
        leave()
        if (event.defaultPrevented || !hasFiles(event)) return
        event.preventDefault()
        latest.current(event.dataTransfer!)
      },
    }
    const entries = Object.entries(on) as [keyof typeof on, (event: DragEvent) => void][]
    for (const [name, listener] of entries) window.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of entries) window.removeEventListener(name, listener)
      setOver(false)
    }
  }, [enabled])
  return isOver && enabled
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false
