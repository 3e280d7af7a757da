import type { ReactNode } from 'react'
import { LoadFailedLine } from '../kernel/load-failed.tsx'
import { useTexts } from '../kernel/message.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'

/** Something that a band is made of, as it is read; what isn't asked for is idle. */
export interface Reading {
  data: unknown
  isPending: boolean
  fetchStatus: 'fetching' | 'paused' | 'idle'
  isError: boolean
  error: unknown
  refetch: () => unknown
}

/** Not of whoever is signed in. */
const isDisabled = ({ isPending, fetchStatus }: Reading): boolean => isPending && fetchStatus === 'idle'

interface BandProps {
  title: string
  /** What it is made of: until all is here it has the shape of two rows, and nothing comes one after the other. */
  reads: readonly Reading[]
  /** Said where there are no rows. */
  empty: string
  /** Its rows; null where there are none. */
  children: ReactNode
  /** Beside its title. */
  actions?: ReactNode
  /** Beneath its rows. */
  after?: ReactNode
}

/** A band of the home page: it has its place from the first moment on, and its rows come at once. One of which nothing is asked isn’t there. */
export function Band({ title, reads, empty, children, actions, after }: BandProps) {
  const { text } = useTexts()
  if (children === null && reads.every(isDisabled)) return null
  const isRead = reads.every(read => !read.isPending || isDisabled(read))
  const failed = reads.filter(({ isError, data }) => isError && data === undefined)
  return (
    <Card title={title} className="kn-home-band" actions={actions}>
      {isRead ? (
        <>
          {children === null ? null : <ul className="kn-home-rows">{children}</ul>}
          {children === null ? null : after}
          {failed.length > 0 ? (
            <LoadFailedLine error={failed[0]?.error} onRetry={() => failed.map(read => read.refetch())} />
          ) : children === null && !reads.some(isDisabled) ? (
            <p className="kn-home-soft">{empty}</p>
          ) : null}
        </>
      ) : (
        <div className="kn-home-rows" role="status" aria-busy="true" aria-label={text('ui.loading')}>
          <Skeleton height={32} />
          <Skeleton height={32} />
        </div>
      )}
    </Card>
  )
}

interface RowProps {
  words: string
  /** The language of the words, where it isn’t the page’s own. */
  lang?: string | undefined
  /** What its button says, and where it leads. */
  action: string
  /** Without one it leads nowhere: the host has no such page, or none for this person. */
  href: string | undefined
  children?: ReactNode
}

/** What it is about, and the one act that helps. */
export function Row({ words, lang, action, href, children }: RowProps) {
  return (
    <li className="kn-home-row">
      <div className="kn-home-row-words">
        <p className="kn-home-row-title" lang={lang} dir="auto">
          {words}
        </p>
        {children}
      </div>
      {href === undefined ? null : (
        <ButtonLink size="compact" href={href}>
          {action}
        </ButtonLink>
      )}
    </li>
  )
}
