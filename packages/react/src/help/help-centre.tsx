import { helpTexts, listTexts, matches } from '@kinora/core'
import { createElement, useEffect, useRef, useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { SupportLink } from '../kernel/support-link.tsx'
import { SearchInput } from '../ui/form/search-input.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { useLink } from '../ui/frame/link.tsx'
import { BackLink, PageHeader } from '../ui/frame/page-header.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'

/** A text, or an element of the page with what stands in it. */
export type HelpNode =
  | string
  | { tag: 'p' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'code'; content: HelpNode[] }
  | { tag: 'a'; href: string; content: HelpNode[] }

export interface HelpSection {
  id: string
  title: string
  /** The refusals that it is about. */
  codes: string[]
  content: HelpNode[]
}

export interface HelpPage {
  slug: string
  title: string
  /** The paths of the screens that it is about, with those below them. */
  routes: string[]
  intro: HelpNode[]
  sections: HelpSection[]
}

/** What somebody came for: a page by its name, or the help for a path or a refusal. */
export interface HelpWanted {
  slug?: string | undefined
  section?: string | undefined
  path?: string | undefined
  code?: string | undefined
}

/** The page and the section that are wanted; that of a path is the one whose route is nearest above it. */
export function findHelp(
  pages: readonly HelpPage[],
  { slug, section, path, code }: HelpWanted,
): { page: HelpPage; section: HelpSection | undefined } | undefined {
  if (code !== undefined)
    for (const page of pages) {
      const section = page.sections.find(({ codes }) => codes.includes(code))
      if (section !== undefined) return { page, section }
    }
  const isAbove = (route: string) => route === path || (route !== '/' && path?.startsWith(`${route}/`))
  const lengthOf = ({ routes }: HelpPage) =>
    Math.max(0, ...routes.filter(isAbove).map(({ length }) => length))
  const [nearest] = [...pages].sort((one, other) => lengthOf(other) - lengthOf(one))
  const page =
    pages.find(each => each.slug === slug) ?? (nearest && lengthOf(nearest) > 0 ? nearest : undefined)
  return page && { page, section: page.sections.find(({ id }) => id === section) }
}

export interface HelpCentreProps {
  pages: readonly HelpPage[]
  wanted: HelpWanted
  /** Where a page is, or one of its sections; without a name all of them. */
  href(slug?: string, section?: string): string
}

/** The help centre: all pages, to be searched, or the one that is wanted, at its section. */
export function HelpCentre({ pages, wanted, href }: HelpCentreProps) {
  const found = findHelp(pages, wanted)
  return found === undefined ? (
    <HelpIndex pages={pages} href={href} />
  ) : (
    <HelpArticle key={`${found.page.slug} ${found.section?.id}`} {...found} href={href} />
  )
}

function HelpIndex({ pages, href }: Pick<HelpCentreProps, 'pages' | 'href'>) {
  const { text } = useTexts(helpTexts, listTexts)
  const Link = useLink()
  const [query, setQuery] = useState('')
  const found = pages.flatMap(page => {
    const sections = page.sections.filter(({ title, content }) => matches(query, title, plain(content)))
    const isFound = matches(query, page.title, plain(page.intro))
    return isFound || sections.length > 0 ? [{ page, sections: query === '' ? [] : sections }] : []
  })
  return (
    <div className="kn-help">
      <PageHeader title={text('ui.help.title')} text={text('ui.help.text')} actions={<SupportLink />} />
      <SearchInput
        size="normal"
        label={text('ui.help.search')}
        clearLabel={text('ui.list.clearSearch')}
        value={query}
        onChange={setQuery}
      />
      <p className="kn-hidden" role="status">
        {query === '' ? '' : text('ui.help.count', { count: found.length })}
      </p>
      {found.length === 0 ? <EmptyState title={text('ui.noMatch')} text={text('ui.help.none')} /> : null}
      <ul className="kn-help-pages">
        {found.map(({ page, sections }) => (
          <li key={page.slug}>
            <Card title={<Link href={href(page.slug)}>{page.title}</Link>}>
              <p className="kn-help-intro">{plain(page.intro.slice(0, 1))}</p>
              {sections.length === 0 ? null : (
                <ul>
                  {sections.map(({ id, title }) => (
                    <li key={id}>
                      <Link href={href(page.slug, id)}>{title}</Link>
                    </li>
                  ))}
                </ul>
              )}
            </Card>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface HelpArticleProps extends Pick<HelpCentreProps, 'href'> {
  page: HelpPage
  section: HelpSection | undefined
}

function HelpArticle({ page, section, href }: HelpArticleProps) {
  const { text } = useTexts(helpTexts)
  const start = useRef<HTMLHeadingElement>(null)
  // From one page of help to another the path stays, so that the host takes the focus nowhere.
  useEffect(() => {
    start.current?.focus({ preventScroll: true })
    start.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <article className="kn-help">
      <PageHeader
        back={<BackLink href={href()}>{text('ui.help.title')}</BackLink>}
        title={page.title}
        actions={<SupportLink />}
      />
      <Nodes nodes={page.intro} />
      {page.sections.map(each => {
        const isWanted = each === section
        return (
          <section key={each.id} aria-labelledby={each.id} className="kn-help-section">
            {/* Whoever came for a refusal begins to read here. */}
            <h2
              id={each.id}
              tabIndex={-1}
              ref={isWanted ? start : undefined}
              data-page-start={isWanted ? '' : undefined}
            >
              {each.title}
            </h2>
            <Nodes nodes={each.content} />
          </section>
        )
      })}
    </article>
  )
}

const Nodes = ({ nodes }: { nodes: readonly HelpNode[] }) =>
  nodes.map((node, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a page of help never changes its order.
    typeof node === 'string' ? node : <Element key={`${node.tag} ${index}`} node={node} />,
  )

function Element({ node }: { node: Exclude<HelpNode, string> }) {
  const Link = useLink()
  const content = <Nodes nodes={node.content} />
  return node.tag === 'a' ? <Link href={node.href}>{content}</Link> : createElement(node.tag, null, content)
}

/** The words alone. */
const plain = (nodes: readonly HelpNode[]): string =>
  nodes.map(node => (typeof node === 'string' ? node : plain(node.content))).join('')
