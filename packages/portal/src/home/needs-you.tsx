import { type Batch, homeWorkTexts } from '@kinora/core'
import { ButtonLink, Card, useLink, useTexts, useUploads } from '@kinora/react'
import type { ReactNode } from 'react'
import { useHomeBatches } from './use-home-batches.ts'
import { batchHref, groupHref, titleHref, useHomeTitles } from './use-home-titles.ts'

const groups = ['failed', 'stuck', 'dueSoon', 'incomplete', 'ready'] as const
/** States of an upload of this browser that wait for a person. */
const waiting = { paused: 'paused', failed: 'failed', broken: 'broken', locked: 'broken' } as const

/** What waits for this person, one row each with the one thing that helps; nothing where nothing waits. */
export function NeedsYou() {
  const { text } = useTexts(homeWorkTexts)
  const titles = {
    failed: useHomeTitles('failed').data,
    stuck: useHomeTitles('stuck').data,
    dueSoon: useHomeTitles('dueSoon').data,
    incomplete: useHomeTitles('incomplete').data,
    ready: useHomeTitles('ready').data,
  }
  const refused = useHomeBatches().filter(hasRefusedRows)
  const uploads = useUploads().items.filter(({ state }) => state.kind in waiting)
  const shown = groups.filter(group => (titles[group]?.totalRecords ?? 0) > 0)
  if (shown.length + refused.length + uploads.length === 0) return null
  return (
    <Card title={text('ui.home.needsYou')}>
      <ul className="portal-home-rows">
        {uploads.map(({ id, tag, fileName: name, state }) => (
          <Row
            key={id}
            words={text(`ui.home.upload.${waiting[state.kind as keyof typeof waiting]}`, { name })}
            action={text('ui.home.showUpload', { name })}
            href={titleHref(tag)}
          />
        ))}
        {shown.map(group => (
          <Row
            key={group}
            words={text(`ui.home.needs.${group}`, { count: titles[group]!.totalRecords })}
            action={text(`ui.home.show.${group}`)}
            href={groupHref(group)}
          >
            <Names titles={titles[group]!.data} total={titles[group]!.totalRecords} />
          </Row>
        ))}
        {refused.map(({ batchId, title: name, rows }) => (
          <Row
            key={batchId}
            words={text('ui.home.refused', { count: rows.bad, name })}
            action={text('ui.home.showBatch', { name })}
            href={batchHref(batchId)}
          />
        ))}
      </ul>
    </Card>
  )
}

const hasRefusedRows = ({ rows }: Batch): boolean => rows.bad > 0

interface RowProps {
  words: string
  action: string
  href: string
  children?: ReactNode
}

function Row({ words, action, href, children }: RowProps) {
  return (
    <li className="portal-home-row">
      <div className="portal-home-row-words">
        <p className="portal-home-row-title">{words}</p>
        {children}
      </div>
      <ButtonLink size="compact" href={href}>
        {action}
      </ButtonLink>
    </li>
  )
}

interface NamesProps {
  titles: readonly { tag: string; className: string; classLanguageCode: string | null }[]
  total: number
}

/** The first of a group, each a link to its editor. */
function Names({ titles, total }: NamesProps) {
  const { text } = useTexts(homeWorkTexts)
  const Link = useLink()
  return (
    <ul className="portal-home-names">
      {titles.map(({ tag, className, classLanguageCode }) => (
        <li key={tag}>
          <Link href={titleHref(tag)} lang={classLanguageCode ?? undefined} dir="auto">
            {className || text('ui.titles.untitled')}
          </Link>
        </li>
      ))}
      {total > titles.length ? <li>{text('ui.home.more', { count: total - titles.length })}</li> : null}
    </ul>
  )
}
