import { type Delivery, deliveries, deliveryTexts, deliveryWords, type Title, wordTexts } from '@kinora/core'
import { useState } from 'react'
import { LoadFailedLine } from '../../kernel/load-failed.tsx'
import { useTexts } from '../../kernel/message.ts'
import { useRead } from '../../kernel/use-read.ts'
import { useWrite } from '../../kernel/use-write.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/form/split-form.tsx'
import { Badge, type BadgeTone } from '../../ui/status/badge.tsx'

/** Milliseconds between polls while a site's delivery is on its way. */
const POLL_INTERVAL = 5000

const tones: Readonly<Record<Delivery['status'], BadgeTone>> = {
  waiting: 'info',
  processing: 'info',
  ready: 'positive',
  failed: 'negative',
  leaving: 'neutral',
}
const isMoving = ({ status }: Delivery): boolean => status !== 'ready' && status !== 'failed'

/** LIVE-09, C-139: how a title stands at JW Player, site by site; nothing where no site of it is there. */
export function TitleDeliveryCard({ title: { tag: titleTag } }: { title: Title }) {
  const { text } = useTexts(deliveryTexts, wordTexts)
  const [isPolling, setPolling] = useState(false)
  const refetchInterval = isPolling ? POLL_INTERVAL : false
  const reading = useRead(deliveries.list, { titleTag, take: -1 }, { refetchInterval })
  const moves = reading.data?.data.some(isMoving) ?? false
  if (moves !== isPolling) setPolling(moves)
  if (reading.data === undefined)
    return reading.isError ? (
      <LoadFailedLine error={reading.error} onRetry={() => void reading.refetch()} />
    ) : null
  const rows = reading.data.data
  if (rows.length === 0) return null
  return (
    <Card title={text('ui.delivery.title')}>
      <p className="kn-field-help">{text('ui.delivery.help')}</p>
      <ul className="kn-deliveries" aria-label={text('ui.delivery.list')}>
        {rows.map(row => (
          <Row key={row.tenantId} row={row} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ row }: { row: Delivery }) {
  const { text } = useTexts(deliveryTexts, wordTexts)
  const { titleTag, tenantId, tenantName, status } = row
  const retry = useWrite(deliveries.retry, { success: text('ui.delivery.retried') })
  const words = deliveryWords(row, text)
  return (
    <li>
      <bdi>{tenantName}</bdi> <Badge tone={tones[status]}>{text(`ui.delivery.status.${status}`)}</Badge>
      {words === '' ? null : <p>{words}</p>}
      {status === 'failed' ? (
        <Button
          size="compact"
          aria-label={text('ui.delivery.again', { tenant: tenantName })}
          loading={retry.isPending}
          onClick={() => void retry.send({ titleTag, tenantId })}
        >
          {text('ui.retry')}
        </Button>
      ) : null}
    </li>
  )
}
