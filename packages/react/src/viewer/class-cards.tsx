import { type SiteTitle, siteContent } from '@kinora/core'
import { type FormEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { Part, type PartProps, useViewer } from './provider.tsx'
import { useContent } from './use-content.ts'

/** How a part leads to a class, an event or a channel: by an address, and by the host’s router where it has one. */
export interface Leading {
  /** The address of the page behind it; without one its name leads nowhere. */
  href?: (id: string) => string
  /** Called in place of following the address, unless it is to open elsewhere. */
  onOpen?: (id: string) => void
}

interface LeadProps extends Leading {
  id: string
  className?: string
  children: ReactNode
}

/** A link where the host gives an address, a button where it only wants to hear of it. */
export function Lead({ id, href, onOpen, ...rest }: LeadProps) {
  const follow = (event: MouseEvent) => {
    if (onOpen === undefined || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen(id)
  }
  if (href !== undefined) return <a {...rest} href={href(id)} onClick={follow} />
  if (onOpen !== undefined) return <button type="button" {...rest} onClick={follow} />
  return <span {...rest} />
}

export interface ClassCard {
  tag: string
  name: string
  imageLink: string | null
  durationSecond: number
}

export interface ClassCardsProps extends PartProps, Leading {
  classes: readonly ClassCard[]
}

/** Classes as pictures with their names. */
export function ClassCards({ classes, href, onOpen, ...rest }: ClassCardsProps) {
  const { text, viewer } = useViewer()
  return (
    <Part {...rest}>
      <ul className="kn-viewer-cards">
        {classes.map(({ tag, name, imageLink, durationSecond }) => (
          <li key={tag}>
            <Lead id={tag} {...{ href, onOpen }} className="kn-viewer-card">
              {imageLink ? (
                <img src={viewer.at(imageLink)} alt="" loading="lazy" />
              ) : (
                <span className="kn-viewer-no-image" />
              )}
              <bdi>{name}</bdi>
              <small>{text('minutes', { count: Math.ceil(durationSecond / 60) })}</small>
            </Lead>
          </li>
        ))}
      </ul>
    </Part>
  )
}

type Filter = Omit<Parameters<typeof siteContent.titles.input.parse>[0] & object, 'page' | 'take' | 'query'>

export interface ClassGridProps extends PartProps, Leading {
  /** Classes of one page, 48 unless given, 100 at most. */
  take?: number
  /** The words that are looked for: where the host keeps them, such as in its address. */
  query?: string
  /** Called with the words that somebody looks for. */
  onSearch?: (query: string) => void
  /** Shows no field to search. */
  hideSearch?: boolean
  /** Narrows it, as `siteContent.titles` takes it. */
  filter?: Filter
}

/** EMBED-04: the classes of the site, the newest first, with a field to find them. */
export function ClassGrid({ query, onSearch, hideSearch = false, filter, ...props }: ClassGridProps) {
  const { take = 48, href, onOpen, ...rest } = props
  const { text } = useViewer()
  const [own, setOwn] = useState('')
  const [page, setPage] = useState(1)
  const words = query ?? own
  const [typed, setTyped] = useState(words)
  const asked = JSON.stringify([words, filter])
  const [last, setLast] = useState(asked)
  if (last !== asked) {
    setLast(asked)
    setPage(1)
    setTyped(words)
  }
  const { data, isError } = useContent(siteContent.titles, { ...filter, query: words, page, take })
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setOwn(typed.trim())
    onSearch?.(typed.trim())
  }
  const nothing = words === '' ? text('noClasses') : text('noneFound')
  return (
    <Part {...rest}>
      {hideSearch ? null : (
        <search>
          <form className="kn-viewer-search" onSubmit={find}>
            <label>
              {text('find')}{' '}
              <input
                type="search"
                name="query"
                value={typed}
                onChange={event => setTyped(event.target.value)}
              />
            </label>
            <button type="submit">{text('search')}</button>
          </form>
        </search>
      )}
      <div role="status">
        {data === undefined ? (isError ? text('failed') : null) : null}
        {data?.totalRecords === 0 ? nothing : null}
        {words !== '' && data !== undefined && data.totalRecords > 0
          ? text('found', { count: data.totalRecords })
          : null}
      </div>
      <ClassCards classes={(data?.data ?? []).map(toCard)} {...{ href, onOpen }} />
      <Pages page={page} pages={data?.totalPages ?? 1} onPage={setPage} />
    </Part>
  )
}

export const toCard = ({ tag, className: name, imageLink, durationSecond }: SiteTitle): ClassCard => ({
  tag,
  name,
  imageLink,
  durationSecond,
})

interface PagesProps {
  page: number
  pages: number
  onPage(page: number): void
}

function Pages({ page, pages, onPage }: PagesProps) {
  const { text, locale } = useViewer()
  if (pages <= 1) return null
  return (
    <div className="kn-viewer-pages">
      <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {text('previous')}
      </button>
      <span>
        {page.toLocaleString(locale)} / {pages.toLocaleString(locale)}
      </span>
      <button type="button" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {text('next')}
      </button>
    </div>
  )
}

export type HeadingName = 'h1' | 'h2' | 'h3'

export interface CollectionProps extends PartProps, Leading {
  tag: string
  /** Of its name; `h2` unless given. */
  heading?: HeadingName
}

/** EMBED-04: a collection with the classes that are shown now, in their order. */
export function Collection({ tag, heading: Heading = 'h2', href, onOpen, ...rest }: CollectionProps) {
  const { text } = useViewer()
  const { data, isError } = useContent(
    siteContent.collections,
    { collectionTag: tag, items: -1 },
    { isOneThing: true },
  )
  const found = data?.data[0]
  if (found === undefined) return <Missing heading={Heading} isReading={data === undefined && !isError} />
  return (
    <Part {...rest}>
      <Heading>
        <bdi>{found.name}</bdi>
      </Heading>
      <p dir="auto">{found.description}</p>
      {found.collectionItems.length === 0 ? <p>{text('noClasses')}</p> : null}
      <ClassCards
        classes={found.collectionItems.map(item => ({ ...item, name: item.title }))}
        {...{ href, onOpen }}
      />
    </Part>
  )
}

/** In place of what isn’t there, or not yet. */
export function Missing({ heading: Heading, isReading }: { heading: HeadingName; isReading: boolean }) {
  const { text } = useViewer()
  return (
    <Part aria-busy={isReading || undefined}>
      <Heading>{isReading ? '…' : text('missing')}</Heading>
    </Part>
  )
}
