import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { useLink } from '../frame/link.tsx'
import { Banner } from '../status/banner.tsx'

/** What came of an act on several items; it stays until it is closed. */
export interface BulkResult {
  /** "38 published, 3 not" */
  title: string
  failed: readonly BulkFailure[]
  /** The way back, where there is one. */
  undo?: ReactNode
  /** What it is the result of; the object itself unless given. */
  id?: string
  /** It was there before the page: it leaves the focus where it is. */
  isQuiet?: boolean
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
  /** "Show 200 more", where there are many. */
  moreLabel: (count: number) => string
}

/** Lines that are shown at first, and with each press after that. */
const LINES = 200

/** One line and link for each item that failed, with its own reason. Takes the focus, as what was pressed may be gone. */
export function ResultPanel(props: ResultPanelProps) {
  const which = props.result.id ?? props.result
  const [shown, setShown] = useState({ which, nth: 0 })
  if (shown.which !== which) setShown({ which, nth: shown.nth + 1 })
  // A panel of its own for each: words that take the place of the same words aren't read out.
  return <Result key={shown.nth} {...props} />
}

function Result({ result, onClose, closeLabel, moreLabel }: ResultPanelProps) {
  const Link = useLink()
  const [lines, setLines] = useState(LINES)
  const more = Math.min(LINES, result.failed.length - lines)
  const panel = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
  useEffect(() => {
    if (!result.isQuiet) panel.current?.focus()
  }, [])
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
          {result.failed.slice(0, lines).map(({ id, name, href, reason }) => (
            <li key={id}>
              {href === undefined ? <b>{name}</b> : <Link href={href}>{name}</Link>}
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {more > 0 ? (
        <Button size="compact" onClick={() => setLines(lines + LINES)}>
          {moreLabel(more)}
        </Button>
      ) : null}
    </Banner>
  )
}
