import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Banner } from '../status/banner.tsx'
import { focusField } from '../status/checklist.tsx'

export interface FormProblem {
  /** The id of the field to fix; the line is then a link to it. */
  id?: string | undefined
  text: string
}

export interface FormSummaryProps {
  title: string
  problems: readonly FormProblem[]
  /** Goes up with every attempt that failed; 0 shows nothing. */
  attempt: number
  tone?: 'negative' | 'warning'
  actions?: ReactNode
}

/**
 * What blocked the last attempt, each a link to its field. It takes the focus with every attempt, and is read out by that alone:
 * as a live region it would be read again with each field that is put right.
 */
export function FormSummary({ title, problems, attempt, tone = 'negative', actions }: FormSummaryProps) {
  const banner = useRef<HTMLDivElement>(null)
  const lines = useId()
  useEffect(() => {
    if (attempt === 0) return
    banner.current?.focus()
    banner.current?.scrollIntoView({ block: 'center' })
  }, [attempt])
  if (attempt === 0 || problems.length === 0) return null
  const [words, fields] = [problems.filter(({ id }) => !id), inPageOrder(problems.filter(({ id }) => id))]
  return (
    <Banner
      ref={banner}
      data-problem
      tabIndex={-1}
      tone={tone}
      role="group"
      aria-label={title}
      aria-describedby={lines}
      title={title}
      actions={actions}
    >
      <div id={lines}>
        {words.map(({ text }) => (
          <p key={text}>{text}</p>
        ))}
        {fields.length === 0 ? null : (
          <ul className="kn-summary">
            {fields.map(({ id = '', text }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  onClick={event => {
                    event.preventDefault()
                    focusField(id)
                  }}
                >
                  {text}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Banner>
  )
}

/** As their fields follow each other on the page, whatever the order of the rules. */
const inPageOrder = (problems: readonly FormProblem[]): FormProblem[] =>
  [...problems].sort((one, other) => {
    const [first, second] = [one, other].map(({ id = '' }) => document.getElementById(id))
    if (!first || !second) return 0
    return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
  })
