import { useEffect, useRef } from 'react'
import type { Problem } from './use-draft.ts'

interface Failing {
  attempt: number
  problems: readonly Problem[]
  fieldId(path: string): string
}

/** Where a form has no summary of its errors, as in a dialog, an attempt that failed leads to the first field to mend. */
export function useFirstProblem(draft: Failing): void {
  const latest = useRef(draft)
  latest.current = draft
  const { attempt } = draft
  useEffect(() => {
    if (attempt === 0) return
    const { problems, fieldId } = latest.current
    const fields = problems.flatMap(({ path }) => document.getElementById(fieldId(path ?? '')) ?? [])
    const [first] = fields.sort((one, other) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    )
    first?.focus()
    first?.scrollIntoView({ block: 'center' })
  }, [attempt])
}
