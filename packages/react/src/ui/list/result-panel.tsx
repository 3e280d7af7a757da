import { type ReactNode, useEffect, useRef } from 'react'
import { useLink } from '../frame/link.tsx'
import { Banner } from '../status/banner.tsx'

/** What came of an act on several items; it stays until it is closed. */
export interface BulkResult {
  /** "38 published, 3 not" */
  title: string
  failed: readonly BulkFailure[]
  /** The way back, where there is one. */
  undo?: ReactNode
}

export interface BulkFailure {
  id: string
  name: string
  href?: string
  reason: string
}

export interface ResultPanelProps {
  result: BulkResult
  onClose: () => void
  closeLabel: string
}

/** One line and link for each item that failed, with its own reason. Takes the focus, as what was pressed may be gone. */
export function ResultPanel({ result, onClose, closeLabel }: ResultPanelProps) {
  const Link = useLink()
  const panel = useRef<HTMLDivElement>(null)
  const told = useRef<BulkResult>(undefined)
  useEffect(() => {
    if (told.current !== result) panel.current?.focus()
    told.current = result
  }, [result])
  return (
    <Banner
      ref={panel}
      tabIndex={-1}
      tone={result.failed.length > 0 ? 'negative' : 'positive'}
      title={result.title}
      actions={result.undo}
      onDismiss={onClose}
      dismissLabel={closeLabel}
      className="kn-result"
    >
      {result.failed.length > 0 ? (
        <ul className="kn-result-lines">
          {result.failed.map(({ id, name, href, reason }) => (
            <li key={id}>
              {href === undefined ? <b>{name}</b> : <Link href={href}>{name}</Link>}
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </Banner>
  )
}
