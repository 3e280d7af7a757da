import { type Output, type PlaybackDay, playback } from '@kinora/core'
import { type FormEvent, useMemo, useState } from 'react'
import { useRead } from '../kernel/use-read.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { PageHeader } from '../ui/frame/page-header.tsx'
import { type NavTab, NavTabs } from '../ui/frame/tabs.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { type PlainColumn, PlainTable } from '../ui/table/plain-table.tsx'
import { UPLOAD_PARAMETER } from './playback-data.tsx'
import { type PlaybackTextsOf, usePlaybackTexts } from './texts.ts'

export interface AdminContentProps {
  /** The tabs of the admin area that there are, by their ids (NAV-53). */
  tabs: readonly { id: 'content' | 'reports'; href: string }[]
  /** The page of playback data. */
  playbackHref: string
  /** The page of texts, where the host has it. */
  textsHref?: string
  /** The audit log; left out, nothing leads there. */
  auditHref?: string
  /** The keys for machines; left out, nothing leads there. */
  keysHref?: string
  /** The webhooks of all; left out, nothing leads there. */
  webhooksHref?: string
  /** Goes to another page. */
  onGo: (href: string) => void
}

/** NAV-03: the Content tab of the admin area: playback data, uploads by their tracking id, and a recount. */
export function AdminContent(props: AdminContentProps) {
  const { tabs, playbackHref, textsHref, auditHref, keysHref, webhooksHref, onGo } = props
  const { text } = usePlaybackTexts()
  const items = tabs.map(({ id, href }): NavTab => ({ id, href, label: text(`ui.admin.tab.${id}`) }))
  return (
    <div className="kn-form">
      <PageHeader
        title={text('ui.nav.admin')}
        tabs={<NavTabs label={text('ui.admin.tabs')} items={items} current="content" line />}
      />
      <div className="kn-admin-cards">
        <Card
          title={text('ui.page.playback')}
          actions={
            <ButtonLink variant="primary" href={playbackHref}>
              {text('ui.playback.open')}
            </ButtonLink>
          }
        >
          <p>{text('ui.playback.text')}</p>
        </Card>
        <FindUpload
          onFind={id => onGo(`${playbackHref}?${new URLSearchParams({ [UPLOAD_PARAMETER]: id })}`)}
        />
        <PlaybackRecount />
        {textsHref === undefined ? null : (
          <Card
            title={text('ui.page.texts')}
            actions={<ButtonLink href={textsHref}>{text('ui.admin.textsOpen')}</ButtonLink>}
          >
            <p>{text('ui.admin.textsText')}</p>
          </Card>
        )}
        {auditHref === undefined ? null : (
          <Card
            title={text('ui.page.audit')}
            actions={<ButtonLink href={auditHref}>{text('ui.admin.openAudit')}</ButtonLink>}
          >
            <p>{text('ui.audit.text')}</p>
          </Card>
        )}
        {keysHref === undefined ? null : (
          <Card
            title={text('ui.keys.title')}
            actions={<ButtonLink href={keysHref}>{text('ui.keys.open')}</ButtonLink>}
          >
            <p>{text('ui.keys.text')}</p>
          </Card>
        )}
        {webhooksHref === undefined ? null : (
          <Card
            title={text('ui.account.webhooks')}
            actions={<ButtonLink href={webhooksHref}>{text('ui.webhooks.openAll')}</ButtonLink>}
          >
            <p>{text('ui.webhooks.text')}</p>
          </Card>
        )}
      </div>
    </div>
  )
}

function FindUpload({ onFind }: { onFind: (trackingId: string) => void }) {
  const { text } = usePlaybackTexts()
  const [value, setValue] = useState('')
  const [isMissing, setMissing] = useState(false)
  const find = (event: FormEvent) => {
    event.preventDefault()
    const id = value.trim()
    setMissing(id === '')
    if (id !== '') onFind(id)
  }
  return (
    <Card title={text('ui.playback.findTitle')}>
      <form className="kn-playback-find" onSubmit={find} noValidate>
        <Field
          label={text('ui.playback.trackingId')}
          help={text('ui.playback.findHelp')}
          error={
            isMissing ? text('validation.required', { field: text('ui.playback.trackingId') }) : undefined
          }
          announces
        >
          <TextInput
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            value={value}
            onChange={event => setValue(event.target.value)}
          />
        </Field>
        <Button type="submit">{text('ui.playback.find')}</Button>
      </form>
    </Card>
  )
}

type Recount = Output<typeof playback.recount>
type Difference = Recount['differences'][number]

/** Adds up all committed records anew, by title or event, tenant and day, and shows where the kept numbers differ. */
function PlaybackRecount() {
  const { text, error: textOf } = usePlaybackTexts()
  const recount = useRecount()
  return (
    <Card
      title={text('ui.playback.recountTitle')}
      actions={
        <Button loading={recount.isFetching} onClick={() => void recount.refetch()}>
          {text('ui.playback.recount')}
        </Button>
      }
    >
      <p>{text('ui.playback.recountText')}</p>
      {recount.error === null ? null : <Banner tone="negative">{textOf(recount.error)}</Banner>}
      {/* Live before it is asked: words that come together with what is live are often not read out. */}
      <div role="status">{recount.data === undefined ? null : <Found found={recount.data} />}</div>
      {recount.data === undefined ? null : <Differences rows={recount.data.differences} />}
    </Card>
  )
}

/** Only when asked: it reads every record that was ever committed. */
const useRecount = () => useRead(playback.recount, {}, { enabled: false })

function Found({ found: { records, days, differences } }: { found: Recount }) {
  const { text } = usePlaybackTexts()
  const count = differences.length
  return (
    <Banner role="none" tone={count === 0 ? 'positive' : 'negative'}>
      {count === 0
        ? text('ui.playback.same', { total: records, count: days })
        : text('ui.playback.differ', { count })}
    </Banner>
  )
}

function Differences({ rows }: { rows: readonly Difference[] }) {
  const texts = usePlaybackTexts()
  const columns = useMemo(() => differenceColumns(texts), [texts])
  if (rows.length === 0) return null
  return (
    <PlainTable
      label={texts.text('ui.playback.differences')}
      rows={rows}
      rowId={row => Object.values(either(row)).slice(0, 4).join(' ')}
      columns={columns}
    />
  )
}

const either = ({ kept, counted }: Difference): PlaybackDay => (kept ?? counted)!

function differenceColumns({ text }: PlaybackTextsOf): PlainColumn<Difference>[] {
  const sums = (day: PlaybackDay | null) =>
    day === null
      ? text('ui.playback.nothing')
      : text('ui.playback.sums', { count: day.plays, done: day.completed, seconds: day.seconds })
  return [
    { id: 'day', header: text('ui.playback.columnDay'), cell: row => either(row).day },
    {
      id: 'tenant',
      header: text('field.tenant'),
      cell: row => <bdi>{either(row).tenantId}</bdi>,
    },
    {
      id: 'title',
      header: text('ui.playback.columnTitle'),
      cell: row => <bdi>{either(row).titleTag ?? either(row).eventId}</bdi>,
    },
    { id: 'kept', header: text('ui.playback.columnKept'), cell: ({ kept }) => sums(kept) },
    { id: 'counted', header: text('ui.playback.columnCounted'), cell: ({ counted }) => sums(counted) },
  ]
}
