import { Suspense } from 'react'
import type { LocationAdapter } from '../kernel/location.ts'
import { lazyPart } from '../ui/lazy-part.ts'

const TextTable = lazyPart(async () => ({ default: (await import('./text-table.tsx')).TextTable }))

export interface TextListProps {
  /** Keeps the search in the host’s address; in memory unless given. */
  location?: LocationAdapter
  /** Where the admin area is. */
  backHref?: string
}

/**
 * I18N-03: every text with what replaces it, for administrators: found, edited, put back, exported and imported. It needs all
 * catalogues, which come with it alone.
 */
export function TextList(props: TextListProps) {
  return (
    <Suspense>
      <TextTable {...props} />
    </Suspense>
  )
}
