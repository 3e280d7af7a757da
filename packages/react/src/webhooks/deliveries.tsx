import {
  type DeliveryAttempt,
  PAGE_SIZE,
  type WebhookDelivery,
  WebhookDeliveryState,
  webhooks,
} from '@kinora/core'
import { useState } from 'react'
import { LoadFailedLine } from '../kernel/load-failed.tsx'
import { MomentInput } from '../kernel/moment-input.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { useRead } from '../kernel/use-read.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { FactList } from '../titles/fact-list.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { Dialog, SidePanel } from '../ui/overlay/dialog.tsx'
import { Combobox } from '../ui/picker/combobox.tsx'
import { Badge } from '../ui/status/badge.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { useWebhookTexts, type WebhookTexts } from './texts.ts'

/** What came back of a try, in a few words. */
export const answerWords = (
  { status, problem }: Pick<DeliveryAttempt, 'status' | 'problem'>,
  { text }: WebhookTexts,
): string => (status === null ? (problem ?? text('ui.webhooks.noAnswer')) : `HTTP ${status}`)

const tones = { waiting: 'info', delivered: 'positive', failed: 'negative' } as const

/** Milliseconds between polls: what happens anywhere is sent here. */
const POLL_INTERVAL = 3000

/** HOOK-04: what was sent in the last 30 days and what waits, the newest first; each, or all since a moment, can be sent again. */
export function WebhookDeliveries({ webhookId }: { webhookId: string }) {
  const texts = useWebhookTexts()
  const { text } = texts
  const [state, setState] = useState<WebhookDeliveryState>()
  const [page, setPage] = useState(1)
  const [openId, setOpenId] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  const read = useRead(
    webhooks.deliveries,
    { webhookId, page, take: PAGE_SIZE, ...(state && { state }) },
    { keepPrevious: true, refetchInterval: POLL_INTERVAL },
  )
  const choose = (next?: string | null) => {
    setState(WebhookDeliveryState.safeParse(next).data)
    setPage(1)
  }
  const states = WebhookDeliveryState.options.map(value => ({
    value,
    label: text(`ui.webhooks.${value}Word`),
  }))
  const rows = read.data?.data ?? []
  const isMore = (read.data?.totalRecords ?? 0) > page * PAGE_SIZE
  return (
    <Card
      title={text('ui.webhooks.deliveries')}
      actions={<Button onClick={() => setIsAsking(true)}>{text('ui.webhooks.resendSince')}</Button>}
    >
      <p>{text('ui.webhooks.deliveriesText')}</p>
      <Combobox
        size="compact"
        aria-label={text('ui.state')}
        prefix={text('ui.state')}
        value={state ?? ''}
        searchLabel={text('ui.state')}
        emptyText={text('ui.noMatch')}
        options={[{ value: '', label: text('ui.webhooks.anyState') }, ...states]}
        onChange={choose}
      />
      {read.error === null ? null : <LoadFailedLine error={read.error} onRetry={() => void read.refetch()} />}
      {read.isPending ? <Skeleton width="60%" /> : null}
      {read.data === undefined ? null : (
        <DeliveryTable webhookId={webhookId} rows={rows} onOpen={setOpenId} />
      )}
      {page === 1 && !isMore ? null : (
        <div className="kn-plain-acts">
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            {text('ui.webhooks.newer')}
          </Button>
          <Button disabled={!isMore} onClick={() => setPage(page + 1)}>
            {text('ui.webhooks.older')}
          </Button>
        </div>
      )}
      <DeliveryPanel
        delivery={rows.find(({ eventId }) => eventId === openId)}
        onClose={() => setOpenId(undefined)}
      />
      {isAsking ? <ResendDialog webhookId={webhookId} onClose={() => setIsAsking(false)} /> : null}
    </Card>
  )
}

interface DeliveryTableProps {
  webhookId: string
  rows: readonly WebhookDelivery[]
  onOpen: (eventId: string) => void
}

function DeliveryTable({ webhookId, rows, onOpen }: DeliveryTableProps) {
  const texts = useWebhookTexts()
  const { text } = texts
  const { moment } = useDates()
  const again = useWrite(webhooks.resend, {
    success: ({ count }) => text('ui.webhooks.resent', { count }),
    parallel: true,
  })
  return (
    <PlainTable
      label={text('ui.webhooks.deliveries')}
      rows={rows}
      rowId={({ eventId }) => eventId}
      empty={<p>{text('ui.webhooks.noDeliveries')}</p>}
      columns={[
        {
          id: 'type',
          header: text('ui.webhooks.event'),
          wide: true,
          cell: row => (
            <>
              <bdi dir="ltr">{row.type}</bdi>
              <span className="kn-plain-soft">
                <bdi dir="ltr">{row.eventId}</bdi>
              </span>
            </>
          ),
        },
        { id: 'at', header: text('ui.when'), cell: row => moment(row.happenedAt) },
        {
          id: 'state',
          header: text('ui.state'),
          cell: row => <Badge tone={tones[row.state]}>{text(`ui.webhooks.${row.state}Word`)}</Badge>,
        },
        {
          id: 'answer',
          header: text('ui.webhooks.lastAnswer'),
          cell: ({ attempts }) =>
            attempts.length === 0 ? '–' : <bdi>{answerWords(attempts.at(-1)!, texts)}</bdi>,
        },
        {
          id: 'acts',
          header: text('ui.list.actions'),
          cell: ({ eventId }) => (
            <span className="kn-plain-acts">
              <Button
                size="compact"
                aria-label={text('ui.webhooks.openNamed', { name: eventId })}
                onClick={() => onOpen(eventId)}
              >
                {text('ui.details')}
              </Button>
              <Button
                size="compact"
                aria-label={text('ui.webhooks.resendNamed', { name: eventId })}
                onClick={() => void again.send({ webhookId, eventId })}
              >
                {text('ui.webhooks.resend')}
              </Button>
            </span>
          ),
        },
      ]}
    />
  )
}

interface DeliveryPanelProps {
  delivery: WebhookDelivery | undefined
  onClose: () => void
}

/** HOOK-04: each try of one event: what was sent, what came back, and how long that took. */
function DeliveryPanel({ delivery, onClose }: DeliveryPanelProps) {
  const texts = useWebhookTexts()
  const { text } = texts
  const { moment } = useDates()
  return (
    <SidePanel
      open={delivery !== undefined}
      onClose={onClose}
      title={delivery && <bdi dir="ltr">{`${delivery.type} ${delivery.eventId}`}</bdi>}
      closeLabel={text('ui.close')}
    >
      {delivery?.dueAt ? <p>{text('ui.webhooks.nextTry', { moment: moment(delivery.dueAt) })}</p> : null}
      {delivery?.attempts.length === 0 ? <p>{text('ui.webhooks.noTries')}</p> : null}
      {delivery?.attempts.toReversed().map(attempt => (
        <Attempt key={attempt.at} attempt={attempt} texts={texts} />
      ))}
    </SidePanel>
  )
}

function Attempt({ attempt, texts }: { attempt: DeliveryAttempt; texts: WebhookTexts }) {
  const { text } = texts
  const { moment } = useDates()
  const { at, milliseconds, answer, request } = attempt
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <Card title={moment(at)}>
      <FactList
        facts={[
          { label: text('ui.webhooks.answer'), value: answerWords(attempt, texts) },
          { label: text('ui.webhooks.took'), value: text('ui.webhooks.milliseconds', { milliseconds }) },
        ]}
      />
      <Sent label={text('ui.webhooks.answerBody')} words={answer} />
      <Sent label={text('ui.webhooks.request')} words={[...headers, '', request.body].join('\n')} />
    </Card>
  )
}

/** Bytes of somebody’s, as they are. */
function Sent({ label, words }: { label: string; words: string }) {
  if (words === '') return null
  return (
    <details className="kn-webhook-sent">
      <summary>{label}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre dir="ltr">{words}</pre>
      </section>
    </details>
  )
}

const DAY = 86_400_000

/** HOOK-04: all since a moment are sent again, also what came while it was off. */
function ResendDialog({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const { text, error } = useWebhookTexts()
  const [since, setSince] = useState<string | null>(() => new Date(Date.now() - DAY).toISOString())
  const again = useWrite(webhooks.resend, {
    success: ({ count }) => text('ui.webhooks.resent', { count }),
    failure: handledByCaller,
  })
  const run = async () => {
    const moment = new Date(since ?? '')
    const isMoment = !Number.isNaN(moment.getTime())
    const asked = { webhookId, ...(isMoment && { since: moment.toISOString() }) }
    const { kind } = await again.send(asked)
    if (kind === 'done') onClose()
  }
  return (
    <Dialog open onClose={onClose} title={text('ui.webhooks.resendSince')} closeLabel={text('ui.close')}>
      <div className="kn-dialog-form">
        <p>{text('ui.webhooks.resendText')}</p>
        <Field label={text('ui.webhooks.since')} required>
          <MomentInput value={since} onChange={setSince} />
        </Field>
        {again.error === null ? null : <Banner tone="negative">{error(again.error)}</Banner>}
        <div className="kn-dialog-form-actions">
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
          <Button variant="primary" loading={again.isPending} onClick={() => void run()}>
            {text('ui.webhooks.resend')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
